// Limits that the YAML parser does not enforce: see parse.ts.
import { type CST, isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml'

/** A token nested in more than `depth` collections, if there is one. */
export function firstDeeperThan(depth: number, tokens: readonly CST.Token[]): CST.Token | undefined {
  const open = tokens.map((token) => ({ token, above: 0 }))
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, above } = next
    if (above > depth) return token
    if (token.type === 'document' && token.value) open.push({ token: token.value, above })
    if (!('items' in token)) continue
    for (const { key, value } of token.items) {
      if (key) open.push({ token: key, above: above + 1 })
      if (value) open.push({ token: value, above: above + 1 })
    }
  }
  return undefined
}

/** Repeated keys of mappings anywhere below `node`. The parser's own check takes quadratic time. */
export function repeatedKeys(node: Node | null): Scalar[] {
  if (isSeq<Node>(node)) return node.items.flatMap(repeatedKeys)
  if (!isMap<Node, Node | null>(node)) return []
  const seen = new Set<unknown>()
  return node.items.flatMap(({ key, value }) => {
    const repeated = isScalar(key) && seen.has(key.value) ? [key] : []
    if (isScalar(key)) seen.add(key.value)
    return [...repeated, ...repeatedKeys(value)]
  })
}
