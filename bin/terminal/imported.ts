// Prints what `galley import` did: what is said of posts, by kind, with the first of them; or post by post.

import { displayPathOf } from '../../build/problems/display-path.ts'
import type {
  AddressChange,
  ImportedPost,
  ImportResult,
  Note,
  NoteGroup,
  NoteKind,
} from '../../packages/import/index.ts'
import { many } from '../../snapshot/printable.ts'
import type { Console, FlagValues, Output } from '../cli/command.ts'
import { newContentFolder } from '../cli/project.ts'
import { type Paint, paintFor } from './colours.ts'
import { printJson, printLine, printMessage } from './print.ts'

/** A mistake that stops a build. */
export interface StoppingError {
  /** `content/blog/posts/oars.md:4:1` */
  place: string
  /** Where it was in the source, if it is in a post. */
  from: string | undefined
  message: string
}

export type ReportedImport = ImportResult & { errors: StoppingError[] }

/** Only so many pages, files of earlier imports and errors are named: there may be thousands. */
const MAX_NAMED = 20

/** Of each kind. */
const MAX_GROUPS = 10

/** Files on one line. */
const MAX_NAMES = 10

export function printImport(result: ReportedImport, values: FlagValues, console: Console): void {
  if (values.json) printJson(console.stdout, asJson(result))
  else printText(result, values, printerOn(console.stdout, console.env))
  summarise(result, values, console)
}

function asJson({ workspaces, ...rest }: ReportedImport) {
  return { ...rest, workspaces: workspaces.map(({ files, asked, ...workspace }) => workspace) }
}

function printText({ workspaces }: ReportedImport, values: FlagValues, to: Printer): void {
  const { output, paint } = to
  const content = displayPathOf(newContentFolder(values))
  for (const { name, posts, groups, addresses, kept, removed, gone } of workspaces) {
    const bold = (path: string) => paint.bold(`${content}/${name}/${path}`)
    if (values.verbose) for (const post of posts) printPost(post, bold, values, to)
    else printGroups(groups, `${content}/${name}`, values, to)
    printAddresses(addresses, `${content}/${name}`, values, to)
    for (const path of kept) printMessage(output, bold(path), KEPT)
    for (const path of removed) printMessage(output, bold(path), REMOVED)
    for (const path of gone.slice(0, MAX_NAMED)) printMessage(output, bold(path), GONE)
    if (gone.length > MAX_NAMED) {
      printMessage(output, `So it is with ${many(gone.length - MAX_NAMED, 'further file')}.`)
    }
  }
}

const KEPT = ' was edited since, or is not from an import: it was kept.'
const REMOVED = ' was removed since: it was not written again.'
const GONE =
  ' is from an earlier import, and not in the source any more: it was kept. Remove it if it was moved or deleted there.'

/** What a build needs that no import can know. */
const BASE_URL =
  'Since posts show files, a build needs the address of the API: BASE_URL=https://api.example.org galley build.'

interface Printer {
  output: Output
  paint: Paint
}

function printerOn(output: Output, env: Console['env']): Printer {
  return { output, paint: paintFor(output, env) }
}

function printPost(post: ImportedPost, bold: Paint['bold'], { quiet }: FlagValues, to: Printer): void {
  const { file, from, isDraft, aliases, notes } = post
  const shown = quiet ? notes.filter(isNotable) : notes
  if (quiet && shown.length === 0) return
  printLine(to.output, bold(file), ` from ${from}${isDraft ? ', a draft' : ''}`)
  if (!quiet && aliases.length > 0) printLine(to.output, to.paint.dim(`  was at    ${aliases.join(', ')}`))
  for (const { kind, message } of shown) printNote(kind, message, to)
}

/** What a reader of the report may have to do something about. */
function isNotable({ kind }: Pick<Note, 'kind'>): boolean {
  return kind !== 'mapped'
}

/** Each with what becomes of the old one, and last what would keep them, where that is one line for all. */
function printAddresses(changes: readonly AddressChange[], folder: string, values: FlagValues, to: Printer) {
  if (changes.length === 0) return
  const { output, paint } = to
  const verb = values['dry-run'] ? 'would change' : changes.length > 1 ? 'change' : 'changes'
  const count = many(changes.length, 'public address', 'public addresses')
  printLine(output, paint.bold(folder), `: ${count} ${verb}`)
  const shown = values.verbose ? changes : changes.slice(0, MAX_NAMED)
  for (const { file, from = 'a draft', to: address, status, isAlias, keep } of shown) {
    const shownAs = address ?? { draft: 'a draft', scheduled: 'scheduled', published: 'not known' }[status]
    const leads = isAlias ? ', by an alias' : ''
    const kept = keep.file === file ? `; ${keep.write} keeps it` : ''
    printMessage(output, '  ', paint.yellow('address  '), ` ${file}: ${from} → ${shownAs}${leads}${kept}`)
  }
  if (changes.length > shown.length)
    printMessage(output, `            ${changes.length - shown.length} more, which --verbose names.`)
  const others = changes.filter(({ file, keep }) => keep.file !== file)
  for (const write of new Set(others.map(({ keep }) => keep.write))) {
    const of = many(others.filter(({ keep }) => keep.write === write).length, 'address', 'addresses')
    const place = `${folder}/${others[0]!.keep.file}`
    printMessage(output, `            After the import, ${write} in ${place} keeps ${of}.`)
  }
}

/** What several posts have in common takes a line, and the first posts one or one each. */
function printGroups(groups: readonly NoteGroup[], folder: string, { quiet }: FlagValues, to: Printer) {
  const { output, paint } = to
  const shown = quiet ? groups.filter(isNotable) : groups
  if (shown.length > 0) printLine(output, paint.bold(folder))
  const counts = new Map<NoteKind, number>()
  for (const { kind, about, posts, times, hasCaptions, examples } of shown) {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    if (count > MAX_GROUPS) continue
    const often = times === posts ? many(posts, 'post') : `${times} times in ${many(posts, 'post')}`
    printNote(kind, `${about}: ${often}${hasCaptions ? ', captions kept' : ''}`, to)
    // Where each post says the same, there is no more to read in it.
    const messages = new Set(examples.map(({ message }) => message))
    const isSame = kind === 'draft' || kind === 'mapped' || messages.size < examples.length
    const lines = isSame
      ? [examples.map(({ file }) => file).join(', ')]
      : examples.map(({ file, message }) => `${file}: ${message}`)
    for (const line of lines) printMessage(output, paint.dim(`            ${line}`))
  }
  for (const [kind, count] of counts)
    if (count > MAX_GROUPS)
      printNote(kind, `${many(count - MAX_GROUPS, 'further kind')}, which --verbose names.`, to)
}

function printNote(kind: NoteKind, message: string, { output, paint }: Printer): void {
  const isLoss = kind === 'dropped' || kind === 'missing' || kind === 'draft'
  const colour = kind === 'mapped' ? paint.dim : isLoss ? paint.yellow : paint.cyan
  printMessage(output, '  ', colour(kind.padEnd(9)), ` ${message}`)
}

function summarise(result: ReportedImport, values: FlagValues, { stderr, env }: Console): void {
  const { generator, workspaces, pages, notImported, notes, errors } = result
  const to = printerOn(stderr, env)
  const { paint } = to
  const count = workspaces.reduce((sum, { posts }) => sum + posts.length, 0)
  // If nothing was imported, the pages may be the posts.
  const isTold = !values.quiet || count === 0
  for (const note of notes) if (isTold || isNotable(note)) printMessage(stderr, note.message)
  if (isTold) printPages(pages, to)
  printLeft(notImported, stderr)
  const isDry = values['dry-run'] === true
  for (const { name, posts, written, unchanged, kept } of values.quiet ? [] : workspaces) {
    const drafts = posts.filter(({ isDraft }) => isDraft).length
    const told = posts.filter(({ notes }) => notes.some(isNotable)).length
    const files = `${many(written.length, 'file')} ${isDry ? 'to write' : 'written'}, ${unchanged.length} unchanged, ${kept.length} kept`
    printMessage(
      stderr,
      paint.bold(name),
      `: ${many(posts.length, 'post')} of ${generator}, ${many(drafts, 'draft')}, ${told} with something to look at; ${files}.`,
    )
  }
  printErrors(errors, to)
  const hasMedia = workspaces.some(({ files }) => [...files.values()].some((file) => 'copyOf' in file))
  if (hasMedia && !values.quiet && !(env.BASE_URL || env.VERCEL_BRANCH_URL || env.VERCEL_URL))
    printMessage(stderr, paint.dim(BASE_URL))
  const pagesHint = pages.length > 0 ? ' Name the folder of the posts with --section.' : ''
  if (count === 0)
    printMessage(stderr, paint.red('Nothing was imported'), `: no posts were found in it.${pagesHint}`)
}

function printErrors(errors: readonly StoppingError[], { output, paint }: Printer): void {
  for (const { place, from, message } of errors.slice(0, MAX_NAMED)) {
    const source = from ? ` (from ${from})` : ''
    printMessage(output, paint.red('This stops a build'), `: ${place}${source}: ${message}`)
  }
  const further = errors.length - MAX_NAMED
  if (further > 0) printMessage(output, `So do ${many(further, 'further error')}, which galley check names.`)
}

/** Those of a folder on one line. */
function printPages(pages: readonly string[], { output, paint }: Printer): void {
  const folderOf = (page: string) => page.slice(0, page.lastIndexOf('/') + 1)
  const shown = new Set([...new Set(pages.map(folderOf))].slice(0, MAX_NAMED))
  for (const folder of shown) {
    const inside = pages.filter((page) => folderOf(page) === folder)
    const names = inside.map((page) => page.slice(folder.length))
    const why = inside.length > 1 ? 'they are no posts' : 'it is no post'
    const colon = inside.length > 1 && folder ? ': ' : ''
    printMessage(output, paint.dim(`Not imported, since ${why}: ${folder}${colon}${some(names)}`))
  }
  const further = pages.filter((page) => !shown.has(folderOf(page))).length
  if (further > 0) {
    const them = further === 1 ? 'Nor was 1 further page' : `Nor were ${further} further pages`
    printMessage(output, paint.dim(`${them}. Name folders with --section if they are posts.`))
  }
}

/** One line for each folder of posts. */
function printLeft(left: ImportResult['notImported'], stderr: Console['stderr']): void {
  for (const { folder, files } of left.slice(0, MAX_NAMED)) {
    const nameOf = (path: string) => (folder === '.' ? path : path.slice(folder.length + 1))
    const told = [...new Set(files.map(({ reason }) => reason))].map((reason) => {
      const names = files.filter((file) => file.reason === reason).map(({ path }) => nameOf(path))
      return `${some(names)} (${reason})`
    })
    printMessage(stderr, `Not imported from ${folder}/: ${told.join('; ')}.`)
  }
  const further = left.length - MAX_NAMED
  if (further > 0)
    printMessage(stderr, `Nor were files of ${many(further, 'further folder')}, which --json names.`)
}

/** The first names, and how many others there are. */
function some(names: readonly string[]): string {
  const further = names.length - MAX_NAMES
  return names.slice(0, MAX_NAMES).join(', ') + (further > 0 ? ` and ${further} more` : '')
}
