// docs/openapi.yaml as a tree: what is at a pointer, and which of its paths a request matches.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

// biome-ignore lint/suspicious/noExplicitAny: the tree of a YAML file
type Tree = any

export const document: Tree = parse(readFileSync(new URL('../../docs/openapi.yaml', import.meta.url), 'utf8'))

/** A location in the document: a JSON pointer, and what is there. */
export interface Place {
  pointer: string
  value: Tree
}

const root: Place = { pointer: '', value: document }

/** Every reply is checked at the same places. */
const known = new Map<string, Place | undefined>()

/** Descends from a location (the top by default), following references on the way. */
export function at(keys: readonly string[], from: Place = root): Place | undefined {
  const name = [from.pointer, ...keys].join('\n')
  if (!known.has(name)) known.set(name, descend(keys, from))
  return known.get(name)
}

function descend(keys: readonly string[], from: Place): Place | undefined {
  let place = follow(from)
  for (const key of keys) {
    const value = place.value?.[key]
    if (value === undefined) return undefined
    place = follow({ pointer: `${place.pointer}/${escaped(key)}`, value })
  }
  return place
}

function follow(place: Place): Place {
  const reference: string | undefined = place.value?.$ref
  if (reference === undefined) return place
  const keys = reference.slice(2).split('/')
  const target = at(keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')))
  if (!target) throw new Error(`docs/openapi.yaml refers to ${reference}, which is not there`)
  return target
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

const operations: Tree = { ...document.paths, ...document['x-older-paths'] }

/** The path template that matches a request's path; of several, the one with the fewest parameters, then the longest. */
export function templateOf(path: string): string | undefined {
  if (!templates.has(path)) templates.set(path, matching(path))
  return templates.get(path)
}

/** Suites ask for the same paths. */
const templates = new Map<string, string | undefined>()

function matching(path: string): string | undefined {
  const segments = decoded(path)
  if (segments === undefined) return undefined
  const found = Object.keys(operations).filter((template) => matches(template, segments))
  const parameters = (template: string) => template.split('{').length
  return found.sort((a, b) => parameters(a) - parameters(b) || b.length - a.length)[0]
}

/** Decoded segments; `undefined` if one is empty or cannot be decoded. One trailing slash under a key is ignored. */
function decoded(path: string): string[] | undefined {
  if (path === '/') return ['']
  const segments = path.slice(1).split('/')
  if (segments.length > 2 && segments.at(-1) === '') segments.pop()
  try {
    const names = segments.map((segment) => decodeURIComponent(segment).normalize('NFC'))
    return names.includes('') ? undefined : names
  } catch {
    return undefined
  }
}

function matches(template: string, requested: readonly string[]): boolean {
  const words = template.slice(1).split('/')
  // A path of an entry has any number of names.
  const before = words.length - 1
  const isLong = words[before]!.startsWith('{path}') && requested.length > words.length
  const segments = isLong ? [...requested.slice(0, before), requested.slice(before).join('/')] : requested
  if (words.length !== segments.length) return false
  const parameters: Tree[] = (operations[template].get ?? operations[template].post).parameters ?? []
  return words.every((word, i) => {
    const [, name, ending = ''] = /^\{(.*)\}(\.\w+)?$/.exec(word) ?? []
    if (name === undefined) return word === segments[i]
    if (!segments[i]!.endsWith(ending) || segments[i] === ending) return false
    const declared = parameters
      .map((value) => follow({ pointer: '', value }).value)
      .find((parameter) => parameter.in === 'path' && parameter.name === name)
    return accepts(declared?.schema, segments[i]!, template)
  })
}

/** A key under `/v1/` may be anything, since unknown ones are answered there; elsewhere it has to be a known one. */
function accepts(schema: Tree, segment: string, template: string): boolean {
  if (schema?.enum) return schema.enum.includes(segment)
  if (template.startsWith('/v1/') || !schema?.not) return true
  return new RegExp(schema.pattern, 'u').test(segment) && !schema.not.enum.includes(segment)
}

/** What the document leaves to its text, so that programs make plain types of it: one post has no highlights. */
export const exactDocument: Tree = structuredClone(document)
const { responses, schemas } = exactDocument.components
responses.Post.content['application/json'].schema.properties.post.not = { required: ['highlights'] }

/** The same with `select`: an item has some of its fields, and those are complete. */
export const selectingDocument: Tree = withSelect()

function withSelect(): Tree {
  const copy = structuredClone(exactDocument)
  const properties = (response: string) => {
    const { schema } = copy.components.responses[response].content['application/json']
    return (schema.oneOf?.[0] ?? schema).properties
  }
  for (const [list, one] of [
    ['Posts', 'Post'],
    ['Categories', 'Category'],
    ['Tags', 'Tag'],
    ['Authors', 'Author'],
    ['Entries', 'Entry'],
  ] as const) {
    const [{ items }, item] = [properties(list)[list.toLowerCase()], properties(one)[one.toLowerCase()]]
    const name = item.$ref.split('/').at(-1)
    copy.components.schemas[`Selected${name}`] = { ...schemas[name], required: [], minProperties: 1 }
    items.$ref = item.$ref = `#/components/schemas/Selected${name}`
  }
  // A collection with one entry has it in place of a list.
  const [, single] = copy.components.responses.Entries.content['application/json'].schema.oneOf
  single.properties.entry.$ref = properties('Entry').entry.$ref
  return copy
}
