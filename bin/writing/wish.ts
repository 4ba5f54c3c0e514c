// A wish for a text to be written, and the answers to what is missing.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { windowsMistake } from '../../build/discover/windows-name.ts'
import type { WrittenWorkspace } from '../../build/edit/read.ts'
import type { FormValue } from '../../build/edit/value.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { requireInside } from '../../build/environment/inside.ts'
import { displayPathOf } from '../../build/problems/display-path.ts'
import { didYouMean } from '../../build/problems/suggest.ts'
import { isSlug, type SlugStyle, slugify, slugMistake } from '../../build/schema/slug.ts'
import { normalise } from '../../packages/search/basics/normalise.ts'
import { makeFolder } from '../../snapshot/format/disk.ts'
import { writeSealed } from '../../snapshot/format/sealed-file.ts'
import type { Console, FlagValues } from '../cli/command.ts'
import type { Prompt } from '../terminal/prompt.ts'

export interface Wish {
  values: FlagValues
  /** Custom fields of a post, besides those that flags give. */
  fields?: Readonly<Record<string, FormValue>>
  prompt: Prompt | undefined
  env: Console['env']
}

export interface Created {
  path: string
  /** `''` if there is nothing to say. */
  note: string
}

interface Expected {
  /** The answer, if it was given. */
  given?: FlagValues[string]
  /** The value if nothing else is written. */
  otherwise?: string | undefined
  reasonAgainst?: (answer: string) => string | undefined
}

/**
 * @param name of the flag or argument that would have been the answer
 * @throws {ConfigurationError} without an answer, or if there is a reason against it
 */
export async function answer(
  { prompt }: Wish,
  question: string,
  name: string,
  { given, otherwise, reasonAgainst }: Expected = {},
): Promise<string> {
  const found = given ?? (prompt ? await prompt.ask(question, otherwise, reasonAgainst) : otherwise)
  const reason = found === undefined ? undefined : reasonAgainst?.(String(found))
  if (reason !== undefined) throw new ConfigurationError(reason)
  if (found !== undefined) return String(found)
  const isFlag = name.startsWith('--')
  throw new ConfigurationError(
    isFlag ? `${question} Say it with ${name}.` : `The ${name} is missing. Run it with --help.`,
  )
}

export async function workspaceOf(wish: Wish, workspaces: readonly WrittenWorkspace[], content: string) {
  const names = workspaces.map(({ settings }) => settings.folder)
  const reasonAgainst = (name: string) =>
    names.includes(name)
      ? undefined
      : `There is no workspace ${name} in ${content}. ${didYouMean(name, names, listed('Workspaces', names))}`
  if (names.length === 0) {
    throw new ConfigurationError(
      `There is no workspace in ${content}. Make one: galley new workspace "The blog".`,
    )
  }
  const question = `Which workspace? ${listed('Workspaces', names)}`
  const given = wish.values.workspace ?? (names.length === 1 ? names[0] : undefined)
  const name = await answer(wish, question, '--workspace FOLDER', { given, reasonAgainst })
  return workspaces.find(({ settings }) => settings.folder === name)!
}

/** Lists the choices: `Authors: ada, grace.`; empty if there are none. */
export function listed(kind: string, names: readonly string[]): string {
  const most = 20
  const more = names.length > most ? ', …' : ''
  return names.length > 0 ? `${kind}: ${names.slice(0, most).join(', ')}${more}.` : ''
}

/**
 * @param holderOf says what has a slug already, as a clause
 * @throws {ConfigurationError} unless there is a slug that nothing else has
 */
export function freeSlug(
  wish: Wish,
  title: string,
  style: SlugStyle,
  holderOf: (slug: string) => string | undefined,
) {
  const { slug: given } = wish.values
  const slug = normalise(String(given ?? slugify(title, style)))
  if (!isSlug(slug, style)) {
    if (given === undefined) throw new ConfigurationError(`No slug can be made from "${title}". Add --slug.`)
    const { message = '', hint = '' } = slugMistake(slug, style, (fixed) => `Write ${fixed}.`) ?? {}
    throw new ConfigurationError(`--slug ${message}. ${hint}`)
  }
  const holder = holderOf(slug)
  if (holder === undefined) return slug
  throw new ConfigurationError(`The slug "${slug}" is taken: ${holder}. Write another one with --slug.`)
}

/** @throws {ConfigurationError} if one of these names is none on Windows */
export function requireNames(names: readonly string[], hint: string): void {
  const [mistake] = names.flatMap((name) => windowsMistake(name) ?? [])
  if (mistake) throw new ConfigurationError(`${mistake.message} ${hint}`)
}

/**
 * @param workspace its folder
 * @param path of the file, in that folder
 * @throws {ConfigurationError} if there is such a file, a link leads elsewhere, or Windows has no such name
 */
export function writeNew(
  workspace: string,
  path: string,
  text: string,
  hint = 'Write another slug with --slug.',
): void {
  const file = join(workspace, path)
  const folder = existsSync(workspace) ? [] : [basename(workspace)]
  requireNames([...folder, ...path.split('/')], 'Write another one with --slug.')
  requireInside(workspace, dirname(file))
  makeFolder(dirname(file))
  try {
    writeSealed(file, text)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new ConfigurationError(`There is a file ${displayPathOf(file)} already. ${hint}`)
  }
}
