// What a Redis sends, cut into replies of the few forms that our commands have. ioredis gets nothing else: its decoder makes arrays of
// any length that is announced, throws out of an event at a null that nobody has asked for, and keeps what has no end.
import { AnswerError } from './counter.ts'

/** No reply has as many bytes: errors are the longest. */
const longestReply = 4_096

export class ReplyCutter {
  /** The beginning of a line, and the lines of a reply that has not ended. */
  #line = ''
  #reply = ''
  /** How many of its elements are still to come. */
  #due = 0;

  /**
   * The replies that end in this chunk.
   * @throws {AnswerError} for what no script of ours, `AUTH` or `SELECT` replies
   */
  *replies(chunk: Buffer): Generator<Buffer> {
    const lines = (this.#line + chunk.toString('latin1')).split('\r\n')
    this.#line = lines.pop()!
    for (const line of lines) {
      this.#due += elementsAfter(line, this.#due)
      this.#reply += `${line}\r\n`
      if (this.#due > 0) continue
      yield Buffer.from(this.#reply, 'latin1')
      this.#reply = ''
    }
    if (this.#line.length + this.#reply.length > longestReply) throw new AnswerError('a reply without an end')
  }
}

/** By how many a line changes the number of elements that are due: `[number, number]` and `['time', number]` are all arrays. */
function elementsAfter(line: string, due: number): number {
  if (due === 0 && line === '*2') return 2
  if (due === 0 && /^[-+][^\r]*$/.test(line)) return 0
  if (/^:-?\d{1,16}$/.test(line)) return due === 0 ? 0 : -1
  if (due === 2 && line === '$4') return 0
  if (due === 2 && line === 'time') return -1
  throw new AnswerError('not a reply of our commands')
}
