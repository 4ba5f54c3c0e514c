// Streamed bodies: started before the status is sent; later failures go to the log.
import type { Turn } from '../turns/turn.ts'
import { DisconnectedError } from './error.ts'
import { type ByteStream, isStream, type Reply } from './reply.ts'

/** Reads the first chunk of a stream. A failure there is thrown, while the status can still report it. */
export async function startStream(stream: ByteStream): Promise<ByteStream> {
  const started = stream.chunks()
  let isTaken = false
  const close = () => {
    started.return(undefined).catch(() => {})
    stream.close()
  }
  try {
    const first = await started.next()
    const chunks = async function* () {
      if (isTaken) return yield* stream.chunks()
      isTaken = true
      if (first.done) return
      yield first.value
      yield* started
    }
    return { ...stream, chunks, close }
  } catch (error) {
    close()
    throw error
  }
}

/** A stream that makes each chunk when it is its request's turn. */
export function inTurnsOf(turn: Turn, stream: ByteStream): ByteStream {
  async function* chunks() {
    for await (const chunk of stream.chunks()) {
      yield chunk
      await turn()
    }
  }
  turn.isBounded = true
  return { ...stream, chunks, turn }
}

/** Logs the failure of a stream: nothing else can be done once it is being sent. */
export function withFailuresLogged(reply: Reply, log: (line: string) => void): Reply {
  const { body } = reply
  if (!isStream(body)) return reply
  async function* chunks(stream: ByteStream) {
    try {
      yield* stream.chunks()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!(error instanceof DisconnectedError)) log(`reply cut off: ${reason}`)
      throw error
    }
  }
  return { ...reply, body: { ...body, chunks: () => chunks(body) } }
}
