// Reads what is left of YAML with errors in it, so that all mistakes of a file are reported at once.
import type { Checked, Problem } from '../../problems/problem.ts'
import { parseYaml, type YamlSource } from './parse.ts'
import type { Data } from './positions.ts'

/** Each round leaves out at least one key. */
const MAX_ROUNDS = 20
/** The bound on all texts that are parsed a third time or more often, in UTF-16 units. */
const MAX_PARSED = 500_000

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
  const { data, keys } = recovered(source, reported)
  const lost = new Set([...keysIn(source.yaml)].filter((key) => !keys.has(key)))
  return { value: { data, isWhole: false, lost }, problems: reported }
}

/** What could be parsed, and its keys. */
interface ReadPart {
  data: Data | undefined
  keys: ReadonlySet<string>
}

const NOTHING: ReadPart = { data: undefined, keys: new Set() }

/** Parses what has errors. @param reported gets those that are found */
function recovered(source: YamlSource, reported: Problem[]): ReadPart {
  const firstLine = source.text.slice(0, source.start).split(/\r\n?|\n/).length
  const known = new Set(reported.map(({ line }) => line))
  let { yaml } = source
  let [fresh, left]: [readonly Problem[], number] = [[...reported], MAX_PARSED]
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const errors = fresh.filter(({ severity, code }) => severity === 'error' && code !== 'merge-conflict')
    const rest = without(
      yaml,
      errors.map(({ line }) => line - firstLine),
    )
    if (rest === undefined || lacksAnchors(rest, yaml)) return NOTHING
    yaml = rest
    if (round > 0) left -= yaml.length
    if (left < 0) return NOTHING
    const { value: data, problems } = parseYaml({ ...source, yaml })
    fresh = problems.filter(({ line }) => !known.has(line))
    for (const one of fresh) {
      reported.push(one)
      known.add(one.line)
    }
    if (data) return { data, keys: keysIn(yaml) }
  }
  return NOTHING
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
