// The files that `galley init` writes: new ones, and additions to those that are there. Nothing else changes.
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { findProject } from '../cli/project.ts'
import * as files from './files.ts'
import { amendedManifestText, newManifestText, ownBuild } from './manifest.ts'
import { VERCEL_FILE, vercelText } from './vercel.ts'

/** The settings of the first workspace. */
export const SETTINGS = 'content/blog/workspace.yml'

export interface Step {
  /** The path from the current folder, which is that of a project. */
  path: string
  kind: 'new' | 'changed' | 'kept'
  /** The content of the file, or the addition. */
  about: string
  /** The new text, unless it is kept. */
  text?: string
}

export interface Plan {
  steps: Step[]
  /** The message that says what somebody should know before, if there is anything. */
  warning: string | undefined
  /** The command that comes next. */
  next: string
  /** Lines that say what was found elsewhere. */
  report?: string[]
  /** Lines to add by hand. */
  lines?: string[]
  /** Moves files before any is written. @returns a sentence that says so */
  move?: (() => string) | undefined
}

/**
 * @param day such as 2026-05-31, of a first post
 * @param images what those of the content need
 * @throws {ConfigurationError} if Galley cannot be there beside what there is
 */
export function planOf(folder: string, version: string, day: string, images?: object): Plan {
  const manifest = textOf(join(folder, 'package.json'))
  const build = manifest === undefined ? undefined : ownBuild(manifest)
  const repository = findProject(folder, folder, (one) => existsSync(join(one, '.git')))
  const manager = files.managerOf((file) => [folder, repository].some((one) => existsSync(join(one, file))))
  const ignored = files.part<string[]>('ignored')
  return {
    next: commandsNext(folder, manager),
    steps: [
      step('package.json', 'ES modules, scripts, galley as a dependency', (found) =>
        found === undefined ? newManifestText(version) : amendedManifestText(found, folder, version),
      ),
      step('api/index.ts', 'the function on Vercel', functionText),
      step(VERCEL_FILE, 'the build, the function, headers of static files', (found) =>
        vercelText(images, found),
      ),
      ...contentSteps(folder, day),
      workflowStep(folder, repository, manager),
      step('.gitignore', ignored.join(' '), (found = '') => files.withIgnored(found, ignored)),
    ],
    warning:
      build === undefined
        ? undefined
        : `This package has a build of its own, "${build}". With ${VERCEL_FILE}, Vercel publishes the API from this folder instead: for a site as well, run galley init in a folder of its own.`,
  }
}

function commandsNext(folder: string, { install, run }: files.Manager): string {
  const isInstalled = existsSync(join(folder, 'node_modules/galley'))
  return `${isInstalled ? '' : `${install}, and then `}${run} galley dev`
}

/**
 * @param make the new text, of what is there
 * @throws {ConfigurationError} if it would be written through a link
 */
export function step(path: string, about: string, make: (found: string | undefined) => string): Step {
  const found = textOf(path)
  const text = make(found)
  if (text === found) return { path, kind: 'kept', about: 'has all that is needed' }
  if (found !== undefined && lstatSync(path).isSymbolicLink())
    throw new ConfigurationError(
      `${path} is a link, so nothing can be added to it. Write a file in its place.`,
    )
  return { path, kind: found === undefined ? 'new' : 'changed', about, text }
}

/** @throws {ConfigurationError} if there is another function, since every request has to come to one */
function functionText(found = files.part('function')): string {
  if (found.includes('galley/vercel')) return found
  throw new ConfigurationError(
    `There is another api/index.ts already, and on Vercel all requests come to it. Run galley init in a folder of its own.`,
  )
}

function contentSteps(folder: string, day: string): Step[] {
  const content = join(folder, 'content')
  const isThere = existsSync(content) && readdirSync(content).length > 0
  return isThere
    ? [{ path: 'content/', kind: 'kept', about: 'stays as it is; npx galley check reads it' }]
    : [
        {
          path: SETTINGS,
          kind: 'new',
          about: 'its name, and where readers see it',
          text: files.firstSettings(),
        },
        {
          path: 'content/blog/posts/hello.md',
          kind: 'new',
          about: 'a first post',
          text: files.part('post', { day }),
        },
      ]
}

/** Workflows are at the top of a repository. */
function workflowStep(folder: string, repository: string, manager: files.Manager): Step {
  const within = relative(repository, folder).split(sep).join('/')
  const name = within === '' ? 'content' : within.replace(/[^\w-]+/g, '-')
  const file = join(repository, `.github/workflows/${name}.yml`)
  const path = relative(folder, file).split(sep).join('/')
  if (existsSync(join(folder, path))) return { path, kind: 'kept', about: 'is there already' }
  const text = files.workflowText(within, manager)
  return { path, kind: 'new', about: 'on GitHub, checks pull requests', text }
}

/** Reads a file without a byte order mark; `undefined` if there is none. */
export function textOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  if (!stats.isFile()) throw new ConfigurationError(`${path} is not a file.`)
  return readFileSync(path, 'utf8').replace(/^\ufeff/, '')
}
