// Says what an import has done: for posts, by kind, with the first of them, or post by post; and in the end, for all together.
import { many } from '../snapshot/printable.ts'
import type { AddressChange } from './earlier/changes.ts'
import { addToList, some } from './lists.ts'
import { remedyFor } from './remedies.ts'
import { type ImportedPost, type Note, type NoteKind, nounOf } from './source.ts'
import { type NoteGroup, WOULD_STOP } from './summary.ts'
import type { LeftFile } from './tree.ts'
import type { ImportedWorkspace } from './workspace.ts'
import type { WrittenFiles } from './write/write.ts'

export interface ImportResult {
  /** The program that the source is of. */
  generator: string
  workspaces: (ImportedWorkspace & WrittenFiles & { groups: NoteGroup[] })[]
  pages: string[]
  /** The folders that posts are from, as `--section` names them; none of an export. */
  sections: string[]
  /** The files that were not imported from the folders of posts, by folder: those with texts first. */
  notImported: LeftFolder[]
  notes: Note[]
}

export interface LeftFolder {
  folder: string
  files: (LeftFile & { remedy: string | undefined })[]
}

export type ReportColour = 'red' | 'yellow' | 'cyan' | 'bold' | 'dim'
type ReportPart = string | { text: string; colour: ReportColour }

/** A line in parts, of which any may contain any text. */
export interface ReportLine {
  parts: ReportPart[]
  /** True if it may be broken between words in a narrow terminal. */
  wraps: boolean
}

type Lines = Generator<ReportLine>

/** A mistake that stops a build. */
export interface StoppingError {
  /** `content/blog/posts/oars.md:4:1` */
  place: string
  /** The post that it is in, if it is in one. */
  post: ImportedPost | undefined
  message: string
}

export type ReportedImport = ImportResult & { errors: StoppingError[] }

export interface ReportOptions {
  /** The folder of workspaces, as messages show it. */
  content: string
  /** True if posts are listed one by one. */
  isVerbose: boolean
  /** True if only what was not mapped is listed. */
  isQuiet: boolean
  /** True if nothing was written. */
  isDry: boolean
  /** True if builds know the address of the API. */
  hasBaseUrl: boolean
}

/** The number of pages, files of earlier imports and errors that are named: there may be thousands. */
const MAX_NAMED = 20

/** The number of groups of each kind. */
const MAX_GROUPS = 10

const coloured = (colour: ReportColour) => (text: string) => ({ text, colour })
const [red, yellow, cyan] = [coloured('red'), coloured('yellow'), coloured('cyan')]
const [bold, dim] = [coloured('bold'), coloured('dim')]

const message = (...parts: ReportPart[]): ReportLine => ({ parts, wraps: true })
const line = (...parts: ReportPart[]): ReportLine => ({ parts, wraps: false })

export function* reportOf({ workspaces }: ImportResult, options: ReportOptions): Lines {
  for (const { name, posts, groups, addresses, kept, removed, gone } of workspaces) {
    const folder = `${options.content}/${name}`
    const shown = (path: string) => bold(`${folder}/${path}`)
    if (options.isVerbose) for (const post of posts) yield* ofPost(post, shown, options)
    else yield* ofGroups(groups, folder, options)
    yield* ofAddresses(addresses, folder, options)
    for (const path of kept) yield message(shown(path), KEPT)
    for (const path of removed) yield message(shown(path), REMOVED)
    for (const path of gone.slice(0, MAX_NAMED)) yield message(shown(path), GONE)
    if (gone.length > MAX_NAMED) {
      yield message(`So it is with ${many(gone.length - MAX_NAMED, 'further file')}.`)
    }
  }
}

const KEPT = ' was edited since, or is not from an import: it was kept.'
const REMOVED = ' was removed since: it was not written again.'
const GONE =
  ' is from an earlier import, and not in the source any more: it was kept. Remove it if it was moved or deleted there.'

/** A note of what a build needs that no import can know. */
const BASE_URL =
  'Since posts show files, a build needs the address of the API: BASE_URL=https://api.example.org galley build.'

function* ofPost(post: ImportedPost, shown: typeof bold, { isQuiet }: ReportOptions): Lines {
  const { file, from, isDraft, aliases, notes } = post
  const own = isQuiet ? notes.filter(isNotable) : notes
  if (isQuiet && own.length === 0) return
  yield line(shown(file), ` from ${from}${isDraft ? ', a draft' : ''}`)
  if (!isQuiet && aliases.length > 0) yield line(dim(`  was at    ${aliases.join(', ')}`))
  for (const note of own) yield noteLine(note.kind, note.message)
}

/** Tells whether a reader of the report may have to do something about a note. */
function isNotable({ kind }: Pick<Note, 'kind'>): boolean {
  return kind !== 'mapped'
}

/** Yields each changed address with what becomes of it, and last what would keep several at once, in a file of the workspace. */
function* ofAddresses(changes: readonly AddressChange[], folder: string, options: ReportOptions): Lines {
  if (changes.length === 0) return
  const verb = options.isDry ? 'would change' : changes.length > 1 ? 'change' : 'changes'
  const count = many(changes.length, 'public address', 'public addresses')
  yield line(bold(folder), `: ${count} ${verb}`)
  const shown = options.isVerbose ? changes : changes.slice(0, MAX_NAMED)
  for (const { file, from = 'a draft', to: address, status, isAlias, keep } of shown) {
    const shownAs = address ?? { draft: 'a draft', scheduled: 'scheduled', published: 'not known' }[status]
    const leads = isAlias ? ', by an alias' : ''
    const kept = keep.file === file ? `; ${keep.write} keeps it` : ''
    yield message('  ', yellow('address  '), ` ${file}: ${from} → ${shownAs}${leads}${kept}`)
  }
  if (changes.length > shown.length)
    yield message(`            ${changes.length - shown.length} more, which --verbose names.`)
  const others = changes.filter(({ file, keep }) => keep.file !== file)
  for (const write of new Set(others.map(({ keep }) => keep.write))) {
    const of = many(others.filter(({ keep }) => keep.write === write).length, 'address', 'addresses')
    const place = `${folder}/${others[0]!.keep.file}`
    yield message(`            After the import, ${write} in ${place} keeps ${of}.`)
  }
}

/** Yields a line for what several posts have in common, and for the first posts one, or one each. */
function* ofGroups(groups: readonly NoteGroup[], folder: string, { isQuiet }: ReportOptions): Lines {
  const shown = isQuiet ? groups.filter(isNotable) : groups
  if (shown.length > 0) yield line(bold(folder))
  const counts = new Map<NoteKind, number>()
  for (const { kind, about, posts, times, hasCaptions, examples } of shown) {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    if (count > MAX_GROUPS) continue
    const often = times === posts ? many(posts, 'post') : `${times} times in ${many(posts, 'post')}`
    yield noteLine(kind, `${about}: ${often}${hasCaptions ? ', captions kept' : ''}`)
    // If each post says the same, there is no more to read in it.
    const texts = new Set(examples.map((one) => one.message))
    const isKnown = kind === 'draft' && about !== WOULD_STOP
    const isSame = isKnown || kind === 'mapped' || texts.size < examples.length
    const lines = isSame
      ? [examples.map(({ file }) => file).join(', ')]
      : examples.map((one) => `${one.file}: ${one.message}`)
    for (const text of lines) yield message(dim(`            ${text}`))
  }
  for (const [kind, count] of counts)
    if (count > MAX_GROUPS)
      yield noteLine(kind, `${many(count - MAX_GROUPS, 'further kind')}, which --verbose names.`)
}

function noteLine(kind: NoteKind, text: string): ReportLine {
  const isLoss = kind === 'dropped' || kind === 'missing' || kind === 'draft'
  const colour = kind === 'mapped' ? dim : isLoss ? yellow : cyan
  return message('  ', colour(kind.padEnd(9)), ` ${text}`)
}

/** Yields what is said last: of what is no post, of each workspace, and of what stops a build. */
export function* summaryOf(result: ReportedImport, { isQuiet, isDry, hasBaseUrl }: ReportOptions): Lines {
  const { generator, workspaces, pages, sections, notImported, notes, errors } = result
  const count = workspaces.reduce((sum, { posts }) => sum + posts.length, 0)
  // If nothing was imported, the pages may be the posts.
  const isReported = !isQuiet || count === 0
  for (const note of notes) if (isReported || isNotable(note)) yield message(note.message)
  if (isReported) yield* ofPages(pages, sections)
  yield* ofLeft(notImported)
  for (const { name, posts, written, unchanged, kept } of isQuiet ? [] : workspaces) {
    const drafts = posts.filter(({ isDraft }) => isDraft).length
    const reported = posts.filter(({ notes }) => notes.some(isNotable)).length
    const files = `${many(written.length, 'file')} ${isDry ? 'to write' : 'written'}, ${unchanged.length} unchanged, ${kept.length} kept`
    yield message(
      bold(name),
      `: ${counted(posts)} of ${generator}, ${many(drafts, 'draft')}, ${reported} with something to look at; ${files}.`,
    )
  }
  yield* ofErrors(errors)
  const hasMedia = workspaces.some(({ files }) => [...files.values()].some((file) => 'copyOf' in file))
  if (hasMedia && !isQuiet && !hasBaseUrl) yield message(dim(BASE_URL))
  const pagesHint = pages.length > 0 ? ' Name the folder of the posts with --section.' : ''
  if (count === 0) yield message(red('Nothing was imported'), `: no posts were found in it.${pagesHint}`)
}

/** `12 posts, 3 pages` */
function counted(posts: readonly ImportedPost[]): string {
  const counts = new Map([['posts', 0]])
  for (const { collection = 'posts' } of posts) counts.set(collection, (counts.get(collection) ?? 0) + 1)
  if (counts.size > 1 && counts.get('posts') === 0) counts.delete('posts')
  return [...counts].map(([home, count]) => many(count, ...nounOf(home))).join(', ')
}

function* ofErrors(errors: readonly StoppingError[]): Lines {
  for (const { place, post, message: text } of errors.slice(0, MAX_NAMED)) {
    const source = post ? ` (from ${post.from})` : ''
    yield message(red('This stops a build'), `: ${place}${source}: ${text}`)
  }
  const further = errors.length - MAX_NAMED
  if (further > 0) yield message(`So do ${many(further, 'further error')}, which galley check names.`)
}

/** Yields the pages of a folder on one line, with how to have them. */
function* ofPages(pages: readonly string[], sections: readonly string[]): Lines {
  const folderOf = (page: string) => page.slice(0, page.lastIndexOf('/') + 1)
  const shown = new Set([...new Set(pages.map(folderOf))].slice(0, MAX_NAMED))
  for (const folder of shown) {
    const inside = pages.filter((page) => folderOf(page) === folder)
    const names = inside.map((page) => page.slice(folder.length))
    const why = inside.length > 1 ? 'they are no posts' : 'it is no post'
    const count = inside.length > 1 ? `${inside.length}${folder && ` in ${folder}`}: ` : folder
    yield message(dim(`Not imported, since ${why}: ${count}${some(names)}`))
  }
  const further = pages.filter((page) => !shown.has(folderOf(page))).length
  if (further > 0) {
    const them = further === 1 ? 'Nor was 1 further page' : `Nor were ${further} further pages`
    yield message(dim(`${them}.`))
  }
  if (pages.length > 0 && sections.length > 0) {
    const hint = `--section ${[...sections, 'FOLDER'].join(',')}`
    yield message(dim(`Pages are in no folder of posts. To import some of them as posts, write ${hint}.`))
  }
}

/** Yields one line for each folder of posts. */
function* ofLeft(left: ImportResult['notImported']): Lines {
  for (const { folder, files } of left.slice(0, MAX_NAMED)) {
    const nameOf = (path: string) => (folder === '.' ? path : path.slice(folder.length + 1))
    const listed = byReason(files, (names, why) => `${some(names.map(nameOf))} (${why})`)
    yield message(`Not imported from ${folder}/: ${listed}.`)
  }
  const further = left.slice(MAX_NAMED)
  if (further.length === 0) return
  const listed = byReason(
    further.flatMap(({ files }) => files),
    ([first], why) => `${first} and the like (${why})`,
  )
  yield message(`Nor were those of ${many(further.length, 'further folder')}, which --json names: ${listed}.`)
}

/** Writes the files of each reason, with how many there are, why, and how to have them. */
function byReason(
  files: readonly LeftFile[],
  describe: (paths: readonly string[], why: string) => string,
): string {
  const paths = new Map<string, string[]>()
  for (const { path, reason } of files) addToList(paths, reason, path)
  const listed = [...paths].map(([reason, those]) => {
    const remedy = remedyFor(reason, those.length)
    const count = those.length > 1 ? `${those.length} files, ` : ''
    return describe(
      those,
      `${count}${reason}${remedy ? `; to have ${those.length > 1 ? 'them' : 'it'}, ${remedy}` : ''}`,
    )
  })
  return listed.join('; ')
}
