// How the files in imported/ show what becomes of a site, in as few lines as can be read. Below the name of each site stand
// the posts that became of it: where each is, and came from if that is another path (a folder alone has a file with the same
// name there); its front matter, in which = stands for a line that its source has, too; what the report says of it; and
// behind | its text, in which ¶ ends a paragraph and ↵ a line. Paragraphs that its source has, too, are their numbers there,
// as in =1–3: a text that stays as it was is not written twice. Posts that need no more stand side by side, with ‖ in
// between. Then come the rest of the report, and the other files, in which a key says a name that is like it. A sign that is
// there 20 times or more stands once, with the number.
import { readFileSync } from 'node:fs'

const MAX_LINE = 240

/** At the top of each file. */
export const LEGEND = 'Read test/build/import-shown.ts first: it says what the signs mean.\n\n'

/** Several on a line, as many as it may have. */
function joined(texts: readonly string[], between = ' · '): string[] {
  const lines: string[] = []
  for (const text of texts) {
    const longer = `${lines.at(-1)}${between}${text}`
    if (lines.length === 0 || longer.length > MAX_LINE) lines.push(text)
    else lines[lines.length - 1] = longer
  }
  return lines
}

/** What many notes begin or end with, which those that follow one another have once. */
const ALIKE =
  /^(Stands in the text as it was: |Markup without a counterpart, whose text stays: )?(.*?)( became what it means\.| is on another site and stays there\.| is not in the source: it stays an address of the site\.)?$/

/** `  mapped {{< note >}} · {{< tip >}} became what it means.` */
function notesIn(report: string): string[] {
  const alike: { beginning: string; messages: string[]; end: string }[] = []
  for (const [, kind = '', message = ''] of report.matchAll(/^ {2}(.{9} )(.*)$/gm)) {
    // Aliases are where it was.
    if (kind.startsWith('was at')) continue
    const [, before = '', text = '', end = ''] = ALIKE.exec(message)!
    const [beginning, last] = [`${kind.trim()} ${before}`, alike.at(-1)]
    if (last?.beginning === beginning && last.end === end) last.messages.push(text)
    else alike.push({ beginning, messages: [text], end })
  }
  const notes = alike.map(({ beginning, messages, end }) => `${beginning}${messages.join(' · ')}${end}`)
  return joined(notes, ' — ').map((line) => `  ${line}`)
}

function paragraphsOf(text: string): string[] {
  if (text.trim() === '') return text.length > 1 ? ['(blank)'] : []
  const whole = text.endsWith('\n') ? text.slice(0, -1) : `${text}(no end of line)`
  return whole.split('\n\n')
}

/** Paragraphs, and the numbers of those that `source` has, too; one that follows itself stands once. */
function textIn(text: string, source: readonly string[]): string[] {
  const shown: { text: string; from?: number; to: number }[] = []
  for (const paragraph of paragraphsOf(text)) {
    const last = shown.at(-1)
    const isNext = last?.from !== undefined && source[last.to] === paragraph
    const at = isNext ? last.to : source.indexOf(paragraph)
    if (isNext) last.to++
    else if (at >= 0) shown.push({ text: '', from: at + 1, to: at + 1 })
    else if (last?.text === paragraph) last.to++
    else shown.push({ text: paragraph, to: 1 })
  }
  const all = shown.map(({ text, from, to }) => {
    if (from !== undefined) return from === to ? `=${from}` : `=${from}–${to}`
    const once = text.replace(/^(.+)\n\1$/s, '$1 (2 times)')
    return `${once.replaceAll('\n', ' ↵ ')}${to > 1 ? ` (${to} times)` : ''}`
  })
  return joined(all, ' ¶ ').map((line) => `| ${line}`)
}

interface Source {
  front: readonly string[]
  paragraphs: readonly string[]
}

function partsOf(bytes: string | Uint8Array | undefined): Source {
  if (typeof bytes !== 'string') return { front: [], paragraphs: [] }
  const [, front = '', text = bytes] = /^[-+]{3}\n(.*?)^[-+]{3}\n(.*)$/ms.exec(bytes) ?? []
  return { front: front.split('\n'), paragraphs: paragraphsOf(text) }
}

function postShown(path: string, from: string, report: string, bytes: string, source: Source): string[] {
  const [, front = '', text = ''] = /^---\n(.*?)^---\n(.*)$/ms.exec(bytes) ?? []
  const head = front
    .trimEnd()
    .split('\n')
    .map((line) => (source.front.includes(line) ? line.replace(/:.*/, ' =') : line))
  const [file = '', name = ''] = [from.replace(/, a draft.*/, ''), path.replace(/.*\//, '')]
  const shortly = file.endsWith(`/${name}`) ? from.replace(name, '') : from
  const lines = [`${path}${from === path ? '' : ` from ${shortly}`}: ${head.join(' | ')}`, ...notesIn(report)]
  const all = [...lines, ...textIn(text, source.paragraphs)]
  const inOne = all.map((line) => line.trimStart()).join(' ')
  return inOne.length <= MAX_LINE && all.length <= 3 ? [inOne] : all
}

/**
 * @param printed by `galley import --verbose`
 * @param written the paths of files on disk, by their names in the content folder
 * @param workspace is left out of names
 * @param sourceOf the file of a path that the report names
 */
export function shown(
  printed: string,
  written: ReadonlyMap<string, string>,
  workspace: string,
  sourceOf: (path: string) => string | Uint8Array | undefined,
): string {
  const left = new Map(written)
  const posts: string[][] = []
  const rest = printed.replace(
    /^\/content\/(\S+) from (.*)\n((?: {2}.*\n)*)/gm,
    (_, path: string, from: string, report: string) => {
      // With --dry-run there is none.
      const file = written.get(path)
      const bytes = file === undefined ? '' : readFileSync(file).toString()
      left.delete(path)
      const source = partsOf(sourceOf(from.replace(/, a draft.*/, '')))
      posts.push(postShown(path.slice(workspace.length + 1), from, report, bytes, source))
      return ''
    },
  )
  const others = [...left].map(([path, file]) => {
    const bytes = readFileSync(file)
    const text = /\.(md|yml)$/.test(path) ? listShown(bytes.toString().trimEnd(), path) : ''
    return `${path.slice(workspace.length + 1)}: ${text || `${bytes.length} bytes`}`
  })
  const said = rest.replace(', 0 unchanged, 0 kept.', '.').split('\n').filter(Boolean)
  const all = [...together(posts), ...joined([...said, ...others])].join('\n')
  return all.replace(/([^\s·])\1{19,}/gu, (run, sign) => `${sign}×${run.length / sign.length}`)
}

/** Entries of lists that have nothing but the name that their key says are their keys. */
function listShown(text: string, path: string): string {
  const titled = (key: string) => `${key[0]!.toUpperCase()}${key.slice(1).replaceAll('-', ' ')}`
  const key = /authors\/(.*)\.yml$/.exec(path)?.[1]
  if (key !== undefined && text === `name: ${titled(key)}`) return '='
  return text
    .replace(/^([\w-]+):\n {2}name: (.*)$(?!\n {2})/gm, (all, key, name) =>
      name === titled(key) ? key : all,
    )
    .replace(/^ {2}([\w-]+):\n {4}type: (\w+)$/gm, '$1 $2')
    .replaceAll(/\n */g, ' | ')
}

/** Posts that take a line each, several on a line. */
function together(posts: readonly string[][]): string[] {
  const lines: string[] = []
  let short: string[] = []
  for (const post of [...posts, []]) {
    if (post.length === 1) short.push(...post)
    else {
      lines.push(...joined(short, ' ‖ '), ...post)
      short = []
    }
  }
  return lines
}
