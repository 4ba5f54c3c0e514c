// A new author, category or tag.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { declarationsOf, type NewEntry, namedEntries, withEntry } from '../../build/edit/create.ts'
import { listFile, referencesIn, type WrittenWorkspace } from '../../build/edit/read.ts'
import { COLLECTIONS } from '../../build/workspace/collections.ts'
import type { Reference } from '../../build/workspace/references.ts'
import { slugOf } from '../../build/workspace/taxonomies.ts'
import { requiredContentFolder } from '../cli/project.ts'
import { replaceFiles } from './replace.ts'
import { freeSlug, type Wish, writeNew } from './wish.ts'

/** Makes an author, a category or a tag. The first one that is declared makes a list, so those that posts name join it. */
export function newEntry(wish: Wish, kind: Reference['kind'], title: string, workspace: WrittenWorkspace) {
  const { settings, folder, lists } = workspace
  const list = listFile(workspace, kind)
  const names = lists[kind]?.flatMap(({ slug, id, aliases }) => [slug, id, ...aliases]) ?? []
  const holder = `it is that of another ${kind} in ${folder.displayPath}`
  const declared = new Map(names.map((name) => [name.toLowerCase(), holder]))
  const slug = freeSlug(wish, title, 'strict', (slug) => declared.get(slug.toLowerCase()))
  const named = lists[kind] ? [] : namedEntries(workspace, kind)
  const joined = named.filter((entry) => entry.slug !== slug)
  const folderPath = join(requiredContentFolder(wish.values), settings.folder)
  const path = kind === 'author' ? `authors/${slug}.yml` : COLLECTIONS[kind].place
  if (list) {
    const before = readFileSync(list.path, 'utf8').replace(/^\ufeff/, '')
    const text = withEntry(before, { slug, name: title })
    replaceFiles(folderPath, { texts: new Map([[path, text]]) }, 'new')
  } else {
    const hint = kind === 'author' ? undefined : 'It cannot be read: galley check says why.'
    for (const [one, text] of declarationsOf(kind, [...joined, { slug, name: title }]))
      writeNew(folderPath, one, text, hint)
  }
  const isByName = (one: Reference) => one.kind === kind && one.target !== slugOf(one, lists)
  const notes = [joinedNote(joined)]
  if (!lists[kind] && referencesIn(workspace).some(isByName))
    notes.push('Some posts name theirs by name: galley check says where to write the slug.')
  return { path: `${folder.displayPath}/${path}`, note: notes.join(' ').trim() }
}

/** Returns the note on entries that are declared along with another one. */
export function joinedNote(entries: readonly NewEntry[]): string {
  const slugs = entries.map(({ slug }) => slug).join(', ')
  return slugs && `Posts may now name only those that are declared, so these are, too: ${slugs}.`
}
