// Front matter as a form shows and changes it: by ranges of the text, so that whatever nobody has touched stays as it is written.
import { isDeepStrictEqual } from 'node:util'
import { isAlias, isMap, isScalar, isSeq, type Node, type Scalar, visit } from 'yaml'
import type { Edit } from '../extract/range.ts'
import { runWithinCpuTime } from '../isolation/time-limit.ts'
import { MAX_FIRST_TRY_YAML_BYTES, timeLimit } from '../isolation/work-limits.ts'
import { splitFrontMatter } from '../parse/frontmatter.ts'
import { documentOf, edited, type FoundPair, scalarText, valueIn } from './yaml.ts'

export type FormValue = string | string[]

export interface FrontMatterForm {
  /** Every scalar as text; what is no text and no list of texts is left out. */
  values: Record<string, FormValue>
  /** Keys that can be changed in the source only, and why: a sentence. */
  locked: Record<string, string>
}

export interface FormEdits {
  edits: Edit[]
  /** Keys that cannot be changed so, and why. */
  refused: Record<string, string>
}

interface Written {
  yaml: string
  /** Where it begins in the text. */
  start: number
  pairs: readonly FoundPair[]
}

/** @param text with LF for line ends; empty if it takes too long, or cannot be read */
export function formOf(text: string): FrontMatterForm {
  return within(text, { values: {}, locked: {} }, (written) => {
    const keys = written.pairs.map((pair) => [keyOf(pair), pair] as const)
    const values = keys.flatMap(([key, { value }]) => {
      const plain = plainOf(value)
      return plain === undefined ? [] : [[key, plain] as const]
    })
    const locked = keys.flatMap(([key, pair]) => {
      const reason = lockOf(pair, written)
      return reason === undefined ? [] : [[key, reason] as const]
    })
    return { values: Object.fromEntries(values), locked: Object.fromEntries(locked) }
  })
}

/** @param changes by key; null removes it */
export function formEdits(text: string, changes: Readonly<Record<string, FormValue | null>>): FormEdits {
  const keys = Object.entries(changes)
  const nothing = { edits: [], refused: Object.fromEntries(keys.map(([key]) => [key, UNREADABLE])) }
  return within(text, nothing, (written) => {
    const refused: FormEdits['refused'] = {}
    const edits: Edit[] = []
    const added: string[] = []
    for (const [key, value] of keys) {
      const pair = written.pairs.find((one) => keyOf(one) === key)
      const reason = pair && lockOf(pair, written)
      const edit = pair
        ? changeOf(written, pair, value)
        : additionOf(written, value === null ? '' : `\n${pairText(key, value)}`)
      if (reason !== undefined) refused[key] = reason
      else if (!isMeant(written.yaml, edit, key, value)) refused[key] = UNUSUAL
      else if (pair) edits.push(edit)
      else added.push(edit.text)
    }
    const removed = written.pairs.filter((pair) => changes[keyOf(pair)] === null)
    const last = written.pairs.findLast((pair) => !removed.includes(pair))
    if (added.length > 0) edits.push(additionOf({ ...written, pairs: last ? [last] : [] }, added.join('')))
    const inOrder = edits
      .filter(({ from, to, text }) => from < to || text !== '')
      .sort((a, b) => a.from - b.from)
    return {
      edits: inOrder.map(({ from, to, text }) => ({
        from: from + written.start,
        to: to + written.start,
        text,
      })),
      refused,
    }
  })
}

const UNREADABLE = 'The front matter cannot be read; write it in the source.'
const UNUSUAL = 'It is written in an unusual way; change it in the source.'

/** With the limits of a build. */
function within<T>(text: string, otherwise: T, work: (written: Written) => T): T {
  const { value: front, problems } = splitFrontMatter(text, '')
  const isLarge = (front?.yaml.length ?? 0) > MAX_FIRST_TRY_YAML_BYTES
  if (!front || problems.length > 0 || front.origin !== 'written' || isLarge) return otherwise
  let result = otherwise
  runWithinCpuTime(timeLimit(front.yaml.length), () => {
    const { contents, errors } = documentOf(front.yaml)
    const isBlock = contents === null || (isMap(contents) && !contents.flow)
    const pairs = isMap<Node, Node | null>(contents) ? contents.items : []
    if (errors.length === 0 && isBlock && pairs.every(({ key }) => isScalar(key)))
      result = work({ yaml: front.yaml, start: front.start, pairs })
  })
  return result
}

function keyOf({ key }: FoundPair): string {
  return String((key as Scalar).value)
}

function plainOf(value: Node | null): FormValue | undefined {
  if (value === null) return ''
  if (isScalar(value)) return String(value.value)
  if (!isSeq<Node>(value) || !value.items.every((item) => isScalar(item))) return undefined
  return value.items.map((item) => String((item as Scalar).value))
}

/** Why a value cannot be replaced without changing more than that. */
function lockOf(pair: FoundPair, written: Written): string | undefined {
  const { key, value } = pair
  const others = written.pairs.filter((one) => keyOf(one) === keyOf(pair))
  if (others.length > 1) return 'It is there twice; keep one of them in the source.'
  let isNamed = key.tag !== undefined || Boolean((key as Scalar).anchor)
  if (value) {
    visit(value, (_, node) => {
      if (isAlias(node) || (isScalar(node) && node.anchor) || (isSeq(node) && node.anchor)) isNamed = true
      if (isScalar(node) && node.tag !== undefined) isNamed = true
    })
  }
  if (isNamed) return 'It has an anchor, an alias or a tag of YAML; change it in the source.'
  if (plainOf(value) === undefined) return 'It has more than texts in it; change it in the source.'
  const { from, to, items } = placeOf(written, pair)
  const gaps = edited(
    written.yaml.slice(from, to),
    items.map((one) => ({ from: one.from - from, to: one.to - from, text: '' })),
  )
  const isBlock = isScalar(value) && String(value.type).startsWith('BLOCK_')
  const header = isBlock ? /^.*/.exec(written.yaml.slice(items[0]!.from))![0] : ''
  return /#/.test(gaps + header) ? 'There is a comment in it; change it in the source.' : undefined
}

interface Place {
  /** Behind the colon. */
  from: number
  /** Where the value ends. */
  to: number
  /** Of its texts. */
  items: { from: number; to: number }[]
}

function placeOf({ yaml }: Written, { key, value }: FoundPair): Place {
  const from = yaml.indexOf(':', key.range![1]) + 1
  const rangeOf = ({ range }: Node) => {
    const [start, end] = range!
    return { from: start, to: start + yaml.slice(start, end).trimEnd().length }
  }
  if (!value?.range || (isScalar(value) && value.range[0] === value.range[1]))
    return { from, to: from, items: [] }
  const items = isSeq<Node>(value) ? value.items : [value]
  return { from, to: rangeOf(value).to, items: items.map(rangeOf) }
}

function changeOf(written: Written, pair: FoundPair, value: FormValue | null): Edit {
  const { yaml } = written
  const place = placeOf(written, pair)
  if (value === null) {
    const line = yaml.slice(place.to).search(/\n|$/) + place.to
    return { from: Math.max(0, yaml.lastIndexOf('\n', pair.key.range![0])), to: line, text: '' }
  }
  const list = pair.value
  const known = new Map(
    place.items.map(({ from, to }, i) => [
      String(((isSeq<Node>(list) ? list.items[i] : list) as Scalar).value),
      yaml.slice(from, to),
    ]),
  )
  if (!Array.isArray(value)) {
    const [first] = place.items
    const isAlone = first && !isSeq(list)
    const kept = isAlone && known.has(value) ? yaml.slice(first.from, first.to) : textOf(value)
    return isAlone
      ? { ...first, text: kept }
      : { from: place.from, to: place.to, text: value === '' ? '' : ` ${kept}` }
  }
  const isFlow = !isSeq(list) || list.flow === true || value.length === 0
  const texts = value.map((one) => (isSeq(list) && known.get(one)) || textOf(one, isFlow))
  const [dash] = /\n[ \t]*- +$/.exec(yaml.slice(0, place.items[0]?.from ?? 0)) ?? ['\n  - ']
  const text = isFlow ? ` [${texts.join(', ')}]` : texts.map((one) => dash + one).join('')
  return { from: place.from, to: place.to, text }
}

/** A pair behind the last one. */
function additionOf(written: Written, text: string): Edit {
  const last = written.pairs.at(-1)
  const end = last ? placeOf(written, last).to : written.yaml.length
  const at = last ? written.yaml.slice(end).search(/\n|$/) + end : end
  return { from: at, to: at, text }
}

function pairText(key: string, value: FormValue): string {
  if (!Array.isArray(value)) return `${key}: ${textOf(value)}`
  return `${key}: [${value.map((one) => textOf(one, true)).join(', ')}]`
}

/** On one line. */
function textOf(text: string, isInList = false): string {
  if (text === 'true' || text === 'false') return text
  const plain = scalarText(text)
  const isDoubtful = /[\n\r\t]/.test(text) || plain.includes('\n') || (isInList && /[,[\]{}]/.test(plain))
  return isDoubtful && !/^["']/.test(plain)
    ? JSON.stringify(text)
    : plain.includes('\n')
      ? JSON.stringify(text)
      : plain
}

/** Whether the YAML says what it should then, and nothing else that is different. */
function isMeant(yaml: string, edit: Edit, key: string, value: FormValue | null): boolean {
  const before = Object(valueIn(yaml))
  const { [key]: _, ...others } = before
  const expected = value === null ? others : { ...before, [key]: value }
  return isDeepStrictEqual({ ...Object(valueIn(edited(yaml, [edit]))) }, { ...expected })
}
