// Prints what `galley import` did: each post with what was mapped, changed, missing, left or dropped.

import type { ImportResult } from '../../build/import/index.ts'
import { addTo } from '../../build/import/lists.ts'
import type { Note, NoteKind } from '../../build/import/source.ts'
import { displayPathOf } from '../../build/problems/display-path.ts'
import { many } from '../../snapshot/printable.ts'
import type { Console, FlagValues } from '../cli/command.ts'
import { newContentFolder } from '../cli/project.ts'
import { paintFor } from './colours.ts'
import { printJson, printLine, printMessage } from './print.ts'

/** What a reader of the report may have to do something about. */
const NOTABLE: ReadonlySet<NoteKind> = new Set(['changed', 'missing', 'left', 'dropped'])

/** Only so many pages, and files of earlier imports, are named: there may be thousands. */
const MAX_NAMED = 20

/** Files on one line. */
const MAX_NAMES = 10

export function printImport(result: ImportResult, values: FlagValues, console: Console): void {
  if (values.json) printJson(console.stdout, asJson(result))
  else printText(result, values, console)
  summarise(result, values, console)
}

function asJson({ workspaces, ...rest }: ImportResult) {
  return { ...rest, workspaces: workspaces.map(({ files, asked, ...workspace }) => workspace) }
}

function printText({ workspaces }: ImportResult, values: FlagValues, { stdout, env }: Console): void {
  const paint = paintFor(stdout, env)
  const content = displayPathOf(newContentFolder(values))
  for (const { name, posts, kept, removed, gone } of workspaces) {
    const bold = (path: string) => paint.bold(`${content}/${name}/${path}`)
    for (const { file, from, isDraft, aliases, notes } of posts) {
      const shown = values.quiet ? notes.filter(({ kind }) => NOTABLE.has(kind)) : notes
      if (values.quiet && shown.length === 0) continue
      printLine(stdout, bold(file), ` from ${from}${isDraft ? ', a draft' : ''}`)
      if (!values.quiet && aliases.length > 0)
        printLine(stdout, paint.dim(`  was at    ${aliases.join(', ')}`))
      for (const note of shown) printNote(note, stdout, env)
    }
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

function printNote({ kind, message }: Note, stdout: Console['stdout'], env: Console['env']): void {
  const paint = paintFor(stdout, env)
  const colour =
    kind === 'mapped' ? paint.dim : kind === 'dropped' || kind === 'missing' ? paint.yellow : paint.cyan
  printMessage(stdout, '  ', colour(kind.padEnd(9)), ` ${message}`)
}

function summarise(
  { generator, workspaces, pages, notImported, notes }: ImportResult,
  values: FlagValues,
  { stderr, env }: Console,
): void {
  const paint = paintFor(stderr, env)
  const count = workspaces.reduce((sum, { posts }) => sum + posts.length, 0)
  // If nothing was imported, the pages may be the posts.
  const isTold = !values.quiet || count === 0
  for (const { kind, message } of notes) if (isTold || NOTABLE.has(kind)) printMessage(stderr, message)
  if (isTold) printPages(pages, stderr, env)
  printLeft(notImported, stderr)
  const isDry = values['dry-run'] === true
  for (const { name, posts, written, unchanged, kept } of values.quiet ? [] : workspaces) {
    const drafts = posts.filter(({ isDraft }) => isDraft).length
    const told = posts.filter(({ notes }) => notes.some(({ kind }) => NOTABLE.has(kind))).length
    const files = `${many(written.length, 'file')} ${isDry ? 'to write' : 'written'}, ${unchanged.length} unchanged, ${kept.length} kept`
    printMessage(
      stderr,
      paint.bold(name),
      `: ${many(posts.length, 'post')} of ${generator}, ${many(drafts, 'draft')}, ${told} with something to look at; ${files}.`,
    )
  }
  const pagesHint = pages.length > 0 ? ' Name the folder of the posts with --section.' : ''
  if (count === 0)
    printMessage(stderr, paint.red('Nothing was imported'), `: no posts were found in it.${pagesHint}`)
}

function printPages(pages: readonly string[], stderr: Console['stderr'], env: Console['env']): void {
  const paint = paintFor(stderr, env)
  for (const page of pages.slice(0, MAX_NAMED))
    printMessage(stderr, paint.dim(`Not imported, since it is no post: ${page}`))
  const further = pages.length - MAX_NAMED
  if (further > 0) {
    const them = further === 1 ? 'Nor was 1 further page' : `Nor were ${further} further pages`
    printMessage(stderr, paint.dim(`${them}. Name folders with --section if they are posts.`))
  }
}

/** One line for each folder of posts. */
function printLeft(left: ImportResult['notImported'], stderr: Console['stderr']): void {
  for (const { folder, files } of left.slice(0, MAX_NAMED)) {
    const byReason = new Map<string, string[]>()
    for (const { path, reason } of files)
      addTo(byReason, reason, folder === '.' ? path : path.slice(folder.length + 1))
    const told = [...byReason].map(([reason, names]) => `${some(names)} (${reason})`)
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
