// Abbreviations of kramdown, `*[HTML]: HyperText Markup Language`, as HTML.
import { inProse } from './prose.ts'
import { attribute } from './written.ts'

const DEFINITION = /^ {0,3}\*\[([^[\]\n]{1,100})\]:[ \t]*(.*)$\n?/gm

/** @param text with its code hidden */
export function withAbbreviations(text: string): string {
  const titles = new Map(
    Array.from(text.matchAll(DEFINITION), ([, name = '', title = '']) => [name, title.trim()]),
  )
  if (titles.size === 0) return text
  const names = [...titles.keys()].toSorted((a, b) => b.length - a.length)
  const known = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${names.map((name) => name.replace(/[.*+?^\x24{}()|[\]\\/-]/g, '\\$&')).join('|')})(?![\\p{L}\\p{N}])`,
    'u',
  )
  return inProse(
    text.replace(DEFINITION, ''),
    known,
    (name) => `<abbr title="${attribute(titles.get(name)!)}">${name}</abbr>`,
  )
}
