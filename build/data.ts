// A parsed YAML value together with where each part of it was written.
import { type Document, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml'
import type { Place } from './place.ts'

export type Path = readonly PropertyKey[]

export interface Data {
  /** What a message calls the whole of it: `The file`. */
  name: string
  value: unknown
  /** Where the value at `path` begins, or the nearest thing around it that exists. */
  place(path: Path): Place
  /** Where the last step of `path` is written as a key, or the nearest thing around it that exists. */
  keyPlace(path: Path): Place
}

export function dataOf(
  name: string,
  document: Document.Parsed,
  value: unknown,
  placeAt: (offset: number) => Place,
): Data {
  const follow = follower(document)
  const offsetOf = (node: Node | null | undefined) => node?.range?.[0] ?? 0
  return {
    name,
    value,
    place: (path) => placeAt(offsetOf(follow(path).value)),
    keyPlace: (path) => {
      const { key, value } = follow(path)
      return placeAt(offsetOf(key ?? value))
    },
  }
}

interface Found {
  key?: Node | undefined
  value: Node | null
}

/** Makes the function that follows a path as far as it goes. */
function follower(document: Document.Parsed): (path: Path) => Found {
  const pairs = new Map<Node, Map<unknown, Pair<Node, Node | null>>>()
  const pairsOf = (node: YAMLMap<Node, Node | null>) => {
    const known =
      pairs.get(node) ?? new Map(node.items.map((pair) => [isScalar(pair.key) && pair.key.value, pair]))
    pairs.set(node, known)
    return known
  }
  return (path) => {
    let found: Found = { value: document.contents }
    for (const step of path) {
      const node = found.value
      const pair = isMap<Node, Node | null>(node) ? pairsOf(node).get(step) : undefined
      const item = isSeq<Node>(node) ? node.items[Number(step)] : undefined
      if (pair) found = { key: pair.key, value: pair.value ?? pair.key }
      else if (item) found = { value: item }
      else break
    }
    return found
  }
}
