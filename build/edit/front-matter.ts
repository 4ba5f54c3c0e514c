// Front matter as a form shows and changes it: by ranges of the text, so that whatever nobody has touched stays as it is written.
import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, isSeq, type Node, stringify, type YAMLMap } from 'yaml'
import { tried } from '../../snapshot/tried.ts'
import { type Edit, edited, type Range } from '../extract/range.ts'
import { runWithinCpuTime } from '../isolation/time-limit.ts'
import { MAX_FIRST_TRY_YAML_BYTES, timeLimit } from '../isolation/work-limits.ts'
import { splitFrontMatter } from '../parse/frontmatter.ts'
import { documentOf, type FoundPair, scalarText, valueIn } from './yaml.ts'

export type FormValue = string | string[]

export interface FrontMatterForm {
  /** Every scalar as text; what is no text and no list of texts is left out. Keys in a mapping have its key before them: `fields.level`. */
  values: Record<string, FormValue>
  /** Keys that can be changed in the source only, and why: a sentence. */
  locked: Record<string, string>
}

export interface FormEdits {
  edits: Edit[]
  /** Keys that cannot be changed so, and why. */
  refused: Record<string, string>
}

const UNREADABLE = 'The front matter cannot be read; write it in the source.'
const UNUSUAL = 'A form cannot keep how it is written; change it in the source.'

/** @param text with LF for line ends; nothing if it takes too long, or cannot be read */
export function formOf(text: string): FrontMatterForm {
  const entries = within(text, entriesIn) ?? []
  const locked = entries.filter(({ isPlain }) => !isPlain)
  return {
    values: Object.fromEntries(
      entries.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]])),
    ),
    locked: Object.fromEntries(locked.map(({ key }) => [key, UNUSUAL])),
  }
}

/** @param changes by key; null removes it */
export function formEdits(text: string, changes: Readonly<Record<string, FormValue | null>>): FormEdits {
  const none = Object.fromEntries(Object.keys(changes).map((key) => [key, UNREADABLE]))
  return within(text, (front, start) => changed(front, start, changes)) ?? { edits: [], refused: none }
}

function changed(front: string, start: number, changes: Parameters<typeof formEdits>[1]): FormEdits {
  const made: Edit[] = []
  const edits: Edit[] = []
  const refused: FormEdits['refused'] = {}
  let yaml = front
  const known = new Set(entriesIn(front)?.map(({ key }) => key))
  // An addition at the end of a change belongs behind it.
  const knownFirst = Object.entries(changes).sort(([a], [b]) => Number(known.has(b)) - Number(known.has(a)))
  for (const [key, value] of knownFirst) {
    const edit = changeOf(yaml, key, value)
    if (!edit || !hasEffect(yaml, edit, key, value)) {
      refused[key] = UNUSUAL
      continue
    }
    const placeIn = (place: number) => start + made.reduceRight(placeBefore, place)
    const from = placeIn(edit.from)
    // Text that was removed behind it is not part of it.
    const to = edit.to > edit.from ? placeIn(edit.to - 1) + 1 : from
    if (to > from || edit.text !== '') edits.push({ from, to, text: edit.text })
    made.push(edit)
    yaml = edited(yaml, [edit]).text
  }
  return { edits: edits.sort((a, b) => a.from - b.from), refused }
}

function placeBefore(place: number, { from, to, text }: Edit): number {
  return place < from + text.length ? place : place - text.length + to - from
}

/** Runs the work with the limits of a build; `undefined` if there is no front matter, or it takes too long. */
function within<T>(text: string, work: (yaml: string, start: number) => T): T | undefined {
  const { value: front, problems } = splitFrontMatter(text, '')
  const isLarge = (front?.yaml.length ?? 0) > MAX_FIRST_TRY_YAML_BYTES
  if (!front || problems.length > 0 || isLarge) return undefined
  let result: T | undefined
  const run = () => {
    result = work(front.yaml, front.start)
  }
  return tried(() => runWithinCpuTime(timeLimit(front.yaml.length), run)) ? result : undefined
}

/** A key, from behind its colon to the end of its value. */
interface FormEntry extends Range {
  key: string
  /** The place of the key. */
  at: number
  value: FormValue | undefined
  /** The place of each text in it. */
  items: Range[]
  /** True if nothing but these is there: no comment, and nothing that is meant elsewhere, too. */
  isPlain: boolean
  isBlock: boolean
  /** True if it is in a mapping in braces. */
  isWithin: boolean
}

/** Lists keys with values, a line each or more; `undefined` if there is anything else. */
function entriesIn(yaml: string): FormEntry[] | undefined {
  const { contents, errors } = documentOf(yaml)
  if (errors.length > 0 || (contents !== null && (!isMap(contents) || contents.flow))) return undefined
  const pairs: readonly FoundPair[] = isMap<Node, Node | null>(contents) ? contents.items : []
  const entries = pairs.flatMap((pair) => {
    const { key, value } = pair
    const inner = isMap<Node, Node | null>(value) ? (value.items as readonly FoundPair[]) : []
    const isFlat = inner.length > 0 && inner.every((one) => !isMap(one.value) && isScalar(one.key))
    if (!isFlat || value!.anchor !== undefined) return [entryOf(yaml, pair)]
    const isWithin = (value as YAMLMap).flow === true
    const named = inner.map((one) => ({ ...entryOf(yaml, one), isWithin }))
    return named.map((one) => ({ ...one, key: `${String(key)}.${one.key}` }))
  })
  const isTwice = (key: string) => entries.filter((one) => one.key === key).length > 1
  return entries.map((entry) => ({ ...entry, isPlain: entry.isPlain && !isTwice(entry.key) }))
}

function entryOf(yaml: string, { key, value }: FoundPair): FormEntry {
  const rangeOf = ({ range }: Node): Range => {
    const [from, to] = range!
    return { from, to: from + yaml.slice(from, to).trimEnd().length }
  }
  const from = yaml.indexOf(':', key.range![1]) + 1
  const nodes = isSeq<Node>(value) ? value.items : value && value.range![0] < value.range![1] ? [value] : []
  const to = nodes.length > 0 || isSeq(value) ? rangeOf(value!).to : from
  const items = nodes.map(rangeOf)
  const texts = nodes.flatMap((node) => (isScalar(node) ? String(node.value) : []))
  const { text: gaps } = edited(
    yaml.slice(from, to),
    items.map((one) => ({ from: one.from - from, to: one.to - from, text: '' })),
  )
  const hasComment = items.some((one) => /^[|>].*#/.test(yaml.slice(one.from, one.to)))
  const isText = texts.length === nodes.length
  return {
    ...{ key: isScalar(key) ? String(key.value) : '', at: key.range![0], from, to, items },
    value: isText ? (isSeq(value) ? texts : (texts[0] ?? '')) : undefined,
    isPlain: isText && !hasComment && /^[\s[\],-]*$/.test(gaps),
    isBlock: isSeq(value) && !value.flow,
    isWithin: false,
  }
}

/** Returns the edit that sets a value; `undefined` if it cannot be changed so. */
function changeOf(yaml: string, key: string, value: FormValue | null): Edit | undefined {
  const entries = entriesIn(yaml)
  const entry = entries?.find((one) => one.key === key)
  if (!entries || entry?.isPlain === false) return undefined
  if (isDeepStrictEqual(value, entry?.value ?? null)) return { from: 0, to: 0, text: '' }
  if (!entry) return addition(yaml, entries, key, value!)
  if (value === null && entry.isWithin) return undefined
  if (value === null) return { from: yaml.lastIndexOf('\n', entry.at), to: lineEnd(yaml, entry.to), text: '' }
  const { from, to, items } = entry
  if (!Array.isArray(value) || value.length === 0 || !entry.isBlock)
    return { from, to, text: written(value, entry) }
  const known = new Map(items.map((one, i) => [entry.value![i], yaml.slice(one.from, one.to)]))
  const dash = yaml.slice(from, items[0]!.from)
  return { from, to, text: value.map((one) => dash + (known.get(one) ?? textOf(one))).join('') }
}

/** Writes a key that is not there yet; `undefined` if it cannot be where it belongs. */
function addition(yaml: string, entries: FormEntry[], key: string, value: FormValue): Edit | undefined {
  const [outer = '', inner] = key.split('.')
  const beside = entries.findLast((one) => inner !== undefined && one.key.startsWith(`${outer}.`))
  const whole = inner === undefined ? undefined : entries.find((one) => one.key === outer)
  if (whole && !(whole.isPlain && whole.value === '')) return undefined
  if (whole) return { from: whole.from, to: whole.to, text: `\n  ${inner}:${written(value)}` }
  if (beside?.isWithin)
    return { from: beside.to, to: beside.to, text: `, ${inner}:${written(value, { isWithin: true })}` }
  const end = lineEnd(yaml, (beside ?? entries.at(-1))?.to ?? yaml.length)
  const indent = beside ? yaml.slice(yaml.lastIndexOf('\n', beside.at) + 1, beside.at) : '  '
  const name = inner === undefined ? key : `${beside ? '' : `${outer}:\n`}${indent}${inner}`
  return { from: end, to: end, text: `\n${name}:${written(value)}` }
}

function lineEnd(yaml: string, place: number): number {
  return place + yaml.slice(place).search(/\n|$/)
}

function written(value: FormValue, { isWithin } = { isWithin: false }): string {
  if (Array.isArray(value)) return ` [${value.map((one) => textOf(one, { isInList: true })).join(', ')}]`
  return value === '' ? '' : ` ${textOf(value, { isInList: isWithin })}`
}

/** Writes a text on one line. */
function textOf(text: string, { isInList } = { isInList: false }): string {
  if (/^(?:true|false|-?\d+(?:\.\d+)?)$/.test(text)) return text
  const flow = () =>
    stringify([text], { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 })
  const plain = isInList ? flow().trimEnd().slice(1, -1) : scalarText(text)
  return /[\n\r\t]/.test(plain) ? JSON.stringify(text) : plain
}

/** Tells whether the YAML then has the intended value, and all else as before. */
function hasEffect(yaml: string, edit: Edit, key: string, value: FormValue | null): boolean {
  const after = Object(valueIn(edited(yaml, [edit]).text))
  return isDeepStrictEqual({ ...after }, withValueAt(Object(valueIn(yaml)), key.split('.'), value))
}

/** Changes a value in nested mappings. A mapping that has nothing left in it is an empty text. */
function withValueAt(map: Record<string, unknown>, [name = '', ...inner]: string[], value: FormValue | null) {
  const { [name]: before, ...others } = map
  if (inner.length === 0) return value === null ? others : { ...others, [name]: value }
  const within: object = withValueAt(Object(before), inner, value)
  return { ...others, [name]: Object.keys(within).length > 0 ? within : '' }
}
