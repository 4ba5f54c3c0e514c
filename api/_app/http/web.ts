// The app on a platform that speaks web Request and Response.
import { type ByteStream, isStream, type Reply } from './reply.ts'

export function toResponse(reply: Reply, method: string): Response {
  const { status, headers, body } = reply
  const bodiless = method === 'HEAD' || status === 204 || status === 304
  if (isStream(body)) {
    if (!bodiless) return new Response(readable(body), { status, headers })
    body.close()
    return new Response(null, { status, headers })
  }
  return new Response(bodiless ? null : Buffer.concat(body), { status, headers })
}

function readable(stream: ByteStream): ReadableStream<Uint8Array> {
  const chunks = stream.chunks()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await chunks.next()
        if (!done) return controller.enqueue(value)
        stream.close()
        controller.close()
      } catch (error) {
        stream.close()
        controller.error(error)
      }
    },
    cancel: () => stream.close(),
  })
}
