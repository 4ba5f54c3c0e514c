// Links between posts lead to their site, which may not have them yet. In `galley dev` they lead to the desk instead.
import { addressOf } from './entries.js'
import { ask, routeOf } from './source.js'

/** @typedef {import('./source.js').Workspace} Workspace */

/** The slugs of a workspace's posts by public address, as one build left them. @type {WeakMap<Workspace, Promise<Map<string, string>>>} */
const known = new WeakMap()

/**
 * HTML whose links to posts of this workspace lead to this page.
 * @param {string} html @param {string | null} url of the post that has it @param {Workspace} workspace
 */
export async function withOwnLinks(html, url, workspace) {
  const { place } = workspace
  // The keys of a preview are in the memory of this page, so another one would ask for them.
  if (place.folder === '' || !url || !html.includes(`href="${new URL(url).origin}`)) return html
  const slugs = known.get(workspace) ?? slugsIn(workspace)
  known.set(workspace, slugs)
  const bySite = await slugs.catch(() => new Map())
  return html.replace(/(<a\s(?:[^>]*\s)?href=")([^"#]*)(?:#[^"]*)?/g, (all, before, href) => {
    const slug = bySite.get(href.replaceAll('&amp;', '&'))
    return slug === undefined
      ? all
      : `${before}${new URL(addressOf('posts', place, slug), location.href).href}`
  })
}

/** @param {Workspace} workspace */
async function slugsIn({ place }) {
  if (place.collection?.single) return new Map()
  const query = place.collection ? { select: 'path,url' } : { select: 'slug', include: 'url' }
  const { posts, entries } = await ask(place, routeOf(place), { limit: 'all', ...query })
  return new Map((posts ?? entries).map((/** @type {any} */ one) => [one.url, one.slug ?? one.path]))
}
