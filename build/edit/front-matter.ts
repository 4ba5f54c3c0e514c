// Front matter as a form shows and changes it: by ranges of the text, so that whatever nobody has touched stays as it is written.
import { isDeepStrictEqual } from 'node:util'
import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml'
import { isObject } from '../../snapshot/objects.ts'
import { tried } from '../../snapshot/tried.ts'
import { type Edit, edited } from '../extract/range.ts'
import { runWithinCpuTime } from '../isolation/time-limit.ts'
import { MAX_FIRST_TRY_YAML_BYTES, timeLimit } from '../isolation/work-limits.ts'
import { splitEntry } from '../parse/frontmatter.ts'
import { commentsIn, editsInMap, type FormMap, type FormValue, type Language, plainValue } from './value.ts'
import { documentOf, type FoundPair } from './yaml.ts'

export interface FrontMatterForm {
  /** Values as they are written. Keys in `fields` have that before them: `fields.level`. */
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
const COMMENT = 'A comment in it would be lost; change it in the source.'
const TWICE = 'It is written twice; change it in the source.'
const SHARED =
  'It has an anchor, an alias or a tag of YAML, which a form cannot keep; change it in the source.'

/** @param text with LF for line ends; nothing if it takes too long, or cannot be read @param file its path: data has no body */
export function formOf(text: string, file: string): FrontMatterForm {
  const pairs = within(text, file, (yaml) => pairsOf(mapIn(yaml, languageOf(file)))) ?? []
  const keys = pairs.map(([key]) => key)
  const locked = pairs.flatMap(([key, node]) => {
    const reason = keys.indexOf(key) !== keys.lastIndexOf(key) ? TWICE : reasonAgainst(node)
    return reason === undefined ? [] : [[key, reason] as const]
  })
  return {
    values: Object.fromEntries(pairs.map(([key, node]) => [key, plainValue(node)])),
    locked: Object.fromEntries(locked),
  }
}

/** Lists keys, those in `fields` beside the others. */
function pairsOf(map: YAMLMap<Node, Node | null> | undefined): [key: string, value: Node | null][] {
  const pairs: readonly FoundPair[] = map?.items ?? []
  return pairs.flatMap(({ key, value }) => {
    if (!isScalar(key)) return []
    const isOpen = key.value === 'fields' && isMap<Node, Node | null>(value) && !isMarked(value)
    if (!isOpen || value.items.length === 0) return [[String(key.value), value]]
    return pairsOf(value).map(([inner, node]) => [`fields.${inner}`, node])
  })
}

/** Tells why a form cannot change a value. */
function reasonAgainst(node: Node | null): string | undefined {
  if (isMarked(node)) return SHARED
  const inner = isMap<Node, Node | null>(node) ? node.items.flatMap(({ key, value }) => [key, value]) : []
  const parts = isSeq<Node>(node) ? node.items : inner
  return parts.some((part) => reasonAgainst(part)) ? SHARED : undefined
}

function isMarked(node: Node | null): boolean {
  return (
    isAlias(node) ||
    (node !== null && (node.tag !== undefined || ('anchor' in node && node.anchor !== undefined)))
  )
}

/** @param changes by key; null removes it */
export function formEdits(
  text: string,
  changes: Readonly<Record<string, FormValue | null>>,
  file: string,
): FormEdits {
  const none = Object.fromEntries(Object.keys(changes).map((key) => [key, UNREADABLE]))
  const { locked } = formOf(text, file)
  const change = (yaml: string, start: number) => changed(yaml, start, changes, locked, languageOf(file))
  const made = within(text, file, change) ?? { edits: [], refused: none }
  const isBare = text.trim() !== '' && !text.startsWith('---')
  if (text === '' && DATA.test(file))
    return { ...made, edits: made.edits.map((one) => ({ ...one, text: `${one.text.slice(1)}\n` })) }
  return !DATA.test(file) && isBare ? { ...made, edits: made.edits.map(inFences) } : made
}

/** A text without front matter gets some. */
function inFences({ text, ...place }: Edit): Edit {
  return { ...place, text: `---${text}\n---\n` }
}

const DATA = /\.(?:ya?ml|json)$/

function languageOf(file: string): Language {
  return file.endsWith('.json') ? 'json' : 'yaml'
}

function changed(
  yaml: string,
  start: number,
  changes: Parameters<typeof formEdits>[1],
  locked: FrontMatterForm['locked'],
  language: Language,
): FormEdits | undefined {
  const map = mapIn(yaml, language)
  if (!map) return undefined
  const refused: FormEdits['refused'] = {}
  let after = plainValue(map) as FormMap
  let edits: Edit[] = []
  for (const [key, value] of Object.entries(changes)) {
    const next = withValueAt(after, key.startsWith('fields.') ? ['fields', key.slice(7)] : [key], value)
    const made = editsInMap(yaml, map, next, language)
    const reason = locked[key] ?? locked[key.replace(/\..*/, '')] ?? mistakeOf(yaml, made, next, language)
    if (reason !== undefined) refused[key] = reason
    else [after, edits] = [next, made]
  }
  const places = edits.map((edit) => ({ ...edit, from: edit.from + start, to: edit.to + start }))
  return { edits: places.sort((a, b) => a.from - b.from), refused }
}

/** Runs the work with the limits of a build; `undefined` if there is no front matter, or it takes too long. */
function within<T>(
  text: string,
  file: string,
  work: (yaml: string, start: number) => T | undefined,
): T | undefined {
  const { value: front, problems } = splitEntry(text, DATA.test(file) ? file : '.md')
  const isLarge = (front?.yaml.length ?? 0) > MAX_FIRST_TRY_YAML_BYTES
  if (!front || problems.length > 0 || isLarge) return undefined
  let result: T | undefined
  const run = () => {
    result = work(front.yaml, front.start)
  }
  return tried(() => runWithinCpuTime(timeLimit(front.yaml.length), run)) ? result : undefined
}

/** Returns the mapping of keys that have lines of their own; `undefined` if there is anything else. */
function mapIn(yaml: string, language: Language): YAMLMap<Node, Node | null> | undefined {
  const document = documentOf(yaml)
  const contents = document.contents ?? document.createNode({})
  const isUsual =
    isMap<Node, Node | null>(contents) &&
    Boolean(contents.flow) === (language === 'json') &&
    !isMarked(contents)
  // An alias may lead to nothing.
  const isReadable = document.errors.length === 0 && tried(() => document.toJS()) !== undefined
  return isReadable && isUsual ? contents : undefined
}

/** Tells what the edits do besides giving the YAML the intended values. */
function mistakeOf(
  yaml: string,
  edits: readonly Edit[],
  meant: FormMap,
  language: Language,
): string | undefined {
  const text = edited(yaml, edits).text
  const map = mapIn(text, language)
  const isValid = language === 'yaml' || tried(() => JSON.parse(text)) !== undefined
  if (!isValid || !map || !isDeepStrictEqual(plainValue(map), meant)) return UNUSUAL
  const comments = (one: string) =>
    commentsIn(one)
      .map((comment) => comment.text)
      .sort()
  return isDeepStrictEqual(comments(text), comments(yaml)) ? undefined : COMMENT
}

/** Changes a value in nested mappings. A mapping that has nothing left in it is an empty text. */
function withValueAt(map: FormMap, [name = '', ...inner]: string[], value: FormValue | null): FormMap {
  const { [name]: before, ...others } = map
  if (inner.length === 0) return value === null ? others : { ...map, [name]: value }
  const within = withValueAt(isObject(before) ? (before as FormMap) : {}, inner, value)
  return { ...map, [name]: Object.keys(within).length > 0 ? within : '' }
}
