// galley rename
import { basename, join } from 'node:path'
import { namedEntries } from '../../build/edit/create.ts'
import {
  readWorkspaces,
  referencesIn,
  type WrittenWorkspace,
  withTheirCollections,
} from '../../build/edit/read.ts'
import {
  type FoundPost,
  isFree,
  pathIn,
  type Renaming,
  renameEntry,
  renamePost,
} from '../../build/edit/rename.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { textOf } from '../../build/problems/source-lines.ts'
import { didYouMean } from '../../build/problems/suggest.ts'
import type { Kind } from '../../build/schema/id.ts'
import { type SlugStyle, slugMistake } from '../../build/schema/slug.ts'
import { COLLECTIONS } from '../../build/workspace/collections.ts'
import { slugOf } from '../../build/workspace/taxonomies.ts'
import { normalise } from '../../packages/search/basics/normalise.ts'
import { many } from '../../snapshot/printable.ts'
import { type FlagValues, SUCCESS } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { requiredContentFolder } from '../cli/project.ts'
import { printLine, printMessage } from '../terminal/print.ts'
import { workspacesNamed } from '../writing/choice.ts'
import { joinedNote } from '../writing/entry.ts'
import { replaceFiles } from '../writing/replace.ts'
import { requireNames } from '../writing/wish.ts'

const KINDS = ['post', 'author', 'category', 'tag', 'series'] as const

export const command = commandOf(
  'rename',
  ['OLD', 'NEW'],
  async (values, { env, stdout, stderr }, [old = '', slug = '']) => {
    const [from, to] = [normalise(old), normalise(slug)]
    const content = requiredContentFolder(values)
    const say = (line: string) => values.quiet || printMessage(stderr, line)
    const found = foundFor(readWorkspaces(content, env), from, to, values)
    const { workspace, kind } = found
    const isDry = Boolean(values['dry-run'])
    const renaming = await renameTo(found, from, to, content, isDry)
    if (!renaming) say(`The ${wordFor(kind)} ${old} is ${slug} already.`)
    if (!renaming) return SUCCESS
    const { move, texts } = renaming
    const { displayPath } = workspace.folder
    for (const path of [...texts.keys()].sort()) {
      if (path !== move?.from) printLine(stdout, `${displayPath}/${path}`)
    }
    if (move) printLine(stdout, `${displayPath}/${move.from} → ${displayPath}/${move.to}`)
    const others = many(renaming.changes, found.post ? 'link' : 'reference')
    say(`The ${wordFor(kind)} ${old} ${isDry ? 'would be' : 'is'} ${slug} now; ${others} to it changed.`)
    const isNewList = isOurs(kind) && !workspace.lists[kind]
    const joined = isNewList ? namedEntries(workspace, kind).filter((one) => one.slug !== from) : []
    if (joined.length > 0) say(joinedNote(joined))
    return SUCCESS
  },
)

export interface Renamed {
  workspace: WrittenWorkspace
  /** One of ours, or the name of a declared collection. */
  kind: string
  /** A post or an entry, and the workspace or collection that it is in. */
  post?: Pick<FoundPost, 'home' | 'post'> | undefined
}

function isOurs(kind: string): kind is Kind {
  return Object.hasOwn(COLLECTIONS, kind)
}

/** @param kind one of ours, or the name of a collection */
function wordFor(kind: string): string {
  return kind === 'post' || isOurs(kind) ? kind : `${kind} entry`
}

/**
 * @param isDry nothing is written
 * @returns what changes; `undefined` if nothing is left to do
 * @throws {ConfigurationError}
 */
export async function renameTo(found: Renamed, from: string, to: string, content: string, isDry = false) {
  const { workspace, kind, post } = found
  if (post && isRenamed(post, from, to)) return undefined
  requireSlug(found, to)
  const taken = holderOf(found, from, to)
  if (taken !== undefined) throw new ConfigurationError(taken)
  const renaming = post
    ? await renamePost({ workspace, ...post }, from, to)
    : renameEntry(workspace, kind as Kind, from, to)
  const folder = join(content, workspace.settings.folder)
  const { move, texts } = renaming
  if (move) requireNames([basename(move.to)], 'Write another slug.')
  if (!move && texts.size === 0) return undefined
  const check = () => requireUnchanged(workspace, renaming, folder)
  if (isDry) check()
  else replaceFiles(folder, { ...renaming, check }, `${kind} ${from} ${to}`)
  return renaming
}

/** @throws {ConfigurationError} if there is a file in the way, or a text is not what was read */
function requireUnchanged(workspace: WrittenWorkspace, { move, texts }: Renaming, folder: string) {
  const { displayPath } = workspace.folder
  const posts = withTheirCollections([workspace]).flatMap(({ posts }) => posts)
  if (move && !isFree(join(folder, move.from), join(folder, move.to)))
    throw new ConfigurationError(`There is a file ${displayPath}/${move.to} already. Nothing was renamed.`)
  const changed = posts.find(({ file, text }) => texts.has(file.relativePath) && textOf(file.path) !== text)
  if (changed)
    throw new ConfigurationError(
      `${changed.file.displayPath} has changed meanwhile. Nothing was renamed: do it again.`,
    )
}

/** Tells whether nothing is left to do, as after a run that was interrupted at its end. */
function isRenamed({ home, post }: Pick<FoundPost, 'home' | 'post'>, old: string, slug: string): boolean {
  const isOld = pathIn(home.settings, post.file.relativePath) === old
  return post.header.slug === slug && slug !== old && !isOld
}

/** @throws {ConfigurationError} unless exactly one thing has the slug `old`, or did when the same command was interrupted */
function foundFor(all: readonly WrittenWorkspace[], old: string, slug: string, values: FlagValues): Renamed {
  const { kind } = values
  const declared = all.flatMap(({ settings }) => settings.collections.map(({ name }) => name))
  const known = [...KINDS, ...new Set(declared)]
  const kinds = known.filter((one) => kind === undefined || one === kind)
  if (kinds.length === 0) {
    throw new ConfigurationError(
      `--kind "${kind}" is none. ${didYouMean(String(kind), known, `Write one of ${known.join(', ')}.`)}`,
    )
  }
  const things = workspacesNamed(all, values.workspace).flatMap((workspace) =>
    kinds.flatMap((one) => thingsIn(workspace, one)),
  )
  const found = things.filter((one) => one.slug === old)
  const [first = things.find((one) => isInterrupted(one, old, slug)), second] = found
  if (!first) {
    const known = things.map((one) => one.slug)
    const what = kind === undefined ? 'Nothing has' : `No ${wordFor(String(kind))} has`
    throw new ConfigurationError(
      `${what} the slug "${old}". ${didYouMean(old, known, 'galley list shows posts.')}`,
    )
  }
  if (!second) return first
  const names = found.map((one) => `the ${wordFor(one.kind)} in ${one.workspace.settings.folder}`).join(', ')
  const flag = found.every((one) => one.kind === first.kind)
    ? `--workspace ${first.workspace.settings.folder}`
    : `--kind ${first.kind}`
  throw new ConfigurationError(`Several have the slug "${old}": ${names}. Add ${flag}.`)
}

/** Returns posts, or what is declared of another kind, else what is named. */
function thingsIn(workspace: WrittenWorkspace, kind: Renamed['kind']): (Renamed & { slug: string })[] {
  const { lists } = workspace
  if (!isOurs(kind)) {
    const isHome = (one: WrittenWorkspace) => one.settings.collection?.name === kind
    const home = kind === 'post' ? workspace : workspace.collections.find(isHome)
    if (!home) return []
    return home.posts.map((post) => ({ workspace, kind, post: { home, post }, slug: post.header.slug }))
  }
  const named = () => referencesIn(workspace).filter((one) => one.kind === kind)
  const slugs = lists[kind]?.map(({ slug }) => slug) ?? named().map((one) => slugOf(one, lists))
  return [...new Set(slugs)].map((slug) => ({ workspace, kind, slug }))
}

/** Has the new slug already, and the old one among its aliases: the file of a post moves last, and references to others change after their list. */
function isInterrupted(found: Renamed, old: string, slug: string): boolean {
  if (!found.post) return isRenamedEntry(found, old, slug)
  const { home, post } = found.post
  const { header, file } = post
  const isOld = header.aliases.includes(old) || pathIn(home.settings, file.relativePath) === old
  return header.slug === slug && isOld
}

function isRenamedEntry(found: Renamed, old: string, slug: string): boolean {
  return declaredIn(found).some((one) => one.slug === slug && one.aliases.includes(old))
}

function declaredIn({ workspace, kind }: Renamed) {
  return (isOurs(kind) ? workspace.lists[kind] : undefined) ?? []
}

/** @throws {ConfigurationError} */
function requireSlug({ workspace, kind, post }: Renamed, slug: string): void {
  const style: SlugStyle = post ? workspace.settings.slugs : 'strict'
  const parts = kind !== 'post' && post ? slug.split('/') : [slug]
  const { message, hint } =
    parts.flatMap((part) => slugMistake(part, style, (fixed) => `Write ${fixed}.`) ?? [])[0] ?? {}
  if (message !== undefined) throw new ConfigurationError(`The new slug ${message}. ${hint}`)
}

/** Says what has the slug already, as a sentence. */
function holderOf(found: Renamed, old: string, slug: string): string | undefined {
  const { workspace, kind, post } = found
  if (!post) {
    if (isRenamedEntry(found, old, slug)) return undefined
    if (thingsIn(workspace, kind).some((one) => one.slug === slug))
      return `There is ${kind === 'author' ? 'an' : 'a'} ${kind} with the slug "${slug}" already.`
    const holder = declaredIn(found).find(
      (one) => one.slug !== old && [one.id.toLowerCase(), ...one.aliases].includes(slug),
    )
    return holder && `The slug "${slug}" is taken: it is the id or an alias of the ${kind} ${holder.slug}.`
  }
  const { file, header } = post.post
  const hasSlug = header.slug === slug && pathIn(post.home.settings, file.relativePath) !== slug
  const holder = post.home.posts
    .flatMap(({ names }) => names)
    .find(({ value, owner, kind }) => {
      const isOwn = owner === file.displayPath && (kind !== 'slug' || value !== slug || hasSlug)
      return value.toLowerCase() === slug.toLowerCase() && !isOwn
    })
  return holder && `The slug "${slug}" is taken: it is the ${holder.kind} of ${holder.owner}.`
}
