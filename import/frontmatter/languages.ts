// YAML, TOML, JSON and literals of Python to plain data. Scalars become text as written: what a date or a number is, the key decides.

import { isMap, isScalar, isSeq, Parser, parseDocument } from 'yaml'
import { firstDeeperThan, MAX_FIRST_TRY_BYTES } from '../../build/for-import.ts'
import { tried } from '../../snapshot/tried.ts'
import type { SourceData, SourceValue } from '../source.ts'

interface ReadData {
  data: SourceData
  complaint?: string
}

/**
 * Reads YAML; what cannot be read as such is read line by line, as `key: value`.
 * @param isUtc whether a time without a zone is one of UTC, which it is in YAML where it isn't quoted
 */
export function dataOfYaml(text: string, isUtc: boolean): ReadData {
  const spaced = text.replaceAll('\t', '  ')
  const data = validYaml(spaced, isUtc) ?? validYaml(withIndentedLists(spaced), isUtc)
  if (data) return { data }
  return { data: linesOf(text), complaint: 'The front matter is not valid YAML: it was read line by line.' }
}

/** `undefined` also for aliases that multiply, and nesting that exhausts the stack. */
function validYaml(text: string, isUtc: boolean): SourceData | undefined {
  return tried(() => {
    const document = documentOf(text)
    const value = plain(document.toJS({ maxAliasCount: 100 }))
    markScalars(document.contents, value, isUtc)
    return document.errors.length === 0 ? asData(value) : undefined
  })
}

/** The parsers of other programs accept the items of a list in brackets at the beginning of lines. */
function withIndentedLists(text: string): string {
  return text.replace(/^[\w-]+:[ \t]*\[[^[\]]*\]/gm, (list) => list.replaceAll('\n', '\n  '))
}

/** A time as YAML 1.1 has it, without a zone. */
const TIMESTAMP = /^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?$/

/** @throws {RangeError} if it is nested so deeply, or so large, that the parser could end the process: see parse/yaml/ */
function documentOf(text: string) {
  if (text.length > MAX_FIRST_TRY_BYTES || firstDeeperThan(MAX_DEPTH, [...new Parser().parse(text)]))
    throw new RangeError('too deep, or too large')
  return parseDocument(text, {
    schema: 'failsafe',
    strict: false,
    uniqueKeys: false,
    stringKeys: false,
    logLevel: 'silent',
  })
}

/** The failsafe schema leaves `null`, `~` and times as text; where they are not quoted they mean nothing, or UTC. */
function markScalars(
  node: unknown,
  value: SourceValue,
  isUtc: boolean,
  parent?: Record<string, SourceValue> | SourceValue[],
  key?: string | number,
): void {
  if (isMap(node) && isData(value)) {
    for (const { key: name, value: inner } of node.items) {
      const text = String(isScalar(name) ? name.value : name)
      markScalars(inner, value[text], isUtc, value, text)
    }
  } else if (isSeq(node) && Array.isArray(value)) {
    for (const [index, inner] of node.items.entries()) markScalars(inner, value[index], isUtc, value, index)
  } else if (isScalar(node) && node.type === 'PLAIN' && parent && key !== undefined) {
    const values = parent as Record<string | number, SourceValue>
    if (/^(?:~|null|Null|NULL|)$/.test(String(node.value ?? ''))) values[key] = undefined
    else if (isUtc && TIMESTAMP.test(String(node.value))) values[key] = `${node.value}Z`
  }
}

export async function dataOfToml(text: string): Promise<ReadData> {
  const { parse, TomlDate } = await import('smol-toml')
  const asText = (value: unknown): unknown => {
    if (value instanceof TomlDate) return value.toISOString().replace(/T00:00:00(\.000)?Z?$/, '')
    if (Array.isArray(value)) return value.map(asText)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asText(inner)]))
  }
  const data = tried(() => asData(plain(asText(parse(text, { integersAsBigInt: 'asNeeded' })))))
  if (data) return { data }
  return { data: linesOf(text), complaint: 'The front matter is not valid TOML: it was read line by line.' }
}

export function dataOfJson(text: string): ReadData {
  const data = tried(() => asData(plain(JSON.parse(text))))
  return data ? { data } : { data: {}, complaint: 'The front matter is not valid JSON: it was not read.' }
}

/** A file of data or configuration by its ending; empty if it cannot be read. */
export async function dataOfFile(path: string, text: string): Promise<SourceValue> {
  const plainly = (read: () => unknown) => tried(() => ({ value: plain(read()) })) ?? { value: {} }
  if (/\.ya?ml$/i.test(path)) return plainly(() => documentOf(text).toJS({ maxAliasCount: 100 })).value
  if (/\.toml$/i.test(path)) return (await dataOfToml(text)).data
  if (/\.py$/i.test(path)) return literalsOfPython(text)
  return /\.json$/i.test(path) ? plainly(() => JSON.parse(text)).value : {}
}

const MAX_DEPTH = 32

/** NUL and half of a surrogate pair, which escapes can write, are no text. */
export function displayable(text: string): string {
  return text
    .replace(/[\x80-\x9f]/g, (letter) => WINDOWS[letter.charCodeAt(0) - 0x80]!)
    .replace(/[^\P{Cc}\t\n\r]|[\p{Cs}\p{NChar}]/gu, '')
}

/** The quotation marks, dashes and the like that old texts of Windows have in the place of control characters. */
const WINDOWS = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'

/** Deeper values are left out. */
export function plain(value: unknown, depth = 0): SourceValue {
  if (value === null || value === undefined || depth > MAX_DEPTH) return undefined
  if (typeof value === 'string') return displayable(value)
  if (Array.isArray(value)) return value.map((inner) => plain(inner, depth + 1))
  if (typeof value !== 'object') return String(value)
  const entries = Object.entries(value).map(([key, inner]) => [displayable(key), plain(inner, depth + 1)])
  return Object.fromEntries(entries)
}

export function isData(value: SourceValue): value is SourceData {
  return typeof value === 'object' && !Array.isArray(value)
}

function asData(value: SourceValue): SourceData {
  return isData(value) ? value : {}
}

/** Keys with values on their lines; those below a key without one, or in a table of TOML, are its own. */
function linesOf(text: string): SourceData {
  const data: SourceData = {}
  let map: { name: string; isTable: boolean } | undefined
  for (const [, table, indent, , key = '', written = ''] of text.matchAll(LINE)) {
    const value = written.trim()
    if (table !== undefined) map = { name: table, isTable: true }
    else if (indent === '' && !map?.isTable) map = value === '' ? { name: key, isTable: false } : undefined
    if (value === '') continue
    const known = map && data[map.name]
    if (map) data[map.name] = { ...(isData(known) && known), [key]: unquoted(value) }
    else if (indent === '') data[key] = unquoted(value)
  }
  return data
}

const LINE = /^(?:\[([\w.-]+)\][ \t]*|([ \t]*)(["']?)(_?\p{L}[\p{L}\p{N}_-]*)\3[ \t]*[:=](.*))$/gmu

function unquoted(text: string, depth = 0): SourceValue {
  const list = depth < MAX_DEPTH ? /^\[(.*)\]$/.exec(text) : null
  if (list)
    return list[1]!
      .split(',')
      .map((item) => unquoted(item.trim(), depth + 1))
      .filter(Boolean)
  return /^(["'])(.*)\1$/.exec(text)?.[2] ?? text
}

/** Names that are set to a text, a number or a constant at the beginning of a line. */
function literalsOfPython(text: string): SourceData {
  const set = text.matchAll(/^([A-Z]\w*)[ \t]*=[ \t]*(?:[ru]?(["'])(.*?)\2|([\w.-]+))[ \t]*(?:#.*)?$/gm)
  return Object.fromEntries(
    [...set].flatMap(([, name, , quoted, plain]) => (quoted === '' ? [] : [[name!, quoted ?? plain]])),
  )
}
