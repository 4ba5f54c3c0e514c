// Workspaces that an earlier import made of posts which are in others now: where it took a folder for a language, or did not.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { many } from '../../snapshot/printable.ts'
import { type ImportedPost, type Note, noteOf } from '../source.ts'
import { MANIFEST } from '../write/manifest.ts'
import { nameOf } from './places.ts'
import { readEarlier } from './read.ts'

/** @param workspaces what this import made, by the names of their folders */
export function otherWorkspaces(
  content: string,
  into: string,
  workspaces: ReadonlyMap<string, readonly ImportedPost[]>,
): Note[] {
  const homes = new Map(
    [...workspaces].flatMap(([name, posts]) =>
      posts.flatMap(({ aliases }) => aliases.map((alias) => [nameOf(alias), name] as const)),
    ),
  )
  const names = existsSync(content) ? readdirSync(content).sort() : []
  return names
    .filter((name) => (name === into || name.startsWith(`${into}-`)) && !workspaces.has(name))
    .filter((name) => existsSync(join(content, name, MANIFEST)))
    .flatMap((name) => {
      const moved = [...(readEarlier(content, name)?.posts.values() ?? [])].flatMap(
        ({ aliases, ...post }) => {
          const home = aliases.map((alias) => homes.get(nameOf(alias))).find(Boolean)
          return home === undefined ? [] : { ...post, home }
        },
      )
      if (moved.length === 0) return []
      const edited = moved.flatMap(({ file, isOurs }) => (isOurs ? [] : file))
      const they = `${many(moved.length, 'post')} of ${name}, which is from an earlier import and was kept,`
      const are = moved.length > 1 ? 'are' : 'is'
      const which = edited.length > 0 ? ` Edited there: ${edited.join(', ')}.` : ''
      return noteOf(
        'changed',
        `${they} ${are} now in ${moved[0]!.home}, too. Remove ${name} once nobody needs its addresses.${which}`,
      )
    })
}
