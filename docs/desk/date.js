// Dates as people read them: a day as it is written, a time in the zone of whoever reads it.
import { element } from '../element.js'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
/** @type {Intl.DateTimeFormatOptions} */
const parts = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
}
const here = new Intl.DateTimeFormat('en', parts)
const inUtc = new Intl.DateTimeFormat('en', { ...parts, timeZone: 'UTC' })

/**
 * Shows a time, if there is one, and the same in UTC at hover.
 * @param {string} iso
 */
export function timeOf(iso) {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  const isDay = /T00:00:00/.test(iso)
  const title = isDay ? undefined : inUtc.format(date)
  return element('time', { datetime: iso, title }, isDay ? day.format(date) : here.format(date))
}

/** @param {import('./entries.js').Entry} entry */
export function dateOf({ post, place, isDated }) {
  if (!post || (place.collection && !isDated)) return ''
  return isDated ? timeOf(post.publishedAt) : 'no date'
}

/** @param {string} iso */
export function isLater(iso) {
  return Date.parse(iso) > Date.now()
}

/** @param {number} count */
export function minutes(count) {
  return count === 1 ? '1 minute to read' : `${count} minutes to read`
}
