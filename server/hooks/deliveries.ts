// Messages on their way. Each receiver is on its own: it is sent one at a time, which is tried up to five times, and of what it was not
// told yet, the newest state is kept. None of it is kept when the process ends.
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
  /** Joins two pieces of news for a receiver that was not told the first. */
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
  untold?: News | undefined
  /** The number of tries to deliver `untold`. */
  tries: number
  isAllTold: boolean
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
   * Tells a receiver, together with what it could not be told of the same subject: at once, or after what it is being told.
   * @returns whether all of that was delivered, once that is certain
   */
  tell(receiver: Receiver, subject: string, news: News): Promise<boolean> {
    const key = JSON.stringify([receiver.url, subject])
    const delivery = this.#pending.get(key) ?? { tries: 0, isAllTold: true }
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

  /** @param done called in the moment in which nothing is left to tell */
  async #deliver(receiver: Receiver, delivery: Delivery<News>, done: () => void): Promise<boolean> {
    const { href } = receiver.url
    for (;;) {
      while (this.#sending.has(href)) await this.#sending.get(href)
      if (delivery.later !== undefined) {
        const untold = this.#both(receiver, delivery.untold, delivery.later)
        Object.assign(delivery, { untold, later: undefined, tries: 0 })
      }
      if (delivery.untold === undefined || this.#isClosed) break
      await this.#try(receiver, delivery, delivery.untold)
    }
    done()
    if (delivery.untold === undefined) return delivery.isAllTold
    const what = this.#options.nameOf(delivery.untold)
    this.#lose(receiver, `the server ends before ${receiver.name} could be told of ${what}`)
    return false
  }

  async #try(receiver: Receiver, delivery: Delivery<News>, untold: News): Promise<void> {
    const { who, delays, refusals, nameOf, log, info, count } = this.#options
    const [part, rest] = this.#options.split?.(untold) ?? [untold, undefined]
    const tries = ++delivery.tries
    const outcome = await this.#sent(receiver.url, part)
    const problem = typeof outcome === 'string' ? outcome : problemIn(outcome, refusals)
    if (problem === undefined) {
      info(`${who}: told ${receiver.name} of ${nameOf(part)}`)
      count?.(receiver.name, 'told')
      Object.assign(delivery, { untold: rest, tries: 0 })
      return
    }
    const isRefused = outcome in refusals
    const [lost, left] = isRefused ? [part, rest] : [untold, undefined]
    const delay = isRefused ? undefined : delays[tries - 1]
    const failure = `could not tell ${receiver.name} of ${nameOf(lost)} (${problem})`
    if (isRefused || (delay === undefined && delivery.later === undefined)) {
      this.#lose(receiver, `${failure}; given up after ${many(tries, 'try', 'tries')}`)
      Object.assign(delivery, { untold: left, tries: 0, isAllTold: false })
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
