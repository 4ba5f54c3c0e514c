// The OpenAPI document as these pages use it: its routes by subject, with references resolved. No route is known here.
import { decoded } from './address.js'

/**
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string | string[]} [type]
 * @property {unknown[]} [enum]
 * @property {unknown} [const]
 * @property {unknown} [default]
 * @property {unknown} [example]
 * @property {unknown[]} [examples]
 * @property {string} [description]
 * @property {string} [format]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [maxLength]
 * @property {Schema} [items]
 * @property {Schema[]} [anyOf]
 * @property {Schema[]} [oneOf]
 * @property {Schema[]} [allOf]
 * @property {string[]} [required]
 * @property {Record<string, Schema>} [properties]
 * @property {Schema | boolean} [additionalProperties]
 */

/**
 * @typedef {object} Parameter
 * @property {string} id the same on all routes that share it
 * @property {string} name
 * @property {'path' | 'query' | 'header' | 'body'} in the body is shown like a parameter
 * @property {boolean} [required]
 * @property {boolean} [deprecated]
 * @property {string} [description]
 * @property {boolean} [explode] whether each item of a list is given by itself
 * @property {string} [x-group] fields of one group stand together
 * @property {boolean} [x-rare] folded where there are many
 * @property {string} [x-same-as] the parameter that it is another name for
 * @property {Values} [x-values] what is offered
 * @property {false} [x-client] galley-client has no option for it
 * @property {Schema} schema
 * @property {unknown} [example]
 * @property {Record<string, { value?: unknown }>} [examples]
 */

/** @typedef {{ from: string, value: string, label: string }} Values fields of each item that the operation `from` lists */

/**
 * @typedef {object} MediaType
 * @property {Schema} [schema]
 * @property {unknown} [example]
 */

/**
 * @typedef {object} Described a reply that the document describes
 * @property {string} [description]
 * @property {Record<string, { description?: string, schema?: Schema }>} [headers]
 * @property {Record<string, MediaType>} [content]
 */

/**
 * @typedef {object} Operation
 * @property {string} id
 * @property {string} method in capitals
 * @property {string} path a template: `/v1/{workspace_key}/posts`
 * @property {string} summary
 * @property {string} description
 * @property {boolean} deprecated
 * @property {string} tag
 * @property {string[]} alsoAt other paths of the same
 * @property {string[]} ids its own, and those of the same at other paths
 * @property {string} [client] a method of galley-client, with the parameters that are its arguments: `posts.get(slug)`
 * @property {boolean} isFirst whether the first page shows what it answers
 * @property {Parameter[]} parameters
 * @property {Record<string, Described>} responses by status
 */

/**
 * @typedef {object} Api
 * @property {{ title: string, summary?: string, description?: string }} info
 * @property {string} base where paths begin, without a slash at the end
 * @property {{ name: string, description: string, operations: Operation[] }[]} subjects
 * @property {Operation[]} operations
 * @property {(schema: Schema) => Schema} flat a schema with its own reference resolved
 */

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete']

/**
 * @param {any} document
 * @param {string} address where it was read
 * @returns {Api}
 */
export function readApi(document, address) {
  const resolved = resolver(document)
  const all = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => ({
        of: item[method]['x-same-as'],
        operation: operationOf(path, method, item, resolved),
      })),
  )
  const operations = all.flatMap(({ of, operation }) => (of === undefined ? [operation] : []))
  for (const { of, operation } of all) {
    const same = operations.find(({ id }) => id === of)
    same?.alsoAt.push(operation.path)
    same?.ids.push(operation.id)
  }
  const named = new Map(
    (document.tags ?? []).map((/** @type {any} */ tag) => [tag.name, tag.description ?? '']),
  )
  const subjects = [...new Set([...named.keys(), ...operations.map(({ tag }) => tag)])].map((name) => ({
    name,
    description: named.get(name) ?? '',
    operations: operations.filter(({ tag }) => tag === name),
  }))
  return {
    info: { title: 'API', ...document.info },
    base: new URL(document.servers?.[0]?.url ?? '/', address).href.replace(/\/$/, ''),
    subjects: subjects.filter(({ operations }) => operations.length > 0),
    operations,
    flat: resolved,
  }
}

/**
 * @param {string} path
 * @param {string} method
 * @param {any} item
 * @param {(node: any) => any} resolved
 * @returns {Operation}
 */
function operationOf(path, method, item, resolved) {
  const { operationId, summary, description = '', deprecated = false, tags, ...own } = item[method]
  const id = operationId ?? `${method} ${path}`
  const parameters = [...(item.parameters ?? []), ...(own.parameters ?? [])].map((node) => {
    const parameter = resolved(node)
    const name = `${id} ${parameter.in} ${parameter.name}`
    return { ...parameter, id: node.$ref ?? name, schema: resolved(parameter.schema ?? {}) }
  })
  const body = bodyOf(own.requestBody, resolved)
  if (body) parameters.push({ ...body, id: `${id} body` })
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary: summary ?? `${method.toUpperCase()} ${path}`,
    description,
    deprecated,
    tag: tags?.[0] ?? 'Other',
    alsoAt: [],
    ids: [id],
    client: own['x-client'],
    isFirst: own['x-shown-first'] === true,
    parameters: parameters.filter((parameter) => ['path', 'query', 'header', 'body'].includes(parameter.in)),
    responses: Object.fromEntries(
      Object.entries(own.responses ?? {}).map(([status, node]) => [status, describedOf(node, resolved)]),
    ),
  }
}

/**
 * A body of JSON.
 * @param {any} node
 * @param {(node: any) => any} resolved
 * @returns {Omit<Parameter, 'id'> | undefined}
 */
function bodyOf(node, resolved) {
  const { description, required, content } = resolved(node ?? {})
  const media = content?.['application/json']
  if (!media) return undefined
  const schema = resolved(media.schema ?? {})
  return { name: 'body', in: 'body', required, description, schema, example: media.example }
}

/**
 * @param {any} node
 * @param {(node: any) => any} resolved
 * @returns {Described}
 */
function describedOf(node, resolved) {
  const reply = resolved(node)
  const headers = Object.entries(reply.headers ?? {}).map(([name, header]) => [name, resolved(header)])
  return { ...reply, headers: Object.fromEntries(headers) }
}

/**
 * Resolves a node's own reference; what stands beside it is added. References that lead round in a circle end.
 * @param {any} document
 * @returns {(node: any) => any}
 */
function resolver(document) {
  /** @type {(node: any, left: number) => any} */
  const resolve = (node, left) => {
    if (typeof node?.$ref !== 'string' || left === 0) return node
    const { $ref, ...beside } = node
    const keys = $ref.replace(/^#\//, '').split('/').map(unescaped)
    const target = keys.reduce(
      (/** @type {any} */ found, /** @type {string} */ key) => found?.[key],
      document,
    )
    return { ...resolve(target ?? {}, left - 1), ...beside }
  }
  return (node) => resolve(node, 20)
}

/**
 * A part of a JSON pointer.
 * @param {string} part
 */
function unescaped(part) {
  return decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
}
