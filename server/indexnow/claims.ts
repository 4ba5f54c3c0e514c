// Which of several processes tells of a change: the first to put its id into the store that they count requests in.
import type { Backing } from '../../api/_app/limit/backend.ts'
import { connect } from '../../api/_app/limit/shared/remote.ts'
import type { Connection } from '../../api/_app/limit/shared/scripts.ts'

/** In ms: of processes that publish the same, the last one does so within an hour. */
const remembered = 3_600_000
const timeout = 5_000

/** Two numbers, since a connection takes no other reply. */
const script = "return {redis.call('SET', KEYS[1], '1', 'NX', 'PX', ARGV[1]) and 1 or 0, 0}"

/** @param backing memory by default */
export function createClaims(backing: Backing = { backend: 'memory' }) {
  let connection: Promise<Connection> | undefined
  return {
    /** Whether this process is to tell: without a store, or if it does not answer, each is. Never rejects. */
    async isOurs(id: string): Promise<boolean> {
      if (backing.backend === 'memory') return true
      try {
        connection ??= connect(backing, timeout)
        const claim = (await connection).redis.createScript<[number, number]>(script)
        const [isFirst] = await claim.exec([`${backing.prefix}:indexnow:${id}`], [String(remembered)])
        return isFirst === 1
      } catch {
        return true
      }
    },
    async close() {
      await connection?.then((open) => open.close()).catch(() => {})
    },
  }
}
