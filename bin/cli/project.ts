// Finds content/ and dist/ from any directory, unless flags name them.
import { existsSync } from 'node:fs'
import * as system from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import type { FlagValues } from './command.ts'

/** The folder of this clone, which has content of its own: the fallback. The package has no sources, and no content. */
const CLONE = existsSync(new URL(import.meta.url)) ? fileURLToPath(new URL('../..', import.meta.url)) : ''

/**
 * Returns the content root.
 * @throws {ConfigurationError} if there is none
 */
export function contentFolder({ content }: FlagValues): string {
  return String(content ?? folderIn(contentProject(), 'content'))
}

/**
 * Returns the content root to write into: never that of the clone from somewhere else; `undefined` if there is none.
 */
export function ownContentFolder({ content }: FlagValues): string | undefined {
  if (content !== undefined) return String(content)
  const home = findProject(process.cwd(), '', (path) => existsSync(system.join(path, 'content')))
  return home === '' ? undefined : folderIn(home, 'content')
}

/** @throws {ConfigurationError} if there is no content root to write into */
export function requiredContentFolder(values: FlagValues): string {
  const content = ownContentFolder(values)
  if (content !== undefined) return content
  throw new ConfigurationError(
    'There is no folder content/ here or above. Name one with --content, or make a workspace: galley new workspace "The blog".',
  )
}

/** Returns the output folder: beside the default content, or in the current folder if --content is given. */
export function outputFolder({ content, out }: FlagValues): string {
  return String(out ?? (content === undefined ? folderIn(contentProject(), 'dist') : 'dist'))
}

/** Returns the output folder of `dev`, apart from what is published. */
export function devOutputFolder(values: FlagValues): string {
  return values.out === undefined ? system.join(outputFolder(values), 'dev') : String(values.out)
}

/** Returns the folder to serve. A server need not have content. */
export function distFolder({ dir }: FlagValues): string {
  return String(
    dir ?? folderIn(projectFolder(['dist/data', 'content'], 'There is no folder dist/data', '--dir'), 'dist'),
  )
}

function contentProject(): string {
  return projectFolder(['content'], 'There is no folder content/', '--content')
}

function projectFolder(parts: readonly string[], missing: string, flag: string): string {
  const found = findProject(process.cwd(), CLONE, (path) =>
    parts.some((part) => existsSync(system.join(path, part))),
  )
  if (found !== '') return found
  throw new ConfigurationError(
    `${missing} here or above. Name one with ${flag}, or make all that a project needs: galley init.`,
  )
}

/** Returns a folder in a project, as messages show it. */
function folderIn(home: string, part: string): string {
  return shortestPath(system.join(home, part), process.cwd())
}

/** Returns the nearest project folder, from `from` upwards; else the clone. */
export function findProject(
  from: string,
  clone: string,
  isHome: (folder: string) => boolean,
  path: Pick<typeof system, 'dirname'> = system,
): string {
  const parent = path.dirname(from)
  if (isHome(from)) return from
  return parent === from ? clone : findProject(parent, clone, isHome, path)
}

/** Returns `path` relative to `from`, or absolute if that is shorter or, as between two drives, the only way. */
export function shortestPath(
  path: string,
  from: string,
  { relative }: Pick<typeof system, 'relative'> = system,
): string {
  const relativePath = relative(from, path) || '.'
  return relativePath.length < path.length ? relativePath : path
}
