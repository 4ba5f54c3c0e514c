// How the files in imported/ show what becomes of a site: each post with what is said of it, in as few lines as can be read.
import { readFileSync } from 'node:fs'

const MAX_LINE = 240

/** At the top of each file. */
export const LEGEND = `Below the name of each site stand the posts that became of it: what the report says of a post, its front matter in
one line, and its text, in which | begins a line that follows a blank one, and : begins another. A post that needs
no more stands in one line, and a paragraph once if the next ones are the same. Then come the rest of the report,
and the other files.

`

/** Several on a line, as many as it may have. */
function joined(texts: readonly string[], beginning = '', end = ''): string[] {
  const lines: string[] = []
  for (const text of texts) {
    const line = lines.at(-1)
    const longer = `${line} · ${text}`
    if (line === undefined || longer.length > MAX_LINE) lines.push(beginning + text)
    else lines[lines.length - 1] = longer
  }
  return lines.map((line) => line + end)
}

/** What many notes begin or end with, which those that follow one another have once. */
const ALIKE =
  /^(Stands in the text as it was: |Markup without a counterpart, whose text stays: )?(.*?)( became what it means\.| is on another site and stays there\.| is not in the source: it stays an address of the site\.)?$/

/** `  mapped    {{< note >}} · {{< tip >}} became what it means.` */
function notesIn(report: string): string[] {
  const alike: { beginning: string; messages: string[]; end: string }[] = []
  for (const [, kind = '', message = ''] of report.matchAll(/^ {2}(.{9} )(.*)$/gm)) {
    // Aliases are where it was.
    if (kind.startsWith('was at')) continue
    const [, before = '', text = '', end = ''] = ALIKE.exec(message)!
    const [beginning, last] = [`  ${kind}${before}`, alike.at(-1)]
    if (last?.beginning === beginning && last.end === end) last.messages.push(text)
    else alike.push({ beginning, messages: [text], end })
  }
  return alike.flatMap(({ beginning, messages, end }) => joined(messages, beginning, end))
}

/** A line that follows a blank one begins with `|`, another one with `:`. What many lines have alike is shown once. */
function textIn(text: string): string[] {
  if (text.trim() === '') return text.length > 1 ? ['(blank)'] : []
  const lines = text.endsWith('\n')
    ? text.split('\n').slice(0, -1)
    : [...text.split('\n'), '(no end of line)']
  let isFirst = true
  const all = lines.flatMap((line, index) => {
    const isBlank = line === ''
    const shown = isBlank ? '|' : `${isFirst ? '|' : ':'} ${line}`
    const isOne = isBlank && !isFirst && index < lines.length - 1
    isFirst = isBlank
    return isOne ? [] : [shown]
  })
  return withoutRuns(all.filter((line, at) => !isAlike(line, all[at - 1]) || !isAlike(line, all[at + 1])))
}

/** Paragraphs of several lines stand once if the next ones are the same. */
function withoutRuns(lines: readonly string[]): string[] {
  const runs: { paragraph: string; times: number }[] = []
  for (const paragraph of lines.join('\n').split(/\n(?=\|)/)) {
    const last = runs.at(-1)
    if (last?.paragraph === paragraph && paragraph.includes('\n')) last.times++
    else runs.push({ paragraph, times: 1 })
  }
  return runs.flatMap(({ paragraph, times }) => [
    ...paragraph.split('\n'),
    ...(times > 1 ? [`  (${times} times)`] : []),
  ])
}

/** But for how far they are indented. */
function isAlike(line: string, other = ''): boolean {
  return line.replace(/\s+/, ' ') === other.replace(/\s+/, ' ')
}

function postShown(path: string, from: string, report: string, bytes: string): string[] {
  const [, front = '', text = ''] = /^---\n(.*?)^---\n(.*)$/ms.exec(bytes) ?? []
  const head = front.trimEnd().replaceAll('\n', ' | ')
  const lines = [`${path} from ${from}`, ...notesIn(report), `  ${head}`, ...textIn(text)]
  const inOne = lines.join(' ')
  return inOne.length <= MAX_LINE && text.split('\n').length <= 2 ? [inOne] : lines
}

/**
 * @param printed by `galley import --verbose`
 * @param written the paths of files on disk, by their names in the content folder
 * @param workspace is left out of names
 */
export function shown(printed: string, written: ReadonlyMap<string, string>, workspace: string): string {
  const left = new Map(written)
  const posts: string[] = []
  const rest = printed.replace(
    /^\/content\/(\S+) from (.*)\n((?: {2}.*\n)*)/gm,
    (_, path: string, from: string, report: string) => {
      // With --dry-run there is none.
      const file = written.get(path)
      const bytes = file === undefined ? '' : readFileSync(file).toString()
      left.delete(path)
      posts.push(...postShown(path.slice(workspace.length + 1), from, report, bytes))
      return ''
    },
  )
  const others = [...left].map(([path, file]) => {
    const bytes = readFileSync(file)
    const text = /\.(md|yml)$/.test(path) ? bytes.toString().trimEnd().replaceAll('\n', ' | ') : ''
    return `${path.slice(workspace.length + 1)}: ${text || `${bytes.length} bytes`}`
  })
  return [...posts, ...joined([...rest.split('\n').filter(Boolean), ...others])].join('\n')
}
