// A parsed YAML value together with where each part of it was written.
import { type Document, isCollection, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml'
import type { Location, LocationAt } from '../../problems/location.ts'

export type Path = readonly PropertyKey[]

export interface Data {
  /** What a message calls the whole of it: `The file`. */
  name: string
  value: unknown
  /** Where the value at `path` stands, or what is nearest around it. */
  locationOf(path: Path): Location
  /** Where the last step of `path` is written as a key, or what is nearest around it. */
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
  /** Of a block of lines, what stands above them; of one that nothing stands above, the beginning. */
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

interface PathMatch {
  key?: Node | undefined
  value: Node | null
  /** Whether the path was followed to its end. */
  isComplete: boolean
}

/** Makes the function that follows a path as far as it goes. */
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
