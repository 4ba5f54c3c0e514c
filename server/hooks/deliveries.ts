// Messages on their way: a few at a time, each tried up to five times, and none of them kept when the process ends.
import { many } from '../../snapshot/printable.ts'
import { RefusedAddress } from './address.ts'
import type { Hook } from './configuration.ts'
import type { HookMessage } from './message.ts'

export interface DeliveryOptions {
  /** Sends a message once, and gives the status of the reply. */
  send: (url: URL, message: HookMessage) => Promise<number>
  /** How long to wait before each further try, in ms. */
  delays: readonly number[]
  log: (line: string) => void
  info: (line: string) => void
}

/** A receiver that is being restarted is back by the third, one that has to be repaired perhaps by the last. */
export const usualDelays = [5_000, 30_000, 150_000, 750_000]
/** Keeps processes that failed together from coming back together. */
const jitter = 0.2
/** Sent at the same time, and under way in all: of a hundred, those that have waited longest give way. */
const most = { sending: 4, pending: 100 }

interface Delivery {
  hook: Hook
  message: HookMessage
  tries: number
  timer?: NodeJS.Timeout
}

export class Deliveries {
  readonly #options: DeliveryOptions
  /** All that have been neither delivered nor given up, the oldest first. */
  readonly #pending = new Set<Delivery>()
  readonly #ready: Delivery[] = []
  readonly #sending = new Set<Promise<void>>()
  #isClosed = false

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  /** Returns at once. */
  add(hook: Hook, message: HookMessage): void {
    const delivery: Delivery = { hook, message, tries: 0 }
    this.#pending.add(delivery)
    if (this.#pending.size > most.pending) this.#dropOldest()
    this.#ready.push(delivery)
    this.#next()
  }

  /** Waits for what is being sent, and gives up the rest. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#sending)
    for (const { timer } of this.#pending) clearTimeout(timer)
    const { size } = this.#pending
    const are = many(size, 'message is', 'messages are')
    if (size > 0) this.#options.log(`hooks: ${are} given up: the server ends`)
    this.#pending.clear()
  }

  #dropOldest(): void {
    const [oldest] = this.#pending
    clearTimeout(oldest!.timer)
    this.#pending.delete(oldest!)
    this.#options.log(`hooks: more than ${most.pending} messages are waiting; the oldest are given up`)
  }

  #next(): void {
    while (!this.#isClosed && this.#sending.size < most.sending) {
      const delivery = this.#ready.shift()
      if (delivery === undefined) return
      if (!this.#pending.has(delivery)) continue
      const sending = this.#try(delivery).finally(() => {
        this.#sending.delete(sending)
        this.#next()
      })
      this.#sending.add(sending)
    }
  }

  async #try(delivery: Delivery): Promise<void> {
    const { hook, message } = delivery
    const { send, delays, log, info } = this.#options
    const name = `${hook.url.host} of a change in ${hook.folder}`
    delivery.tries++
    const reception = await send(hook.url, message).then(receptionOf, (error) => ({
      problem: reasonOf(error),
      isFinal: false,
    }))
    if (!this.#pending.has(delivery)) return
    const delay = delays[delivery.tries - 1]
    if (reception.problem === undefined) {
      this.#pending.delete(delivery)
      info(`hooks: told ${name}`)
    } else if (reception.isFinal || delay === undefined) {
      this.#pending.delete(delivery)
      const tries = many(delivery.tries, 'try', 'tries')
      log(`hooks: could not tell ${name} (${reception.problem}); given up after ${tries}`)
    } else {
      if (delivery.tries === 1)
        log(`hooks: could not tell ${name} (${reception.problem}); it will be tried again`)
      this.#retry(delivery, delay)
    }
  }

  #retry(delivery: Delivery, delay: number): void {
    const again = () => {
      this.#ready.push(delivery)
      this.#next()
    }
    delivery.timer = setTimeout(again, delay * (1 + jitter * (2 * Math.random() - 1))).unref()
  }
}

interface Reception {
  /** Why it was not taken. */
  problem?: string
  /** It is of no use to try again. */
  isFinal: boolean
}

function receptionOf(status: number): Reception {
  if (status >= 200 && status < 300) return { isFinal: true }
  const isRedirect = status >= 300 && status < 400
  const what = isRedirect
    ? `${status}: redirects are not followed; write where it leads`
    : `it answers ${status}`
  // 410: the receiver does not want any more of these.
  return { problem: what, isFinal: status === 410 }
}

/** Never the message of an error from elsewhere: it may contain the address, and with it a token. */
function reasonOf(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message
  const { name, code } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || code === 'ABORT_ERR') return 'no answer in time'
  return typeof code === 'string' ? code : 'no answer'
}
