// A way to a Redis.
import type { Redis } from '@upstash/redis'

export interface Connection {
  redis: Redis
  /** What a script begins with. */
  flags: string
  close(): void
}
