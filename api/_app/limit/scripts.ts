// The library's scripts: who runs them, and how any Redis does, without their first line that only Upstash knows.
import { createHash } from 'node:crypto'
import type { Redis } from '@upstash/redis'

/** A way to run scripts. */
export interface Connection {
  redis: Pick<Redis, 'eval' | 'evalsha'>
  close(): void
}

export class Scripts {
  /** The hash of a script as the library knows it → its hash without that line. */
  readonly #hashes = new Map<string, string>()

  /** @param command `eval` with a script, or `evalsha` with its hash, as the library sends it */
  plain(command: string[]): string[] {
    const [name, script, ...rest] = command
    if (name === 'eval') {
      const text = script!.replace(/^#!.*/, '')
      this.#hashes.set(sha1(script!), sha1(text))
      return ['eval', text, ...rest]
    }
    const hash = this.#hashes.get(script!)
    // To be answered with the script's text, which is seen here only then.
    if (hash === undefined) throw new Error('NOSCRIPT')
    return ['evalsha', hash, ...rest]
  }
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}
