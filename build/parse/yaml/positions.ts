// A parsed YAML value together with where each part of it was written.
import { type Document, isCollection, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml'
import type { Place, PlaceAt } from '../../problems/location.ts'

export type Path = readonly PropertyKey[]

export interface Data {
  /** What a message calls the whole of it: `The file`. */
  name: string
  value: unknown
  /** Where the value at `path` stands, or what is nearest around it. */
  place(path: Path): Place
  /** Where the last step of `path` is written as a key, or what is nearest around it. */
  keyPlace(path: Path): Place
}

export function dataOf(name: string, document: Document.Parsed, value: unknown, placeAt: PlaceAt): Data {
  const follow = follower(document)
  const placeOf = (node: Node | null | undefined) => {
    const [start, end] = node?.range ?? [0, 0]
    return placeAt(start, end - start)
  }
  /** Of a block of lines, what stands above them; of one that nothing stands above, the beginning. */
  const placeAround = ({ key, value }: Found) => {
    if (!isCollection(value) || value.flow) return placeOf(value)
    return key ? placeOf(key) : placeAt(value.range?.[0] ?? 0)
  }
  return {
    name,
    value,
    place: (path) => {
      const found = follow(path)
      return found.isAll ? placeOf(found.value) : placeAround(found)
    },
    keyPlace: (path) => {
      const found = follow(path)
      return found.isAll ? placeOf(found.key ?? found.value) : placeAround(found)
    },
  }
}

interface Found {
  key?: Node | undefined
  value: Node | null
  /** Whether the path was followed to its end. */
  isAll: boolean
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
    let found: Found = { value: document.contents, isAll: path.length === 0 }
    for (const [index, step] of path.entries()) {
      const node = found.value
      const pair = isMap<Node, Node | null>(node) ? pairsOf(node).get(step) : undefined
      const item = isSeq<Node>(node) ? node.items[Number(step)] : undefined
      const isAll = index === path.length - 1
      if (pair) found = { key: pair.key, value: pair.value ?? pair.key, isAll }
      else if (item) found = { value: item, isAll }
      else break
    }
    return found
  }
}
