// The posts or entries of a list while it arrives: one is in memory at a time, however many there are.
import { parsed, postBytes, type Received, textOf } from './body.ts'
import { BrokenReply } from './errors.ts'

/**
 * Yields each item as soon as its last byte is there. Stopping early closes the connection.
 * @param name that of the list
 * @throws {BrokenReply} if the body ends before the list does, or is no such list
 */
export async function* itemsIn<T>(reply: Received, name: string): AsyncGenerator<T> {
  const items = new ItemScanner(name)
  const room = { left: reply.bounds.maxBytes ?? postBytes }
  for await (const text of textOf(reply, room)) {
    for (const item of items.scan(text)) {
      if (!reply.bounds.maxBytes) room.left = postBytes
      yield parsed(item)
    }
  }
  parsed(items.frame, name)
}

/** Finds the items in `{"posts":[{…},{…}],…}`: the objects of the first list in the outermost object. */
class ItemScanner {
  /** The body without its items. */
  frame = ''
  private item = ''
  private depth = 0
  /** The depth at which what is looked for begins: the list at 1, each of its items at 2. */
  private edge = 1
  private inString = false
  private isEscaped = false
  private readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** Items that end in this text, the next of the body. */
  *scan(text: string): Generator<string> {
    let from = 0
    const keepTo = (to: number) => {
      this.keep(text.slice(from, to))
      from = to
    }
    for (let at = 0; at < text.length; at++) {
      const character = text[at]!
      if (this.isInString(character)) continue
      if (character === '{' || character === '[') {
        if (this.depth === this.edge) {
          keepTo(character === '[' ? at + 1 : at)
          this.enter()
        }
        this.depth++
      } else if (character === '}' || character === ']') {
        if (this.edge === 2 && this.depth === 3) {
          keepTo(at + 1)
          yield this.item
          this.item = ''
        } else if (this.depth === 2) this.edge = Number.NaN
        this.depth--
      }
    }
    keepTo(text.length)
  }

  private isInString(character: string): boolean {
    const wasInString = this.inString
    if (this.isEscaped) this.isEscaped = false
    else if (character === '"') this.inString = !this.inString
    else if (this.inString) this.isEscaped = character === '\\'
    return wasInString
  }

  private enter(): void {
    if (this.edge === 1 && !this.frame.replace(/\s/g, '').endsWith(`"${this.name}":[`))
      throw noList(this.name)
    this.edge = 2
  }

  private keep(part: string): void {
    if (this.edge !== 2) this.frame += part
    else if (this.depth > 2) this.item += part
    else if (/[^\s,]/.test(part)) throw noList(this.name)
  }
}

const noList = (name: string) => new BrokenReply(`The reply is not from Galley: it has no ${name}`)
