// A process that opens a workspace and answers one listing; run with the folder of data. Prints what it took from the
// end of the imports on.
import { ask, openApp } from './app.ts'
import { stopwatch } from './stopwatch.ts'

const sinceStart = stopwatch()
await ask(openApp(process.argv[2]!), '/v1/demo/posts')
console.log(JSON.stringify(sinceStart()))
