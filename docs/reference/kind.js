// The values that a schema allows, in words and as choices.

/** @typedef {import('./openapi.js').Schema} Schema */
/** @typedef {import('./openapi.js').Api} Api */

/**
 * The values there are to choose from; `undefined` if others are possible.
 * @param {Schema} schema
 * @returns {string[] | undefined}
 */
export function choicesOf(schema) {
  if (schema.const !== undefined) return [String(schema.const)]
  if (schema.enum) return schema.enum.map(String)
  return schema.type === 'boolean' ? ['true', 'false'] : undefined
}

/**
 * Values that stand out among many: of `anyOf: [a number, { const: all }]`, `all`.
 * @param {Schema} schema
 */
export function specialOf(schema) {
  return alternativesOf(schema).flatMap((one) => choicesOf(one) ?? [])
}

/** @param {Schema} schema */
function alternativesOf(schema) {
  return schema.anyOf ?? schema.oneOf ?? []
}

/**
 * Returns the kind in words: `whole number from 1, or all`.
 * @param {Schema} node
 * @param {Api['flat']} flat
 * @returns {string}
 */
export function inWords(node, flat) {
  const schema = flat(node)
  const alternatives = alternativesOf(schema)
  if (alternatives.length > 0) return joined(alternatives.map((one) => inWords(one, flat)))
  const choices = choicesOf(schema)
  if (choices) return choices.length > 6 ? `one of ${choices.length}` : joined(choices)
  const types = [schema.type ?? (schema.properties || schema.allOf ? 'object' : 'text')].flat()
  return joined(types.map((type) => typeInWords(type, schema, flat)))
}

/**
 * @param {string} type
 * @param {Schema} schema
 * @param {Api['flat']} flat
 */
function typeInWords(type, { items, format, minimum, maxLength }, flat) {
  if (type === 'array')
    return items ? `list of ${inWords(items, flat).replace(/^one of \d+$/, 'any')}` : 'list'
  if (type === 'integer' || type === 'number') {
    const number = type === 'integer' ? 'whole number' : 'number'
    return minimum === undefined ? number : `${number} from ${minimum}`
  }
  if (type !== 'string') return type
  if (format === 'date-time') return 'time'
  return maxLength === undefined ? 'text' : `text, at most ${maxLength} characters`
}

/** @param {string[]} words */
function joined(words) {
  const each = [...new Set(words)]
  const last = each.pop() ?? ''
  return each.length === 0 ? last : `${each.join(', ')} or ${last}`
}

/**
 * Returns the text that one types: `a,b` for a list.
 * @param {unknown} value
 */
export function typed(value) {
  return Array.isArray(value) ? value.join(',') : String(value)
}
