// A new post.
import { join } from 'node:path'
import { endingFor, postPath, postText, yamlOf } from '../../build/edit/create.ts'
import { frontMatterProblems, type WrittenWorkspace } from '../../build/edit/read.ts'
import type { FormValue } from '../../build/edit/value.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { didYouMean } from '../../build/problems/suggest.ts'
import { derivedId } from '../../build/schema/id.ts'
import type { DeclaredCollection } from '../../build/workspace/declared.ts'
import type { Reference } from '../../build/workspace/references.ts'
import { slugsOf } from '../../build/workspace/taxonomies.ts'
import { normalise } from '../../packages/search/basics/normalise.ts'
import { parseDate } from '../../snapshot/date.ts'
import type { FlagValues } from '../cli/command.ts'
import { listIn } from '../cli/flags.ts'
import { requiredContentFolder } from '../cli/project.ts'
import { answer, freeSlug, listed, type Wish, writeNew } from './wish.ts'

export async function newPost(wish: Wish, title: string, workspace: WrittenWorkspace) {
  const { values } = wish
  const { settings, posts } = workspace
  if (settings.collection) return newInCollection(wish, title, workspace, settings.collection)
  const slug = freeSlug(wish, title, settings.slugs, (slug) => holderOf(slug, 'post', workspace))
  const publishedAt = String(values.date ?? new Date().toISOString().slice(0, 10))
  if (parseDate(publishedAt) === undefined) {
    throw new ConfigurationError(
      `--date "${publishedAt}" is not a date. Write 2026-05-31 or 2026-05-31T09:00:00Z.`,
    )
  }
  const others = posts.map(({ file }) => file.relativePath)
  const { path, isNamed } = postPath(slug, publishedAt.slice(0, 10), others)
  const authors = await referencesOf(wish, 'author', workspace, values.authors)
  const [category] = (await referencesOf(wish, 'category', workspace, values.category)) ?? []
  const tags = await referencesOf(wish, 'tag', workspace, values.tags)
  const [series] = values.series ? ((await referencesOf(wish, 'series', workspace, values.series)) ?? []) : []
  const text = postText({
    title,
    slug: isNamed ? undefined : slug,
    publishedAt,
    status: values.publish ? undefined : 'draft',
    authors,
    category,
    tags,
    series,
    fields: await fieldsOf(wish, workspace),
  })
  return { path: written(values, workspace, path, text), note: values.publish ? '' : DRAFT, slug }
}

/** Says what has a slug already, as a clause. */
function holderOf(slug: string, kind: string, { settings, posts }: WrittenWorkspace): string | undefined {
  const names = posts.flatMap((post) => post.names)
  const named = names.find(({ value }) => value.toLowerCase() === slug.toLowerCase())
  if (named) return `it is the ${named.kind} of ${named.file}`
  // A draft that had the slug has kept its id.
  const id = derivedId(kind, settings.folder, slug)
  const former = names.find(({ value }) => value === id)
  return former && `its id, ${id}, is that of ${former.file}`
}

/** Writes a file, and returns its path as messages show it. */
function written(
  values: FlagValues,
  { settings, folder }: WrittenWorkspace,
  path: string,
  text: string,
  hint?: string,
): string {
  const displayPath = `${folder.displayPath}/${path}`
  const [mistake] = frontMatterProblems(text, { displayPath, relativePath: path }, settings)
  if (mistake) throw new ConfigurationError(`${mistake.message} ${mistake.hint} Nothing was written.`)
  writeNew(join(requiredContentFolder(values), folder.name), path, text, hint)
  return displayPath
}

const DRAFT =
  'It is a draft: galley dev shows it at the desk, and readers do not see it. Remove its status to publish it.'

/** Makes an entry with the ending that most of the others have. Its slug may name folders, too. */
async function newInCollection(
  wish: Wish,
  title: string,
  workspace: WrittenWorkspace,
  { name, single, title: field }: DeclaredCollection,
) {
  const { values } = wish
  const { settings, folder } = workspace
  const flag = ['authors', 'category', 'tags', 'series'].find((one) => values[one] !== undefined)
  if (flag) throw new ConfigurationError(`--${flag} is for posts. Leave it out, or write a field.`)
  const [, place = '', last = ''] = /^(.*\/)?(.*)$/.exec(String(values.slug ?? '')) ?? []
  const named = { ...wish, values: { ...values, slug: last || undefined } }
  const free = () => freeSlug(named, title, settings.slugs, (slug) => holderOf(place + slug, name, workspace))
  const slug = single ? name : place + free()
  const paths = folder.posts.map(({ relativePath }) => relativePath)
  const ending = endingFor(paths, settings.collection!)
  const fields = await fieldsOf(
    { ...wish, fields: { ...(field && { [field]: title }), ...wish.fields } },
    workspace,
  )
  const { date: publishedAt, publish } = values
  const own = { publishedAt, status: publish ? undefined : 'draft', ...fields }
  const head = field || single ? own : { title, ...own }
  const yaml = ending === '.json' ? `${JSON.stringify(head, null, 2)}\n` : yamlOf(head)
  const path = `${single ? '' : `${name}/`}${slug}${ending}`
  const text = ending === '.md' ? `---\n${yaml}---\n\n` : yaml
  const hint = single ? `${name} has one entry.` : undefined
  return { path: written(values, workspace, path, text, hint), note: publish ? '' : DRAFT, slug }
}

const ASKED = {
  author: { question: 'Whose post is it?', kinds: 'Authors', flag: '--authors' },
  category: { question: 'Which category?', kinds: 'Categories', flag: '--category' },
  tag: { question: 'Which tags, if any?', kinds: 'Tags', flag: '--tags' },
  series: { question: 'Which series, if any?', kinds: 'Series', flag: '--series' },
} as const

/** Returns the slugs that a post names; `undefined` if it need not name any. */
async function referencesOf(
  wish: Wish,
  kind: Reference['kind'],
  { settings, lists, posts }: WrittenWorkspace,
  given: FlagValues[string],
): Promise<string[] | undefined> {
  const known = lists[kind]?.map(({ slug }) => slug)
  const isOptional = kind === 'tag' && given === undefined
  const wordsIn = (text: string) => listIn(text).map((word) => normalise(word))
  const reasonAgainst = (text: string) => {
    const words = wordsIn(text)
    if (words.length === 0 && isOptional) return undefined
    if (words.length === 0) return `Write the slug of ${kind === 'author' ? 'an' : 'a'} ${kind}.`
    if (kind === 'category' && words.length > 1) return 'A post has one category. Write tags for the others.'
    if (kind === 'series' && words.length > 1) return 'A post is part of one series.'
    const unknown = words.find((word) => known && !known.includes(word))
    return unknown === undefined
      ? undefined
      : `There is no ${kind} "${unknown}". ${didYouMean(unknown, known!, `Make it: galley new ${kind} "${unknown}".`)}`
  }
  const defaults =
    kind === 'author' ? settings.defaults.authors : kind === 'category' ? settings.defaults.category : []
  if (given === undefined && (defaults.length > 0 || (isOptional && !wish.prompt))) return undefined
  const named = [...new Set(posts.flatMap((post) => slugsOf(post, kind, lists)))].sort()
  const otherwise = isOptional ? '' : known?.length === 1 ? known[0] : undefined
  const { question: start, kinds, flag } = ASKED[kind]
  const question = `${start} ${listed(kinds, known ?? named)}`.trim()
  const words = wordsIn(await answer(wish, question, flag, { given, otherwise, reasonAgainst }))
  return words.length > 0 ? words : undefined
}

/** @throws {ConfigurationError} for a field that is not defined, and without one that is required */
async function fieldsOf(wish: Wish, { settings: { fields = [] } }: WrittenWorkspace) {
  const given = new Map<string, FormValue>()
  const typed = listIn(wish.values.fields).map((pair): [name: string, value: string, pair: string] => {
    const [, name = '', value = ''] = /^([^=]*?)\s*=\s*(.*)$/s.exec(pair) ?? []
    return [name, value, pair]
  })
  for (const [name, value, pair] of [...Object.entries(wish.fields ?? {}), ...typed]) {
    const names = fields.map((field) => field.name)
    if (!names.includes(name)) {
      throw new ConfigurationError(
        `There is no field "${name || pair}". ${didYouMean(name, names, listed('Fields', names) || 'Define it in workspace.yml.')}`,
      )
    }
    given.set(name, value)
  }
  for (const { name, required, options } of fields) {
    if (!required || given.has(name)) continue
    const hint = options ? ` ${listed('Options', options)}` : ''
    given.set(name, await answer(wish, `What is its ${name}?${hint}`, `--fields ${name}=…`))
  }
  if (given.size === 0) return undefined
  const lists = new Set(fields.flatMap(({ name, type }) => (type === 'list' ? name : [])))
  return Object.fromEntries(
    [...given].map(([name, value]) => [name, lists.has(name) ? [value].flat() : value]),
  )
}
