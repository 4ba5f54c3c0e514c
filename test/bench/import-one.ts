// A process that imports one module; run with its path or name. Prints what it took.
import { stopwatch } from './stopwatch.ts'

const sinceStart = stopwatch()
await import(process.argv[2]!)
console.log(JSON.stringify(sinceStart()))
