// Messages on their way. Each receiver is on its own: it is sent one at a time, which is tried up to five times, and of what it was not
// notified of yet, the newest state is kept. None of it is kept when the process ends.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { many } from '../../snapshot/printable.ts'
import { RefusedAddress } from './address.ts'

export interface Receiver {
  /** The name in the log: never more of the address than its host. */
  name: string
  url: URL
}

/** Counts messages by the name of the receiver and what becomes of them. */
export type CountMessage = (receiver: string, outcome: 'told' | 'replaced' | 'lost') => void

export interface DeliveryOptions<News> {
  /** The beginning of each line of the log. */
  who: string
  /** Statuses after which it is of no use to try again, with what they mean, if that is known. */
  refusals: Readonly<Record<number, string>>
  /** The wait before each further try, in ms. */
  delays: readonly number[]
  /** Returns the name of the news in the log. */
  nameOf(news: News): string
  /** Splits the news into one message and the rest for the next; all goes into one by default. */
  split?(news: News): [part: News, rest: News | undefined]
  /** Sends one message, and gives the status of the reply. */
  send(part: News, url: URL): Promise<number>
  /** Joins two pieces of news for a receiver that was not notified of the first. */
  both(first: News, later: News): News
  log: (line: string) => void
  info: (line: string) => void
  count?: CountMessage | undefined
}

/** A receiver that is being restarted is back by the third, one that has to be repaired perhaps by the last. */
export const usualDelays = [5_000, 30_000, 150_000, 750_000]
/** Keeps processes that failed together from coming back together. */
const jitter = 0.2

interface Delivery<News> {
  /** News since the last try began. */
  later?: News | undefined
  /** Earlier news that has been neither delivered nor given up. */
  undelivered?: News | undefined
  /** The number of tries to deliver `undelivered`. */
  tries: number
  isAllDelivered: boolean
  /** Ends what it waits for. */
  wake?: () => void
  isOver?: Promise<boolean>
}

export class Deliveries<News> {
  readonly #options: DeliveryOptions<News>
  /** Deliveries by address and subject. */
  readonly #pending = new Map<string, Delivery<News>>()
  /** Deliveries under way, by address. */
  readonly #sending = new Map<string, Promise<unknown>>()
  #turn: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: DeliveryOptions<News>) {
    this.#options = options
  }

  /**
   * Notifies a receiver, and of what it could not be notified of the same subject: at once, or after what is being sent to it.
   * @returns whether all of that was delivered, once that is certain
   */
  notify(receiver: Receiver, subject: string, news: News): Promise<boolean> {
    const key = JSON.stringify([receiver.url, subject])
    const delivery = this.#pending.get(key) ?? { tries: 0, isAllDelivered: true }
    this.#pending.set(key, delivery)
    delivery.later = this.#both(receiver, delivery.later, news)
    delivery.wake?.()
    delivery.isOver ??= this.#deliver(receiver, delivery, () => this.#pending.delete(key))
    return delivery.isOver
  }

  /** Waits for what is being sent, and gives up the rest. */
  async close(): Promise<void> {
    this.#isClosed = true
    const all = [...this.#pending.values()]
    for (const { wake } of all) wake?.()
    await Promise.all(all.map(({ isOver }) => isOver))
  }

  /** @param done called in the moment in which nothing is left to notify of */
  async #deliver(receiver: Receiver, delivery: Delivery<News>, done: () => void): Promise<boolean> {
    const { href } = receiver.url
    for (;;) {
      while (this.#sending.has(href)) await this.#sending.get(href)
      if (delivery.later !== undefined) {
        const undelivered = this.#both(receiver, delivery.undelivered, delivery.later)
        Object.assign(delivery, { undelivered, later: undefined, tries: 0 })
      }
      if (delivery.undelivered === undefined || this.#isClosed) break
      await this.#try(receiver, delivery, delivery.undelivered)
    }
    done()
    if (delivery.undelivered === undefined) return delivery.isAllDelivered
    const what = this.#options.nameOf(delivery.undelivered)
    this.#lose(receiver, `the server ends before ${receiver.name} could be told of ${what}`)
    return false
  }

  async #try(receiver: Receiver, delivery: Delivery<News>, undelivered: News): Promise<void> {
    const { who, delays, refusals, nameOf, log, info, count } = this.#options
    const [part, rest] = this.#options.split?.(undelivered) ?? [undelivered, undefined]
    const tries = ++delivery.tries
    const outcome = await this.#sent(receiver.url, part)
    const problem = typeof outcome === 'string' ? outcome : problemIn(outcome, refusals)
    if (problem === undefined) {
      info(`${who}: told ${receiver.name} of ${nameOf(part)}`)
      count?.(receiver.name, 'told')
      Object.assign(delivery, { undelivered: rest, tries: 0 })
      return
    }
    const isRefused = outcome in refusals
    const [lost, left] = isRefused ? [part, rest] : [undelivered, undefined]
    const delay = isRefused ? undefined : delays[tries - 1]
    const failure = `could not tell ${receiver.name} of ${nameOf(lost)} (${problem})`
    if (isRefused || (delay === undefined && delivery.later === undefined)) {
      this.#lose(receiver, `${failure}; given up after ${many(tries, 'try', 'tries')}`)
      Object.assign(delivery, { undelivered: left, tries: 0, isAllDelivered: false })
      return
    }
    if (tries === 1) log(`${who}: ${failure}; it will be tried again`)
    if (delivery.later !== undefined || this.#isClosed) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delay! * (1 + jitter * (2 * Math.random() - 1)))
      delivery.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** @returns the status, or why there is none */
  #sent(url: URL, part: News): Promise<number | string> {
    // Each in a turn of the event loop of its own: to begin with hundreds at once would hold up replies.
    this.#turn = this.#turn.then(() => nextTurn())
    const sending = this.#turn
      .then(() => this.#options.send(part, url))
      .catch(reasonOf)
      .finally(() => this.#sending.delete(url.href))
    this.#sending.set(url.href, sending)
    return sending
  }

  #both({ name }: Receiver, first: News | undefined, later: News): News {
    if (first === undefined) return later
    this.#options.count?.(name, 'replaced')
    return this.#options.both(first, later)
  }

  #lose({ name }: Receiver, line: string): void {
    this.#options.count?.(name, 'lost')
    this.#options.log(`${this.#options.who}: ${line}`)
  }
}

function problemIn(status: number, refusals: DeliveryOptions<never>['refusals']): string | undefined {
  if (status >= 200 && status < 300) return undefined
  const isRedirect = status >= 300 && status < 400
  if (isRedirect) return `${status}: redirects are not followed; write where it leads`
  return `it answers ${status}${refusals[status] ?? ''}`
}

/** Returns a reason, never the message of an error from elsewhere: it may contain the address, and with it a token. */
function reasonOf(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message
  const { name, code } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || code === 'ABORT_ERR') return 'no answer in time'
  return typeof code === 'string' ? code : 'no answer'
}
