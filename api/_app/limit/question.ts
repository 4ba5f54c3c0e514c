// The `redis` that @upstash/ratelimit is given for one question. The library goes by the clock of this process, so it is
// here that the time is put right before a script is run, and its reply looked at before the library does.
import type { Redis } from '@upstash/redis'
import { type Bounds, checkReply } from './answer.ts'
import type { Limit } from './limits.ts'
import { type Scripts, timeIn } from './scripts.ts'
import { shifted } from './shift.ts'

export interface Question {
  limit: Limit
  /** By what time it is asked, and by how much that may differ from the store's, in ms. */
  now: number
  tolerance: number
  bounds: Bounds
}

/** The store's time is another than that by which it was asked, so it has done nothing. */
export class TimeError extends Error {
  override name = 'TimeError'
  readonly time: number

  constructor(time: number) {
    super('another time')
    this.time = time
  }
}

export function redisFor({ limit, now, tolerance, bounds }: Question, scripts: Scripts): Redis {
  const asking = (run: Scripts['byHash']) => async (script: string, keys: string[], args: number[]) => {
    const call = shifted({ keys, args }, now)
    const reply = await run(script, call.keys, [...call.args, tolerance])
    const time = timeIn(reply)
    if (time !== undefined) throw new TimeError(time)
    checkReply(reply, limit, bounds)
    return reply
  }
  const ways = {
    evalsha: asking((...call) => scripts.byHash(...call)),
    eval: asking((...call) => scripts.byText(...call)),
  }
  return ways as unknown as Redis
}
