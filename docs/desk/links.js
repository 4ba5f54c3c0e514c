// The links of a post: to other posts, from other posts, and elsewhere.
import { element } from '../element.js'
import { addressOf } from './entries.js'

/** @typedef {import('./source.js').Workspace} Workspace */
/** @typedef {import('../element.js').Child} Child */

/** A list may be long: of the rest, the number is shown. */
const most = 200

/**
 * @param {Workspace} workspace
 * @param {string} slug
 * @param {string} html
 */
export function linkLists({ place, posts, notes }, slug, html) {
  const titles = new Map(posts.map((post) => [post.slug, post.title]))
  const own = notes.posts.find((post) => post.slug === slug)?.links ?? []
  const others = notes.posts.filter(({ links }) => links.includes(slug)).map((post) => post.slug)
  const toPost = (/** @type {string} */ other) => {
    const title = titles.get(other)
    return title === undefined ? other : element('a', { href: addressOf('posts', place, other) }, title)
  }
  return [
    list('Links to posts', own.map(toPost)),
    list('Linked from', others.map(toPost)),
    elsewhere([...new Set(addressesIn(html))]),
  ]
}

/**
 * Lists addresses by host, folded.
 * @param {string[]} urls
 */
function elsewhere(urls) {
  /** @type {Map<string, string[]>} */
  const hosts = new Map()
  for (const url of urls) {
    const host = URL.canParse(url) ? new URL(url).host : url
    hosts.set(host, [...(hosts.get(host) ?? []), url])
  }
  const folded = [...hosts].map(([host, own]) =>
    element(
      'details',
      {},
      element('summary', {}, own.length === 1 ? host : `${host} (${own.length})`),
      element('ul', { class: 'links-list' }, ...own.map((url) => element('li', {}, toElsewhere(url)))),
    ),
  )
  return list('Links elsewhere', folded, urls.length)
}

/**
 * @param {string} title
 * @param {Child[]} items
 * @param {number} [count]
 */
function list(title, items, count = items.length) {
  const shown = items.slice(0, most).map((item) => element('li', {}, item))
  const more =
    items.length > most ? [element('li', { class: 'quiet' }, `and ${items.length - most} more`)] : []
  return element(
    'section',
    {},
    element('h3', {}, `${title} (${count})`),
    element('ul', { class: 'links-list' }, ...shown, ...more),
  )
}

/** @param {string} url */
function toElsewhere(url) {
  return element('a', { href: url, target: '_blank', rel: 'noreferrer' }, url)
}

/**
 * The web addresses that HTML links to.
 * @param {string} html
 */
function addressesIn(html) {
  const found = html.matchAll(/<a\s(?:[^>]*\s)?href="(https?:\/\/[^"]*)"/g)
  return [...found].map(([, url = '']) => url.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}
