// Finds in files what is to be replaced. What is written in an unusual way, such as over several lines, gets no fix.
import { literal } from './literal.ts'
import { lineStarts } from './location.ts'
import type { Fix, Problem } from './problem.ts'
import { textOf } from './source-lines.ts'
import { type Instead, yamlText } from './suggest.ts'

/** Mistakes that may hide others: files that have them get no fix. */
const HIDING =
  /^(bad-yaml|duplicate-key|merge-conflict|no-front-matter|not-utf8|nul-character|other-language|unterminated-fence)$/

/** Reads files with suggestions again. @param problems sorted by file @param read gives the text of a file */
export function withFixes(problems: readonly Problem[], read = textOf): Problem[] {
  const unclear = new Set(problems.filter(({ code }) => HIDING.test(code)).map(({ file }) => file))
  let [name, fixIn] = ['', fixer('', '')]
  return problems.map(({ instead, ...problem }) => {
    const { file, length } = problem
    if (!instead || length === 0 || unclear.has(file)) return problem
    if (file !== name) [name, fixIn] = [file, fixer(file, read(file) ?? '')]
    const fix = fixIn(problem, instead)
    return fix ? { ...problem, fix } : problem
  })
}

/** Makes the function that gives the fix of a problem. */
function fixer(file: string, text: string): (problem: Problem, instead: Instead) => Fix | undefined {
  const starts = lineStarts(text)
  const yaml = file.endsWith('.md') ? text.slice(0, Math.max(0, text.indexOf('\n---', 3))) : text
  // A text with an anchor is meant elsewhere, too.
  const hasAnchors = /(?:^|[\s,[{])&[^\s,[\]{}&]/m.test(yaml)
  return ({ line, column }, instead) => {
    const at = starts[line - 1]! + column - 1
    const before = text.slice(Math.max(0, at - 200), at)
    const isYaml = at < yaml.length
    if (isYaml ? hasAnchors : !ADDRESS.test(before)) return undefined
    const pattern = patternOf(instead)
    pattern.lastIndex = at
    const [written] = pattern.exec(text) ?? []
    // The lines of a list begin below its key.
    const gap = written?.startsWith('- ') ? /:([ \t]*\r?\n[ \t]*)$/.exec(before)?.[1] : ''
    if (written === undefined || gap === undefined) return undefined
    const { key, value, isSure } = instead
    const [beginning, quote] = key && value ? [`${key[1]}: `, ''] : [gap && ' ', /^["']?/.exec(written)![0]]
    const meant = (value ?? key!).slice(1)
    const [first = '', ...others] = meant.map((one) => beginning + (isYaml ? yamlText(one, quote) : one))
    if (!isYaml && /[\s()<>"'\\&]/.test(first)) return undefined
    const fix = { from: at - gap.length, to: at + written.length, text: first, certain: isSure }
    return others.length > 0 ? { ...fix, others } : fix
  }
}

/** Matches the key, the value or both as they are written. */
function patternOf({ key, value }: Instead): RegExp {
  const parts = [...(key ? [scalar(key[0])] : []), ...(value ? [valuePattern(value[0])] : [])]
  const end = value ? '(?=[\\s,\\]})>"\']|$)' : '(?=\\s*:)'
  return RegExp(parts.join('[ \\t]*:[ \\t]+') + end, 'y')
}

/** The text before the address of a link or an image. */
const ADDRESS = /(?:\]\(\s*<?|\]:\s*<?|=\s*["']?)$/

function valuePattern(value: unknown): string {
  const item = scalar(String(value))
  return Array.isArray(value) ? `(?:\\[\\s*${item}\\s*,?\\s*\\]|- +${item})` : item
}

/** Matches a text with quotes or without. */
function scalar(text: string): string {
  const plain = literal(text)
  return `(?:"${plain}"|'${plain}'|${plain})`
}
