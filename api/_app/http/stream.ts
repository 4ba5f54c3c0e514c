// Streams on their way: begun before their status is sent, and what goes wrong later said in the log.
import { type ByteStream, isStream, type Reply } from './reply.ts'

/** A stream whose first bytes are there: what goes wrong with them is thrown, while the status can still tell. */
export async function begun(stream: ByteStream): Promise<ByteStream> {
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

/** A stream fails after the reply is on its way, where only the log can be told. */
export function logged(reply: Reply, log: (line: string) => void): Reply {
  const { body } = reply
  if (!isStream(body)) return reply
  async function* chunks(stream: ByteStream) {
    try {
      yield* stream.chunks()
    } catch (error) {
      log(`reply cut off: ${error instanceof Error ? error.message : String(error)}`)
      throw error
    }
  }
  return { ...reply, body: { ...body, chunks: () => chunks(body) } }
}
