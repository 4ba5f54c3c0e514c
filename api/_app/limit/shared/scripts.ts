// The scripts of @upstash/ratelimit, each with a look at the store's clock before it.
import { hash } from 'node:crypto'
import type { Redis } from '@upstash/redis'

/** A way to a Redis. */
export interface Connection {
  redis: Redis
  /** It understands the first line of a script, `#!lua flags=…`, which any other than Upstash refuses to run. */
  takesFlags: boolean
  close(): void
}

interface Script {
  exec(keys: string[], args: string[]): Promise<unknown>
}

/**
 * Stands before a script whose second argument is the time by which its keys were made, and whose last, which is added, by how
 * much that may differ from the store's, in ms. Where it differs by more, the script does nothing and the store's time is the
 * reply. A store that may not tell the time is taken to agree.
 */
const prologue = `
do
  local time = redis.pcall('TIME')
  if not time.err then
    local here = time[1] * 1000 + math.floor(time[2] / 1000)
    if math.abs(here - tonumber(ARGV[2])) > tonumber(ARGV[#ARGV]) then return {'time', here} end
  end
end
`

export class Scripts {
  readonly #connection: Connection
  /** By the hashes of what the library knows, without the prologue. */
  readonly #scripts = new Map<string, Script>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** @throws {Error} at which the library sends the text, where no script is known by the hash yet */
  async byHash(sha1: string, keys: string[], args: number[]): Promise<unknown> {
    const script = this.#scripts.get(sha1)
    if (script === undefined) throw new Error('NOSCRIPT')
    return script.exec(keys, args.map(String))
  }

  async byText(text: string, keys: string[], args: number[]): Promise<unknown> {
    const sha1 = hash('sha1', text)
    if (!this.#scripts.has(sha1)) this.#scripts.set(sha1, this.#make(text))
    return this.byHash(sha1, keys, args)
  }

  #make(text: string): Script {
    const { redis, takesFlags } = this.#connection
    const flags = /^#!.*/.exec(text)?.[0] ?? ''
    return redis.createScript((takesFlags ? flags : '') + prologue + text.slice(flags.length))
  }
}

/** The store's time in ms, where a reply is that. */
export function timeIn(reply: unknown): number | undefined {
  const [word, time] = Array.isArray(reply) ? reply : []
  return word === 'time' && Number.isSafeInteger(time) ? time : undefined
}
