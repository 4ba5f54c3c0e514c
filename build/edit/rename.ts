// Renames a post, an author, a category or a tag: what changes in which file, and which files move.

import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path/posix'
import { isDeepStrictEqual } from 'node:util'
import { normalise } from '../../packages/search/basics/normalise.ts'
import { isObject } from '../../snapshot/objects.ts'
import { type LoadedFile, load } from '../compile/brief.ts'
import { type CompiledFile, compiler } from '../compile/compile.ts'
import { markdownRenderer } from '../compile/markdown.ts'
import { compileAll } from '../compile/pool/pool.ts'
import { pathOf } from '../compile/post-header.ts'
import { proseOf } from '../compile/prose.ts'
import { ConfigurationError } from '../environment/configuration.ts'
import { decodeAttribute } from '../extract/character-references.ts'
import { edited } from '../extract/range.ts'
import { spellings } from '../extract/url-locations.ts'
import type { UrlReference } from '../extract/url-reference.ts'
import { runWithinCpuTime } from '../isolation/time-limit.ts'
import { timeLimit } from '../isolation/work-limits.ts'
import { imagesIn } from '../link/resolve.ts'
import { bytesOf, type ContentFile, type FilePaths } from '../parse/file.ts'
import { splitFrontMatter } from '../parse/frontmatter.ts'
import { isIn } from '../problems/display-path.ts'
import { lineStarts } from '../problems/location.ts'
import { yamlText } from '../problems/suggest.ts'
import { hasType, LEADING } from '../schema/fields.ts'
import { derivedId } from '../schema/id.ts'
import { slugOfFile } from '../schema/slug.ts'
import { COLLECTIONS, KINDS } from '../workspace/collections.ts'
import { collectionName } from '../workspace/family.ts'
import type { Reference } from '../workspace/references.ts'
import type { Settings } from '../workspace/settings.ts'
import { inferred } from '../workspace/taxonomies.ts'
import { declarationsOf, namedEntries, yamlOf } from './create.ts'
import { formEdits } from './front-matter.ts'
import { type Moved, withLinks, withoutRawText } from './links.ts'
import { listFile, splitIn, type WrittenPost, type WrittenWorkspace, withTheirCollections } from './read.ts'
import { valueIn, withItem, withKey, withKeyAdded, withValues } from './yaml.ts'

/** Paths are relative to the workspace's folder. */
export interface Renaming {
  /** New texts of files, by their paths before they move. */
  texts: Map<string, string>
  /** A file, or a folder with all that is in it. */
  move: { from: string; to: string } | undefined
  /** The number of links and references that change, besides the renamed file. */
  changes: number
}

/** A post to be renamed, or an entry of a declared collection. */
export interface FoundPost {
  /** The workspace; its collections are searched for what leads there, too. */
  workspace: WrittenWorkspace
  /** The workspace, or its collection that has the entry. */
  home: WrittenWorkspace
  /** It has the slug `old`; or the new one, in a file that is still named after the old one. */
  post: WrittenPost
}

/** @throws {ConfigurationError} if something leads to the post that cannot be changed */
export async function renamePost(
  { workspace, home, post }: FoundPost,
  old: string,
  slug: string,
): Promise<Renaming> {
  const { settings } = home
  const path = post.file.relativePath
  const move = pathIn(settings, path) === old ? moveOf(path, slug, settings) : undefined
  const moved: Moved = (one) => (move && isIn(one, move.from) ? move.to + one.slice(move.from.length) : one)
  // A folder of entries moves as a whole, and the path of each has its name.
  const inside = home.posts.filter(
    (one) => one !== post && settings.collection && move && isIn(one.file.relativePath, move.from),
  )
  const renamed = [...inside, post].map((one) => {
    const before = one === post ? old : one.header.slug
    return { one, before, after: slug + before.slice(old.length) }
  })
  const texts = new Map<string, string>()
  const renames = new Map(renamed.map(({ before, after }) => [before, after]))
  const named = followReferences(workspace, collectionName(home), renames, texts)
  for (const { one, before, after } of renamed)
    texts.set(one.file.relativePath, withNewSlug(one, texts, before, after, settings))
  const changes = named + (move ? await followLinks(workspace, move.from, moved, texts) : 0)
  for (const { one, before, after } of renamed) {
    const { displayPath, relativePath } = one.file
    const whole = texts.get(relativePath)!
    const compiled = compileWithin(settings, { displayPath, relativePath: moved(relativePath) }, whole)
    requireSame(one, compiled, before, after)
    // The post itself comes last: as long as it has not changed, the same command finds it again.
    texts.delete(relativePath)
    if (whole !== one.text) texts.set(relativePath, whole)
  }
  return { texts, move, changes }
}

/** Returns the slug that a file has by its path. */
export function pathIn({ collection }: Settings, path: string): string {
  return collection ? pathOf(collection, { relativePath: path }) : slugOfFile(path)
}

/** Writes the slug, if it was written, the id and the earlier slug. */
function withNewSlug(
  { file, header, data, text }: WrittenPost,
  texts: ReadonlyMap<string, string>,
  old: string,
  slug: string,
  settings: Settings,
): string {
  const before = texts.get(file.relativePath) ?? text
  const { value: front } = splitIn(settings)(before, file.displayPath)
  const { value } = data
  if ((!isObject(value) && !settings.collection) || !front)
    throw refusal(`${file.displayPath} cannot be changed for you: its front matter has no keys.`)
  // Feed readers know a post by its id, and links to one draft name it.
  const { id } = header
  // Nobody has asked for a draft by its slug.
  const alias = header.status === 'draft' ? undefined : old
  const named = isObject(value) && value.slug !== undefined ? { slug: basename(slug) } : {}
  if (file.relativePath.endsWith('.json') && isObject(value)) {
    const aliases = [...header.aliases, ...(alias === undefined ? [] : [alias])].filter((one) => one !== slug)
    const changed = { ...named, id, aliases: aliases.length > 0 ? aliases : null }
    return edited(before, formEdits(before, changed, file.relativePath).edits).text
  }
  if (isObject(value))
    return withFrontMatter({ text: before, front }, (yaml) => {
      const renamed = named.slug ? withValues(yaml, 'slug', () => named.slug) : yaml
      return withItem(withKeyAdded(renamed, 'id', id, []), 'aliases', alias, slug)
    })
  const [lineEnd] = /\r?\n/.exec(before) ?? ['\n']
  const own = yamlOf({ id, aliases: alias && [alias] }).replaceAll('\n', lineEnd)
  if (front.start > 0)
    return withFrontMatter({ text: before, front }, (yaml) => `${yaml}${lineEnd}${own.trimEnd()}`)
  return file.relativePath.endsWith('.md') ? `---${lineEnd}${own}---${lineEnd}${before}` : before + own
}

/** A post that is the `index.md` of a folder takes its name from it. An entry may be moved to another folder. */
function moveOf(path: string, slug: string, settings: Settings): { from: string; to: string } {
  const { collection } = settings
  const top = collection?.name ?? 'posts'
  if (collection?.single) throw refusal(`${path} is called as its collection is in workspace.yml.`)
  const from = /\/index\.[^./]+$/.test(path) && dirname(path) !== top ? dirname(path) : path
  const name = from.slice(from.lastIndexOf('/') + 1)
  const [date = ''] = collection ? [] : (/^\d{4}-\d{2}-\d{2}-(?=.)/.exec(name) ?? [])
  const ending = from === path ? extname(path) : ''
  const folder = collection ? `${top}/` : from.slice(0, from.length - name.length)
  const to = `${folder}${date}${slug}${ending}`
  const isNamedSo = pathIn(settings, from === path ? to : `${to}${path.slice(from.length)}`) === slug
  if (isNamedSo && !/(^|\/)[_.]/.test(slug)) return { from, to }
  throw new ConfigurationError(`${path} cannot be named after the slug "${slug}". Write slug: ${slug} in it.`)
}

/** Changes fields that refer to entries of a collection by their slugs, and gives their number. */
function followReferences(
  workspace: WrittenWorkspace,
  collection: string,
  renames: ReadonlyMap<string, string>,
  texts: Map<string, string>,
): number {
  const { lists } = workspace
  const family = withTheirCollections([workspace])
  const has = (one: string, slug: string) =>
    family.some(
      (each) => collectionName(each) === one && each.posts.some(({ header }) => header.slug === slug),
    ) ||
    KINDS.some((kind) => COLLECTIONS[kind].list === one && lists[kind]?.some((each) => each.slug === slug))
  let changes = 0
  for (const { file, text, urls } of family.flatMap(({ posts }) => posts)) {
    const starts = lineStarts(text)
    const edits = urls.flatMap(({ target, location }) => {
      const slug = target.to === 'entry' ? renames.get(target.slug) : undefined
      if (target.to !== 'entry' || slug === undefined) return []
      const first = target.collections.find((one) => one === collection || has(one, target.slug))
      if (first !== collection) return []
      const from = starts[location.line - 1]! + location.column - 1
      const written = text.slice(from, from + location.length)
      return [{ from, to: from + location.length, text: yamlText(slug, /^["']?/.exec(written)![0]) }]
    })
    if (edits.length > 0) texts.set(file.relativePath, edited(text, edits).text)
    changes += edits.length
  }
  return changes
}

/** Changes links of all posts, and gives their number. */
async function followLinks(
  workspace: WrittenWorkspace,
  from: string,
  moved: Moved,
  texts: Map<string, string>,
): Promise<number> {
  const family = withTheirCollections([workspace])
  const near = family.map((one) => ({
    ...one,
    folder: { ...one.folder, posts: one.folder.posts.filter(mayLeadTo(from)) },
  }))
  const compiled = await compileAll(near, () => {})
  const stranded = imagesIn(workspace).find(
    ({ target }) => target.to === 'file' && moved(target.path) !== target.path,
  )
  if (stranded) throw cannotChange(stranded, stranded.href)
  let changes = 0
  for (const [i, { settings, posts }] of compiled.entries()) {
    const known = family[i]!.posts
    for (const file of posts.map(load)) {
      const leading = file.urls.filter(
        ({ target }) => target.to === 'file' && isAffected(target.path, file, moved),
      )
      if (leading.length === 0) continue
      const post = known.find((one) => one.file.relativePath === file.relativePath)
      if (!post) throw cannotChange(leading[0]!, leading[0]!.href)
      const updated = withLinksOf(texts.get(file.relativePath) ?? post.text, leading, file, moved, settings)
      requireSameTargets(settings, file, moved, updated)
      texts.set(file.relativePath, updated)
      changes += leading.filter(({ kind }) => kind !== 'mention').length
    }
  }
  return changes
}

/** Changes links of one post, wherever they are. */
function withLinksOf(
  written: string,
  leading: readonly UrlReference[],
  file: LoadedFile,
  moved: Moved,
  settings: Settings,
): string {
  const split = splitIn(settings)
  const own = settings.fields?.filter((field) => hasType(field, LEADING)) ?? []
  const keys = ['coverImage', ...own.flatMap(({ name }) => [name, `fields.${name}`])]
  const before = withLinksInFields(written, leading, file, moved, split)
  const front = split(before, file.file).value!
  const hrefs = leading.map(({ href }) => href)
  const change = (value: string) =>
    hrefs.includes(value) ? linkTo(value, file.relativePath, moved) : undefined
  const text = withFrontMatter({ text: before, front }, (yaml) =>
    keys.reduce((changed, key) => withValues(changed, key, change), yaml),
  )
  const markdown = front.body
  const prose = withoutRawText(proseOf(markdown, markdownRenderer(settings)(markdown).tokens))
  const start = text.length - markdown.length
  return text.slice(0, start) + withLinks(markdown, prose, hrefs, file.relativePath, moved)
}

/** Makes the function that is false for posts that cannot name a file: rendering all posts takes long. */
function mayLeadTo(from: string): (file: ContentFile) => boolean {
  const words =
    basename(from)
      .replace(/\.[^.]*$/, '')
      .match(/[a-z0-9]{3,}/gi) ?? []
  return (file) => {
    if (isIn(file.relativePath, from)) return true
    const text = decodeAttribute(bytesOf(file).value?.toString() ?? '')
    const plain = text.replace(/%([2-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    return words.every((word) => plain.includes(word))
  }
}

/** Tells whether a reference to a path has to be written in another way. */
function isAffected(path: string, { relativePath }: LoadedFile, moved: Moved): boolean {
  return moved(path) !== path || dirname(moved(relativePath)) !== dirname(relativePath)
}

/** Changes a single address as if it were that of a link. */
function linkTo(href: string, from: string, moved: Moved, written = href): string {
  const link = `[](${written})`
  return withLinks(link, link, [href], from, moved).slice(3, -1)
}

/** Changes links in fields that are markdown, where they are written as they are read. */
function withLinksInFields(
  text: string,
  links: readonly UrlReference[],
  { file, relativePath }: LoadedFile,
  moved: Moved,
  split: typeof splitFrontMatter,
): string {
  const bodyStart = text.length - split(text, file).value!.body.length
  const starts = lineStarts(text)
  const edits = links.flatMap(({ kind, href, location }) => {
    const from = starts[location.line - 1]! + location.column - 1
    const to = from + location.length
    const written = text.slice(from, to)
    if (kind === 'cover' || to > bodyStart || ![...spellings(href)].includes(written)) return []
    return [{ from, to, text: linkTo(href, relativePath, moved, written) }]
  })
  return edited(text, edits).text
}

/** @throws {ConfigurationError} unless a changed post leads where it did, moved files included */
function requireSameTargets(settings: Settings, before: LoadedFile, moved: Moved, text: string): void {
  const relativePath = moved(before.relativePath)
  const after = compileWithin(settings, { displayPath: before.file, relativePath }, text)
  const pathOf = ({ target }: UrlReference) => (target.to === 'file' ? target.path : undefined)
  for (const [index, one] of before.urls.entries()) {
    const path = pathOf(one)
    const now = after.urls[index] && pathOf(after.urls[index])
    if (one.kind !== 'mention' && now !== (path === undefined ? undefined : normalise(moved(path))))
      throw cannotChange(one, one.href)
  }
}

function cannotChange(
  { file, location: { line, column } }: Pick<Reference, 'file' | 'location'>,
  what: string,
): ConfigurationError {
  return refusal(`${file}:${line}:${column} names ${what} in a way that cannot be changed for you.`)
}

/** @throws {ConfigurationError} unless the changed post is the same but for its slug and aliases, its id included */
function requireSame({ file, header }: WrittenPost, renamed: CompiledFile, old: string, slug: string): void {
  const { post, problems } = renamed
  const isSame = post?.slug === slug && post.title === header.title && post.id === header.id
  const has = (alias: string) => post?.aliases.includes(alias) ?? false
  if (isSame && has(old) === (header.status !== 'draft') && !has(slug)) return
  const reason =
    problems.find(({ severity }) => severity === 'error')?.message ??
    'Its front matter is written in an unusual way.'
  throw refusal(`${file.displayPath} cannot be changed for you: ${reason}`)
}

/**
 * Authors, categories and tags, in all files of the workspace that name them. What no file declares is declared first. The
 * entry keeps its id, and `old` becomes one of its aliases.
 * @param old of one that is declared, or named where none are; or an alias of what has the new slug already
 * @throws {ConfigurationError} if a file cannot be changed
 */
export function renameEntry(
  workspace: WrittenWorkspace,
  kind: Reference['kind'],
  old: string,
  slug: string,
): Renaming {
  const { settings, folder, lists, posts } = workspace
  const list = listFile(workspace, kind)
  const texts = new Map<string, string>()
  const declared = lists[kind]?.find((one) => one.slug === old)
  // Posts may still name entries as they did without a list, if the list has the entry under its new slug already.
  const slugIn = (target: string) => (declared ? target : inferred(target).slug)
  const isRenamed = (target: string) => slugIn(target) === old
  const id = derivedId(kind, settings.folder, old)
  if (!lists[kind]) {
    const entries = namedEntries(workspace, kind)
    const renamed = entries.map((one) => (one.slug === old ? { ...one, slug, id, aliases: [old] } : one))
    for (const [path, text] of declarationsOf(kind, renamed)) texts.set(path, text)
  }
  const change = (value: string) => {
    const target = normalise(value.trim())
    const other = slugIn(target)
    if (other === old) return slug
    return other === target || other === '' ? undefined : other
  }
  const renames = new Map([[old, slug]])
  let changes = followReferences(workspace, COLLECTIONS[kind].list, renames, texts)
  const affectedIn = (references: readonly Reference[]) =>
    references.filter((one) => one.kind === kind && change(one.target) !== undefined)
  for (const post of posts) {
    const isOwn = (one: Reference) => one.file === post.file.displayPath
    const named = affectedIn(post.references.filter(isOwn))
    if (named.length === 0) continue
    const before = texts.get(post.file.relativePath) ?? post.text
    const { value: front = post.front } = splitFrontMatter(before, post.file.displayPath)
    const { key } = COLLECTIONS[kind]
    const text = withFrontMatter({ text: before, front }, (yaml) => withValues(yaml, key, change))
    const { references } = compileWithin(settings, post.file, text)
    const isLeft = affectedIn(references.filter(isOwn)).length > 0
    if (isLeft || references.length !== post.references.length) throw cannotChange(named[0]!, `the ${kind}`)
    texts.set(post.file.relativePath, text)
    changes += named.filter(({ target }) => isRenamed(target)).length
  }
  const defaults = affectedIn([...settings.defaults.authors, ...settings.defaults.category])
  if (defaults.length > 0) {
    const before = textIn(folder.settings!)
    const text = withValues(before, `defaults.${COLLECTIONS[kind].key}`, change)
    if (text === before) throw cannotChangeFile(folder.settings!)
    texts.set('workspace.yml', text)
    changes += defaults.filter(({ target }) => isRenamed(target)).length
  }
  const file = list ?? folder.authors.find(({ relativePath }) => relativePath === `authors/${old}.yml`)
  if (declared && file) {
    const before = textIn(file)
    const text = withNames(before, list && old, { old, slug, id })
    if (text === undefined) throw cannotChangeFile(file)
    if (text !== before) texts.set(file.relativePath, text)
  }
  const move = declared && !list ? { from: `authors/${old}.yml`, to: `authors/${slug}.yml` } : undefined
  return { texts, move, changes }
}

/**
 * Rewrites the declaration of an entry with its new names.
 * @param key the entry's in a list; the file of an author has none
 * @returns `undefined` if it is written in a way that does not allow it
 */
function withNames(
  yaml: string,
  key: string | undefined,
  { old, slug, id }: { old: string; slug: string; id: string },
): string | undefined {
  const [at, renamed] = key === undefined ? [[], yaml] : [[slug], withKey(yaml, key, slug)]
  const before = entryIn(yaml, key)
  // An entry is found by its id without an alias.
  const alias = before.id === old ? undefined : old
  const text = withItem(withKeyAdded(renamed, 'id', id, at), 'aliases', alias, slug, at)
  const after = entryIn(text, key && slug)
  const isNamed =
    after.id === (before.id ?? id) &&
    (alias === undefined || after.aliases.includes(alias)) &&
    !after.aliases.includes(slug)
  return isNamed && isDeepStrictEqual(before.rest, after.rest) ? text : undefined
}

/** The names of an entry, and all else that is written. */
function entryIn(yaml: string, key: string | undefined) {
  const all = Object(valueIn(yaml))
  const { [key ?? '']: entry, ...others } = all
  const { id, aliases = [], ...own } = Object(key === undefined ? all : entry)
  return { id, aliases: [aliases].flat(), rest: key === undefined ? own : [own, others] }
}

/** @throws {ConfigurationError} if a build would stop at the post, too */
function compileWithin(settings: Settings, file: FilePaths, text: string): CompiledFile {
  const bytes = Buffer.from(text)
  let result = undefined as CompiledFile | undefined
  runWithinCpuTime(timeLimit(bytes.length), () => {
    result = compiler(settings)(file, bytes)
  })
  if (result) return result
  throw refusal(`${file.displayPath} takes too long for its size.`)
}

function withFrontMatter(
  { text, front }: Pick<WrittenPost, 'text' | 'front'>,
  change: (yaml: string) => string,
): string {
  const end = front.start + front.yaml.length
  return text.slice(0, front.start) + change(front.yaml) + text.slice(end)
}

/** Tells whether a file may take a name: nothing has it, or only itself in another case. */
export function isFree(from: string, to: string): boolean {
  if (!existsSync(to)) return true
  const [one, other] = [statSync(from), statSync(to)]
  return one.ino === other.ino && one.dev === other.dev
}

/**
 * Reads a text without a byte order mark.
 * @throws {ConfigurationError} if it is no UTF-8
 */
function textIn(file: ContentFile): string {
  const bytes = readFileSync(file.path)
  if (!isUtf8(bytes)) throw cannotChangeFile(file)
  return bytes.toString().replace(/^\ufeff/, '')
}

function cannotChangeFile({ displayPath }: ContentFile): ConfigurationError {
  return refusal(`${displayPath} is written in a way that cannot be changed for you.`)
}

function refusal(reason: string): ConfigurationError {
  return new ConfigurationError(`${reason} Nothing was renamed.`)
}
