// YAML to plain values. Every scalar stays text as written, so that `2026` and `007` keep their digits; empty values,
// `~` and `null` are undefined. The schema of each field interprets the text.
import { Composer, type Document, Parser, Scalar } from 'yaml'
import { lazy } from '../../../packages/search/basics/lazy.ts'
import { type LocationAt, locator } from '../../problems/location.ts'
import { type Checked, type Mistake, type Problem, problemAt, quoted } from '../../problems/problem.ts'
import { conflictsIn, MERGE_CONFLICT } from '../merge-conflict.ts'
import { explainAll, needsQuotes } from './explain.ts'
import { firstDeeperThan, repeatedKeys } from './limits.ts'
import { lint } from './lint.ts'
import { type Data, dataOf, simpleData } from './positions.ts'
import { simpleEntries } from './simple.ts'

/** A piece of YAML and where it is in a file. */
export interface YamlSource {
  /** The subject of messages: `The file`, `The front matter`. */
  name: string
  file: string
  /** The whole file. */
  text: string
  yaml: string
  /** The beginning of `yaml` in `text`. */
  start: number
}

/** `end` is exclusive. */
type OffsetRange = readonly [start: number, end: number, ...unknown[]]

const OPTIONS = {
  schema: 'failsafe',
  customTags: [
    {
      tag: 'tag:yaml.org,2002:null',
      default: true,
      test: /^(?:~|[Nn]ull|NULL)?$/,
      resolve: () => new Scalar(undefined),
    },
  ],
  stringKeys: true,
  uniqueKeys: false,
} satisfies ConstructorParameters<typeof Composer>[0]

/**
 * The most levels of nesting. The composer is recursive, and a stack overflow while V8 compiles a regular expression
 * aborts the whole process.
 */
const MAX_DEPTH = 32

/** `maxAliasCount` of the parser: the aliases of one anchor, multiplied by the aliases in what they stand for. */
const MAX_ALIASES = 100

/** The value and the locations of its parts; `undefined`, and problems, if the text is not YAML we accept. */
export function parseYaml(source: YamlSource): Checked<Data | undefined> {
  const entries = simpleEntries(source.yaml)
  if (!entries) return parseAnyYaml(source)
  const other = lazy(() => parseAnyYaml(source).value!)
  return { value: simpleData(source.name, entries, locationIn(source), other), problems: [] }
}

function locationIn({ text, start }: YamlSource): LocationAt {
  const locationAt = locator(text)
  return (offset, length) => locationAt(start + offset, length)
}

/** Parses with a library that knows all of YAML. */
export function parseAnyYaml(source: YamlSource): Checked<Data | undefined> {
  const { yaml, name } = source
  const problems: Problem[] = []
  const location = locationIn(source)
  const report = ([start, end]: OffsetRange, mistake: Mistake): Checked<undefined> => {
    problems.push(problemAt(source.file, location(start, end - start), mistake))
    return { value: undefined, problems }
  }

  const conflicts = conflictsIn(yaml)
  for (const { offset, length } of conflicts) report([offset, offset + length], MERGE_CONFLICT)
  if (conflicts.length > 0) return { value: undefined, problems }
  const tokens = [...new Parser().parse(yaml)]
  const tooDeep = firstDeeperThan(MAX_DEPTH, tokens)
  if (tooDeep) return report([tooDeep.offset, tooDeep.offset + 1], TOO_DEEP)
  const [document, second] = [...new Composer(OPTIONS).compose(tokens, true, yaml.length)]
  if (second) return report(second.range, SECOND_DOCUMENT)
  if (document!.errors.length > 0) {
    for (const { start, end, message, hint } of explainAll(document!.errors, yaml)) {
      report([start, end], { code: 'bad-yaml', message, hint })
    }
    return { value: undefined, problems }
  }
  const warning = document!.warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED')
  if (warning)
    report(warning.pos, {
      code: 'bad-yaml',
      ...needsQuotes(warning.pos[0], 'Text cannot begin with !.', yaml),
    })
  const findings = lint(document!, yaml)
  for (const { start, end, ...mistake } of findings) report([start, end], mistake)
  if (findings.some(({ severity }) => severity === 'error')) return { value: undefined, problems }
  for (const { value, range } of repeatedKeys(document!.contents)) {
    report(range!, REPEATED(String(value)))
  }
  const value = plainValue(document!)
  if (value !== TOO_MANY_ALIASES) return { value: dataOf(name, document!, value, location), problems }
  const alias = yaml.indexOf('*')
  return report([alias, alias + 1], TOO_MANY_ALIASES)
}

const REPEATED = (key: string): Mistake => ({
  code: 'duplicate-key',
  message: `The key ${quoted(key)} is written twice.`,
  hint: 'Keep one of them.',
})

const TOO_DEEP: Mistake = {
  code: 'bad-yaml',
  message: `This is nested more than ${MAX_DEPTH} levels deep.`,
  hint: 'Put quotes around it if it is text.',
}

const SECOND_DOCUMENT: Mistake = {
  code: 'bad-yaml',
  message: 'The YAML ends at the line above this one, but more follows.',
  hint: 'Remove the line above it; if the front matter ends there, write --- instead.',
}

const TOO_MANY_ALIASES: Mistake = {
  code: 'bad-yaml',
  message: 'Values that begin with * stand for other values, and these add up to too many.',
  hint: 'Write the values out.',
}

/** The plain value, or `TOO_MANY_ALIASES` if aliases would multiply it. */
function plainValue(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (error) {
    if (error instanceof ReferenceError) return TOO_MANY_ALIASES
    throw error
  }
}
