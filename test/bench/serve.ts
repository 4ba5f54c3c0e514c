// `galley serve` as a measurement starts it: limiter, entity tags and all headers on, nothing refused. Run with the
// folder of data; prints its address.
import { serve } from '../../server/index.ts'
import { generous } from './app.ts'

const { url } = await serve({
  data: process.argv[2]!,
  port: 0,
  host: '127.0.0.1',
  env: generous,
  log: () => {},
})
console.log(url)
