// A request as it came through a Node socket, the way the app sees it.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type AppRequest, targetOf } from '../api/_app/http/request.ts'
import { clientAddress } from '../api/_app/limit/address.ts'

/** @param env read on every request: a plain object, since each look into `process.env` is a call into C++ */
export function readRequest(incoming: IncomingMessage, env: NodeJS.ProcessEnv): AppRequest {
  const { method = 'GET', url = '/', headers, socket } = incoming
  const header = (name: string) => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
  const address = clientAddress(header, socket.remoteAddress, env)
  const { httpVersionMajor, httpVersionMinor } = incoming
  return {
    method,
    target: targetOf(url),
    header,
    address,
    isOld: httpVersionMajor === 1 && httpVersionMinor === 0,
    gone: (listener) => onGone(socket, listener),
  }
}

/** Whoever goes away ends the connection's other direction, as does who only has no more to say: nobody waits for these. */
function onGone(socket: Socket, listener: () => void): () => void {
  if (socket.destroyed || socket.readableEnded) {
    listener()
    return () => {}
  }
  const stop = () => socket.off('end', once).off('close', once)
  const once = () => {
    stop()
    listener()
  }
  socket.on('end', once).on('close', once)
  return stop
}

/** HTTP/1.1 wants exactly one, and Node's own refusal would be an empty 400 that no browser may read. */
export function hasOneHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion !== '1.1' || (headers.host !== undefined && !headers.host.includes(','))
}
