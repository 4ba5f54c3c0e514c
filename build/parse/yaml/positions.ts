// A parsed YAML value together with the locations of its parts.
import { type Document, isCollection, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml'
import type { Location, LocationAt } from '../../problems/location.ts'
import type { SimpleEntry, SimpleText } from './simple.ts'

export type Path = readonly PropertyKey[]

export interface Data {
  /** What messages call it as a whole: `The file`. */
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
  const follow = pathFollower(document)
  const locationOfNode = (node: Node | null | undefined) => {
    const [start, end] = node?.range ?? [0, 0]
    return locationAt(start, end - start)
  }
  /** For a block of lines, its key in the line above; without a key, the beginning of the block. */
  const nearestLocation = ({ key, value }: PathMatch) => {
    if (!isCollection(value) || value.flow) return locationOfNode(value)
    return key ? locationOfNode(key) : locationAt(value.range?.[0] ?? 0)
  }
  return {
    name,
    value,
    locationOf: (path) => {
      const match = follow(path)
      return match.isComplete ? locationOfNode(match.value) : nearestLocation(match)
    },
    keyLocationOf: (path) => {
      const match = follow(path)
      return match.isComplete ? locationOfNode(match.key ?? match.value) : nearestLocation(match)
    },
  }
}

/** @param other the same as any parser gives it, for locations of what is no key and no text */
export function simpleData(
  name: string,
  entries: ReadonlyMap<string, SimpleEntry>,
  locationAt: LocationAt,
  other: () => Data,
): Data {
  const at = ({ from, to }: { from: number; to: number }) => locationAt(from, to - from)
  const plain = (value: SimpleEntry['value']) =>
    Array.isArray(value) ? value.map((text) => text.value) : value?.value
  return {
    name,
    value: Object.fromEntries([...entries].map(([key, { value }]) => [key, plain(value)])),
    locationOf(path) {
      const text = textAt(entries, path)
      return text ? at(text) : other().locationOf(path)
    },
    keyLocationOf(path) {
      const entry = path.length === 1 ? entries.get(String(path[0])) : undefined
      return entry ? at(entry) : other().keyLocationOf(path)
    },
  }
}

/** The text that a path leads to, if it leads to one. */
function textAt(
  entries: ReadonlyMap<string, SimpleEntry>,
  [key, index, ...rest]: Path,
): SimpleText | undefined {
  const value = entries.get(String(key))?.value
  if (!Array.isArray(value)) return index === undefined ? value : undefined
  return typeof index === 'number' && rest.length === 0 ? value[index] : undefined
}

interface PathMatch {
  key?: Node | undefined
  value: Node | null
  /** True if the path was followed to its end. */
  isComplete: boolean
}

/** Makes the function that follows a path as far as the document has it. */
function pathFollower(document: Document.Parsed): (path: Path) => PathMatch {
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
