// galley rename
import { join } from 'node:path'
import { namedEntries } from '../../build/edit/create.ts'
import { readWorkspaces, type WrittenPost, type WrittenWorkspace } from '../../build/edit/read.ts'
import { isFree, type Renaming, renameEntry, renamePost } from '../../build/edit/rename.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { textOf } from '../../build/problems/source-lines.ts'
import { didYouMean } from '../../build/problems/suggest.ts'
import { type SlugStyle, slugMistake, slugOfFile } from '../../build/schema/slug.ts'
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

const help = `Gives a post, an author, a category or a tag another slug, and changes every file that names it.

usage: galley rename OLD NEW [flags]

  --kind KIND         post, author, category or tag, if several have the slug OLD
  --workspace FOLDER  the workspace's folder, if several have it
  --dry-run           print what would change, and write nothing
  --content DIR       the folder of workspaces (the nearest content/, here or above)
  --quiet             print only the files
  --help              print this help

The file of a post or an author is renamed, links and references are changed, and OLD becomes one of the aliases. An author,
a category and a tag keep their id, and are declared first if no file declares them. What else is in a file stays as it is.

example: galley rename on-tables on-lists
`

const KINDS = ['post', 'author', 'category', 'tag'] as const

export const command = commandOf(
  help,
  ['OLD', 'NEW'],
  async (values, { env, stdout, stderr }, [old = '', slug = '']) => {
    const [from, to] = [normalise(old), normalise(slug)]
    const found = foundFor(readWorkspaces(requiredContentFolder(values), env), from, to, values)
    const { workspace, kind } = found
    const isDry = Boolean(values['dry-run'])
    const renaming = await renameTo(found, from, to, requiredContentFolder(values), isDry)
    if (!renaming) {
      if (!values.quiet) printMessage(stderr, `The ${kind} ${old} is ${slug} already.`)
      return SUCCESS
    }
    const { move, texts } = renaming
    const { displayPath } = workspace.folder
    for (const path of [...texts.keys()].sort()) {
      if (path !== move?.from) printLine(stdout, `${displayPath}/${path}`)
    }
    if (move) printLine(stdout, `${displayPath}/${move.from} → ${displayPath}/${move.to}`)
    const others = many(renaming.changes, kind === 'post' ? 'link' : 'reference')
    const done = isDry ? 'would be' : 'is'
    if (!values.quiet)
      printMessage(stderr, `The ${kind} ${old} ${done} ${slug} now; ${others} to it changed.`)
    const isNewList = kind !== 'post' && !workspace.lists[kind]
    const joined = isNewList ? namedEntries(workspace, kind).filter((one) => one.slug !== from) : []
    if (!values.quiet && joined.length > 0) printMessage(stderr, joinedNote(joined))
    return SUCCESS
  },
)

export interface Renamed {
  workspace: WrittenWorkspace
  kind: (typeof KINDS)[number]
  post?: WrittenPost | undefined
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
  const renaming =
    kind === 'post' ? await renamePost(workspace, post!, from, to) : renameEntry(workspace, kind, from, to)
  const folder = join(content, workspace.settings.folder)
  const { move, texts } = renaming
  if (!move && texts.size === 0) return undefined
  const check = () => requireUnchanged(workspace, renaming, folder)
  if (isDry) check()
  else replaceFiles(folder, { ...renaming, check }, `${kind} ${from} ${to}`)
  return renaming
}

/** @throws {ConfigurationError} if there is a file in the way, or a text is not what was read */
function requireUnchanged(
  { folder: { displayPath }, posts }: WrittenWorkspace,
  { move, texts }: Renaming,
  folder: string,
) {
  if (move && !isFree(join(folder, move.from), join(folder, move.to)))
    throw new ConfigurationError(`There is a file ${displayPath}/${move.to} already. Nothing was renamed.`)
  const changed = posts.find(({ file, text }) => texts.has(file.relativePath) && textOf(file.path) !== text)
  if (changed)
    throw new ConfigurationError(
      `${changed.file.displayPath} has changed meanwhile. Nothing was renamed: do it again.`,
    )
}

/** Whether nothing is left to do, as after a run that was interrupted at its end. */
function isRenamed({ header, file }: WrittenPost, old: string, slug: string): boolean {
  return header.slug === slug && slug !== old && slugOfFile(file.relativePath) !== old
}

/** @throws {ConfigurationError} unless exactly one thing has the slug `old`, or did when the same command was interrupted */
function foundFor(all: readonly WrittenWorkspace[], old: string, slug: string, values: FlagValues): Renamed {
  const { kind } = values
  if (kind !== undefined && !KINDS.some((one) => one === kind)) {
    throw new ConfigurationError(
      `--kind "${kind}" is none. ${didYouMean(String(kind), KINDS, `Write one of ${KINDS.join(', ')}.`)}`,
    )
  }
  const within = workspacesNamed(all, values.workspace)
  const found = within
    .flatMap((workspace) => withSlug(workspace, old))
    .filter((one) => kind === undefined || one.kind === kind)
  const [first = interrupted(within, old, slug, kind), second] = found
  if (!first) {
    const known = within.flatMap((workspace) => slugsOf(workspace, kind))
    const what = kind === undefined ? 'Nothing has' : `No ${kind} has`
    throw new ConfigurationError(
      `${what} the slug "${old}". ${didYouMean(old, known, 'galley list shows posts.')}`,
    )
  }
  if (!second) return first
  const names = found.map((one) => `the ${one.kind} in ${one.workspace.settings.folder}`).join(', ')
  const flag = found.every((one) => one.kind === first.kind)
    ? `--workspace ${first.workspace.settings.folder}`
    : `--kind ${first.kind}`
  throw new ConfigurationError(`Several have the slug "${old}": ${names}. Add ${flag}.`)
}

function withSlug(workspace: WrittenWorkspace, slug: string): Renamed[] {
  const own = workspace.posts
    .filter(({ header }) => header.slug === slug)
    .map((post): Renamed => ({ workspace, kind: 'post', post }))
  const entries = ENTRIES.filter((kind) => slugsOf(workspace, kind).includes(slug))
  return [...own, ...entries.map((kind): Renamed => ({ workspace, kind }))]
}

const ENTRIES = ['author', 'category', 'tag'] as const

/** Of one kind, or of all: what is declared, else what is named. */
function slugsOf(workspace: WrittenWorkspace, kind: FlagValues[string]): string[] {
  const { posts, lists, settings } = workspace
  const { authors, category } = settings.defaults
  const references = [...authors, ...category, ...posts.flatMap((post) => post.references)]
  const entries = ENTRIES.filter((one) => kind === undefined || one === kind).flatMap(
    (one) =>
      lists[one]?.map(({ slug }) => slug) ??
      references.filter((named) => named.kind === one).map((named) => slugOf(named, lists)),
  )
  const own = kind === undefined || kind === 'post' ? posts.map(({ header }) => header.slug) : []
  return [...own, ...entries]
}

/** What has the new slug already, and the old one among its aliases: the file of a post moves last, and references to others change after their list. */
function interrupted(all: readonly WrittenWorkspace[], old: string, slug: string, only: FlagValues[string]) {
  const isMeant = ({ header, file }: WrittenPost) =>
    header.slug === slug && (header.aliases.includes(old) || slugOfFile(file.relativePath) === old)
  for (const workspace of all) {
    const post = only === undefined || only === 'post' ? workspace.posts.find(isMeant) : undefined
    if (post) return { workspace, kind: 'post' as const, post }
    const kinds = ENTRIES.filter((one) => only === undefined || one === only)
    const kind = kinds.find((one) => isRenamedEntry({ workspace, kind: one }, old, slug))
    if (kind) return { workspace, kind }
  }
  return undefined
}

function isRenamedEntry(found: Renamed, old: string, slug: string): boolean {
  return declaredIn(found).some((one) => one.slug === slug && one.aliases.includes(old))
}

function declaredIn({ workspace, kind }: Renamed) {
  return (kind === 'post' ? undefined : workspace.lists[kind]) ?? []
}

/** @throws {ConfigurationError} */
function requireSlug({ workspace, kind }: Renamed, slug: string): void {
  const style: SlugStyle = kind === 'post' ? workspace.settings.slugs : 'strict'
  const { message, hint } = slugMistake(slug, style, (fixed) => `Write ${fixed}.`) ?? {}
  if (message !== undefined) throw new ConfigurationError(`The new slug ${message}. ${hint}`)
}

/** What has the slug already, as a sentence. */
function holderOf(found: Renamed, old: string, slug: string): string | undefined {
  const { workspace, kind, post } = found
  if (!post) {
    if (isRenamedEntry(found, old, slug)) return undefined
    const taken = withSlug(workspace, slug).some((one) => one.kind === kind)
    if (taken) return `There is ${kind === 'author' ? 'an' : 'a'} ${kind} with the slug "${slug}" already.`
    const holder = declaredIn(found).find(
      (one) => one.slug !== old && [one.id.toLowerCase(), ...one.aliases].includes(slug),
    )
    return holder && `The slug "${slug}" is taken: it is the id or an alias of the ${kind} ${holder.slug}.`
  }
  const { file, header } = post
  const hasSlug = header.slug === slug && slugOfFile(file.relativePath) !== slug
  const holder = workspace.posts
    .flatMap(({ names }) => names)
    .find(({ value, owner, kind }) => {
      const isOwn = owner === file.displayPath && (kind !== 'slug' || value !== slug || hasSlug)
      return value.toLowerCase() === slug.toLowerCase() && !isOwn
    })
  return holder && `The slug "${slug}" is taken: it is the ${holder.kind} of ${holder.owner}.`
}
