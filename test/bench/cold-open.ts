// A process that opens a workspace and answers one listing; run with the folder of data, and the encoding that the client
// accepts. Prints what it took from the end of the imports on.
import { ask, openApp } from './app.ts'
import { stopwatch } from './stopwatch.ts'

const sinceStart = stopwatch()
const [data, accepted] = process.argv.slice(2)
await ask(openApp(data!), '/v1/demo/posts', accepted)
console.log(JSON.stringify(sinceStart()))
