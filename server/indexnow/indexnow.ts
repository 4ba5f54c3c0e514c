// Tells search engines of the addresses whose posts have come, changed or gone, as soon as readers can see it.

import { connect } from '../../api/_app/limit/shared-store/remote.ts'
import type { Connection } from '../../api/_app/limit/shared-store/scripts.ts'
import { addressOf } from '../../api/_app/listing/metadata.ts'
import { collectionIn, type NotifierContext, watchChanges } from '../hooks/watch.ts'
import { createAnnouncer, type IndexNowOptions, who } from './announcer.ts'

/** The time that the store may be silent, in ms. */
const timeout = 5_000

/** The lifetime of a claim, in ms: of processes that publish the same, the last one does so within an hour. */
const remembered = 3_600_000

/** Two numbers, since a connection takes no other reply. */
const script = "return {redis.call('SET', KEYS[1], '1', 'NX', 'PX', ARGV[1]) and 1 or 0, 0}"

/** Claims a key, and tells whether nobody had claimed it before. @throws {Error} if the store does not answer */
async function claim({ redis }: Connection, key: string): Promise<boolean> {
  const [isFirst] = await redis.createScript<[number, number]>(script).exec([key], [String(remembered)])
  return isFirst === 1
}

export function startIndexNow(options: IndexNowOptions, context: NotifierContext) {
  const { log, backing } = context
  const announcer = createAnnouncer(options, context)
  const withoutUrl = new Set<string>()
  let store: Promise<Connection> | undefined
  /** Each process notifies by itself if there is no store, or while it does not answer. */
  const isOurs = async (id: string) => {
    if (backing.backend === 'memory') return true
    store ??= connect(backing, timeout)
    return store.then((open) => claim(open, `${backing.prefix}:indexnow:${id}`)).catch(() => true)
  }
  return watchChanges(
    {
      folders: options.keys.keys(),
      who,
      variable: 'GALLEY_INDEXNOW',
      namesIn(edition) {
        const { folder, site, collection } = edition.workspace
        const { url } = site
        if (url !== null) return (slug, post) => addressOf(edition, url, post, slug)
        if (!collection && !withoutUrl.has(folder))
          log(`${who}: the workspace "${folder}" has no url in workspace.yml, so its posts have no addresses`)
        withoutUrl.add(folder)
        return undefined
      },
      async notify({ id, folder, added, changed, removed }) {
        const addresses = [...added, ...changed, ...removed]
        if (addresses.length > 0 && (await isOurs(id)))
          await announcer.announce(collectionIn(folder)[0], addresses)
      },
      async close() {
        await announcer.close()
        await store?.then((open) => open.close()).catch(() => {})
      },
    },
    context,
  )
}
