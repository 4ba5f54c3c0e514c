// A process that imports the function and answers one request; run with the function's file and the target, or with nothing.
// Prints what it took from the start of the process on.
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

const [entry, target] = process.argv.slice(2)
if (entry !== undefined) {
  const { default: handle } = await import(entry)
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: target })
  const response = new ServerResponse(request)
  const sink = new Socket()
  sink._write = (_chunk, _encoding, done) => done()
  sink._writev = (_chunks, done) => done()
  response.assignSocket(sink)
  await handle(request, response)
  if (response.statusCode !== 200) throw new Error(`${target} is answered with ${response.statusCode}`)
}
// Not `performance.now`, which takes a millisecond to load: a bare process has no use for it.
const milliseconds = process.uptime() * 1_000
const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ milliseconds, cpu: (user + system) / 1_000 }))
