// Reads what is left of YAML with errors in it, so that all mistakes of a file are told at once.
import type { Checked, Problem } from '../../problems/problem.ts'
import { parseYaml, type YamlSource } from './parse.ts'
import type { Data } from './positions.ts'

/** Each round leaves out at least one key. */
const MAX_ROUNDS = 20
/** Of a text that has to be parsed again, in UTF-16 units. */
const MAX_PARSED = 500_000

/** What could be read; `isWhole` is false if broken keys were left out. */
export interface Recovered {
  data: Data | undefined
  isWhole: boolean
  /** The keys that were left out, among those that begin a line. */
  lost: ReadonlySet<string>
}

/** Like `parseYaml`, but without the keys that have errors in them: it goes on with the others. */
export function parseWhatCanBe(source: YamlSource): Checked<Recovered> {
  const firstLine = source.text.slice(0, source.start).split(/\r\n?|\n/).length
  const problems: Problem[] = []
  let yaml = source.yaml
  for (let round = 0; round < MAX_ROUNDS && round * yaml.length <= MAX_PARSED; round++) {
    const parsed = parseYaml({ ...source, yaml })
    const fresh = parsed.problems.filter((one) => !problems.some(({ line }) => line === one.line))
    problems.push(...fresh)
    if (parsed.value) {
      const left = keysIn(yaml)
      const lost = new Set([...keysIn(source.yaml)].filter((key) => !left.has(key)))
      return { value: { data: parsed.value, isWhole: round === 0, lost }, problems }
    }
    const rest = without(
      yaml,
      fresh.filter(({ severity }) => severity === 'error').map(({ line }) => line - firstLine),
    )
    // Of both versions of a conflict, neither is what is meant.
    const isConflict = fresh.some(({ code }) => code === 'merge-conflict')
    if (rest === undefined || isConflict || lacksAnchors(rest, yaml)) break
    yaml = rest
  }
  return { value: { data: undefined, isWhole: false, lost: keysIn(source.yaml) }, problems }
}

function keysIn(yaml: string): Set<string> {
  return new Set(Array.from(yaml.matchAll(/^["']?([\w-]+)["']?[ \t]*:/gm), ([, key]) => key!))
}

/** As long as `yaml`, with the keys that are on these lines blanked out; `undefined` if there are none. */
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

/** Whether aliases in `rest` stand for values that only `yaml` has: they would be errors, too. */
function lacksAnchors(rest: string, yaml: string): boolean {
  const left = anchorsIn(rest)
  return [...anchorsIn(yaml)].some((name) => !left.has(name) && rest.includes(`*${name}`))
}

function anchorsIn(yaml: string): Set<string> {
  return new Set(Array.from(yaml.matchAll(/&([^\s,[\]{}]+)/g), ([, name]) => name!))
}
