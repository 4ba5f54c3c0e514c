// An entry of the shelf, as a line or as a card with its cover.
import { element } from '../element.js'
import { dateOf } from './date.js'
import { isBroken } from './entries.js'
import { ownMedium } from './media.js'
import { totals } from './problem.js'

/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('../element.js').Child} Child */

/**
 * The matches of a search in it.
 * @typedef {{ title: Child[], fragments: Child[][] }} Found
 */

/**
 * @param {Entry} entry
 * @param {{ isCurrent: boolean, hasName: boolean, found: Found | undefined }} how
 */
export function entryItem(entry, { isCurrent, hasName, found }) {
  const { address, place } = entry
  const link = element(
    'a',
    { href: address, 'aria-current': isCurrent ? 'page' : undefined },
    ...(found?.title ?? [entry.title]),
  )
  const meta = [dateOf(entry), ...(hasName ? [place.name] : [])].filter((part) => part !== '')
  const text = element(
    'div',
    { class: 'entry-text' },
    element('h2', {}, link),
    ...(meta.length > 0 ? [element('p', { class: 'quiet meta' }, ...joined(meta))] : []),
    badges(entry),
    ...(found?.fragments.map((fragment) => element('p', { class: 'found' }, ...fragment)) ?? about(entry)),
  )
  return element('li', { class: 'entry' }, text, ...cover(entry))
}

/** @param {readonly Child[]} parts */
export function joined(parts) {
  return parts.flatMap((part, i) => (i === 0 ? [part] : [' · ', part]))
}

/** @param {Entry} entry */
function about({ post, problems }) {
  const text = post ? post.description : (problems[0]?.message ?? '')
  return text === '' ? [] : [element('p', { class: 'about-post' }, text)]
}

/**
 * Shows what is special about it, in one line; nothing for most posts.
 * @param {Pick<Entry, 'post' | 'status' | 'problems'>} entry
 */
export function badges(entry) {
  const { post, status, problems } = entry
  const shown = [
    ...(status === 'draft' || status === 'scheduled'
      ? [element('span', { class: `badge ${status}` }, status)]
      : []),
    ...(post?.featured ? [element('span', { class: 'badge featured' }, 'featured')] : []),
    ...(problems.length > 0
      ? [element('span', { class: `badge ${isBroken(entry) ? 'error' : 'warning'}` }, totals(problems))]
      : []),
  ]
  return element('p', { class: 'badges', hidden: shown.length === 0 }, ...shown)
}

/** @param {Entry} entry */
function cover({ post, place }) {
  const url = post && ownMedium(post.coverImage, place.media)
  return url === undefined ? [] : [element('img', { class: 'cover', src: url, alt: '', loading: 'lazy' })]
}
