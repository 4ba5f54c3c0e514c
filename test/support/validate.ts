// Whether a reply is one that docs/openapi.yaml describes: its status, its headers, its type, its body.
import { pathOf, queryOf } from '../../api/_app/http/request.ts'
import { at, document, exactDocument, type Place, selectingDocument, templateOf } from './document.ts'
import { type Schemas, schemasOf } from './schemas.ts'

export interface ObservedReply {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
}

/** Headers about the transfer, not the API. */
const transport = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
])

/** What is wrong with a reply, one sentence each; empty if the document describes it. */
export function complaintsAbout(method: string, target: string, reply: ObservedReply): string[] {
  const response = responseTo(method, pathOf(target), reply)
  if (!response) return [`status ${reply.status} is not described`]
  return [...headerComplaints(response, reply), ...bodyComplaints(response, method, queryOf(target), reply)]
}

/** HEAD is described as GET; what applies to any path, and a method that a path does not have, are in `x-any-path`. */
function responseTo(method: string, path: string, { status, headers }: ObservedReply): Place | undefined {
  const verb = { GET: 'get', HEAD: 'get', POST: 'post' }[method] ?? ''
  let template = verb === '' ? undefined : templateOf(path)
  // A post whose own name ends so.
  if (status === 200 && headers['Content-Type']?.includes('json'))
    template = template?.replace(/\}\.md$/, '}')
  const root = template && document.paths[template] ? 'paths' : 'x-older-paths'
  const operation = template === undefined ? undefined : at([root, template, verb])
  return at(['responses', String(status)], operation ?? at(['x-any-path'])!)
}

function headerComplaints(response: Place, reply: ObservedReply): string[] {
  const described = headersOf(response)
  const given = new Map(Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const strangers = [...given.keys()].filter((name) => !described.has(name) && !transport.has(name))
  return [
    ...strangers.map((name) => `header ${name} is not described`),
    ...[...described].flatMap(([name, header]) => valueComplaints(name, given.get(name), header)),
  ]
}

/** By its pointer, the headers of a response, by their names in lower case: most replies are of the same few. */
const headers = new Map<string, Map<string, Place>>()

function headersOf(response: Place): Map<string, Place> {
  const known = headers.get(response.pointer)
  if (known) return known
  const names = Object.keys(response.value.headers)
  const described = new Map(names.map((name) => [name.toLowerCase(), at(['headers', name], response)!]))
  headers.set(response.pointer, described)
  return described
}

function valueComplaints(name: string, value: string | undefined, header: Place): string[] {
  if (value === undefined) return header.value.required ? [`header ${name} is missing`] : []
  return schemaComplaints(headerSchemas, `${header.pointer}/schema`, value, `header ${name}`)
}

function bodyComplaints(response: Place, method: string, query: string, reply: ObservedReply): string[] {
  const given = new Map(Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const type = given.get('content-type')?.split(';', 1)[0]
  const media = at(['content', type ?? ''], response) ?? at(['content', '*/*'], response)
  if (response.value.content === undefined) {
    return [
      ...(type ? [`there is no content to be ${type}`] : []),
      ...(reply.text ? ['there is a body'] : []),
    ]
  }
  if (!media) return [`content type ${type} is not described`]
  if (method === 'HEAD') return reply.text === '' ? [] : ['HEAD has a body']
  const length = given.get('content-length')
  if (length !== undefined && Number(length) !== Buffer.byteLength(reply.text)) {
    return [`Content-Length ${length} is not the ${Buffer.byteLength(reply.text)} bytes there are`]
  }
  if (media.value.schema === undefined) return []
  const schemas = new URLSearchParams(query).has('select') ? selectingSchemas : wholeSchemas
  const body = /[/+]json$/.test(type ?? '') ? JSON.parse(reply.text) : reply.text
  return schemaComplaints(schemas, `${media.pointer}/schema`, body, 'body')
}

/** The same for what a hook is told. */
export function complaintsAboutHook(
  headers: Readonly<Record<string, string>>,
  message: { type: string },
): string[] {
  const told = at(['webhooks', message.type, 'post'])
  if (!told) return [`type ${message.type} is not described`]
  const parameters: { name: string }[] = told.value.parameters
  const body = at(['requestBody', 'content', 'application/json'], told)!
  return [
    ...parameters.flatMap(({ name }, index) =>
      valueComplaints(name, headers[name], at(['parameters', String(index)], told)!),
    ),
    ...schemaComplaints(wholeSchemas, `${body.pointer}/schema`, message, 'body'),
  ]
}

function schemaComplaints(schemas: Schemas, pointer: string, value: unknown, what: string): string[] {
  const validate = schemas.at(pointer)
  if (validate(value)) return []
  const errors = validate.errors ?? []
  return errors.map(({ instancePath, message, params }) => {
    return `${what}${instancePath} ${message} ${JSON.stringify(params)}`
  })
}

const headerSchemas = schemasOf(document, { text: true })
const wholeSchemas = schemasOf(exactDocument)
const selectingSchemas = schemasOf(selectingDocument)
