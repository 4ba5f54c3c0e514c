// A server in a process of its own that reports what a request runs through. Arguments: the folder of snapshots, then
// targets, the last of which is reported. Prints the functions entered, by file, as JSON.
import { get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { serve } from '../../server/index.ts'
import { coverage } from './coverage.ts'

const [data = '', ...targets] = process.argv.slice(2)
/** Only the requests are to be recorded. */
const never = 2 ** 31 - 1
const running = await serve({ data, port: 0, host: '127.0.0.1', env: {}, watchInterval: never, info() {} })
// What a server does by itself, it does a quarter of a second after its start.
await setTimeout(300)
await running.look()

const entered = await coverage(['api', 'packages', 'server', 'snapshot'])
for (const target of targets.slice(0, -1)) await ask(target)
console.log(JSON.stringify(await entered(() => ask(targets.at(-1)!))))
await running.close()

/** As browsers and most other clients do, who take gzip. */
function ask(target: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(running.url + target, { headers: { 'Accept-Encoding': 'gzip' } }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${target} is answered with ${reply.statusCode}`))
      reply.resume().once('end', resolve)
    }).once('error', reject)
  })
}
