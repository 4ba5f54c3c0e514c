// The source of posts. In `galley dev` it is the machine's own routes, which have drafts and say when something was built; in a
// preview the API, for those who know a workspace's key.

/** @typedef {import('./problem.js').Problem} Problem */

/**
 * A post as lists have it.
 * @typedef {object} Post
 * @property {string} slug
 * @property {string} title
 * @property {string} description
 * @property {'published' | 'draft'} status
 * @property {string} publishedAt
 * @property {boolean} featured
 * @property {string} coverImage
 */

/** @typedef {{ slug: string, file: string, isDated: boolean, links: string[] }} NotedPost */
/** @typedef {{ posts: NotedPost[], problems: Problem[] }} Notes */

/**
 * @typedef {object} Place
 * @property {string} id as it is in the address: never a key that was typed
 * @property {string} name
 * @property {string} language
 * @property {string} folder empty on a preview
 * @property {boolean} isEditable
 * @property {string} path before the path of a file, as messages have it: `content/demo/`
 * @property {string} api the address of its routes
 * @property {string} media the beginning of the addresses of its media
 * @property {string} notes the address of its notes; empty if they are named after the edition of its replies
 * @property {string} version
 * @property {boolean} isShown false if its own settings are broken
 * @property {{ name: string, single: boolean } | undefined} collection what it is, unless it has the posts of a workspace
 */

/**
 * @typedef {object} Workspace
 * @property {Place} place
 * @property {Post[]} posts
 * @property {Notes} notes
 * @property {Record<string, { slug: string, name: string }[]>} facets what its posts have of each kind
 */

/**
 * @typedef {object} State the last build of `galley dev`
 * @property {string} build
 * @property {string | null} failure
 * @property {boolean} isPublished
 * @property {boolean} [isEditable] whether it is `galley dev --edit`
 * @property {Problem[]} problems
 * @property {{ folder: string, path: string, name: string, language: string, key: string, version: string, isShown: boolean, collection?: Place['collection'] }[]} workspaces
 */

/** A reply that is an error, in words. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

const local = '/docs/desk/local'
const fields = 'slug,title,description,status,publishedAt,featured,coverImage'

/** True if `galley dev` may be what shows this page: anywhere else, asking would be in vain. */
export const mayBeLocal = /^(?:localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)

/**
 * The state after the one that was seen, once there is one; `undefined` if this is no `galley dev`.
 * @param {string | undefined} seen
 * @param {AbortSignal} [signal]
 * @returns {Promise<State | undefined>}
 */
export async function nextState(seen, signal) {
  const after = seen === undefined ? '' : `?${new URLSearchParams({ after: seen })}`
  const response = await fetch(`${local}/state${after}`, { signal: signal ?? null })
  return response.status === 404 ? undefined : (await readJson(response)).value
}

/**
 * @param {State['workspaces'][number]} workspace
 * @param {boolean} isEditable
 * @returns {Place}
 */
export function localPlace({ folder, path, name, language, key, version, isShown, collection }, isEditable) {
  return {
    id: folder,
    folder,
    isEditable,
    name: nameOf(name || folder.replace(/\/.*/, ''), collection),
    language,
    path: `${path}/`,
    api: `${local}/v1/${encodeURIComponent(key)}`,
    media: `${local}/media/`,
    notes: `${local}/notes/${encodeURIComponent(folder)}`,
    version,
    isShown,
    collection,
  }
}

/** @param {string} name @param {Place['collection']} collection */
function nameOf(name, collection) {
  return collection ? `${name}: ${collection.name}` : name
}

/**
 * @param {string} key
 * @param {string} id
 * @returns {Promise<{ places: Place[], preview: string | null }>} its posts, and each of its collections
 */
export async function previewPlaces(key, id) {
  const api = `/v1/${encodeURIComponent(key)}`
  const response = await fetch(`${api}?include=collections`)
  const { value } = await readJson(response)
  const name = value.workspace.name || `Workspace ${id}`
  const places = [undefined, ...value.workspace.collections].map((collection) => ({
    id: collection ? `${id}/${collection.name}` : id,
    name: nameOf(name, collection),
    language: value.workspace.language,
    folder: '',
    isEditable: false,
    path: '',
    api,
    media: '/media/',
    notes: '',
    version: '',
    isShown: true,
    collection,
  }))
  return { places, preview: decoded(response.headers.get('X-Galley-Preview')) }
}

/**
 * @param {Place} place
 * @returns {Promise<Workspace>}
 */
export async function readWorkspace(place) {
  if (!place.isShown) return { place, posts: [], notes: await readNotes(place.notes), facets: {} }
  const known = place.notes === '' ? undefined : readNotes(place.notes)
  const response = await fetch(`${place.api}/${routeOf(place)}?${queryOf(place)}`)
  // The file of a single entry need not be there.
  const isNothing = place.collection?.single && response.status === 404
  const { value, edition } = isNothing ? { value: { entries: [] }, edition: '' } : await readJson(response)
  const notes = await (known ?? readNotes(`/docs/desk/${edition}.json`))
  const posts = value.posts ?? (value.entries ?? [value.entry]).map(postOf)
  return { place, posts, notes, facets: value.facets ?? {} }
}

/** @param {Place} place */
function queryOf({ collection }) {
  const own = 'path,title,description,status,publishedAt'
  if (!collection) return `limit=all&select=${fields}&facets=category,tags,authors,series`
  return collection.single ? `select=${own}` : `limit=all&select=${own}`
}

/** Returns the route of a list, or of an entry. @param {Place} place @param {string} [slug] */
export function routeOf({ collection }, slug) {
  const end = slug === undefined || collection?.single ? [] : slug.split('/')
  return [...(collection ? ['entries', collection.name] : ['posts']), ...end.map(encodeURIComponent)].join(
    '/',
  )
}

/** Gives an entry what posts always have. @param {any} entry */
function postOf(entry) {
  const none = { authors: [], tags: [], category: { name: '' }, coverImage: '', cover: null, featured: false }
  const { path: slug, publishedAt, updatedAt } = entry
  const dates = { publishedAt: publishedAt ?? '', updatedAt: updatedAt ?? '' }
  return { ...none, content: '', ...entry, ...dates, slug }
}

/**
 * Loads notes; if there are none, as in a preview that another build has replaced meanwhile, there are still posts.
 * @param {string} address
 * @returns {Promise<Notes>}
 */
async function readNotes(address) {
  const response = await fetch(address)
  return response.ok ? response.json() : { posts: [], problems: [] }
}

/**
 * A post with its text.
 * @param {Place} place
 * @param {string} slug
 * @param {AbortSignal} [signal]
 */
export async function readPost(place, slug, signal) {
  const more = place.collection ? '' : ',cover,url,jsonld'
  const query = { include: `reading,descriptionIsExcerpt,aliases${more}` }
  const { post, entry } = await ask(place, routeOf(place, slug), query, signal)
  return post ?? postOf(entry)
}

/**
 * @param {Place} place
 * @param {string} route
 * @param {Record<string, string>} query
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask({ api }, route, query, signal) {
  const response = await fetch(`${api}/${route}?${new URLSearchParams(query)}`, { signal: signal ?? null })
  return (await readJson(response)).value
}

/**
 * @param {Response} response
 * @returns {Promise<{ value: any, edition: string }>}
 * @throws {Refused}
 */
async function readJson(response) {
  if (response.ok)
    return { value: await response.json(), edition: response.headers.get('X-Snapshot-Id') ?? '' }
  const { message } = await response.json().catch(() => ({}))
  throw new Refused(response.status, String(message ?? `It is answered with ${response.status}.`))
}

/** @param {string | null} header */
function decoded(header) {
  return header === null ? null : decodeURI(header)
}
