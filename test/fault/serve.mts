// A server in a process of its own. Arguments: the folder of snapshots, milliseconds between two looks at
// current.json. Limits are those of its environment. Prints its URL.
import { serve } from '../../server/index.ts'

const [data = '', watchInterval = '1000'] = process.argv.slice(2)
const { url, look } = await serve({
  data,
  port: 0,
  host: '127.0.0.1',
  env: process.env,
  watchInterval: Number(watchInterval),
})
await look()
console.log(url)
