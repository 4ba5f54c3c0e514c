// Code of other files of the site that a text shows: as a fence, with all of a file, some of its lines, or a region of it.
import { fenced } from '../markdown/written.ts'
import type { TagArguments } from './tags.ts'

/** A file of code, and what of it a text shows. */
export interface CodeFile {
  path: string
  language?: string | undefined
  title?: string | undefined
  /** Lines that are marked: `1,3-5`. */
  marked?: string | undefined
  region?: string | undefined
  /** Numbers of lines. */
  first?: number | undefined
  last?: number | undefined
}

/** @param margin what stands before each line */
export function fenceOf(code: string, file: CodeFile, margin = ''): string {
  const { path, title = '', marked, region, first = 1, last } = file
  const whole = region === undefined ? code : regionIn(code, region)
  const lines = whole.split('\n').slice(Math.max(0, first - 1), last)
  const language = file.language || (/\.([\w+#-]+)$/.exec(path)?.[1] ?? 'text')
  const info = [language, marked && `{${marked}}`, title && `title="${title.replace(/["`]/g, "'")}"`]
  return fenced(lines.join('\n'), info.filter(Boolean).join(' ')).replace(/\n(?=.)/g, `\n${margin}`)
}

/** The line that begins or ends a region, in a comment of any language. */
const MARK =
  /^\s{0,200}(?:\/\/|<!--|\/\*|\(\*|--|::|REM|#)?\s{0,20}#?(?:pragma\s{1,20})?(end)?region\b\s{0,20}"?([\w*-]*)/i

/** Cuts a region out, without the marks in it, and as far left as it can be; all of the code if there is no such region. */
function regionIn(code: string, name: string): string {
  let depth = 0
  const lines = code.split('\n').filter((line) => {
    const [mark, end, called] = MARK.exec(line) ?? []
    if (mark === undefined) return depth > 0
    if (end === undefined && (depth > 0 || called === name)) depth++
    else if (end !== undefined && depth > 0) depth--
    return false
  })
  const margins = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0].length)
  const margin = Math.min(...margins)
  return margins.length === 0 ? code : lines.map((line) => line.slice(margin)).join('\n')
}

/**
 * The file that a tag names: `A title lang:js from:2 to:5 a.js` of Hexo and Octopress.
 * @param key the name or the number of the argument that is its path, if that is not the last one
 */
export function codeFileIn({ list, named }: TagArguments, key?: string): CodeFile | undefined {
  const at = key === undefined ? list.length - 1 : Number(key)
  const path = (key !== undefined && named[key]) || list[at]
  const [, first, last] = /^(\d*)-(\d*)$/.exec(named.range ?? '') ?? []
  const line = (written: string | undefined) => Number(written) || undefined
  if (!path) return undefined
  return {
    path,
    language: named.lang ?? named.language ?? list[at + 1],
    title: named.title ?? (key === undefined ? list.slice(0, at).join(' ') : undefined),
    marked: named.mark,
    first: line(named.from ?? named.start ?? first),
    last: line(named.to ?? named.end ?? last),
  }
}
