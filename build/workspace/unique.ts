// Slugs, ids and aliases are one set of names: no two entries of a kind may share one.

import { normalise } from '../../packages/search/basics/normalise.ts'
import { pathKey } from '../../snapshot/format/address.ts'
import type { Path } from '../parse/yaml/positions.ts'
import type { Location } from '../problems/location.ts'
import { type Problem, problemAt, quoted } from '../problems/problem.ts'
import { isPath } from '../schema/alias.ts'

/** A name by which an entry can be requested. */
export interface Name {
  kind: 'slug' | 'id' | 'alias'
  value: string
  /** Derived rather than written: a slug from the file's name, an id from the slug. */
  derived?: boolean
  /** The post, author, category or tag that has the name: the same text for all of its names. */
  owner: string
  file: string
  location: Location
}

/** The names of a post, an author, a category or a tag. @param placeOf where the name at a path is */
export function namesOf(
  { slug, id, aliases }: { slug: string; id: string; aliases: readonly string[] },
  { owner, file }: Pick<Name, 'owner' | 'file'>,
  placeOf: (path: Path) => Pick<Name, 'derived' | 'location'>,
): Name[] {
  const name = (kind: Name['kind'], value: string, ...path: Path) => {
    return { kind, value, owner, file, ...placeOf(path) }
  }
  return [
    name('slug', slug, 'slug'),
    name('id', id, 'id'),
    ...aliases.map((alias, index) => name('alias', alias, 'aliases', index)),
  ]
}

/**
 * A problem for every name that is already taken, ignoring case; the first of `names` keeps it, and what entries are called
 * now wins over what others were called. An id may equal the slug of the same entry.
 */
export function duplicates(names: readonly Name[]): Problem[] {
  const holders = new Map<string, Name>()
  const problems: Problem[] = []
  const aliases = names.filter(({ kind }) => kind === 'alias')
  for (const name of [...names.filter(({ kind }) => kind !== 'alias'), ...aliases]) {
    const key = nameKey(name.value)
    const first = holders.get(key)
    // With relaxed slugs, a post may have changed only the case of its own.
    const isOwnCase = name.kind === 'alias' && first?.kind === 'slug' && first.owner === name.owner
    const exact = isOwnCase && first.value !== name.value ? `=${name.value}` : key
    const holder = holders.get(exact)
    if (!holder) holders.set(exact, name)
    else if (!isHarmless(name, holder)) problems.push(taken(name, holder))
  }
  return problems
}

/** Returns a key that is the same for names that are one. In paths, case matters. */
export function nameKey(value: string): string {
  return isPath(value) ? pathKey(value) : normalise(value).toLowerCase()
}

/** Tells whether a clash is no mistake of its own: if slugs are equal, the ids derived from them are, too. */
function isHarmless(name: Name, holder: Name): boolean {
  if (name.kind !== 'id') return false
  return holder.owner === name.owner || Boolean(holder.kind === 'id' && holder.derived && name.derived)
}

function taken({ kind, value, owner, file, location }: Name, holder: Name): Problem {
  const whose = holder.owner === owner ? `its own ${holder.kind}` : `the ${holder.kind} of ${holder.owner}`
  return problemAt(file, location, {
    code: 'taken-name',
    message: `The ${kind} ${quoted(value)} is taken: it is ${whose}.`,
    hint: kind === 'alias' ? 'Remove it.' : `Write another ${kind}.`,
  })
}
