// YAML to plain values. Every scalar stays the text that was written, so that `2026` and `007` keep their digits; what
// is empty, `~` or `null` is undefined. Each field's own schema reads the text.
import { Composer, type Document, Parser, Scalar, type YAMLError } from 'yaml'
import type { Code } from './codes.ts'
import { type Data, dataOf } from './data.ts'
import { type PlaceAt, placesIn } from './place.ts'
import { type Problem, problemAt, quoted } from './problem.ts'
import { firstBelow, repeatedKeys } from './yaml-limits.ts'

/** A piece of YAML and where it stands in a file. */
export interface Source {
  /** What messages call it: `The file`, `The front matter`. */
  name: string
  file: string
  /** All of the file. */
  text: string
  yaml: string
  /** Where `yaml` begins in `text`. */
  start: number
}

/** Offsets of the beginning of something and of what follows it. */
type Extent = readonly [start: number, end: number, ...unknown[]]

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
 * No content nests deeper. The composer is recursive, and where the stack ends while V8 compiles a regular expression
 * it ends the whole process.
 */
const DEEPEST = 32

/** Aliases of one anchor, times what they stand for. */
const MOST_ALIASES = 100

/** The value and the places of its parts; `undefined`, and problems, when the text is no YAML that we read. */
export function parseYaml(source: Source, problems: Problem[]): Data | undefined {
  const placeAt = placesIn(source.text)
  const place: PlaceAt = (offset, length) => placeAt(source.start + offset, length)
  const complain = ([start, end]: Extent, code: Code, message: string, hint = ''): undefined =>
    void problems.push(problemAt(source.file, place(start, end - start), { code, message, hint }))

  const tokens = [...new Parser().parse(source.yaml)]
  const tooDeep = firstBelow(DEEPEST, tokens)
  if (tooDeep)
    return complain(
      [tooDeep.offset, tooDeep.offset + 1],
      'bad-yaml',
      `This is nested more than ${DEEPEST} levels deep.`,
    )
  const [document, second] = [...new Composer(OPTIONS).compose(tokens, true, source.yaml.length)]
  if (second) return complain(second.range, 'bad-yaml', 'A second document begins here.', 'Keep one.')
  const [error] = document!.errors
  if (error) return complain(error.pos, 'bad-yaml', `${error.message}.`, HINTS[error.code])
  const [warning] = document!.warnings
  if (warning) complain(warning.pos, 'bad-yaml', 'YAML tags mean nothing here.', 'Remove it.')
  for (const { value, range } of repeatedKeys(document!.contents)) {
    complain(
      range!,
      'duplicate-key',
      `The key ${quoted(String(value))} is written twice.`,
      'Keep one of them.',
    )
  }
  const value = plainValue(document!)
  if (!(value instanceof ReferenceError)) return dataOf(source.name, document!, value, place)
  const alias = Math.max(0, source.yaml.indexOf('*'))
  return complain([alias, alias + 1], 'bad-yaml', `${value.message}.`, 'Write the value out.')
}

const QUOTE = 'Put quotes around text that holds ": " or begins with a symbol.'

const HINTS: { [code in YAMLError['code']]?: string } = {
  BLOCK_AS_IMPLICIT_KEY: QUOTE,
  BAD_SCALAR_START: QUOTE,
  TAB_AS_INDENT: 'Indent with spaces.',
}

/** The plain value, or the error about an alias that has no anchor, or about aliases that would multiply. */
function plainValue(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES })
  } catch (error) {
    if (error instanceof ReferenceError) return error
    throw error
  }
}
