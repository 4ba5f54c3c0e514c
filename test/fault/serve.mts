// A server in a process of its own. Arguments: the folder of snapshots, milliseconds between two looks at
// current.json. Prints its URL.
import { serve } from '../../server/index.ts'

const [data = '', watchInterval = '1000'] = process.argv.slice(2)
const { url, look } = await serve({
  data,
  port: 0,
  host: '127.0.0.1',
  env: { GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: 'off' },
  watchInterval: Number(watchInterval),
})
await look()
console.log(url)
