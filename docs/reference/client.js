// A request written down for galley-client, whose options have the names that parameters have in addresses.
import { literal } from './request.js'

/** @typedef {import('./fields.js').Field} Field */
/** @typedef {import('./openapi.js').Parameter} Parameter */

/**
 * @param {string} call a method with the parameters that are its arguments: `posts.get(slug)`
 * @param {readonly Field[]} fields
 * @param {string} base
 */
export function clientOf(call, fields, base) {
  const argument = /\w+(?=[,)])/g
  const named = [...call.matchAll(argument)].map(([name]) => name)
  const typed = (/** @type {string} */ name) =>
    fields.find(({ parameter }) => parameter.name === name)?.read()[0]
  const others = fields.filter(({ parameter, read }) => !named.includes(parameter.name) && read().length > 0)
  const key = others.find(({ parameter }) => parameter.in === 'path')?.read()[0] ?? ''
  const wanted = others.filter(({ parameter }) => parameter.in !== 'path')
  const left = wanted.filter(({ parameter }) => parameter['x-client'] === false)
  const options = optionsOf(wanted.filter((field) => !left.includes(field)))
  const filled = call.replace(argument, (name) => literal(typed(name) ?? ''))
  const asked = options
    ? filled.replace(/(\(?)\)$/, (end) => `${end === '()' ? '(' : ', '}${options})`)
    : filled
  const note = left.map(({ parameter }) => `// It has no option for ${parameter.name}.\n`).join('')
  return `import { createClient } from 'galley-client'

const galley = createClient({ baseUrl: ${literal(base)}, key: ${literal(key)} })
${note}const reply = await galley.${asked}`
}

/** @param {readonly Field[]} fields */
function optionsOf(fields) {
  /** @type {Map<string, { isList: boolean, values: string[] }>} */
  const options = new Map()
  for (const { parameter, read } of fields) {
    const name = parameter.in === 'header' ? 'etag' : (parameter['x-same-as'] ?? parameter.name)
    const isList = parameter.schema.type === 'array'
    const texts = isList ? read().flatMap((value) => value.split(',')) : read()
    const values = [...(options.get(name)?.values ?? []), ...texts.map((text) => written(text, parameter))]
    options.set(name, { isList, values })
  }
  const lines = [...options].map(
    ([name, { isList, values }]) => `${name}: ${isList ? `[${values.join(', ')}]` : values[0]}`,
  )
  if (lines.length < 2) return lines.length === 0 ? '' : `{ ${lines[0]} }`
  return `{\n${lines.map((line) => `  ${line},\n`).join('')}}`
}

/**
 * Numbers and truth values as such, where the parameter is not text.
 * @param {string} text
 * @param {Parameter} parameter
 */
function written(text, { schema: { type } }) {
  return type !== 'string' && type !== 'array' && /^(?:0|[1-9]\d{0,14}|true|false)$/.test(text)
    ? text
    : literal(text)
}
