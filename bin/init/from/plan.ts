// galley init --from: the fields of posts in a configuration of another program, and what cannot be said of it.
import { dirname, join } from 'node:path'
import { ConfigurationError } from '../../../build/environment/configuration.ts'
import { requireInside } from '../../../build/environment/inside.ts'
import { displayPathOf } from '../../../build/problems/display-path.ts'
import { isKey } from '../../../build/workspace/keys.ts'
import type { FlagValues } from '../../cli/command.ts'
import { ownContentFolder } from '../../cli/project.ts'
import { firstSettings } from '../files.ts'
import { type Plan, SETTINGS, textOf } from '../plan.ts'
import { fieldsFor } from './fields.ts'
import { schemaIn } from './read.ts'
import type { Unsaid } from './schema.ts'
import type { FoundCollection } from './shape.ts'

/** @throws {ConfigurationError} if it cannot be read, or it is not clear which of its collections has the posts */
export function schemaPlan(values: FlagValues): Plan {
  const into = String(values.into ?? 'blog')
  if (values.from === undefined) throw new ConfigurationError('--collection and --into are for --from.')
  if (!isKey(into))
    throw new ConfigurationError(`--into "${into}" is no name of a workspace. Write --into blog.`)
  const file = String(values.from)
  const { dialect, collections, written, root } = schemaIn(file)
  const posts = chosen(collections, values.collection, displayPathOf(file))
  const others = collections.filter((one) => one !== posts)
  for (const other of others) written.settle(other.written)
  const { text, own, unsaid } = fieldsFor(posts, written)
  const content = ownContentFolder(values) ?? 'content'
  const path = displayPathOf(join(content, into, 'workspace.yml'))
  requireInside(dirname(path), path)
  const isThere = textOf(path) !== undefined
  const isNew = !isThere && text !== ''
  const beginning = path === SETTINGS ? firstSettings() : ''
  return {
    steps: [
      isNew
        ? { path, kind: 'new', about: 'the fields of posts', text: beginning + text }
        : { path, kind: 'kept', about: isThere ? 'stays as it is' : 'has no fields to define' },
    ],
    warning: isNew ? undefined : text === '' ? NO_FIELDS : `${path} is there already. Add these lines to it:`,
    report: [
      `posts     ${posts.name} of ${dialect.program}${posts.folder ? `, in ${posts.folder}` : ''}`,
      ...own.map((field) => `own       ${field}: read by Galley itself`),
      ...linesOf([...unsaid, ...written.left(root)]).map((line) => `not said  ${line}`),
      ...others.map(({ name }) => `not yet   ${name}`),
    ],
    lines: isThere && text !== '' ? text.trimEnd().split('\n') : [],
    next: 'galley import brings the posts',
  }
}

const NO_FIELDS =
  'There are no fields to define beside those that Galley reads itself, and nothing was written.'

const POSTS = /^(?:(?:blog)?[-_ ]?posts?|blogs?|articles?|news)$/i

function chosen(
  collections: readonly FoundCollection[],
  name: FlagValues[string],
  path: string,
): FoundCollection {
  const prose = collections.filter(({ isProse }) => isProse)
  const among = [prose, collections].map((some) => some.filter((one) => POSTS.test(one.name)))
  const dated = prose.filter(({ fields }) => fields.some(({ type }) => type === 'date'))
  const wanted = collections.filter((one) => one.name === name)
  // Front Matter CMS calls what most files have the default.
  const usual = [...among, prose.filter((one) => one.name === 'default'), dated]
  const found = name === undefined ? (usual.find((some) => some.length > 0) ?? []) : wanted
  if (found.length === 1) return found[0]!
  if (collections.length === 0) throw new ConfigurationError(`${path} has no collections that can be read.`)
  const what =
    name === undefined ? 'It is not clear which collection has the posts' : `There is no collection "${name}"`
  const names = (found.length > 0 ? found : collections).map((one) => one.name).join(', ')
  throw new ConfigurationError(`${what} in ${path}. Name one with --collection: ${names}.`)
}

const TOP = 'at the top'

/** A line for each key, with all places where it is. */
function linesOf(unsaid: readonly Unsaid[]): string[] {
  const places = new Map<string, string[]>()
  for (const { key, place, why } of unsaid) {
    const name = why === undefined ? key : `${key} (${why})`
    places.set(name, [...(places.get(name) ?? []), place || TOP])
  }
  return [...places].map(([key, where]) => (where.join() === TOP ? key : `${key}: ${where.join(', ')}`))
}
