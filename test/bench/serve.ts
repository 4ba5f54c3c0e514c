// `galley serve` as a measurement starts it: limiter, entity tags and all headers on, nothing refused. Run with the
// folder of data and, if it is to count there, the URL of a Redis; prints its address.
import { serve } from '../../server/index.ts'
import { generous } from './app.ts'

const [data = '', redis = ''] = process.argv.slice(2)
const { url } = await serve({
  data,
  port: 0,
  host: '127.0.0.1',
  env: { ...generous, REDIS_URL: redis },
  log: () => {},
})
console.log(url)
