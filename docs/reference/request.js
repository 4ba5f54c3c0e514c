// A request: from the values of a form, as an address and headers, and written down for curl and for fetch.

/** @typedef {import('./openapi.js').Operation} Operation */
/** @typedef {import('./fields.js').Field} Field */

/**
 * @typedef {object} Asked
 * @property {string} method
 * @property {string} url
 * @property {[name: string, value: string][]} headers
 * @property {string | null} body
 */

/**
 * @param {Operation} operation
 * @param {readonly Field[]} fields
 * @param {string} base
 * @returns {Asked}
 */
export function requestOf({ method, path }, fields, base) {
  const query = new URLSearchParams()
  /** @type {[string, string][]} */
  const headers = []
  let filled = path
  /** @type {string | null} */
  let body = null
  for (const { parameter, read } of fields) {
    const { name, explode = true } = parameter
    const values = read()
    const given = explode || values.length === 0 ? values : [values.join(',')]
    if (parameter.in === 'path') filled = filled.replaceAll(`{${name}}`, segment(values[0] ?? ''))
    if (parameter.in === 'header') headers.push(...given.map((value) => headerOf(name, value)))
    if (parameter.in === 'body') body = values[0] ?? ''
    if (parameter.in === 'query') for (const value of given) query.append(name, value)
  }
  // Commas need no escape in a query, and lists are easier to read with them.
  const asked = query.toString().replaceAll('%2C', ',')
  if (body !== null) headers.push(['Content-Type', 'application/json'])
  return { method, url: base + filled + (asked === '' ? '' : `?${asked}`), headers, body }
}

/**
 * @param {string} name
 * @param {string} value
 * @returns {[string, string]}
 */
function headerOf(name, value) {
  return [name, value.trim()]
}

/**
 * Writes a value as one segment of a path.
 * @param {string} value
 */
function segment(value) {
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'))
}

/** @param {Asked} asked */
export function curlOf({ method, url, headers, body }) {
  const verb = method === 'GET' ? '' : method === 'HEAD' ? ' --head' : ` -X ${method}`
  const lines = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  if (body !== null) lines.push(`-d ${quoted(body)}`)
  return [`curl${verb} ${quoted(url)}`, ...lines].join(' \\\n  ')
}

/**
 * Quotes a text for any shell of POSIX: nothing but a quote means anything between quotes.
 * @param {string} text
 */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/**
 * @param {Asked} asked
 * @param {boolean} isJson whether the reply is
 */
export function fetchOf({ method, url, headers, body }, isJson) {
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${literal(method)},`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers.map(headerLine), '  },']),
    ...(body === null ? [] : [`  body: ${literal(body)},`]),
  ]
  const more = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  return `const response = await fetch(${literal(url)}${more})
if (!response.ok) throw new Error(await response.text())
const body = await response.${isJson ? 'json' : 'text'}()`
}

/** @param {[string, string]} header */
function headerLine([name, value]) {
  return `    ${literal(name)}: ${literal(value)},`
}

/**
 * @param {string} text
 * @returns {string} a literal of JavaScript
 */
export function literal(text) {
  return /['\\\n]/.test(text) ? JSON.stringify(text) : `'${text}'`
}
