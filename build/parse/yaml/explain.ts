// YAML syntax errors, explained to someone who does not know YAML, with what to write instead.
import type { YAMLError } from 'yaml'
import { asQuoted, inQuotes, lineAt, type YamlLine } from './line.ts'

export interface Explanation {
  /** Offsets in the YAML. */
  start: number
  end: number
  message: string
  hint: string
}

type Explain = (line: YamlLine) => Omit<Explanation, 'start' | 'end'> & Partial<Explanation>

/** Explains the first error, and later ones that cannot follow from it. At most one for each line. */
export function explainAll([first, ...others]: readonly YAMLError[], yaml: string): Explanation[] {
  const lines = new Set<number>()
  return [first, ...others.filter(({ code }) => INDEPENDENT.has(code))].flatMap((error) => {
    const lineStart = error ? yaml.lastIndexOf('\n', error.pos[0] - 1) : -1
    if (!error || lines.has(lineStart)) return []
    lines.add(lineStart)
    return [explain(error, yaml)]
  })
}

/** Errors that do not depend on the lines above. */
const INDEPENDENT = new Set<YAMLError['code']>(['BAD_SCALAR_START', 'BAD_DQ_ESCAPE', 'BLOCK_AS_IMPLICIT_KEY'])

function explain({ code, message, pos: [start, end] }: YAMLError, yaml: string): Explanation {
  const line = lineAt(start, message, yaml)
  return { start, end, ...(EXPLAIN[code] ?? verbatim)(line) }
}

/** Text that YAML reads as something else: the whole value needs quotes. */
export function needsQuotes(start: number, message: string, yaml: string): Explanation {
  return inQuotes(lineAt(start, '', yaml), message)
}

const INDENT = 'Start lines that belong together in the same column.'

export const ALIGN = 'Align the hyphens.'

const verbatim: Explain = ({ message }) => ({ message: `${message}.`, hint: '' })

const IN_BRACKETS = {
  message: 'Inside brackets, only commas separate items.',
  hint: 'Write [one, two].',
}

const leadingSymbol: Explain = (line) => inQuotes(line, 'Text cannot begin with &, * or !.')

const EXPLAIN: { [code in YAMLError['code']]?: Explain } = {
  BLOCK_AS_IMPLICIT_KEY: (line) => {
    if (line.message.includes('sequence'))
      return {
        message: 'This line starts in the wrong column.',
        hint: /^\s*- /.test(line.rest) ? ALIGN : INDENT,
      }
    if (line.rest.startsWith('? '))
      return inQuotes(line, 'Text cannot begin with a question mark and a space.')
    if (/:(\s|$)/.test(line.rest))
      return inQuotes(line, 'This text contains a colon and a space, as a key does.')
    return { message: 'The line below is indented as if it were part of this text.', hint: INDENT }
  },
  BAD_SCALAR_START: (line) => inQuotes(line, `Text cannot begin with ${line.rest[0]}.`),
  UNEXPECTED_TOKEN: (line) => {
    const { message, start, value, valueStart } = line
    if (message.startsWith('Unexpected ,'))
      return { message: 'There is an extra comma here.', hint: 'Remove it.' }
    if (message.includes('block-seq-ind'))
      return inQuotes(line, 'Text cannot begin with a hyphen and a space.')
    if (message.startsWith('Block scalar'))
      return value === '' ? withoutColon(line) : inQuotes(line, `Text cannot begin with ${value[0]}.`)
    if (value !== '' && valueStart < start) return inQuotes(line, 'This value ends before the line does.')
    if (valueStart === start && /^[\]}]/.test(value))
      return inQuotes(line, `Text cannot begin with ${value[0]}.`)
    return { message: 'This does not belong to the lines above.', hint: INDENT }
  },
  MISSING_CHAR: (line) => {
    const quote = /closing (["'])/.exec(line.message)?.[1]
    if (!quote) return withoutColon(line)
    const start = Math.max(0, line.yaml.lastIndexOf(quote, line.start - 1))
    return { start, end: start + 1, message: 'This quote is not closed.', hint: `End the text with ${quote}` }
  },
  MULTILINE_IMPLICIT_KEY: (line) => withoutColon(line),
  BAD_INDENT: ({ message, yaml, start }) => {
    const end = /end with a ([\]}])/.exec(message)?.[1]
    if (!end) return { message: 'This line starts in a different column from those above.', hint: INDENT }
    const [opening, what] = end === ']' ? ['[', 'list'] : ['{', 'mapping']
    const at = openedBefore(start, yaml, opening, end)
    return { start: at, end: at + 1, message: `This ${what} is not closed.`, hint: `End it with ${end}` }
  },
  TAB_AS_INDENT: () => ({ message: 'This line is indented with a tab.', hint: 'Indent it with spaces.' }),
  BAD_DQ_ESCAPE: (line) => {
    const message = 'In double quotes, a backslash changes the meaning of what follows.'
    return { message, hint: `Use single quotes: ${asQuoted(line.value || line.rest)}` }
  },
  BLOCK_IN_FLOW: () => IN_BRACKETS,
  KEY_OVER_1024_CHARS: () => ({ message: 'This line is too long to be a key.', hint: 'Write key: value.' }),
  ALIAS_PROPS: leadingSymbol,
  BAD_ALIAS: leadingSymbol,
  BAD_PROP_ORDER: leadingSymbol,
  MULTIPLE_ANCHORS: leadingSymbol,
  MULTIPLE_TAGS: leadingSymbol,
  TAG_RESOLVE_FAILED: leadingSymbol,
  NON_STRING_KEY: (line) => inQuotes(line, 'Text cannot begin with [ or {.'),
}

function withoutColon({ rest, value }: YamlLine): ReturnType<Explain> {
  if (value.startsWith('[') && rest.startsWith('- ')) return IN_BRACKETS
  const [key = '', ...words] = rest.replace(/:$/, '').split(' ')
  const isWord = /^[A-Za-z]\w*$/.test(key)
  return {
    message: 'This line is neither a key with its value nor part of the lines above.',
    hint: isWord ? `Write ${key}: ${words.join(' ') || '…'}` : 'Write key: value.',
  }
}

/** The offset of the bracket that is still open at `end`. */
function openedBefore(end: number, yaml: string, opening: string, closing: string): number {
  let open = 0
  for (let at = end - 1; at >= 0; at--) {
    if (yaml[at] === closing) open++
    else if (yaml[at] === opening && open-- === 0) return at
  }
  return Math.max(0, end - 1)
}
