// A server in a process of its own. Arguments: the folder of snapshots, and further `ServeOptions` as JSON. Limits come
// from its environment. Prints its URL, and exits when asked to.
import { serve } from '../../server/index.ts'

const [data = '', options = '{}'] = process.argv.slice(2)
const running = await serve({
  ...JSON.parse(options),
  data,
  port: 0,
  host: '127.0.0.1',
  env: process.env,
})
process.once('SIGTERM', running.close)
await running.look()
console.log(running.url)
