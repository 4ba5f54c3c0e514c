// Costly work: what would keep others waiting if many asked for it at once. It waits for its turn in a queue, and so does
// each further step of a stream.
import { type ByteStream, isStream, type Reply } from '../http/reply.ts'
import { type AppRequest, clientId } from '../http/request.ts'
import { startStream } from '../http/stream.ts'
import { Queue, type QueueOptions, type Ticket, usual } from './queue.ts'

export interface AdmissionOptions extends QueueOptions {
  /** How long nobody may read a costly stream before it is cut off, in ms. */
  reader: number
}

/**
 * Does costly work of one request when its turn has come.
 * @throws {HttpError} 503 `Busy`
 */
export type Admit = <T>(work: () => Promise<T>) => Promise<T>

export class Admission {
  readonly #queue: Queue
  readonly #patience: number
  /** When a request first asked: it may do so for its search and then for its body, and waits no longer for both. */
  readonly #since = new WeakMap<AppRequest, number>()

  constructor(options: Partial<AdmissionOptions> = {}) {
    this.#queue = new Queue({ ...usual, ...options })
    this.#patience = options.reader ?? 10_000
  }

  get state() {
    return this.#queue.state
  }

  /**
   * What the work gives.
   * @throws {HttpError} 503 `Busy`
   */
  async run<T>(request: AppRequest, work: () => T | Promise<T>): Promise<T> {
    const ticket = await this.#enter(request)
    try {
      return await work()
    } finally {
      ticket.leave()
    }
  }

  /**
   * A reply whose stream has begun: what goes wrong with its first bytes is thrown, while the status can still tell.
   * @throws {HttpError} 503 `Busy` where the stream is costly
   */
  async begin(reply: Reply, request: AppRequest): Promise<Reply> {
    const { body } = reply
    // A HEAD of it takes no work at all.
    if (!isStream(body) || (body.isCostly && request.method === 'HEAD')) return reply
    return { ...reply, body: await startStream(body.isCostly ? await this.#admit(body, request) : body) }
  }

  #enter(request: AppRequest): Promise<Ticket> {
    const since = this.#since.get(request) ?? performance.now()
    this.#since.set(request, since)
    return this.#queue.enter({ client: clientId(request.address), since, onDisconnect: request.onDisconnect })
  }

  async #admit(stream: ByteStream, request: AppRequest): Promise<ByteStream> {
    const ticket = await this.#enter(request).catch((error) => {
      stream.close()
      throw error
    })
    return {
      stallTimeout: this.#patience,
      chunks: () => admitted(stream.chunks(), ticket),
      close() {
        ticket.leave()
        stream.close()
      },
    }
  }
}

async function* admitted(chunks: AsyncGenerator<Uint8Array>, ticket: Ticket): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      await ticket.resume()
      const { value, done } = await chunks.next()
      ticket.rest()
      if (done) return
      yield value
    }
  } finally {
    await chunks.return(undefined)
  }
}
