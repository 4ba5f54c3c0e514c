// galley rename
import { join } from 'node:path'
import { readWorkspaces, type WrittenPost, type WrittenWorkspace } from '../../build/edit/read.ts'
import { isFree, renameEntry, renamePost } from '../../build/edit/rename.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { didYouMean } from '../../build/problems/suggest.ts'
import { type SlugStyle, slugMistake, slugOfFile } from '../../build/schema/slug.ts'
import { slugOf } from '../../build/workspace/taxonomies.ts'
import { normalise } from '../../snapshot/normalise.ts'
import { type Command, type FlagValues, SUCCESS } from '../cli/command.ts'
import { requiredContentFolder } from '../cli/project.ts'
import { printLine, printMessage } from '../terminal/print.ts'
import { isUnfinished, replaceFiles } from '../writing/replace.ts'

const help = `Gives a post, an author, a category or a tag another slug, and changes every file that names it.

usage: galley rename OLD NEW [flags]

  --kind KIND         post, author, category or tag, if several have the slug OLD
  --workspace FOLDER  the workspace's folder, if several have it
  --dry-run           print what would change, and write nothing
  --content DIR       the folder of workspaces (the nearest content/, here or above)
  --quiet             print only the files
  --help              print this help

The file of a post is renamed, links to it are changed, and OLD becomes one of its aliases. What else is in a file stays as it is.

example: galley rename on-tables on-lists
`

const KINDS = ['post', 'author', 'category', 'tag'] as const

export const command: Command = {
  help,
  operands: ['OLD', 'NEW'],
  flags: {
    kind: { type: 'string' },
    workspace: { type: 'string' },
    'dry-run': { type: 'boolean' },
    content: { type: 'string' },
  },
  async run(values, { env, stdout, stderr }, [old = '', slug = '']) {
    const [from, to] = [normalise(old), normalise(slug)]
    const found = foundFor(readWorkspaces(requiredContentFolder(values), env), from, to, values)
    const { workspace, kind, post } = found
    if (post && isRenamed(post, from, to)) {
      if (!values.quiet) printMessage(stderr, `The post ${old} is ${slug} already.`)
      return SUCCESS
    }
    requireSlug(found, to)
    const taken = holderOf(found, to)
    if (taken !== undefined && post) throw new ConfigurationError(taken)
    const renaming =
      kind === 'post' ? await renamePost(workspace, post!, from, to) : renameEntry(workspace, kind, from, to)
    const folder = join(requiredContentFolder(values), workspace.settings.folder)
    const name = `${kind} ${from} ${to}`
    // Without a list, the first references that change make the new name known.
    if (taken !== undefined && !isUnfinished(folder, renaming, name)) throw new ConfigurationError(taken)
    const { move } = renaming
    if (move && !isFree(join(folder, move.from), join(folder, move.to))) {
      throw new ConfigurationError(
        `There is a file ${workspace.folder.displayPath}/${move.to} already. Nothing was renamed.`,
      )
    }
    if (!values['dry-run']) replaceFiles(folder, renaming, name)
    for (const path of [...renaming.texts.keys()].sort()) {
      if (path !== move?.from) printLine(stdout, `${workspace.folder.displayPath}/${path}`)
    }
    if (move)
      printLine(
        stdout,
        `${workspace.folder.displayPath}/${move.from} → ${workspace.folder.displayPath}/${move.to}`,
      )
    const others = `${renaming.changes} ${kind === 'post' ? 'link' : 'reference'}${renaming.changes === 1 ? '' : 's'}`
    const done = values['dry-run'] ? 'would be' : 'is'
    if (!values.quiet)
      printMessage(stderr, `The ${kind} ${old} ${done} ${slug} now; ${others} to it changed.`)
    return SUCCESS
  },
}

interface Renamed {
  workspace: WrittenWorkspace
  kind: (typeof KINDS)[number]
  post?: WrittenPost | undefined
}

/** Whether nothing is left to do, as after a run that was interrupted at its end. */
function isRenamed({ header, file }: WrittenPost, old: string, slug: string): boolean {
  return header.slug === slug && slug !== old && slugOfFile(file.relativePath) !== old
}

/** @throws {ConfigurationError} unless exactly one thing has the slug `old`, or did when the same command was interrupted */
function foundFor(
  all: readonly WrittenWorkspace[],
  old: string,
  slug: string,
  { kind, workspace: folder }: FlagValues,
): Renamed {
  if (kind !== undefined && !KINDS.some((one) => one === kind)) {
    throw new ConfigurationError(
      `--kind "${kind}" is none. ${didYouMean(String(kind), KINDS, `Write one of ${KINDS.join(', ')}.`)}`,
    )
  }
  const folders = all.map(({ settings }) => settings.folder)
  if (folder !== undefined && !folders.includes(String(folder))) {
    throw new ConfigurationError(
      `There is no workspace ${folder}. ${didYouMean(String(folder), folders, `Workspaces: ${folders.join(', ')}.`)}`,
    )
  }
  const within = all.filter(({ settings }) => folder === undefined || settings.folder === folder)
  const found = within
    .flatMap((workspace) => withSlug(workspace, old))
    .filter((one) => kind === undefined || one.kind === kind)
  const mayBePost = kind === undefined || kind === 'post'
  const [first = mayBePost ? interrupted(within, old, slug) : undefined, second] = found
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

/** A post that has the new slug in its front matter already: its file moves last. */
function interrupted(within: readonly WrittenWorkspace[], old: string, slug: string): Renamed | undefined {
  const isMeant = ({ header, file }: WrittenPost) =>
    header.slug === slug && (header.aliases.includes(old) || slugOfFile(file.relativePath) === old)
  for (const workspace of within) {
    const post = workspace.posts.find(isMeant)
    if (post) return { workspace, kind: 'post', post }
  }
  return undefined
}

/** @throws {ConfigurationError} */
function requireSlug({ workspace, kind }: Renamed, slug: string): void {
  const style: SlugStyle = kind === 'post' ? workspace.settings.slugs : 'strict'
  const { message, hint } = slugMistake(slug, style, (fixed) => `Write ${fixed}.`) ?? {}
  if (message !== undefined) throw new ConfigurationError(`The new slug ${message}. ${hint}`)
}

/** What has the slug already, as a sentence. */
function holderOf({ workspace, kind, post }: Renamed, slug: string): string | undefined {
  if (!post) {
    const taken = withSlug(workspace, slug).some((one) => one.kind === kind)
    return taken
      ? `There is ${kind === 'author' ? 'an' : 'a'} ${kind} with the slug "${slug}" already.`
      : undefined
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
