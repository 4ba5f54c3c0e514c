// Filters by category, tag, author and series. Which posts have one is asked of the API once it is chosen: a list of 10,000 posts does
// not have to say it of each.
import { element } from '../element.js'
import { ask } from './source.js'

/** @typedef {import('./source.js').Workspace} Workspace */
/** @typedef {import('./entries.js').Entry} Entry */

const kinds = /** @type {const} */ ([
  { parameter: 'category', facet: 'category', label: 'Category', every: 'Any category' },
  { parameter: 'tags', facet: 'tags', label: 'Tag', every: 'Any tag' },
  { parameter: 'author', facet: 'authors', label: 'Author', every: 'Any author' },
  { parameter: 'series', facet: 'series', label: 'Series', every: 'Any series' },
])

/** @param {() => void} changed */
export function groupControls(changed) {
  /** @type {readonly Workspace[]} */
  let workspaces = []
  /** The posts that have all that is chosen; `undefined` if nothing is. @type {Set<string> | undefined} */
  let found
  let turns = 0
  const selectOf = (/** @type {string} */ label) =>
    element('select', { 'aria-label': label, hidden: true, change: choose })
  const boxes = kinds.map((kind) => ({ ...kind, box: selectOf(kind.label) }))

  async function choose() {
    const turn = ++turns
    const chosen = boxes.flatMap(({ parameter, box }) => (box.value ? [[parameter, box.value]] : []))
    const query = { limit: 'all', select: 'slug', ...Object.fromEntries(chosen) }
    const asked =
      chosen.length === 0 ? [] : workspaces.filter(({ place }) => place.isShown && !place.collection)
    const names = await Promise.all(
      asked.map(async ({ place }) => {
        const { posts } = await ask(place, 'posts', query).catch(() => ({ posts: [] }))
        return posts.map((/** @type {{ slug: string }} */ { slug }) => `${place.id}/${slug}`)
      }),
    )
    if (turn !== turns) return
    found = chosen.length === 0 ? undefined : new Set(names.flat())
    changed()
  }

  return {
    elements: boxes.map(({ box }) => box),
    /** @param {Entry} entry */
    has: ({ place, post }) => !found || (post !== undefined && found.has(`${place.id}/${post.slug}`)),
    /** @param {readonly Workspace[]} from */
    offer(from) {
      workspaces = from
      for (const one of boxes) offer(one)
      if (found) choose()
    },
  }

  /** @param {typeof boxes[number]} one */
  function offer({ box, facet, every }) {
    const all = workspaces.flatMap(({ facets }) => facets[facet] ?? [])
    const names = new Map(all.map(({ slug, name }) => [slug, name]))
    const { value } = box
    const options = [...names].sort(([, a], [, b]) => a.localeCompare(b))
    box.replaceChildren(
      ...[['', every], ...options].map(([slug, name = '']) => element('option', { value: slug }, name)),
    )
    box.value = names.has(value) ? value : ''
    box.hidden = names.size < 2
  }
}
