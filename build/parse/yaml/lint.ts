// Valid YAML that the author did not mean: text that begins with & or *, and text with # in it.
import { type Document, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml'
import type { Code } from '../../problems/codes.ts'
import type { Severity } from '../../problems/problem.ts'
import { ALIGN, type Explanation, needsQuotes } from './explain.ts'
import { asQuoted } from './line.ts'

export type Finding = Explanation & { code: Code; severity: Severity }

/** Returns findings in no particular order. */
export function lint({ contents }: Document.Parsed, yaml: string): Finding[] {
  const nodes = /[&*#]/.test(yaml) ? [...nodesBelow(contents)] : []
  const indented = /^[ \t]*- .*\r?\n[ \t]+- /m.test(yaml) ? hyphensInText(contents, yaml) : []
  return [...accidentalAliases(nodes, yaml), ...nodes.flatMap((node) => cutText(node, yaml)), ...indented]
}

/** Yields nodes in source order. */
function* nodesBelow(node: Node | null): Generator<Node> {
  if (!node) return
  yield node
  if (isSeq<Node>(node)) for (const item of node.items) yield* nodesBelow(item)
  if (isMap<Node, Node | null>(node)) {
    for (const { key, value } of node.items) {
      yield* nodesBelow(key)
      yield* nodesBelow(value)
    }
  }
}

/** `- a` and, further right in the next line, `- b` are one text to YAML. */
function hyphensInText(contents: Node | null, yaml: string): Finding[] {
  const items = [...nodesBelow(contents)].flatMap((node) => (isSeq<Node>(node) ? node.items : []))
  return items.flatMap((item): Finding[] => {
    if (!isScalar(item) || item.type !== 'PLAIN' || !item.range) return []
    const [from, to] = item.range
    const inside = /\n[ \t]+- [^\r\n]*/.exec(yaml.slice(from, to))
    if (!inside) return []
    const start = from + inside.index + inside[0].indexOf('-')
    const end = from + inside.index + inside[0].length
    const message = 'This hyphen is further right than the one above, so both lines are one text.'
    return [{ start, end, message, hint: ALIGN, code: 'bad-yaml', severity: 'error' }]
  })
}

function accidentalAliases(nodes: readonly Node[], yaml: string): Finding[] {
  const unused = new Map<string, Node>()
  const anchors = new Set<string>()
  const findings: Finding[] = []
  const report = (start: number, message: string) =>
    findings.push({ ...needsQuotes(start, message, yaml), code: 'bad-yaml', severity: 'error' })
  for (const node of nodes) {
    if (isAlias(node)) {
      if (!anchors.has(node.source)) report(node.range![0], 'Text cannot begin with *.')
      unused.delete(node.source)
    } else if ('anchor' in node && node.anchor) {
      anchors.add(node.anchor)
      if (isScalar(node)) unused.set(node.anchor, node)
    }
  }
  for (const [anchor, { range }] of unused) {
    report(yaml.lastIndexOf(`&${anchor}`, range![0]), 'Text cannot begin with &.')
  }
  return findings
}

/** `Fix issue #12` is `Fix issue` to YAML. An intended comment has a space after its #. */
function cutText(node: Node, yaml: string): Finding[] {
  if (!isScalar(node) || (node.type && node.type !== 'PLAIN')) return []
  const comment = /^[ \t]*#[^\s#][^\r\n]*/.exec(yaml.slice(node.range![1], node.range![1] + 2000))
  if (!comment) return []
  const start = node.range![1] + comment[0].indexOf('#')
  const end = node.range![1] + comment[0].length
  const from = Math.max(node.range![0], yaml.lastIndexOf('\n', start) + 1)
  const hint = `Put quotes around it: ${asQuoted(yaml.slice(from, end).trim())}`
  const message = 'Everything after # is a comment, not part of the text.'
  return [{ start, end, message, hint, code: 'cut-text', severity: 'warning' }]
}
