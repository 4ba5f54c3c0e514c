// Replies on a platform that uses the web's Request and Response.
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
  let timer: NodeJS.Timeout | undefined
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(timer)
      try {
        const { value, done } = await chunks.next()
        if (done) {
          stream.close()
          controller.close()
          return
        }
        controller.enqueue(value)
        if (stream.stallTimeout === undefined) return
        timer = setTimeout(() => {
          stream.close()
          controller.error(new Error('the reader has stalled'))
        }, stream.stallTimeout)
      } catch (error) {
        stream.close()
        controller.error(error)
      }
    },
    cancel() {
      clearTimeout(timer)
      stream.close()
    },
  })
}
