// A request: from the values of a form, as an address and headers, and written down for curl and for fetch.

/** @typedef {import('./openapi.js').Operation} Operation */
/** @typedef {import('./fields.js').Field} Field */

/**
 * @typedef {object} Asked
 * @property {string} method
 * @property {string} url
 * @property {[name: string, value: string][]} headers
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
  for (const { parameter, read } of fields) {
    const { name, explode = true } = parameter
    const values = read()
    const given = explode || values.length === 0 ? values : [values.join(',')]
    if (parameter.in === 'path') filled = filled.replaceAll(`{${name}}`, segment(values[0] ?? ''))
    if (parameter.in === 'header') headers.push(...given.map((value) => headerOf(name, value)))
    if (parameter.in === 'query') for (const value of given) query.append(name, value)
  }
  // Commas need no escape in a query, and lists are easier to read with them.
  const asked = query.toString().replaceAll('%2C', ',')
  return { method, url: base + filled + (asked === '' ? '' : `?${asked}`), headers }
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
 * As one segment of a path.
 * @param {string} value
 */
function segment(value) {
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'))
}

/** @param {Asked} asked */
export function curlOf({ method, url, headers }) {
  const verb = method === 'GET' ? '' : method === 'HEAD' ? ' --head' : ` -X ${method}`
  const lines = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return [`curl${verb} ${quoted(url)}`, ...lines].join(' \\\n  ')
}

/**
 * For any shell of POSIX: nothing but a quote means anything between quotes.
 * @param {string} text
 */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/**
 * @param {Asked} asked
 * @param {boolean} isJson whether the reply is
 */
export function fetchOf({ method, url, headers }, isJson) {
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${literal(method)},`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers.map(headerLine), '  },']),
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
function literal(text) {
  return text.includes("'") || text.includes('\\') ? JSON.stringify(text) : `'${text}'`
}
