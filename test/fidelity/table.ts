// The rows of docs/design/import.md, which have no text of a blog.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ASPECTS, type Aspect, type Comparison } from './compare.ts'
import type { Site } from './site.ts'

const DOCUMENT = fileURLToPath(new URL('../../docs/design/import.md', import.meta.url))

/** The aspects with a column of their own; of the others, which are the same nearly everywhere, those that are not. */
const SHOWN = ['text', 'links', 'images', 'code', 'tables', 'lists'] as const

const HEAD = ['program', 'blog', 'posts', 'set apart', ...SHOWN, 'else']

export function rowOf(_name: string, site: Site, { posts, both, differences }: Comparison): string {
  const of = (kind: string) => differences.filter((one) => one.kind === kind).length
  const shareOf = (aspect: Aspect) => {
    const all = aspect === 'address' ? both - of('unknown') : both
    return share(all - of(aspect), all)
  }
  const apart = { lost: 'lost', hidden: 'hidden', public: 'made public', unknown: 'not known' }
  const setApart = Object.entries(apart).flatMap(([kind, name]) =>
    of(kind) > 0 ? `${of(kind)} ${name}` : [],
  )
  const others = ASPECTS.filter((aspect) => !SHOWN.some((one) => one === aspect) && of(aspect) > 0)
  const { host, pathname } = new URL(site.repository)
  const place = site.edits ? ', below `/project`' : ''
  const repository = `[${pathname.slice(1)}](https://${host}${pathname}) at ${site.commit.slice(0, 7)}${place}`
  const last = others.map((aspect) => `${aspect} ${shareOf(aspect)}`).join(', ')
  const cells = [site.program, repository, posts, setApart.join(', '), ...SHOWN.map(shareOf), last]
  return `| ${cells.join(' | ')} |`
}

/** In percent, and 100 only if it is all of them. */
function share(right: number, all: number): string {
  return all === 0 || right === all ? '100' : Math.min(99.9, (100 * right) / all).toFixed(1)
}

/** In place of the rows of the same blogs; others stay. Those of exports are in a section of their own. */
export function writeTable(rows: readonly string[], pages: readonly string[]): void {
  const sections = readFileSync(DOCUMENT, 'utf8').split(/^(?=## )/m)
  const isExport = (row: string) => /^\| (?:Ghost|Hashnode|WordPress) /.test(row)
  const written = sections.map((section) => {
    if (section.startsWith('## The table'))
      return withRows(
        section,
        rows.filter((row) => !isExport(row)),
      )
    if (section.startsWith('## Pages')) return withRows(section, pages)
    return section.startsWith('## Exports') ? withRows(section, rows.filter(isExport)) : section
  })
  writeFileSync(DOCUMENT, written.join(''))
}

function withRows(text: string, rows: readonly string[]): string {
  const ofPages = text.startsWith('## Pages')
  const names = HEAD.map((name) => (ofPages && name === 'posts' ? 'pages' : name))
  const head = `| ${names.join(' | ')} |\n|${HEAD.map(() => '---').join('|')}|\n`
  const at = text.indexOf(head)
  if (at < 0) throw new Error(`${DOCUMENT} lacks a table. Its head is:\n${head}`)
  const from = at + head.length
  const to = from + /^(?:\|.*\n)*/.exec(text.slice(from))![0].length
  const keyOf = (row: string) => row.split('|')[2]!.replace(/ at \w+/, '')
  const known = new Map(
    [...text.slice(from, to).split('\n').filter(Boolean), ...rows].map((row) => [keyOf(row), row]),
  )
  const sorted = [...known.values()].sort((a, b) => (a < b ? -1 : 1))
  return text.slice(0, from) + sorted.map((row) => `${row}\n`).join('') + text.slice(to)
}
