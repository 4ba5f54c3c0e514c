// Changes to YAML that leave everything else as it is written, comments included.
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  stringify,
} from 'yaml'
import { type Edit, edited } from '../extract/range.ts'

/** Every scalar is text, as in parse/yaml. */
export function documentOf(yaml: string): Document.Parsed {
  return parseDocument(yaml, { schema: 'failsafe', uniqueKeys: false })
}

/** Reads plain texts, lists and mappings; `undefined` if it is no YAML. */
export function valueIn(yaml: string): unknown {
  const document = documentOf(yaml)
  return document.errors.length === 0 ? document.toJS() : undefined
}

function lineEndOf(yaml: string): string {
  return yaml.includes('\r\n') ? '\r\n' : '\n'
}

/** A slug as YAML writes it, in a list or alone. */
export function scalarText(text: string): string {
  return stringify(text, { lineWidth: 0 }).trimEnd()
}

/** Replaces texts that are values below `key`, such as `tags` or `defaults.tags`, at any depth. */
export function withValues(yaml: string, key: string, change: (value: string) => string | undefined): string {
  const items = scalarsIn(documentOf(yaml).getIn(key.split('.'), true))
  return edited(
    yaml,
    items.flatMap((item) => replacement(yaml, item, change(String(item.value)))),
  ).text
}

function scalarsIn(node: unknown): Scalar[] {
  if (isScalar(node)) return [node]
  if (isMap(node)) return node.items.flatMap(({ value }) => scalarsIn(value))
  return isSeq(node) ? node.items.flatMap(scalarsIn) : []
}

/** Renames a key of the file. */
export function withKey(yaml: string, key: string, to: string): string {
  const document = documentOf(yaml)
  const keys = isMap<Node>(document.contents) ? document.contents.items.map((pair) => pair.key) : []
  const edits = keys.flatMap((node) =>
    isScalar(node) && node.value === key ? replacement(yaml, node, to) : [],
  )
  return edited(yaml, edits).text
}

function replacement(yaml: string, node: Scalar, text: string | undefined): Edit[] {
  const written = (text: string) => (node.type === 'QUOTE_DOUBLE' ? JSON.stringify(text) : scalarText(text))
  return text === undefined ? [] : replacementAsWritten(yaml, node, written(text))
}

function replacementAsWritten(yaml: string, { range }: Scalar, text: string): Edit[] {
  if (!range) return []
  const [from, end] = range
  // A block's range includes the line ends after it.
  return [{ from, to: from + yaml.slice(from, end).trimEnd().length, text }]
}

/**
 * Adds to a list below `key`, which is made if there is none, and removes from it.
 * @param at the keys of the mapping that has it; by default, that is the whole
 */
export function withItem(
  yaml: string,
  key: string,
  added: string | undefined,
  removed?: string,
  at: readonly string[] = [],
): string {
  const document = documentOf(yaml)
  const map = document.getIn(at, true)
  const pair = pairOf(map, key)
  const list = pair?.value
  // A text is a list of one.
  const items = isSeq<Node>(list) ? list.items : isScalar(list) ? [list] : []
  const itemOf = (text: string | undefined) =>
    items.find((item) => isScalar<string>(item) && item.value === text)
  const [present, former] = [itemOf(added), itemOf(removed)]
  if (!former && (added === undefined || present)) return yaml
  if (added !== undefined && !present && isScalar(former))
    return edited(yaml, replacement(yaml, former, added)).text
  const edit = added === undefined || former ? undefined : insertion(yaml, map, pair, key, added)
  if (edit) return edited(yaml, [edit]).text
  const values = isSeq<Node>(list) ? list : document.createNode([])
  if (values !== list) document.setIn([...at, key], values)
  values.items = values.items.filter((item) => !(isScalar(item) && item.value === removed))
  if (added !== undefined && !present) values.add(document.createNode(added))
  if (values.items.length === 0) document.deleteIn([...at, key])
  // The rest of what it has been read from stays around it.
  const [before = ''] = /^\s*\n/.exec(yaml) ?? []
  const whole = document.toString({ lineWidth: 0, flowCollectionPadding: /\[ /.test(yaml) }).trimEnd()
  return before + whole.replaceAll('\n', lineEndOf(yaml))
}

export type FoundPair = Pair<Node, Node | null>

function pairOf(map: unknown, key: string): FoundPair | undefined {
  if (!isMap<Node, Node | null>(map)) return undefined
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key)
}

/** Adds a key to the mapping at `at`, unless it has a value there. */
export function withKeyAdded(yaml: string, key: string, text: string, at: readonly string[]): string {
  const map = documentOf(yaml).getIn(at, true)
  const pair = pairOf(map, key)
  const edit = pair ? filling(yaml, pair, text) : addition(yaml, map, `${key}: ${scalarText(text)}`)
  return edit ? edited(yaml, [edit]).text : yaml
}

/** A text where a key has nothing, null or an empty text. */
function filling(yaml: string, pair: FoundPair, text: string): Edit | undefined {
  if (isNothing(pair)) return behindColon(yaml, pair, scalarText(text))
  const { value } = pair
  const isEmpty =
    isScalar<string>(value) && (value.type === 'PLAIN' ? /^(?:~|null)$/i : /^\s*$/).test(value.value)
  return isEmpty ? replacement(yaml, value, text)[0] : undefined
}

function isNothing({ value }: FoundPair): boolean {
  return value === null || (isScalar(value) && value.source === '' && value.type === 'PLAIN')
}

function behindColon(yaml: string, { key }: FoundPair, text: string): Edit | undefined {
  if (!key.range) return undefined
  const colon = yaml.indexOf(':', key.range[1]) + 1
  return { from: colon, to: colon, text: ` ${text}` }
}

/** Returns the edit that adds a pair behind the last one of a mapping. */
function addition(yaml: string, map: unknown, pair: string): Edit | undefined {
  if (!isMap<Node, Node | null>(map)) return undefined
  const [first, last] = [map.items[0]?.key.range, (map.items.at(-1)?.value ?? map.items.at(-1)?.key)?.range]
  if (!first || !last) return undefined
  const end = last[0] + yaml.slice(last[0], last[1]).trimEnd().length
  if (map.flow) return { from: end, to: end, text: `, ${pair}` }
  const [, indent] =
    /^( *)(?:\? *)?$/.exec(yaml.slice(yaml.lastIndexOf('\n', first[0] - 1) + 1, first[0])) ?? []
  if (indent === undefined) return undefined
  const to = /\r?\n|$/.exec(yaml.slice(end))!.index + end
  return { from: to, to, text: lineEndOf(yaml) + indent + pair }
}

/** Returns the edit that adds an item to a list; `undefined` if the list is written in an unusual way. */
function insertion(
  yaml: string,
  map: unknown,
  pair: FoundPair | undefined,
  key: string,
  item: string,
): Edit | undefined {
  const text = scalarText(item)
  if (!pair) return addition(yaml, map, `${key}: [${text}]`)
  const list = pair.value
  if (isNothing(pair)) return behindColon(yaml, pair, `[${text}]`)
  if (isScalar<string>(list)) {
    const all = list.value.trim() === '' ? [item] : [list.value, item]
    const flow = stringify(all, { collectionStyle: 'flow', flowCollectionPadding: false })
    return replacementAsWritten(yaml, list, flow.trimEnd())[0]
  }
  if (!isSeq<Node>(list) || !list.range) return undefined
  const last = list.items.at(-1)
  if (!last?.range) {
    const at = list.range[0] + 1
    return list.flow ? { from: at, to: at, text } : undefined
  }
  if (list.flow) return { from: last.range[1], to: last.range[1], text: `, ${text}` }
  const line = yaml.lastIndexOf('\n', last.range[0]) + 1
  const [dash] = /^[ \t]*- +/.exec(yaml.slice(line)) ?? []
  const after = /\r?\n|$/.exec(yaml.slice(last.range[1]))!.index + last.range[1]
  return dash === undefined ? undefined : { from: after, to: after, text: lineEndOf(yaml) + dash + text }
}
