// A process that gzips a file as a stream; run with the file. Prints what it took.
import { createReadStream } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { stopwatch } from './stopwatch.ts'

const sinceStart = stopwatch()
const nowhere = new Writable({ write: (_bytes, _encoding, done) => done() })
await pipeline(createReadStream(process.argv[2]!), createGzip(), nowhere)
console.log(JSON.stringify(sinceStart()))
