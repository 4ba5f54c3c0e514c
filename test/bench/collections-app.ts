// A process that requests a list of ten from the app, cold and then warm; run with the folder of data, the target, and `cached` if replies are
// to be cached. Prints milliseconds of CPU.
import { cacheBytes, ReplyCache } from '../../api/_app/gzip/bodies.ts'
import { ask, openApp } from './app.ts'

export interface Listed {
  /** The first reply, from opening the snapshot on. */
  cold: number
  /** Each reply of a warm process. */
  warm: number
}

const replies = 5_000
const [data, target, cached] = process.argv.slice(2)
const app = openApp(data!, cached ? new ReplyCache(cacheBytes) : undefined)

async function cpuOf(count: number): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < count; i++) await ask(app, target!)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / count
}

const cold = await cpuOf(1)
await cpuOf(replies / 5)
console.log(JSON.stringify({ cold, warm: await cpuOf(replies) } satisfies Listed))
