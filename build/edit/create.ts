// The text of new content files, and of lists with a new entry.
import { extname } from 'node:path'
import { Document, isMap, parseDocument, visit } from 'yaml'
import { slugOfFile } from '../schema/slug.ts'
import { COLLECTIONS } from '../workspace/collections.ts'
import type { DeclaredCollection } from '../workspace/declared.ts'
import type { Reference } from '../workspace/references.ts'
import { namedIn } from '../workspace/taxonomies.ts'
import { referencesIn, type WrittenPost, type WrittenWorkspace } from './read.ts'
import type { FormValue } from './value.ts'

/** The front matter of a new post; keys without a value are left out. */
export interface NewPost {
  title: string
  slug?: string | undefined
  publishedAt: string
  status?: 'draft' | undefined
  authors?: string[] | undefined
  category?: string | undefined
  tags?: string[] | undefined
  series?: string | undefined
  fields?: Record<string, FormValue> | undefined
}

export function postText(post: NewPost): string {
  return `---\n${yamlOf({ ...post })}---\n\n`
}

/** Writes a mapping as YAML, with each list on one line. */
export function yamlOf(value: object): string {
  const document = new Document(JSON.parse(JSON.stringify(value)))
  visit(document, {
    Seq: (_, list) => {
      list.flow = true
    },
  })
  return document.toString(STYLE)
}

const STYLE = { lineWidth: 0, flowCollectionPadding: false }

/**
 * Returns where a new post goes below its workspace, and whether its slug has to be written in it.
 * @param others paths of the present posts: if most of their names begin with a date, so does this one's
 */
export function postPath(
  slug: string,
  day: string,
  others: readonly string[],
): { path: string; isNamed: boolean } {
  // Files and folders whose names begin with _ are ignored.
  const name = slug.replace(/^_+/, '') || 'post'
  const path = `posts/${areDated(others) ? `${day}-` : ''}${name}.md`
  return { path, isNamed: slugOfFile(path) === slug }
}

/** Tells whether most names of posts begin with a date. */
export function areDated(paths: readonly string[]): boolean {
  return paths.filter((path) => /(^|\/)\d{4}-\d{2}-\d{2}-[^/]+$/.test(path)).length > paths.length / 2
}

/** Returns the ending that most entries have; that of data, if there are none and that is what they will be. */
export function endingFor(
  paths: readonly string[],
  { single, title }: Pick<DeclaredCollection, 'single' | 'title'>,
): string {
  const endings = paths.map((path) => extname(path))
  const count = (ending: string) => endings.filter((one) => one === ending).length
  const [most] = [...new Set(endings)].sort((a, b) => count(b) - count(a) || (a < b ? 1 : -1))
  return most ?? (title || single ? '.yml' : '.md')
}

/** An author, a category or a tag as it is declared. */
export interface NewEntry {
  slug: string
  name: string
  aliases?: string[]
  id?: string
}

/** Returns files that declare entries of a kind without declared entries, by path below the workspace. */
export function declarationsOf(kind: Reference['kind'], entries: readonly NewEntry[]): Map<string, string> {
  if (kind !== 'author') return new Map([[COLLECTIONS[kind].place, entries.reduce(withEntry, '')]])
  return new Map(entries.map(({ slug, ...author }) => [`authors/${slug}.yml`, yamlOf(author)]))
}

/** Returns the entries that a workspace names where nothing is declared, drafts last: the oldest post that names one gives it its name. */
export function namedEntries({ settings, posts }: WrittenWorkspace, kind: Reference['kind']): NewEntry[] {
  const dateOf = ({ header: { status, publishedAt = 0 } }: WrittenPost) =>
    status === 'draft' ? Number.MAX_VALUE : publishedAt
  const references = referencesIn({ settings, posts: posts.toSorted((a, b) => dateOf(a) - dateOf(b)) })
  return namedIn(references, kind).filter(({ slug }) => slug !== '')
}

/** A list of categories or tags with one entry more, everything else as it was. */
export function withEntry(text: string, { slug, ...label }: NewEntry): string {
  const entry = yamlOf({ [slug]: label })
  const end = /\r\n/.test(text) ? '\r\n' : '\n'
  const document = parseDocument(text)
  const isBlock = document.contents === null || (isMap(document.contents) && !document.contents.flow)
  if (isBlock && !/^(\.\.\.|---)/m.test(text)) {
    const before = text === '' || text.endsWith('\n') ? text : text + end
    return before + entry.replaceAll('\n', end)
  }
  document.set(slug, document.createNode(label, { flow: true }))
  return document.toString({ ...STYLE, flowCollectionPadding: /[[{] /.test(text) })
}
