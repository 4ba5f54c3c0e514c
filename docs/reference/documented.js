// The replies that the document describes for a route, with their headers and what is in them.
import { bodyOf } from './body.js'
import { element, section } from './element.js'
import { inWords } from './kind.js'
import { inline, paragraphs } from './prose.js'

/** @typedef {import('./openapi.js').Api} Api */
/** @typedef {import('./openapi.js').Operation} Operation */
/** @typedef {import('./openapi.js').Described} Described */
/** @typedef {import('./openapi.js').Schema} Schema */
/** @typedef {{ name: string, schema: Schema, isRequired: boolean }} Property */

/** A schema may contain itself. */
const maxDepth = 5

/**
 * @param {Operation} operation
 * @param {Api['flat']} flat
 */
export function documentedReplies({ responses }, flat) {
  const all = Object.entries(responses).map(([status, described]) => replyOf(status, described, flat))
  return section('What it may answer', 'documented', ...all)
}

/**
 * @param {string} status
 * @param {Described} described
 * @param {Api['flat']} flat
 */
function replyOf(status, { description = '', headers = {}, content = {} }, flat) {
  const summary = element('summary', {}, element('code', {}, status), ' ', ...inline(description.trim()))
  const bodies = Object.entries(content).map(([type, { schema }]) =>
    element(
      'div',
      {},
      element('p', {}, element('code', {}, type)),
      ...(schema ? listOf(propertiesOf(schema, flat), flat, 0) : []),
    ),
  )
  const names = Object.entries(headers).map(([name, header]) =>
    element('li', {}, element('code', {}, name), ' ', ...inline(header.description ?? '')),
  )
  const list = names.length > 0 ? [element('p', {}, 'Headers'), element('ul', {}, ...names)] : []
  return element('details', {}, summary, ...bodies, ...list)
}

/**
 * A reply as JSON, and beside it what each of its fields is.
 * @param {Operation} operation
 * @param {Api['flat']} flat
 */
export function exampleReply({ responses }, flat) {
  const { schema = {}, example } = responses['200']?.content?.['application/json'] ?? {}
  const outside = propertiesOf(schema, flat)
  const [inside] = outside.length === 1 ? outside : []
  const fields = propertiesOf(inside?.schema ?? schema, flat).filter(({ isRequired }) => isRequired)
  const json = new TextEncoder().encode(JSON.stringify(example))
  const shown = bodyOf('application/json', json).elements
  return element('div', { class: 'example' }, element('div', {}, ...shown), ...listOf(fields, flat, 0))
}

/**
 * @param {Property[]} found
 * @param {Api['flat']} flat
 * @param {number} depth
 * @returns {HTMLElement[]}
 */
function listOf(found, flat, depth) {
  if (found.length === 0) return []
  const items = found.map(({ name, schema, isRequired }) => {
    const { description = '' } = flat(schema)
    const head = [
      element('code', {}, name),
      ' ',
      element('span', { class: 'type' }, inWords(schema, flat), isRequired ? '' : ', not always'),
    ]
    const more = depth + 1 < maxDepth ? listOf(propertiesOf(schema, flat), flat, depth + 1) : []
    const inside =
      more.length > 0 ? [element('details', {}, element('summary', {}, `Inside ${name}`), ...more)] : []
    return element('li', {}, ...head, ...paragraphs(description), ...inside)
  })
  return [element('ul', { class: 'properties' }, ...items)]
}

/**
 * The properties of an object, or of the objects in a list.
 * @param {Schema} node
 * @param {Api['flat']} flat
 * @returns {Property[]}
 */
function propertiesOf(node, flat) {
  const schema = flat(node)
  const parts = [
    schema,
    ...(schema.allOf ?? []).map(flat),
    ...(schema.anyOf ?? schema.oneOf ?? []).slice(0, 1).map(flat),
  ]
  const required = new Set(parts.flatMap((part) => part.required ?? []))
  const own = parts.flatMap((part) => Object.entries(part.properties ?? {}))
  if (own.length > 0) {
    const byName = new Map(own)
    return [...byName].map(([name, one]) => ({ name, schema: one, isRequired: required.has(name) }))
  }
  const inside = parts.flatMap((part) => part.allOf ?? [])
  if (inside.length > 0) return inside.flatMap((part) => propertiesOf(part, flat))
  return schema.items ? propertiesOf(schema.items, flat) : []
}
