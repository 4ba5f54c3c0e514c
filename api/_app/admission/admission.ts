// Costly work would keep everybody waiting if many requests needed it at once. So it waits its turn in a queue, as does each
// further step of a stream.
import { type ByteStream, isStream, type Reply, usuallyHeld } from '../http/reply.ts'
import { type AppRequest, clientId } from '../http/request.ts'
import { startStream } from '../http/stream.ts'
import { monotonicNow, type Turn } from '../turns/turn.ts'
import { AdmissionQueue, type Applicant, type QueueOptions, queueDefaults, type Ticket } from './queue.ts'
import { tooBusy, type Wait, waitFor } from './wait.ts'

export interface AdmissionOptions extends QueueOptions {
  /** The time that a costly stream may stall before it is cut off, in ms. */
  stallTimeout: number
  /** The most requests that may do work that ends by itself; any more are refused at once. Where work can wait, slots bound it. */
  mostAtWork: number
}

/**
 * Runs a request's costly work when its turn comes.
 * @throws {HttpError} 503 `Busy`
 */
export type Admit = <T>(work: () => Promise<T>) => Promise<T>

export class Admission {
  readonly #queue: AdmissionQueue
  readonly #stallTimeout: number
  readonly #timeout: number
  readonly #mostAtWork: number
  #atWork = 0
  /** The time at which a request first entered the queue: it may enter for its search and again for its body, with one timeout for both. */
  readonly #since = new WeakMap<AppRequest, number>()

  constructor(options: Partial<AdmissionOptions> = {}) {
    this.#queue = new AdmissionQueue({ ...queueDefaults, ...options })
    this.#stallTimeout = options.stallTimeout ?? 10_000
    this.#timeout = options.timeout ?? queueDefaults.timeout
    this.#mostAtWork = options.mostAtWork ?? Number.POSITIVE_INFINITY
  }

  get state() {
    return this.#queue.state
  }

  /** Tells whether costly work waits, and none has begun, gone on or ended for 10 s while the event loop turned. */
  get isStuck(): boolean {
    return this.#queue.isStuck
  }

  /**
   * Waits for work that others wait for, too, and that goes on without this request.
   * @throws {HttpError} 503 `Busy` if that takes too long, or the client has disconnected
   */
  wait<T>({ onDisconnect }: AppRequest, work: Promise<T>): Promise<T> {
    const begin = ({ resolve, reject }: Wait<T>) => void work.then(resolve, reject)
    return waitFor(begin, { timeout: this.#timeout, onDisconnect })
  }

  /**
   * The result of the work, which ends by itself.
   * @throws {HttpError} 503 `Busy`
   */
  async run<T>(request: AppRequest, work: () => T | Promise<T>, turn?: Turn): Promise<T> {
    const ticket = await this.#enter(request, { holds: 0, rank: turn?.rank })
    if (turn) turn.ticket = ticket
    this.#atWork++
    try {
      if (this.#atWork > this.#mostAtWork) throw tooBusy()
      return await work()
    } finally {
      this.#atWork--
      if (turn) turn.ticket = undefined
      ticket.leave()
    }
  }

  /**
   * Starts a reply's stream. A failure with its first bytes is thrown, while the status can still report it.
   * @throws {HttpError} 503 `Busy`, if the stream has to be admitted
   */
  async begin(reply: Reply, request: AppRequest): Promise<Reply> {
    const { body } = reply
    if (!isStream(body)) return reply
    const isAdmitted = body.isCostly || body.holds !== undefined
    // A HEAD takes no work at all.
    if (isAdmitted && request.method === 'HEAD') return reply
    return { ...reply, body: await startStream(isAdmitted ? await this.#admit(body, request) : body) }
  }

  #enter(request: AppRequest, work: Pick<Applicant, 'holds' | 'isCheap' | 'rank'>): Promise<Ticket> {
    const since = this.#since.get(request) ?? monotonicNow()
    this.#since.set(request, since)
    const { address, onDisconnect } = request
    return this.#queue.enter({ client: clientId(address), since, onDisconnect, ...work })
  }

  async #admit(stream: ByteStream, request: AppRequest): Promise<ByteStream> {
    const { turn, isCostly = false, holds = usuallyHeld } = stream
    const work = { holds, isCheap: !isCostly, rank: turn?.rank }
    const ticket = await this.#enter(request, work).catch((error) => {
      stream.close()
      throw error
    })
    if (turn) turn.ticket = ticket
    return {
      ...(isCostly && { stallTimeout: this.#stallTimeout }),
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
