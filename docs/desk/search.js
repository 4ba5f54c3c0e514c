// Search while one types, in the API: it asks once nothing has been typed for a moment, and drops what comes too late.
import { element } from '../element.js'
import { ask, Refused, routeOf } from './source.js'

/** @typedef {import('./source.js').Place} Place */
/** @typedef {import('./card.js').Found} Found */
/** @typedef {import('../element.js').Child} Child */

/**
 * @typedef {object} Results
 * @property {string} query
 * @property {Map<string, Map<string, Found>>} found by the ids of workspaces, then by slugs, the best first
 * @property {string[]} remarks with the workspaces' names, unless it is of all
 */

/** The pause that docs/search.md advises. */
const pauseMs = 200
const most = 50

/**
 * @param {() => readonly Place[]} placesOf
 * @param {(results: Results | undefined) => void} show `undefined` if nothing is searched for
 */
export function searchField(placesOf, show) {
  let timer = 0
  let request = new AbortController()
  const input = element('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search posts',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 200,
  })
  const search = async () => {
    request.abort()
    request = new AbortController()
    const { signal } = request
    const query = input.value.trim()
    if (query === '') return show(undefined)
    const results = await searchIn(placesOf(), query, signal)
    if (!signal.aborted) show(results)
  }
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, input.value.trim() === '' ? 0 : pauseMs)
  })
  return { element: input, again: search }
}

/**
 * @param {readonly Place[]} places
 * @param {string} query
 * @param {AbortSignal} signal
 * @returns {Promise<Results>}
 */
async function searchIn(places, query, signal) {
  const replies = await Promise.all(places.map((place) => searchOne(place, query, signal)))
  const found = new Map(replies.map(({ id, posts }) => [id, posts]))
  const all = [...new Set(replies.flatMap(({ remarks }) => remarks))]
  /** @param {string} remark */
  const named = (remark) => {
    const of = places.filter((_, i) => replies[i]?.remarks.includes(remark))
    return of.length === places.length ? remark : `${of.map(({ name }) => name).join(', ')}: ${remark}`
  }
  return { query, found, remarks: all.map(named) }
}

/**
 * @param {Place} place
 * @param {string} query
 * @param {AbortSignal} signal
 * @returns {Promise<{ id: string, posts: Map<string, Found>, remarks: string[] }>}
 */
async function searchOne(place, query, signal) {
  const { id, collection } = place
  // There is nothing to be found among one.
  if (collection?.single) return { id, posts: new Map(), remarks: [] }
  try {
    const select = collection ? 'path' : 'slug'
    const parameters = { query, highlight: 'true', limit: String(most), select, sort: 'relevance' }
    const reply = await ask(place, routeOf(place), parameters, signal)
    const { pagination, search } = reply
    /** @type {[string, Found][]} */
    const entries = (reply.posts ?? reply.entries).map((/** @type {any} */ { slug, path, highlights }) => [
      slug ?? path,
      { title: marked(highlights.title), fragments: highlights.content.map(marked) },
    ])
    const more =
      pagination.totalItems > most ? [`These are the best ${most} of ${pagination.totalItems}.`] : []
    return { id, posts: new Map(entries), remarks: [...inWords(search), ...more] }
  } catch (error) {
    if (signal.aborted) return { id, posts: new Map(), remarks: [] }
    const isLimit = error instanceof Refused && error.status === 429
    const reason = isLimit ? 'Too many requests; wait a moment, and type on.' : String(error)
    return { id, posts: new Map(), remarks: [reason] }
  }
}

/** @param {{ corrected: string[], omitted: string[], partial: boolean } | undefined} search */
function inWords(search) {
  if (!search) return []
  const { corrected, omitted, partial } = search
  return [
    ...(corrected.length > 0 ? [`Searched for ${listed(corrected)} instead of what was typed.`] : []),
    ...(omitted.length > 0 ? [`Passed over: ${listed(omitted)}.`] : []),
    ...(partial ? ['This search takes long: there may be more.'] : []),
  ]
}

/** @param {string[]} words */
function listed(words) {
  return words.map((word) => `“${word}”`).join(', ')
}

/**
 * Escaped text with `<mark>` in it, as the API's highlights are.
 * @param {string} html
 * @returns {Child[]}
 */
function marked(html) {
  return html.split(/<mark>(.*?)<\/mark>/s).map((part, i) => {
    const text = part.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => characters.get(name) ?? '')
    return i % 2 === 1 ? element('mark', {}, text) : text
  })
}

const characters = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#39', "'"],
])
