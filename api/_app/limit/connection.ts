// A way to a Redis.
import type { Redis } from '@upstash/redis'

export interface Connection {
  redis: Redis
  /** It understands the first line of a script, `#!lua flags=…`, which any other than Upstash refuses to run. */
  takesFlags: boolean
  close(): void
}
