// The app as the one function of a platform that has Node's requests and responses, set up by the environment.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { VercelApiHandler } from '@vercel/node'
import { appFromEnvironment } from './environment.ts'
import { readBody } from './http/body.ts'
import { onClose, writeReply } from './http/node.ts'
import { clientAddress, headerIn, targetOf } from './http/request.ts'

/** Node's own: every new instance would have to load the web's `Request` and `Response`. */
export type FunctionHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Answers every request that is not for a file of `dist/public`.
 * @param options `data` is the folder of snapshots, `dist/data`
 */
export function createFunction({ data }: { data: URL }): FunctionHandler {
  const app = appFromEnvironment(fileURLToPath(data))
  const answer: FunctionHandler = async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const header = headerIn(headers)
    const address = clientAddress(header, undefined, process.env)
    const onDisconnect = (listener: () => void) => onClose(response, listener)
    const body = () => readBody(request)
    const reply = await app({ method, target: targetOf(url), header, address, onDisconnect, body })
    await writeReply(reply, method, response)
  }
  return answer satisfies VercelApiHandler
}
