// A server in a process of its own that tells what a request runs through. Arguments: the folder of snapshots, then
// targets, the last of which is told of. Prints the functions entered, by file, as JSON.
import { get } from 'node:http'
import { Session } from 'node:inspector/promises'
import { serve } from '../../server/index.ts'

const [data = '', ...targets] = process.argv.slice(2)
/** Nothing but the requests is to happen meanwhile. */
const never = 2 ** 31 - 1
const running = await serve({ data, port: 0, host: '127.0.0.1', env: {}, watchInterval: never, info() {} })
await running.look()

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true })
for (const target of targets.slice(0, -1)) await ask(target)
await session.post('Profiler.takePreciseCoverage')
await ask(targets.at(-1)!)
const { result } = await session.post('Profiler.takePreciseCoverage')
await running.close()

const files = result.flatMap(({ url, functions }): [string, string[]][] => {
  const file = /^file:.*\/((?:api|server|snapshot)\/.*\.ts)$/.exec(url)?.[1]
  const entered = functions.filter(({ ranges }) => ranges[0]!.count > 0)
  return file && entered.length > 0 ? [[file, entered.map(({ functionName }) => functionName)]] : []
})
console.log(JSON.stringify(Object.fromEntries(files)))

/** As browsers and most other clients do, who take gzip. */
function ask(target: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(running.url + target, { headers: { 'Accept-Encoding': 'gzip' } }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${target} is answered with ${reply.statusCode}`))
      reply.resume().once('end', resolve)
    }).once('error', reject)
  })
}
