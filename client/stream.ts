// The posts of a list while it arrives: one is in memory at a time, however many there are.
import { BrokenReply } from './errors.ts'
import { brokenBy } from './request.ts'

/**
 * Each post as soon as its last byte is there. Stopping early closes the connection.
 * @throws {BrokenReply} if the body ends before the list does
 */
export async function* postsIn<T>(response: Response, signal: AbortSignal | undefined): AsyncGenerator<T> {
  const reader = response.body!.getReader()
  const posts = new PostScanner()
  try {
    for (const decoder = new TextDecoder(); ; ) {
      const { done, value } = await reader.read().catch((cause) => {
        throw brokenBy(cause, signal)
      })
      for (const post of posts.scan(decoder.decode(value, { stream: !done }))) yield JSON.parse(post)
      if (done) break
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
  if (!posts.isComplete) throw new BrokenReply('The reply ended before it was complete.')
}

/** Finds the posts in `{"posts":[{…},{…}],…}`: the objects of an array that is in the outermost object. */
class PostScanner {
  isComplete = false
  private depth = 0
  private inString = false
  private isEscaped = false
  /** Whether what the outermost object contains here is an array. */
  private inArray = false
  /** The beginning of a post that has not ended yet. */
  private begun: string | undefined;

  /** Posts that end in this text, the next of the body. */
  *scan(text: string): Generator<string> {
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const character = text[at]!
      if (this.isEscaped) this.isEscaped = false
      else if (this.inString) {
        if (character === '\\') this.isEscaped = true
        else if (character === '"') this.inString = false
      } else if (character === '"') this.inString = true
      else if (character === '{' || character === '[') {
        if (this.depth === 1) this.inArray = character === '['
        else if (this.depth === 2 && this.inArray) [this.begun, from] = ['', at]
        this.depth++
      } else if (character === '}' || character === ']') {
        this.depth--
        this.isComplete = this.depth === 0
        if (this.depth !== 2 || this.begun === undefined) continue
        yield this.begun + text.slice(from, at + 1)
        this.begun = undefined
      }
    }
    if (this.begun !== undefined) this.begun += text.slice(from)
  }
}
