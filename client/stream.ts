// The posts of a list while it arrives: one is in memory at a time, however many there are.
import { parsed, postBytes, type Received, textOf } from './body.ts'
import { BrokenReply } from './errors.ts'

/**
 * Yields each post as soon as its last byte is there. Stopping early closes the connection.
 * @throws {BrokenReply} if the body ends before the list does, or is not a list of posts
 */
export async function* postsIn<T>(reply: Received): AsyncGenerator<T> {
  const posts = new PostScanner()
  const room = { left: reply.bounds.maxBytes ?? postBytes }
  for await (const text of textOf(reply, room)) {
    for (const post of posts.scan(text)) {
      if (!reply.bounds.maxBytes) room.left = postBytes
      yield parsed(post)
    }
  }
  parsed(posts.frame, 'posts')
}

/** Finds the posts in `{"posts":[{…},{…}],…}`: the objects of the first list in the outermost object. */
class PostScanner {
  /** The body without its posts. */
  frame = ''
  private post = ''
  private depth = 0
  /** The depth at which what is looked for begins: the list at 1, each of its posts at 2. */
  private edge = 1
  private inString = false
  private isEscaped = false;

  /** Posts that end in this text, the next of the body. */
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
          yield this.post
          this.post = ''
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
    if (this.edge === 1 && !/"posts"\s*:\s*\[$/.test(this.frame)) throw noList()
    this.edge = 2
  }

  private keep(part: string): void {
    if (this.edge !== 2) this.frame += part
    else if (this.depth > 2) this.post += part
    else if (/[^\s,]/.test(part)) throw noList()
  }
}

const noList = () => new BrokenReply('The reply is not from Galley: it has no posts')
