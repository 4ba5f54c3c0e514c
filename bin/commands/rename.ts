// galley rename
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readWorkspaces, type WrittenWorkspace } from '../../build/edit/read.ts'
import { isFree, type Renaming, renameEntry, renamePost } from '../../build/edit/rename.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { didYouMean } from '../../build/problems/suggest.ts'
import { type SlugStyle, slugMistake } from '../../build/schema/slug.ts'
import type { Reference } from '../../build/workspace/references.ts'
import { slugOf } from '../../build/workspace/taxonomies.ts'
import { type Command, type FlagValues, SUCCESS } from '../cli/command.ts'
import { contentFolder } from '../cli/project.ts'
import { printLine } from '../terminal/print.ts'

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
    'dry-run': { type: 'boolean', default: false },
    content: { type: 'string' },
  },
  async run(values, { env, stdout, stderr }, [old = '', slug = '']) {
    const found = foundFor(readWorkspaces(contentFolder(values), env), old.normalize('NFC'), values)
    const { workspace, kind } = found
    const to = slug.normalize('NFC')
    requireFree(found, to)
    const renaming =
      kind === 'post'
        ? await renamePost(workspace, found.post!, to)
        : renameEntry(workspace, kind, old.normalize('NFC'), to)
    const folder = join(contentFolder(values), workspace.settings.folder)
    const { move } = renaming
    if (move && !isFree(join(folder, move.from), join(folder, move.to))) {
      throw new ConfigurationError(
        `There is a file ${workspace.folder.displayPath}/${move.to} already. Nothing was renamed.`,
      )
    }
    if (!values['dry-run']) write(folder, renaming)
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
    if (!values.quiet) printLine(stderr, `The ${kind} ${old} ${done} ${slug} now; ${others} to it changed.`)
    return SUCCESS
  },
}

interface Renamed {
  workspace: WrittenWorkspace
  kind: (typeof KINDS)[number]
  post?: WrittenWorkspace['posts'][number] | undefined
}

/** @throws {ConfigurationError} unless exactly one thing has the slug */
function foundFor(
  all: readonly WrittenWorkspace[],
  old: string,
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
  const [first, second] = found
  if (!first) {
    const known = within.flatMap(({ posts }) => posts.map(({ header }) => header.slug))
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
  const { posts, lists, settings } = workspace
  const own = posts
    .filter(({ header }) => header.slug === slug)
    .map((post): Renamed => ({ workspace, kind: 'post', post }))
  const { authors, category } = settings.defaults
  const references = [...authors, ...category, ...posts.flatMap((post) => post.references)]
  const isEntry = (kind: Reference['kind']) =>
    lists[kind]?.some((one) => one.slug === slug) ??
    references.some((one) => one.kind === kind && slugOf(one, lists) === slug)
  const entries = (['author', 'category', 'tag'] as const).filter(isEntry)
  return [...own, ...entries.map((kind): Renamed => ({ workspace, kind }))]
}

/** @throws {ConfigurationError} */
function requireFree({ workspace, kind, post }: Renamed, slug: string): void {
  const style: SlugStyle = kind === 'post' ? workspace.settings.slugs : 'strict'
  const { message, hint } = slugMistake(slug, style, (fixed) => `Write ${fixed}.`) ?? {}
  if (message !== undefined) throw new ConfigurationError(`The new slug ${message}. ${hint}`)
  if (kind !== 'post') {
    const [taken] = withSlug(workspace, slug).filter((one) => one.kind === kind)
    if (taken) throw new ConfigurationError(`There is a ${kind} with the slug "${slug}" already.`)
    return
  }
  const holder = workspace.posts
    .flatMap(({ names }) => names)
    .find(({ value, owner, kind }) => {
      const isOwn = owner === post!.file.displayPath && (kind === 'alias' || value !== slug)
      return value.toLowerCase() === slug.toLowerCase() && !isOwn
    })
  if (holder)
    throw new ConfigurationError(`The slug "${slug}" is taken: it is the ${holder.kind} of ${holder.owner}.`)
}

/** Texts first: a file that has moved is whole. */
function write(folder: string, { texts, move }: Renaming): void {
  for (const [path, text] of texts) {
    const [mark = ''] = /^\ufeff/.exec(readFileSync(join(folder, path), 'utf8')) ?? []
    writeFileSync(join(folder, path), mark + text)
  }
  if (!move) return
  mkdirSync(dirname(join(folder, move.to)), { recursive: true })
  renameSync(join(folder, move.from), join(folder, move.to))
}
