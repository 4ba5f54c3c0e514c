// A process that opens a workspace and answers one search; run with the folder of data and the query. Prints what it
// took from the end of the imports on.
import { ask, openApp } from './app.ts'
import { stopwatch } from './stopwatch.ts'

const [data, query] = process.argv.slice(2)
const sinceStart = stopwatch()
await ask(openApp(data!), `/v1/demo/posts?query=${encodeURIComponent(query!)}`)
console.log(JSON.stringify(sinceStart()))
