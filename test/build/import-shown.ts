// How import.txt shows what becomes of a site: each post with what is said of it, in as few lines as can be read.
import { readFileSync } from 'node:fs'

const MAX_LINE = 160

/** Several on a line, as many as it may have. */
function joined(texts: readonly string[], beginning = ''): string[] {
  const lines: string[] = []
  for (const text of texts) {
    const line = lines.at(-1)
    const longer = `${line} · ${text}`
    if (line === undefined || longer.length > MAX_LINE) lines.push(beginning + text)
    else lines[lines.length - 1] = longer
  }
  return lines
}

/** `  mapped    {{< note >}} became what it means.`, those of one kind together. */
function notesIn(report: string): string[] {
  const kinds: [kind: string, messages: string[]][] = []
  for (const [, kind = '', message = ''] of report.matchAll(/^ {2}(.{9} )(.*)$/gm)) {
    if (kinds.at(-1)?.[0] === kind) kinds.at(-1)![1].push(message)
    else kinds.push([kind, [message]])
  }
  // Aliases are where it was.
  return kinds.flatMap(([kind, messages]) => (kind.startsWith('was at') ? [] : joined(messages, `  ${kind}`)))
}

/** A line that follows a blank one begins with `|`, another one with `:`. */
function textIn(text: string): string[] {
  const lines = text.endsWith('\n')
    ? text.split('\n').slice(0, -1)
    : [...text.split('\n'), '(no end of line)']
  let isFirst = true
  return lines.flatMap((line, index) => {
    const isBlank = line === ''
    const shown = isBlank ? '|' : `${isFirst ? '|' : ':'} ${line}`
    const isOne = isBlank && !isFirst && index < lines.length - 1
    isFirst = isBlank
    return isOne ? [] : [shown]
  })
}

function postShown(path: string, from: string, report: string, bytes: string): string[] {
  const [, front = '', text = ''] = /^---\n(.*?)^---\n(.*)$/ms.exec(bytes) ?? []
  const head = front.trimEnd().replaceAll('\n', ' | ')
  const lines = [`${path} from ${from}`, ...notesIn(report), `  ${head}`, ...textIn(text)]
  const inOne = lines.join(' ').replace(/ \|$/, '')
  return inOne.length <= 200 && text.split('\n').length <= 2 ? [inOne] : lines
}

/**
 * @param printed by `galley import --verbose`
 * @param written the paths of files on disk, by their names in the content folder
 * @param workspace is left out of names
 */
export function shown(printed: string, written: ReadonlyMap<string, string>, workspace: string): string {
  const left = new Map(written)
  const told = printed.replace(
    /^\/content\/(\S+) from (.*)\n((?: {2}.*\n)*)/gm,
    (_, path: string, from: string, report: string) => {
      // With --dry-run there is none.
      const file = written.get(path)
      const bytes = file === undefined ? '' : readFileSync(file).toString()
      left.delete(path)
      return `${postShown(path.slice(workspace.length + 1), from, report, bytes).join('\n')}\n`
    },
  )
  const others = [...left].map(([path, file]) => {
    const bytes = readFileSync(file)
    const text = /\.(md|yml)$/.test(path) ? bytes.toString().trimEnd().replaceAll('\n', ' | ') : ''
    return `${path.slice(workspace.length + 1)}: ${text || `${bytes.length} bytes`}`
  })
  return `${told}${joined(others).join('\n')}`.trim()
}
