// The fields of a form in sections: by where they go, and where there are many by the groups that the document puts them in, with
// the rare ones folded.
import { element, section } from './element.js'

/** @typedef {import('./fields.js').Field} Field */

/** A form with fewer is seen at a glance. */
const many = 8

const places = Object.entries({ path: 'Path', query: 'Query', header: 'Request headers', body: 'Body' })

/** @param {readonly Field[]} fields */
export function groupsOf(fields) {
  const made = places.flatMap(([place, title]) => {
    const own = fields.filter(({ parameter }) => parameter.in === place)
    if (own.length <= many) return own.length === 0 ? [] : [section(title, `in-${place}`, ...elementsOf(own))]
    const titleOf = (/** @type {Field} */ { parameter }) => parameter['x-group'] ?? title
    return [...new Set(own.map(titleOf))].map((group) => {
      const members = own.filter((field) => titleOf(field) === group)
      const [usual, rare] = [false, true].map((isRare) =>
        members.filter(({ parameter }) => (parameter['x-rare'] ?? false) === isRare),
      )
      const shown = [...elementsOf(usual ?? []), ...folded(rare ?? [])]
      return section(group, `in-${place}-${group.toLowerCase()}`, ...shown)
    })
  })
  return made.length > 0 ? made : [element('p', { class: 'quiet' }, 'It takes no parameters.')]
}

/** @param {readonly Field[]} fields */
function folded(fields) {
  if (fields.length === 0) return []
  const names = fields.flatMap(({ parameter }, i) => [
    i === 0 ? '' : ', ',
    element('code', {}, parameter.name),
  ])
  const summary = element('summary', {}, 'Also ', ...names)
  return [element('details', { class: 'rare' }, summary, ...elementsOf(fields))]
}

/** @param {readonly Field[]} fields */
function elementsOf(fields) {
  return fields.map(({ element }) => element)
}

/**
 * Opens what hides a field with a value.
 * @param {readonly Field[]} fields
 */
export function unfold(fields) {
  for (const { element, read } of fields) {
    const fold = element.closest('details')
    if (fold && read().length > 0) fold.open = true
  }
}
