// A parsed YAML value together with where each part of it was written.
import { type Document, isMap, isScalar, isSeq, type Node } from 'yaml'
import type { Place } from './place.ts'

export type Path = readonly PropertyKey[]

export interface Data {
  /** What a message calls the whole of it: `The file`. */
  name: string
  value: unknown
  /** Where the value at `path` begins, or the nearest thing around it that exists. */
  place(path: Path): Place
  /** Where the last step of `path` is written as a key. */
  keyPlace(path: Path): Place
}

export function dataOf(
  name: string,
  document: Document.Parsed,
  value: unknown,
  placeAt: (offset: number) => Place,
): Data {
  const offsetOf = (node: Node | null | undefined) => node?.range?.[0] ?? 0
  return {
    name,
    value,
    place: (path) => placeAt(offsetOf(find(document, path).value)),
    keyPlace: (path) => {
      const { key, value } = find(document, path)
      return placeAt(offsetOf(key ?? value))
    },
  }
}

interface Found {
  key?: Node | undefined
  value: Node | null
}

/** Follows `path` as far as it goes. */
function find(document: Document.Parsed, path: Path): Found {
  let found: Found = { value: document.contents }
  for (const step of path) {
    const node = found.value
    if (isSeq<Node>(node)) {
      const value = node.items[Number(step)]
      if (!value) break
      found = { value }
    } else if (isMap<Node, Node>(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step)
      if (!pair) break
      found = { key: pair.key, value: pair.value ?? pair.key }
    } else break
  }
  return found
}
