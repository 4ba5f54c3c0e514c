// Edits that make another value of one in YAML, at any depth: items and keys that stay keep their bytes, and all comments stay.
import { isDeepStrictEqual } from 'node:util'
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { isObject } from '../../snapshot/objects.ts'
import { type Edit, edited, type Range } from '../extract/range.ts'
import { type FoundPair, scalarText } from './yaml.ts'

/** Every scalar is text. */
export type FormValue = string | FormValue[] | FormMap
export interface FormMap {
  [key: string]: FormValue
}

/** The surroundings of what is written: the column of the key or the dash before it, and whether they are in brackets. */
interface Around {
  indent: number
  isFlow: boolean
  language: Language
}

/** JSON is YAML in brackets whose texts are in quotes. */
export type Language = 'yaml' | 'json'

/** Reads an empty value as an empty text. */
export function plainValue(node: Node | null): FormValue {
  if (isMap<Node, Node | null>(node))
    return Object.fromEntries(node.items.map(({ key, value }) => [keyOf(key), plainValue(value)]))
  if (isSeq<Node>(node)) return node.items.map(plainValue)
  if (isAlias(node)) return `*${node.source}`
  return isScalar(node) ? String(node.value ?? '') : ''
}

function keyOf(key: Node): string {
  return isScalar(key) ? String(key.value) : ''
}

/** Returns the comments of YAML. */
export function commentsIn(yaml: string): (Range & { text: string })[] {
  let to = 0
  let isText = false
  return [...new Lexer().lex(yaml)].flatMap((text) => {
    // Signs of the lexer, which are in no source: the next token is a scalar.
    if (/^[\x02\x18\x1f]$/.test(text)) {
      isText = text === '\x1f'
      return []
    }
    const from = to
    to += text.length
    const isComment = !isText && text.startsWith('#')
    isText = false
    return isComment ? [{ from, to, text }] : []
  })
}

/** @param from behind the colon, the dash or the bracket before the value */
function editsOf(yaml: string, node: Node | null, from: number, after: FormValue, place: Around): Edit[] {
  if (isDeepStrictEqual(plainValue(node), after)) return []
  if (
    isMap<Node, Node | null>(node) &&
    isObject(after) &&
    node.items.some(({ key }) => Object.hasOwn(after, keyOf(key)))
  )
    return editsInMap(yaml, node, after as FormMap, place.language)
  if (isSeq<Node>(node) && Array.isArray(after) && after.length > 0 && node.items.length > 0)
    return editsInList(yaml, node, after, place.language)
  const isText = place.language === 'json' && isScalar(node) && node.type === 'QUOTE_DOUBLE'
  const text = isText && typeof after === 'string' ? ` ${JSON.stringify(after)}` : written(after, place)
  return [{ from, to: node ? Math.max(from, endOf(yaml, node)) : from, text }]
}

/** @returns edits that do not overlap @param map if it is in lines, with one key at least that stays, unless it is the outermost */
export function editsInMap(
  yaml: string,
  map: YAMLMap<Node, Node | null>,
  after: FormMap,
  language: Language = 'yaml',
): Edit[] {
  const pairs: readonly FoundPair[] = map.items
  const isKept = ({ key }: FoundPair) => Object.hasOwn(after, keyOf(key))
  const isFlow = map.flow === true
  const indent = pairs[0] ? columnOf(yaml, startOf(pairs[0].key)) : 0
  const inner = (pair: FoundPair) => {
    const key = keyOf(pair.key)
    // The last one counts of those that have the same key.
    if (last.get(key) !== pair) return []
    return editsOf(yaml, pair.value, colonOf(yaml, pair), after[key]!, { indent, isFlow, language })
  }
  const last = new Map(pairs.map((pair) => [keyOf(pair.key), pair]))
  const added = Object.entries(after).filter(([key]) => !last.has(key))
  const texts = added.map(
    ([key, value]) => `${keyText(key, language)}:${written(value, { indent, isFlow, language })}`,
  )
  if (added.length === 0 && pairs.every(isKept)) return pairs.flatMap(inner)
  if (isFlow) {
    const ranges = pairs.map((pair) => ({ from: startOf(pair.key), to: endOfPair(yaml, pair) }))
    const kept = pairs.flatMap((pair, i) =>
      isKept(pair) ? [changedPart(yaml, ranges[i]!, inner(pair))] : [],
    )
    return [between(yaml, map, ranges, [...kept, ...texts])]
  }
  const end = lineEnd(yaml, pairs.length > 0 ? endOfPair(yaml, pairs.at(-1)!) : yaml.length)
  const lines = texts.map((text) => `\n${' '.repeat(indent)}${text}`)
  const edits = pairs.flatMap((pair, i) => {
    return isKept(pair) ? inner(pair) : [removal(yaml, pair, pairs.slice(i + 1).find(isKept))]
  })
  if (texts.length === 0) return edits
  // The only line of a file is removed with its end, and another takes its place.
  const removed = edits.at(-1)?.to ?? 0
  const text = removed > end ? `${lines.join('').slice(1)}\n` : lines.join('')
  const at = Math.max(end, removed)
  return [...edits, { from: at, to: at, text }]
}

/** Removes a key and its value; what is behind it, or what stands first behind a dash then, stays. */
function removal(yaml: string, pair: FoundPair, next: FoundPair | undefined): Edit {
  const from = startOf(pair.key)
  const start = yaml.lastIndexOf('\n', from - 1)
  if (yaml.slice(start + 1, from).trim() !== '')
    return { from, to: next ? startOf(next.key) : from, text: '' }
  const end = endOfPair(yaml, pair)
  const [, comment] = /^[ \t]*(#.*)/.exec(yaml.slice(end)) ?? []
  // The first line of a file has the line end behind it.
  if (start < 0)
    return { from: 0, to: comment ? end : Math.min(lineEnd(yaml, end) + 1, yaml.length), text: '' }
  return { from: start, to: lineEnd(yaml, end), text: comment ? yaml.slice(start, from) + comment : '' }
}

function editsInList(
  yaml: string,
  list: YAMLSeq<Node>,
  after: readonly FormValue[],
  language: Language,
): Edit[] {
  const { items } = list
  const isFlow = list.flow === true
  const indent = columnOf(yaml, startOf(list))
  const starts = isFlow ? items.map((item) => startOf(item)) : dashes(yaml, list)
  const inner = (i: number, value: FormValue) => {
    const from = starts[i]! + (isFlow ? 0 : 1)
    const edits = editsOf(yaml, items[i]!, from, value, { indent, isFlow, language })
    return edits.map((edit) =>
      isFlow && edit.from === from ? { ...edit, text: edit.text.trimStart() } : edit,
    )
  }
  const sources = sourcesOf(items.map(plainValue), after)
  if (isDeepStrictEqual(sources, [...items.keys()])) return after.flatMap((value, i) => inner(i, value))
  const ranges = isFlow
    ? items.map((item) => ({ from: startOf(item), to: endOf(yaml, item) }))
    : lines(yaml, list, starts)
  const texts = after.map((value, i) => {
    const source = sources[i]
    if (source !== undefined) return changedPart(yaml, ranges[source]!, inner(source, value))
    const text = written(value, { indent, isFlow, language })
    return isFlow ? text.trimStart() : `\n${' '.repeat(indent)}${behindDash(text)}`
  })
  if (isFlow) return [between(yaml, list, ranges, texts)]
  const comments = commentsIn(yaml)
  const gone = ranges.map(({ from, to }, i) => {
    const own = sources.includes(i) ? [] : comments.filter((one) => one.from >= from && one.to <= to)
    return own.map((one) => `\n${' '.repeat(indent)}${one.text}`).join('')
  })
  return [{ from: ranges[0]!.from, to: ranges.at(-1)!.to, text: texts.join('') + gone.join('') }]
}

/** Returns the position of each dash: they stand below each other. */
function dashes(yaml: string, { items, range }: YAMLSeq<Node>): number[] {
  const indent = columnOf(yaml, range![0])
  const dash = new RegExp(`\\n {${indent}}-(?=\\s|$)`, 'g')
  return items.map((_, i) => {
    if (i === 0) return range![0]
    dash.lastIndex = endOf(yaml, items[i - 1]!)
    return (dash.exec(yaml)?.index ?? yaml.length) + 1 + indent
  })
}

/** Returns the lines of each item, from the line end before: with comments above it, and with those further in below it. */
function lines(yaml: string, { items }: YAMLSeq<Node>, starts: readonly number[]): Range[] {
  const indent = columnOf(yaml, starts[0]!)
  const deeper = new RegExp(`(?:(?:\\n[ \\t]*)*?\\n {${indent + 1},}#.*)+`, 'y')
  let from = yaml.lastIndexOf('\n', starts[0]! - 1)
  return items.map((item) => {
    let to = lineEnd(yaml, endOf(yaml, item))
    deeper.lastIndex = to
    if (deeper.test(yaml)) to = deeper.lastIndex
    const range = { from, to }
    from = to
    return range
  })
}

/** Returns for each value which one of those before it is, changed or not; `undefined` if it is new. */
function sourcesOf(before: readonly FormValue[], after: readonly FormValue[]): (number | undefined)[] {
  const left = new Map<string, number[]>()
  for (const [i, value] of before.entries()) {
    const text = JSON.stringify(value)
    left.set(text, [...(left.get(text) ?? []), i])
  }
  const sources = after.map((value) => left.get(JSON.stringify(value))?.shift())
  const changed = [...left.values()].flat().sort((a, b) => a - b)
  return sources.map((source) => source ?? changed.shift())
}

/** Replaces what is between brackets or braces; what stands between two of them stays. */
function between(yaml: string, { range }: Node, ranges: readonly Range[], texts: readonly string[]): Edit {
  const [from, to] = [ranges[0]?.from ?? range![0] + 1, ranges.at(-1)?.to ?? range![0] + 1]
  const gaps = ranges.slice(1).map((one, i) => yaml.slice(ranges[i]!.to, one.from))
  const usual = gaps.at(-1) ?? `,${yaml.slice(range![0] + 1, from)}`
  const gap = /^,\s+$/.test(usual) ? usual : ', '
  return { from, to, text: texts.map((text, i) => (i > 0 ? (gaps[i - 1] ?? gap) : '') + text).join('') }
}

function changedPart(yaml: string, { from, to }: Range, edits: readonly Edit[]): string {
  const within = edits.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }))
  return edited(yaml.slice(from, to), within).text
}

function columnOf(yaml: string, place: number): number {
  return place - yaml.lastIndexOf('\n', place - 1) - 1
}

function lineEnd(yaml: string, place: number): number {
  return place + yaml.slice(place).search(/\n|$/)
}

function startOf({ range }: Node): number {
  return range![0]
}

/** A block's range includes the line ends after it. */
function endOf(yaml: string, { range }: Node): number {
  const [from, to] = range!
  return from + yaml.slice(from, to).trimEnd().length
}

function colonOf(yaml: string, { key }: FoundPair): number {
  return yaml.indexOf(':', key.range![1]) + 1
}

function endOfPair(yaml: string, pair: FoundPair): number {
  const { key, value } = pair
  if (!value) return key.range![1]
  return Math.max(colonOf(yaml, pair), endOf(yaml, value))
}

function written(value: FormValue, place: Around): string {
  if (typeof value === 'string') return value === '' && !place.isFlow ? '' : ` ${textOf(value, place)}`
  const isList = Array.isArray(value)
  const isShort = isList && value.every((one) => typeof one === 'string' && !one.includes('\n'))
  const isFlow = place.isFlow || isShort || Object.keys(value).length === 0
  const inner = { ...place, indent: place.indent + 2, isFlow }
  const parts = isList
    ? value.map((one) => (isFlow ? written(one, inner).trimStart() : behindDash(written(one, inner))))
    : Object.entries(value).map(([key, one]) => `${keyText(key, place.language)}:${written(one, inner)}`)
  if (isFlow) return isList ? ` [${parts.join(', ')}]` : parts.length > 0 ? ` { ${parts.join(', ')} }` : ' {}'
  const pad = `\n${' '.repeat(inner.indent)}`
  return parts.map((part) => pad + part).join('')
}

function keyText(key: string, language: Language): string {
  return language === 'json' ? JSON.stringify(key) : scalarText(key)
}

/** The first key or item stands beside the dash. */
function behindDash(text: string): string {
  return `-${text.replace(/^\n */, ' ')}`
}

/** Lines are written as such, if YAML keeps them so. */
function textOf(text: string, { indent, isFlow, language }: Around): string {
  if (/^(?:true|false|-?\d+(?:\.\d+)?)$/.test(text) && (language === 'yaml' || !/^-?0\d/.test(text)))
    return text
  if (language === 'json') return JSON.stringify(text)
  if (
    !isFlow &&
    /^[^\s\p{C}](?:\n|[^\p{C}\u2028\u2029])*\n/u.test(text) &&
    !/\n\n$|[^\P{C}\n]|[\u2028\u2029]/u.test(text)
  ) {
    const pad = `\n${' '.repeat(indent + 2)}`
    return `|${text.endsWith('\n') ? '' : '-'}${`\n${text.trimEnd()}`.replaceAll(/\n(?!\n|$)/g, pad)}`
  }
  const flow = () =>
    stringify([text], { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 })
  const plain = isFlow ? flow().trimEnd().slice(1, -1) : scalarText(text)
  return /[\n\r\t]/.test(plain) ? JSON.stringify(text) : plain
}
