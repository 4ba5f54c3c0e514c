// `galley serve` as a measurement starts it: limiter, entity tags and all headers on, nothing refused. Run with the
// folder of data and, if it is to count there, the URL of a Redis; prints its address once it has verified the data, which takes seconds
// of CPU in the background.
import { serve } from '../../server/index.ts'
import { generous } from './app.ts'

const [data = '', redis = ''] = process.argv.slice(2)
let verified = () => {}
const isVerified = new Promise<void>((resolve) => {
  verified = resolve
})
const { url } = await serve({
  data,
  port: 0,
  host: '127.0.0.1',
  env: { ...generous, REDIS_URL: redis },
  log: () => {},
  info: (line) => line.startsWith('verified') && verified(),
})
await isVerified
console.log(url)
