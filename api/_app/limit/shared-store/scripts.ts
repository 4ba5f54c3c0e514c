// The scripts of @upstash/ratelimit, each preceded by a check of the store's clock.
import { hash } from 'node:crypto'
import type { Redis } from '@upstash/redis'

/** A connection to a Redis. */
export interface Connection {
  redis: Redis
  /** Accepts a script whose first line is `#!lua flags=…`; everything but Upstash refuses to run one. */
  takesFlags: boolean
  close(): void
}

/**
 * Precedes a script whose second argument is the time its keys were made for. The last argument, which we add, is how many
 * ms that may differ from the store's. If it differs by more, the script does nothing and replies with the store's time.
 * A store that forbids TIME is assumed to agree.
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

export type Scripts = ReturnType<typeof scriptsOn>

export function scriptsOn({ redis, takesFlags }: Connection) {
  /** Scripts by the hashes that the library knows, which do not include the prologue. */
  const scripts = new Map<string, ReturnType<Redis['createScript']>>()

  /** @throws {Error} if no script has this hash yet; the library then sends its text */
  async function byHash(sha1: string, keys: string[], args: number[]): Promise<unknown> {
    const script = scripts.get(sha1)
    if (script === undefined) throw new Error('NOSCRIPT')
    return script.exec(keys, args.map(String))
  }

  async function byText(text: string, keys: string[], args: number[]): Promise<unknown> {
    const sha1 = hash('sha1', text)
    const flags = /^#!.*/.exec(text)?.[0] ?? ''
    const ours = (takesFlags ? flags : '') + prologue + text.slice(flags.length)
    if (!scripts.has(sha1)) scripts.set(sha1, redis.createScript(ours))
    return byHash(sha1, keys, args)
  }

  return { byHash, byText }
}

/** The store's time in ms, if that is what a reply holds. */
export function timeIn(reply: unknown): number | undefined {
  const [kind, time] = Array.isArray(reply) ? reply : []
  return kind === 'time' && Number.isSafeInteger(time) ? time : undefined
}
