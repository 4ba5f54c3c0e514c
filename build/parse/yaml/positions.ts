// A parsed YAML value together with the locations of its parts.
import { type Document, isCollection, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml'
import type { Location, LocationAt } from '../../problems/location.ts'
import type { SimpleEntries, SimpleEntry, SimpleText } from './simple.ts'

export type Path = readonly PropertyKey[]

export interface Data {
  /** The subject of messages about all of it: `The file`. */
  name: string
  value: unknown
  /** The location of the value at `path`, or of the nearest value around it. */
  locationOf(path: Path): Location
  /** The location of the key that ends `path`, or of the nearest value around it. */
  keyLocationOf(path: Path): Location
}

export function dataOf(
  name: string,
  document: Document.Parsed,
  value: unknown,
  locationAt: LocationAt,
): Data {
  const read = pathReader(document)
  const locationOfNode = (node: Node | null | undefined) => {
    const [start, end] = node?.range ?? [0, 0]
    return locationAt(start, end - start)
  }
  const located = (path: Path, nodeOf: (match: PathMatch) => Node | null) => {
    const match = read(path)
    const { key, value, isComplete } = match
    if (isComplete) return locationOfNode(nodeOf(match))
    if (!isCollection(value) || value.flow) return locationOfNode(value)
    // A block of lines: its key in the line above; without a key, its beginning.
    return key ? locationOfNode(key) : locationAt(value.range?.[0] ?? 0)
  }
  return {
    name,
    value,
    locationOf: (path) => located(path, ({ value }) => value),
    keyLocationOf: (path) => located(path, ({ key, value }) => key ?? value),
  }
}

/** @param other the same as any parser gives it, for locations of what is no key and no text */
export function simpleData(
  name: string,
  entries: SimpleEntries,
  locationAt: LocationAt,
  other: () => Data,
): Data {
  const at = ({ from, to }: { from: number; to: number }) => locationAt(from, to - from)
  return {
    name,
    value: plain(entries),
    locationOf(path) {
      const text = textAt(entries, path)
      return text ? at(text) : other().locationOf(path)
    },
    keyLocationOf(path) {
      const entry = entryAt(entries, path)
      return entry ? at(entry) : other().keyLocationOf(path)
    },
  }
}

function plain(value: SimpleEntry['value']): unknown {
  if (value instanceof Map)
    return Object.fromEntries(Array.from(value, ([key, one]) => [key, plain(one.value)]))
  return Array.isArray(value) ? value.map((text) => text.value) : value?.value
}

/** The entry whose key ends a path, if there is one. */
function entryAt(entries: SimpleEntries, [key, ...rest]: Path): SimpleEntry | undefined {
  const entry = entries.get(String(key))
  if (rest.length === 0) return entry
  return entry?.value instanceof Map ? entryAt(entry.value, rest) : undefined
}

/** The text that a path leads to, if it leads to one. */
function textAt(entries: SimpleEntries, path: Path): SimpleText | undefined {
  const last = path.at(-1)
  const list = typeof last === 'number' ? entryAt(entries, path.slice(0, -1))?.value : undefined
  if (Array.isArray(list)) return list[last as number]
  // A text may stand for a list of one.
  const value = list ?? entryAt(entries, path)?.value
  return value instanceof Map || Array.isArray(value) ? undefined : value
}

interface PathMatch {
  key?: Node | undefined
  value: Node | null
  /** True if the path was followed to its end. */
  isComplete: boolean
}

/** Makes the function that follows a path as far as the document has it. */
function pathReader(document: Document.Parsed): (path: Path) => PathMatch {
  const pairs = new Map<Node, Map<unknown, Pair<Node, Node | null>>>()
  const pairsOf = (node: YAMLMap<Node, Node | null>) => {
    const known =
      pairs.get(node) ?? new Map(node.items.map((pair) => [isScalar(pair.key) && pair.key.value, pair]))
    pairs.set(node, known)
    return known
  }
  return (path) => {
    let match: PathMatch = { value: document.contents, isComplete: path.length === 0 }
    for (const [index, step] of path.entries()) {
      const node = match.value
      const pair = isMap<Node, Node | null>(node) ? pairsOf(node).get(step) : undefined
      const item = isSeq<Node>(node) ? node.items[Number(step)] : undefined
      const isComplete = index === path.length - 1
      if (pair) match = { key: pair.key, value: pair.value ?? pair.key, isComplete }
      else if (item) match = { value: item, isComplete }
      else break
    }
    return match
  }
}
