// Splits a source file into front matter and text. Each program accepts forms of its own; nothing is ever evaluated.

import { bracePairs } from '../braces.ts'
import type { SourceData } from '../source.ts'
import { dataOfJson, dataOfToml, dataOfYaml } from './languages.ts'
import { literalsIn } from './literals.ts'

export interface SplitSource {
  data: SourceData
  body: string
  /** A note of what could not be read of the front matter. */
  complaint?: string
}

const FENCES: [opening: RegExp, closing: RegExp, language: 'yaml' | 'toml' | 'json' | 'lines'][] = [
  [/^---[ \t]*(?:ya?ml)?[ \t]*\n/i, /^(?:---|\.\.\.)[ \t]*$/m, 'yaml'],
  [/^---[ \t]*toml[ \t]*\n/i, /^---[ \t]*$/m, 'toml'],
  [/^---[ \t]*json[ \t]*\n/i, /^---[ \t]*$/m, 'json'],
  [/^\+\+\+[ \t]*\n/, /^\+\+\+[ \t]*$/m, 'toml'],
  // Hexo writes JSON without its braces.
  [/^;;;[ \t]*\n/, /^;;;[ \t]*$/m, 'lines'],
]

export interface SplitOptions {
  /** True if the text may export its front matter. */
  isMdx?: boolean | undefined
  /** True if a time in YAML that is not quoted and has no zone is one of UTC. */
  hasUtcTimes?: boolean | undefined
  /** True if front matter may be lines without a fence. */
  hasOpenHeads?: boolean | undefined
}

/** @param text with LF as line ends */
export async function splitSource(
  text: string,
  { isMdx, hasUtcTimes = false, hasOpenHeads }: SplitOptions = {},
): Promise<SplitSource> {
  const trimmed = text.replace(/^\s*\n(?=---|\+\+\+|;;;)/, '')
  for (const [opening, closing, language] of FENCES) {
    const open = opening.exec(trimmed)
    if (!open) continue
    const rest = trimmed.slice(open[0].length)
    const close = closing.exec(rest)
    if (!close) break
    const body = rest.slice(close.index + close[0].length).replace(/^\n/, '')
    return { ...(await readData(rest.slice(0, close.index), language, hasUtcTimes)), body }
  }
  if (/^---[ \t]*(js|javascript|coffee)/i.test(trimmed)) {
    const body = trimmed.replace(/^---.*\n[\s\S]*?^---[ \t]*\n?/m, '')
    return { data: {}, body, complaint: 'The front matter is a program, which is not executed.' }
  }
  const found =
    braced(trimmed) ??
    (hasOpenHeads ? openHead(text) : unopened(trimmed)) ??
    (isMdx ? exported(text) : undefined)
  return found ?? { data: {}, body: text }
}

const EXPORT =
  /^export\s+const\s+(?:meta|metadata|frontmatter|frontMatter|post|article)\s*(?::\s*\w+\s*)?=\s*(?=\{)/m

/** MDX without front matter exports an object instead, whose literals count, and names of what is imported. */
function exported(text: string): SplitSource | undefined {
  const start = EXPORT.exec(text)
  if (!start) return undefined
  const open = start.index + start[0].length
  const close = bracePairs(text).get(open)
  if (close === undefined) return undefined
  const files = text.matchAll(/^import\s+([A-Za-z_$][\w$]*)\s+from\s*(["'][^"'\n]+["'])/gm)
  const named = text.matchAll(/^import\s*\{([^{}\n]*)\}\s*from/gm)
  const names = [...named].flatMap(([, list = '']) => list.match(/[A-Za-z_$][\w$]*(?=\s*(?:,|$))/g) ?? [])
  const constants = [
    ...[...files].map(([, name, file]) => `const ${name} = ${file}`),
    ...names.map((name) => `const ${name} = "${name}"`),
  ]
  const data = literalsIn(`${constants.join('\n')}\n${text.slice(open, close + 1)}`)
  const body = text.slice(0, start.index) + text.slice(close + 1).replace(/^;?[ \t]*\n?/, '')
  return Object.keys(data).length === 0 ? undefined : { data, body }
}

async function readData(
  written: string,
  language: 'yaml' | 'toml' | 'json' | 'lines',
  isUtc: boolean,
): Promise<Omit<SplitSource, 'body'>> {
  if (language === 'yaml') return dataOfYaml(written, isUtc)
  if (language === 'toml') return dataOfToml(written)
  return dataOfJson(language === 'json' ? written : `{${written.trim().replace(/,$/, '')}}`)
}

/** Hugo's JSON: an object at the beginning of the file, up to a brace on a line of its own or before a blank line. */
function braced(text: string): SplitSource | undefined {
  if (!/^\{\s*"/.test(text)) return undefined
  for (const { 0: brace, index } of [...text.matchAll(/^\}[ \t]*$|\}(?=\n\n)/gm)].slice(0, MAX_BRACES)) {
    const after = index + brace.length
    const read = dataOfJson(text.slice(0, after))
    if (!read.complaint) return { ...read, body: text.slice(after) }
  }
  return undefined
}

/** The number of braces that are tried as the end: the text may have some of its own, too. */
const MAX_BRACES = 100

/** Hexo needs no opening line. What looks ahead has one way to match a line, however it is indented. */
function unopened(text: string): SplitSource | undefined {
  const [, written, body] =
    /^((?:[A-Za-z][\w-]*:.*\n(?:(?=[ \t]*-? ).*\n|\n)*)+)---[ \t]*\n([\s\S]*)$/.exec(text) ?? []
  if (written === undefined || !/^(title|date|layout|tags)\s*:/m.test(written)) return undefined
  return { ...dataOfYaml(written, false), body: body! }
}

const HEAD = /^(?:<!--[ \t]*\n)?((?:(?:\.\. )?[A-Za-z][\w-]*:.*\n(?:[ \t]+\S.*\n)*)+)(?:-->[ \t]*\n)?/

/** Pelican's lines, as https://python-markdown.github.io/extensions/meta_data/ has them, and Nikola's in a comment. */
function openHead(text: string): SplitSource | undefined {
  const written = text.replace(/^\uFEFF?\n*/, '')
  const [head, lines] = HEAD.exec(`${written}\n`) ?? []
  if (head === undefined || !/^(?:\.\. )?(?:title|date)\s*:/im.test(lines!)) return undefined
  const values = [...lines!.matchAll(/^(?:\.\. )?([A-Za-z][\w-]*):(.*(?:\n[ \t]+\S.*)*)/gm)]
  const data = values.map(([, key, value]) => [key!.toLowerCase(), value!.trim()] as const)
  return { data: Object.fromEntries(data), body: written.slice(head.length) }
}
