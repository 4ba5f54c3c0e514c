// Tells search engines of the addresses whose posts have come, changed or gone, as soon as readers can see it.
import { addressOf } from '../../api/_app/listing/metadata.ts'
import { type TellerContext, watchChanges } from '../hooks/watch.ts'
import { type AnnouncerOptions, createAnnouncer, who } from './announcer.ts'
import { createClaims } from './claims.ts'
import type { IndexNowSettings } from './configuration.ts'

export type IndexNowOptions = IndexNowSettings & Pick<AnnouncerOptions, 'delays'>

export function startIndexNow(options: IndexNowOptions, context: TellerContext) {
  const { log, info, backing } = context
  const announcer = createAnnouncer({ ...options, log, info })
  const claims = createClaims(backing)
  const withoutUrl = new Set<string>()
  return watchChanges(
    {
      folders: options.keys.keys(),
      who,
      variable: 'GALLEY_INDEXNOW',
      namesIn(edition) {
        const { folder, site } = edition.workspace
        const { url } = site
        if (url !== null) return (slug, post) => addressOf(edition, url, post, slug)
        if (!withoutUrl.has(folder))
          log(`${who}: the workspace "${folder}" has no url in workspace.yml, so its posts have no addresses`)
        withoutUrl.add(folder)
        return undefined
      },
      async tell({ id, folder, added, changed, removed }) {
        const addresses = [...added, ...changed, ...removed]
        if (addresses.length > 0 && (await claims.isOurs(id))) await announcer.announce(folder, addresses)
      },
      async close() {
        await announcer.close()
        await claims.close()
      },
    },
    context,
  )
}
