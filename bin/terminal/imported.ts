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
import type { Console, FlagValues } from '../cli/command.ts'
import { newContentFolder } from '../cli/project.ts'
import { paintFor } from './colours.ts'
import { type Painted, printJson, printLine, printMessage } from './print.ts'

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
  else printText(result, values, console)
  summarise(result, values, console)
}

function asJson({ workspaces, ...rest }: ReportedImport) {
  return { ...rest, workspaces: workspaces.map(({ files, asked, ...workspace }) => workspace) }
}

function printText({ workspaces }: ReportedImport, values: FlagValues, { stdout, env }: Console): void {
  const paint = paintFor(stdout, env)
  const content = displayPathOf(newContentFolder(values))
  for (const { name, posts, groups, addresses, kept, removed, gone } of workspaces) {
    const bold = (path: string) => paint.bold(`${content}/${name}/${path}`)
    if (values.verbose) for (const post of posts) printPost(post, bold, values, { stdout, env })
    else printGroups(groups, `${content}/${name}`, values, { stdout, env })
    printAddresses(addresses, `${content}/${name}`, values, { stdout, env })
    for (const path of kept) printMessage(stdout, bold(path), KEPT)
    for (const path of removed) printMessage(stdout, bold(path), REMOVED)
    for (const path of gone.slice(0, MAX_NAMED)) printMessage(stdout, bold(path), GONE)
    if (gone.length > MAX_NAMED) {
      printMessage(stdout, `So it is with ${many(gone.length - MAX_NAMED, 'further file')}.`)
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

type Printer = Pick<Console, 'stdout' | 'env'>

function printPost(
  { file, from, isDraft, aliases, notes }: ImportedPost,
  bold: (path: string) => Painted | string,
  { quiet }: FlagValues,
  { stdout, env }: Printer,
): void {
  const shown = quiet ? notes.filter(isNotable) : notes
  if (quiet && shown.length === 0) return
  printLine(stdout, bold(file), ` from ${from}${isDraft ? ', a draft' : ''}`)
  if (!quiet && aliases.length > 0)
    printLine(stdout, paintFor(stdout, env).dim(`  was at    ${aliases.join(', ')}`))
  for (const { kind, message } of shown) printNote(kind, message, { stdout, env })
}

/** What a reader of the report may have to do something about. */
function isNotable({ kind }: Pick<Note, 'kind'>): boolean {
  return kind !== 'mapped'
}

/** Each with what becomes of the old one, and last what would keep them, where that is one line for all. */
function printAddresses(
  addresses: readonly AddressChange[],
  folder: string,
  values: FlagValues,
  { stdout, env }: Printer,
): void {
  if (addresses.length === 0) return
  const paint = paintFor(stdout, env)
  const verb = values['dry-run'] ? 'would change' : addresses.length > 1 ? 'change' : 'changes'
  const count = many(addresses.length, 'public address', 'public addresses')
  printLine(stdout, paint.bold(folder), `: ${count} ${verb}`)
  const shown = values.verbose ? addresses : addresses.slice(0, MAX_NAMED)
  for (const { file, from = 'a draft', to, status, isAlias, keep } of shown) {
    const shownAs = to ?? { draft: 'a draft', scheduled: 'scheduled', published: 'not known' }[status]
    const leads = isAlias ? ', by an alias' : ''
    const kept = keep.file === file ? `; ${keep.write} keeps it` : ''
    printMessage(stdout, '  ', paint.yellow('address  '), ` ${file}: ${from} → ${shownAs}${leads}${kept}`)
  }
  if (addresses.length > shown.length)
    printMessage(stdout, `            ${addresses.length - shown.length} more, which --verbose names.`)
  const others = addresses.filter(({ file, keep }) => keep.file !== file)
  for (const write of new Set(others.map(({ keep }) => keep.write))) {
    const of = many(others.filter(({ keep }) => keep.write === write).length, 'address', 'addresses')
    printMessage(
      stdout,
      `            After the import, ${write} in ${folder}/${others[0]!.keep.file} keeps ${of}.`,
    )
  }
}

/** What several posts have in common takes a line, and the first posts one or one each. */
function printGroups(
  groups: readonly NoteGroup[],
  folder: string,
  { quiet }: FlagValues,
  { stdout, env }: Printer,
): void {
  const paint = paintFor(stdout, env)
  const shown = quiet ? groups.filter(isNotable) : groups
  if (shown.length > 0) printLine(stdout, paint.bold(folder))
  const counts = new Map<NoteKind, number>()
  for (const { kind, about, posts, times, hasCaptions, examples } of shown) {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    if (count > MAX_GROUPS) continue
    const often = times === posts ? many(posts, 'post') : `${times} times in ${many(posts, 'post')}`
    printNote(kind, `${about}: ${often}${hasCaptions ? ', captions kept' : ''}`, { stdout, env })
    // Where each post says the same, there is no more to read in it.
    const messages = new Set(examples.map(({ message }) => message))
    const isSame = kind === 'draft' || kind === 'mapped' || messages.size < examples.length
    const lines = isSame
      ? [examples.map(({ file }) => file).join(', ')]
      : examples.map(({ file, message }) => `${file}: ${message}`)
    for (const line of lines) printMessage(stdout, paint.dim(`            ${line}`))
  }
  for (const [kind, count] of counts)
    if (count > MAX_GROUPS)
      printNote(kind, `${many(count - MAX_GROUPS, 'further kind')}, which --verbose names.`, { stdout, env })
}

function printNote(kind: NoteKind, message: string, { stdout, env }: Printer): void {
  const paint = paintFor(stdout, env)
  const isLoss = kind === 'dropped' || kind === 'missing' || kind === 'draft'
  const colour = kind === 'mapped' ? paint.dim : isLoss ? paint.yellow : paint.cyan
  printMessage(stdout, '  ', colour(kind.padEnd(9)), ` ${message}`)
}

function summarise(
  { generator, workspaces, pages, notImported, notes, errors }: ReportedImport,
  values: FlagValues,
  { stderr, env }: Console,
): void {
  const paint = paintFor(stderr, env)
  const count = workspaces.reduce((sum, { posts }) => sum + posts.length, 0)
  // If nothing was imported, the pages may be the posts.
  const isTold = !values.quiet || count === 0
  for (const note of notes) if (isTold || isNotable(note)) printMessage(stderr, note.message)
  if (isTold) printPages(pages, stderr, env)
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
  printErrors(errors, stderr, env)
  const hasMedia = workspaces.some(({ files }) => [...files.values()].some((file) => 'copyOf' in file))
  if (hasMedia && !values.quiet && !(env.BASE_URL || env.VERCEL_BRANCH_URL || env.VERCEL_URL))
    printMessage(stderr, paint.dim(BASE_URL))
  const pagesHint = pages.length > 0 ? ' Name the folder of the posts with --section.' : ''
  if (count === 0)
    printMessage(stderr, paint.red('Nothing was imported'), `: no posts were found in it.${pagesHint}`)
}

function printErrors(errors: readonly StoppingError[], stderr: Console['stderr'], env: Console['env']): void {
  const paint = paintFor(stderr, env)
  for (const { place, from, message } of errors.slice(0, MAX_NAMED))
    printMessage(
      stderr,
      paint.red('This stops a build'),
      `: ${place}${from ? ` (from ${from})` : ''}: ${message}`,
    )
  const further = errors.length - MAX_NAMED
  if (further > 0) printMessage(stderr, `So do ${many(further, 'further error')}, which galley check names.`)
}

/** Those of a folder on one line. */
function printPages(pages: readonly string[], stderr: Console['stderr'], env: Console['env']): void {
  const paint = paintFor(stderr, env)
  const folderOf = (page: string) => page.slice(0, page.lastIndexOf('/') + 1)
  const shown = new Set([...new Set(pages.map(folderOf))].slice(0, MAX_NAMED))
  for (const folder of shown) {
    const inside = pages.filter((page) => folderOf(page) === folder)
    const names = inside.map((page) => page.slice(folder.length))
    const why = inside.length > 1 ? 'they are no posts' : 'it is no post'
    printMessage(
      stderr,
      paint.dim(
        `Not imported, since ${why}: ${folder}${inside.length > 1 && folder ? ': ' : ''}${some(names)}`,
      ),
    )
  }
  const further = pages.filter((page) => !shown.has(folderOf(page))).length
  if (further > 0) {
    const them = further === 1 ? 'Nor was 1 further page' : `Nor were ${further} further pages`
    printMessage(stderr, paint.dim(`${them}. Name folders with --section if they are posts.`))
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
