// Reads what is left of YAML with errors in it, so that all mistakes of a file are reported at once.
import { type Checked, type Problem, problemAt } from '../../problems/problem.ts'
import { ours } from '../merge-conflict.ts'
import { parseYaml, REPEATED, type YamlSource } from './parse.ts'
import type { Data } from './positions.ts'

/** Each round leaves out at least one key. */
const MAX_ROUNDS = 20
/** The bound on all texts that are parsed a third time or more often, in UTF-16 units. */
const MAX_PARSED = 500_000
/** A longer text is parsed in pieces, in UTF-16 units: an error costs a round of one of them. */
const PIECE = 50_000

/** The values that could be read; `isWhole` is false if broken keys were left out. */
export interface Recovered {
  data: Data | undefined
  isWhole: boolean
  /** The keys that were left out, among those that begin a line. */
  lost: ReadonlySet<string>
}

/** Parses as `parseYaml` does, but leaves out the keys that have errors, and goes on with the others. */
export function parseWhatCanBe(source: YamlSource): Checked<Recovered> {
  const { value, problems } = parseYaml(source)
  if (value) return { value: { data: value, isWhole: true, lost: new Set() }, problems }
  const reported = [...problems]
  const isConflict = reported.some(({ code }) => code === 'merge-conflict')
  const yaml = isConflict ? ours(source.yaml) : source.yaml
  const budget = { left: MAX_PARSED }
  const parts = (yaml === undefined ? [] : piecesOf(yaml)).flatMap((piece) => {
    return (
      recovered({ ...source, yaml: piece.yaml, start: source.start + piece.start }, reported, budget) ?? []
    )
  })
  const left = new Set(parts.flatMap(({ keys }) => [...keys]))
  const lost = new Set([...keysIn(source.yaml)].filter((key) => !left.has(key)))
  const data = parts.map((part) => part.data)
  const isReported = (line: number) =>
    reported.some((one) => one.code === 'duplicate-key' && one.line === line)
  return {
    value: { data: joined(data), isWhole: false, lost },
    problems: [...reported, ...repeatedIn(data, source.file).filter(({ line }) => !isReported(line))],
  }
}

interface ReadPiece {
  data: Data
  keys: ReadonlySet<string>
}

/** Parses what has errors. @param reported gets those that are found */
function recovered(source: YamlSource, reported: Problem[], budget: { left: number }): ReadPiece | undefined {
  const firstLine = source.text.slice(0, source.start).split(/\r\n?|\n/).length
  const lastLine = firstLine + source.yaml.split('\n').length - 1
  const known = new Set(reported.map(({ line }) => line))
  let { yaml } = source
  let fresh = reported.filter(
    ({ line, code }) => line >= firstLine && line <= lastLine && code !== 'merge-conflict',
  )
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const errors = fresh.filter(({ severity }) => severity === 'error')
    const rest = without(
      yaml,
      errors.map(({ line }) => line - firstLine),
    )
    // A piece without a known error, as any but the one with the first error is, is parsed whole.
    const isStuck = rest === undefined && (round > 0 || errors.length > 0)
    if (isStuck || lacksAnchors(rest ?? yaml, yaml)) return undefined
    yaml = rest ?? yaml
    if (round > 0) budget.left -= yaml.length
    if (budget.left < 0) return undefined
    const { value: data, problems } = parseYaml({ ...source, yaml })
    fresh = problems.filter(({ line }) => !known.has(line))
    for (const one of fresh) {
      reported.push(one)
      known.add(one.line)
    }
    if (data) return { data, keys: keysIn(yaml) }
  }
  return undefined
}

/** The text; or if it is long, pieces that end where a key of the outermost level begins. */
function piecesOf(yaml: string): { start: number; yaml: string }[] {
  if (yaml.length <= MAX_PARSED) return [{ start: 0, yaml }]
  // An alias in one piece may stand for a value in another.
  if (anchorsIn(yaml).size > 0) return []
  const pieces: { start: number; yaml: string }[] = []
  const next = /\n(?=[^\s#-])/g
  for (let start = 0; start < yaml.length; ) {
    next.lastIndex = start + PIECE
    const end = next.exec(yaml) ? next.lastIndex : yaml.length
    pieces.push({ start, yaml: yaml.slice(start, end) })
    start = end
  }
  return pieces
}

/** The keys of all parts as one mapping. */
function joined(parts: readonly Data[]): Data | undefined {
  const [first] = parts
  if (!first || parts.length === 1) return first
  const partOf = new Map<PropertyKey, Data>()
  const entries = parts.flatMap((part) => {
    const own = Object.entries(Object(part.value))
    for (const [key] of own) partOf.set(key, part)
    return own
  })
  const holder = (path: readonly PropertyKey[]) => partOf.get(path[0] ?? '') ?? first
  return {
    name: first.name,
    value: Object.fromEntries(entries),
    locationOf: (path) => holder(path).locationOf(path),
    keyLocationOf: (path) => holder(path).keyLocationOf(path),
  }
}

/** The keys of a part that another one before it has, too. */
function repeatedIn(parts: readonly Data[], file: string): Problem[] {
  const seen = new Set<string>()
  return parts.flatMap((part) => {
    const keys = Object.keys(Object(part.value))
    const repeated = keys.filter((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return repeated.map((key) => problemAt(file, part.keyLocationOf([key]), REPEATED(key)))
  })
}

function keysIn(yaml: string): Set<string> {
  return new Set(Array.from(yaml.matchAll(/^["']?([\w-]+)["']?[ \t]*:/gm), ([, key]) => key!))
}

/** Returns a text as long as `yaml`, with the keys on these lines blanked out; `undefined` if there are none. */
function without(yaml: string, numbers: readonly number[]): string | undefined {
  const lines = yaml.split('\n')
  const belongsAbove = (line: string | undefined) => line !== undefined && /^(?:\s|-\s|-?$|#)/.test(line)
  let isChanged = false
  for (const number of numbers) {
    let from = number
    while (from > 0 && belongsAbove(lines[from])) from--
    let to = number + 1
    while (to < lines.length && belongsAbove(lines[to])) to++
    for (let at = from; at < to; at++) {
      isChanged ||= /\S/.test(lines[at] ?? '')
      lines[at] = (lines[at] ?? '').replace(/[^\r]/g, ' ')
    }
  }
  return isChanged ? lines.join('\n') : undefined
}

/** Tells whether aliases in `rest` stand for values that only `yaml` has: they would be errors, too. */
function lacksAnchors(rest: string, yaml: string): boolean {
  const left = anchorsIn(rest)
  return [...anchorsIn(yaml)].some((name) => !left.has(name) && rest.includes(`*${name}`))
}

function anchorsIn(yaml: string): Set<string> {
  return new Set(Array.from(yaml.matchAll(/&([^\s,[\]{}]+)/g), ([, name]) => name!))
}
