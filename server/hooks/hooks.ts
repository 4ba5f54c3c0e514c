// Tells others when readers of a workspace can see something else than before, each with a message of its own. What that says, and how
// it is signed: https://github.com/standard-webhooks/standard-webhooks
import { createHmac } from 'node:crypto'
import { type Change, together } from './changes.ts'
import type { HookSettings } from './configuration.ts'
import { Deliveries, usualDelays } from './deliveries.ts'
import { post } from './exchange.ts'
import { collectionIn, type NotifierContext, watchChanges } from './watch.ts'

export interface HookOptions extends HookSettings {
  /** Certificate authorities, if others than Node's are to be trusted. */
  ca?: string | string[]
  /** The time that each try may take, in ms. */
  timeout?: number
  /** The wait before each further try, in ms. */
  delays?: readonly number[]
}

const defaultTimeout = 5_000
const who = 'hooks'
/** The receiver does not want any more of these. */
const refusals = { 410: '' }

/** A change, and when it was noticed, in ms since the epoch. */
type News = Change & { at: number }

export function startHooks(options: HookOptions, context: NotifierContext) {
  const { now, log, info, count } = context
  const { hooks, secret, timeout = defaultTimeout, delays = usualDelays, ca } = options
  /** Hundreds of receivers may have missed the same. */
  let latest: { first: News; later: News; both: News } | undefined
  const deliveries = new Deliveries<News>({
    ...{ who, refusals, delays, log, info, count },
    nameOf: ({ folder }) => `a change in ${folder}`,
    send: (news, url) => post(url, signed(messageOf(news, news.at), secret, now()), timeout, ca),
    both(first, later) {
      if (latest?.first !== first || latest.later !== later)
        latest = { first, later, both: { ...together(first, later), at: now() } }
      return latest.both
    },
  })
  const receivers = hooks.map(({ folder, url }, i) => {
    const isAlone = hooks.every((other) => other.url.host !== url.host || other.url.href === url.href)
    return { folder, url, name: isAlone ? url.host : `${url.host} (entry ${i + 1} of GALLEY_HOOKS)` }
  })
  return watchChanges(
    {
      folders: hooks.map(({ folder }) => folder),
      who,
      variable: 'GALLEY_HOOKS',
      namesIn: () => (slug) => slug,
      notify(change) {
        const news = { ...change, at: now() }
        for (const receiver of receivers)
          if (receiver.folder === collectionIn(change.folder)[0])
            void deliveries.notify(receiver, change.folder, news)
      },
      close: () => deliveries.close(),
    },
    context,
  )
}

/** A single event, as every receiver gets it. */
interface HookMessage {
  /** An id that the same change always has, however often it is sent. */
  id: string
  body: Buffer
}

/** Bytes of JSON for the slugs in each list: with all three full, a message stays below 20 KB. */
const maxListBytes = 6_000

/** @param now ms since the epoch */
export function messageOf(change: Change, now: number): HookMessage {
  const { id, folder, before, after, added, changed, removed } = change
  const lists = { added: beginningOf(added), changed: beginningOf(changed), removed: beginningOf(removed) }
  const counts = { added: added.length, changed: changed.length, removed: removed.length }
  const shown = lists.added.length + lists.changed.length + lists.removed.length
  const [workspace, collection] = collectionIn(folder)
  const value = {
    type: collection === undefined ? 'workspace.changed' : 'collection.changed',
    timestamp: new Date(now).toISOString(),
    data: {
      workspace,
      collection,
      snapshot: after,
      previousSnapshot: before,
      ...lists,
      counts,
      truncated: shown < added.length + changed.length + removed.length,
    },
  }
  return { id: `msg_${id}`, body: Buffer.from(JSON.stringify(value)) }
}

/** Returns as many of the slugs as there is room for. */
function beginningOf(slugs: readonly string[]): readonly string[] {
  let bytes = 0
  const end = slugs.findIndex((slug) => {
    bytes += Buffer.byteLength(JSON.stringify(slug)) + 1
    return bytes > maxListBytes
  })
  return end === -1 ? slugs : slugs.slice(0, end)
}

/** @param now ms since the epoch, when it is sent: receivers refuse what is older than minutes */
export function signed({ id, body }: HookMessage, secret: Buffer, now: number) {
  const timestamp = String(Math.floor(now / 1_000))
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return {
    headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
    body,
  }
}
