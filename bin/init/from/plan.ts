// galley init --from: the fields of posts in a configuration of another program, and what cannot be said of it.
import { dirname, join } from 'node:path'
import { ConfigurationError } from '../../../build/environment/configuration.ts'
import { requireInside } from '../../../build/environment/inside.ts'
import { displayPathOf } from '../../../build/problems/display-path.ts'
import { collectionNameMistake } from '../../../build/schema/collection-name.ts'
import { MAX_COLLECTIONS } from '../../../build/workspace/declared.ts'
import { isKey } from '../../../build/workspace/keys.ts'
import type { FlagValues } from '../../cli/command.ts'
import { ownContentFolder } from '../../cli/project.ts'
import { firstSettings } from '../files.ts'
import { type Plan, SETTINGS, textOf } from '../plan.ts'
import { fieldsFor } from './fields.ts'
import { type Move, movingOf } from './move.ts'
import { schemaIn } from './read.ts'
import type { Unsaid } from './schema.ts'
import type { FoundCollection } from './shape.ts'

/** @throws {ConfigurationError} if it cannot be read, or it is not clear which of its collections has the posts */
export function schemaPlan(values: FlagValues): Plan {
  const into = String(values.into ?? 'blog')
  if (values.from === undefined)
    throw new ConfigurationError('--collection, --into and --move are for --from.')
  if (!isKey(into))
    throw new ConfigurationError(`--into "${into}" is no name of a workspace. Write --into blog.`)
  const file = String(values.from)
  const { dialect, collections, written, root } = schemaIn(file)
  const posts = chosen(collections, values.collection, displayPathOf(file))
  const declared = declarable(collections.filter((one) => one !== posts))
  const others = collections.filter((one) => one !== posts && ![...declared.values()].includes(one))
  for (const other of others) written.settle(other.written)
  const { text, own, unsaid } = fieldsFor(posts, declared, written)
  const content = ownContentFolder(values) ?? 'content'
  const path = displayPathOf(join(content, into, 'workspace.yml'))
  requireInside(dirname(path), path)
  const isThere = textOf(path) !== undefined
  const isNew = !isThere && text !== ''
  const beginning = path === SETTINGS ? firstSettings() : ''
  const moving = values.move
    ? movingOf(
        [...new Map([['posts', posts], ...declared])].flatMap(([name, one]) =>
          moveOf(one, name, dirname(path)),
        ),
      )
    : undefined
  return {
    move: moving?.move,
    steps: [
      isNew
        ? {
            path,
            kind: 'new',
            about: declared.size > 0 ? 'fields and collections' : 'the fields of posts',
            text: beginning + text,
          }
        : { path, kind: 'kept', about: isThere ? 'stays as it is' : 'has no fields to define' },
    ],
    warning: isNew ? undefined : text === '' ? NO_FIELDS : `${path} is there already. Add these lines to it:`,
    report: [
      `posts     ${posts.name} of ${dialect.program}${posts.place ? `, in ${posts.place}` : ''}`,
      ...[...declared].map(([name, one]) => `declared  ${name}${one.place ? `, in ${one.place}` : ''}`),
      ...(moving?.lines ?? []),
      ...own.map((field) => `own       ${field}: read by Galley itself`),
      ...linesOf([...unsaid, ...written.left(root)]).map((line) => `not said  ${line}`),
      ...others.map(({ name }) => `not yet   ${name}`),
    ],
    lines: isThere && text !== '' ? text.trimEnd().split('\n') : [],
    next: moving ? 'galley check says what the files still need' : 'galley import brings the posts',
  }
}

/** Returns collections by their names in a workspace, without those that can have none. */
function declarable(collections: readonly FoundCollection[]): Map<string, FoundCollection> {
  const found = new Map<string, FoundCollection>()
  for (const one of collections) {
    const name = one.name
      .toLowerCase()
      .replace(/[^a-z0-9_-]+/g, '-')
      .replace(/^[-_]+/, '')
    if (!collectionNameMistake(name) && !found.has(name) && found.size < MAX_COLLECTIONS) found.set(name, one)
  }
  return found
}

function moveOf({ place, isSingle }: FoundCollection, name: string, workspace: string): Move[] {
  return place ? [{ from: place, to: `${workspace}/${name}`, isFile: isSingle }] : []
}

const NO_FIELDS =
  'There are no fields to define beside those that Galley reads itself, and nothing was written.'

const POSTS = /^(?:(?:blog)?[-_ ]?posts?|blogs?|articles?|news)$/i

function chosen(
  collections: readonly FoundCollection[],
  name: FlagValues[string],
  path: string,
): FoundCollection {
  const prose = collections.filter(({ isProse, isSingle }) => isProse && !isSingle)
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
