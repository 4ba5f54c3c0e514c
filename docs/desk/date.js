// Dates as people read them. They are in UTC, as front matter is.
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const minute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/**
 * With a time, if it has one.
 * @param {string} iso
 */
export function inWords(iso) {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  return /T00:00:00/.test(iso) ? day.format(date) : minute.format(date)
}

/** @param {import('./entries.js').Entry} entry */
export function dateOf({ post, isDated }) {
  if (!post) return 'not a post'
  return isDated ? inWords(post.publishedAt) : 'no date'
}

/** @param {string} iso */
export function isLater(iso) {
  return Date.parse(iso) > Date.now()
}
