// A date, with a time and its zone if there is one.
import { element } from '../../element.js'
import { groupOf } from './inputs.js'

const written = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/

/** @param {string} value */
export function isDate(value) {
  return written.test(value)
}

/** @param {Pick<import('./fields.js').Asked, 'id' | 'changed'>} asked @returns {import('./fields.js').Field} */
export function dateField({ id, changed }) {
  const update = () => {
    offerZones(zone.value)
    // While it is typed, a date is none, or one of the first thousand years.
    if (!date.validity.badInput && !(date.value > '' && date.value < '1000')) changed()
  }
  const date = element('input', { id, type: 'date', change: update })
  const time = element('input', { type: 'time', 'aria-label': 'Time', change: update })
  const zone = element('select', { 'aria-label': 'Time zone', change: update })
  /** @param {string} chosen */
  function offerZones(chosen) {
    const local = offsetAt(`${date.value}T${time.value || '00:00'}`)
    const zones = [...new Set(['Z', local, chosen || local])]
    const nameOf = (/** @type {string} */ one) =>
      one === 'Z' ? 'UTC' : one === local ? `${one}, as here` : one
    zone.replaceChildren(...zones.map((value) => element('option', { value }, nameOf(value))))
    zone.value = chosen || local
    zone.hidden = time.value === ''
  }
  offerZones('')
  return {
    element: element('div', { ...groupOf(id), class: 'date-field' }, date, time, zone),
    value() {
      if (date.value === '') return null
      if (time.value === '') return date.value
      return `${date.value}T${time.value.length === 5 ? `${time.value}:00` : time.value}${zone.value}`
    },
    show(value) {
      const [, day = '', clock = '', offset = 'Z'] = written.exec(String(value ?? '')) ?? []
      date.value = day
      time.value = clock.replace(/:00$(?<=:..:00)/, '')
      offerZones(clock === '' ? '' : offset.toUpperCase())
    },
  }
}

/** The present time, to the minute. */
export function now() {
  const date = new Date()
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  return `${local}:00${offsetAt(local)}`
}

/** Returns the offset of this computer at a local time, as ISO 8601 has it. @param {string} local */
function offsetAt(local) {
  const minutes = -new Date(local).getTimezoneOffset()
  if (!minutes) return 'Z'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`
}
