// Which of several processes tells of a change: the first to put its id into the store that they count requests in.
import type { Connection } from '../../api/_app/limit/shared/scripts.ts'

/** In ms: of processes that publish the same, the last one does so within an hour. */
const remembered = 3_600_000

/** Two numbers, since a connection takes no other reply. */
const script = "return {redis.call('SET', KEYS[1], '1', 'NX', 'PX', ARGV[1]) and 1 or 0, 0}"

/** Whether nobody has claimed it before. @throws {Error} if the store does not answer */
export async function claim({ redis }: Connection, key: string): Promise<boolean> {
  const [isFirst] = await redis.createScript<[number, number]>(script).exec([key], [String(remembered)])
  return isFirst === 1
}
