// A process that has imported the function, opens a workspace and answers one listing; run with the function's file, and the encoding that the
// client accepts. Prints what it took from the end of the import on, without what Node does to send a reply.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FunctionHandler } from '../../api/_app/function.ts'
import { stopwatch } from './stopwatch.ts'

const [entry, accepted] = process.argv.slice(2)
const { default: handle } = (await import(entry!)) as { default: FunctionHandler }
const request = { method: 'GET', url: '/v1/demo/posts', headers: { 'accept-encoding': accepted } }
const sent: unknown[] = []
const nowhere = {
  writeHead: (status: number) => sent.push(status),
  end: (body: unknown) => sent.push(body),
  once() {},
  off() {},
}
const sinceStart = stopwatch()
await handle(request as IncomingMessage, nowhere as unknown as ServerResponse)
const spent = sinceStart()
if (sent[0] !== 200 || sent.length < 2) throw new Error(`A list is answered with ${sent[0]}.`)
console.log(JSON.stringify(spent))
