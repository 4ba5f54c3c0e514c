// Requests and replies on a platform that has the web's, and whose server holds the sockets.
import { readWebBody } from './body.ts'
import { type ByteStream, isStream, type Reply } from './reply.ts'
import { type AppRequest, clientAddress, targetOf } from './request.ts'

/** Makes a request of the app. There is no socket, so only a header can say who the client is. */
export function requestFrom(request: Request): AppRequest {
  const { method, url, headers } = request
  const header = (name: string) => headers.get(name) ?? undefined
  const onDisconnect = (listener: () => void) => {
    if (request.signal.aborted) listener()
    request.signal.addEventListener('abort', listener)
    return () => request.signal.removeEventListener('abort', listener)
  }
  const address = clientAddress(header, undefined, process.env)
  const body = (most?: number) => readWebBody(request, most)
  return { method, target: targetOf(url), header, address, onDisconnect, body }
}

export function responseOf({ status, headers, body }: Reply, method: string): Response {
  const isEmpty = method === 'HEAD' || status === 204 || status === 304
  if (isEmpty && isStream(body)) body.close()
  const sent = isEmpty ? null : isStream(body) ? readableOf(body) : Buffer.concat(body)
  return new Response(sent, { status, headers })
}

/** A failure cuts the connection, and so does a reader that stalls. The stream is closed in every case. */
function readableOf(stream: ByteStream): ReadableStream<Uint8Array> {
  const chunks = stream.chunks()
  let timer: NodeJS.Timeout | undefined
  const cancel = () => {
    clearTimeout(timer)
    chunks.return(undefined).catch(() => {})
    stream.close()
  }
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer)
    const cut = (error: unknown) => {
      cancel()
      controller.error(error)
    }
    try {
      const { value, done } = await chunks.next()
      if (done) cancel()
      if (done) return controller.close()
      controller.enqueue(value)
      if (stream.stallTimeout) timer = setTimeout(cut, stream.stallTimeout, new Error('The reader stalls.'))
    } catch (error) {
      cut(error)
    }
  }
  return new ReadableStream({ pull, cancel })
}
