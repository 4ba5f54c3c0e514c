// A new author, category or tag.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withEntry, yamlOf } from '../../build/edit/create.ts'
import { listFile, type WrittenWorkspace } from '../../build/edit/read.ts'
import type { Reference } from '../../build/workspace/references.ts'
import { inferred, slugOf } from '../../build/workspace/taxonomies.ts'
import { requiredContentFolder } from '../cli/project.ts'
import { replaceFiles } from './replace.ts'
import { type Created, freeSlug, type Wish, writeNew } from './wish.ts'

const LISTS = { category: 'categories.yml', tag: 'tags.yml' } as const

/** An author, a category or a tag. The first one that is declared makes a list, so those that posts name join it. */
export async function newEntry(
  wish: Wish,
  kind: Reference['kind'],
  title: string,
  workspace: WrittenWorkspace,
): Promise<Created> {
  const { settings, folder, lists, posts } = workspace
  const list = listFile(workspace, kind)
  const declared = new Map(
    lists[kind]?.map(({ slug }) => [
      slug.toLowerCase(),
      `it is that of another ${kind} in ${folder.displayPath}`,
    ]),
  )
  const slug = freeSlug(wish, title, 'strict', declared)
  const { authors, category } = settings.defaults
  const references = [...authors, ...category, ...posts.flatMap((post) => post.references)].filter(
    (one) => one.kind === kind,
  )
  const named = lists[kind] ? [] : references.map(({ target }) => inferred(target))
  const entries = new Map(named.map((entry) => [entry.slug, entry.name]))
  entries.set(slug, title)
  const folderPath = join(requiredContentFolder(wish.values), settings.folder)
  const path = kind === 'author' ? `authors/${slug}.yml` : LISTS[kind]
  if (kind === 'author') {
    for (const [one, name] of entries) writeNew(folderPath, `authors/${one}.yml`, yamlOf({ name }))
  } else {
    const before = list ? readFileSync(list.path, 'utf8').replace(/^\ufeff/, '') : ''
    const text = [...entries].reduce((text, [one, name]) => withEntry(text, one, name), before)
    if (list) replaceFiles(folderPath, { texts: new Map([[path, text]]), move: undefined }, 'new')
    else writeNew(folderPath, path, text, 'It cannot be read: galley check says why.')
  }
  const byName = references.filter((one) => !lists[kind] && one.target !== slugOf(one, lists)).length
  const joined = [...entries.keys()].filter((one) => one !== slug)
  const note = [
    joined.length > 0
      ? `Posts may now name only those that are declared, so these are, too: ${joined.join(', ')}.`
      : '',
    byName > 0 ? `Some posts name theirs by name: galley check says where to write the slug.` : '',
  ].filter((text) => text !== '')
  return { path: `${folder.displayPath}/${path}`, ...(note.length > 0 && { note: note.join(' ') }) }
}
