// Slugs, ids and aliases are one set of names: no two things of a kind may share one.
import type { Location } from '../problems/location.ts'
import { type Problem, problemAt, quoted } from '../problems/problem.ts'

/** A name that something can be asked for by. */
export interface Name {
  kind: 'slug' | 'id' | 'alias'
  value: string
  /** Made rather than written: a slug of the file's name, an id of the slug. */
  derived?: boolean
  /** Whose name it is: the same for all names of one post, author, category or tag. */
  owner: string
  file: string
  location: Location
}

/**
 * A problem for every name that was given before, compared without case; the first of `names` keeps it. An id that
 * equals its own slug is none.
 */
export function duplicates(names: Iterable<Name>): Problem[] {
  const holders = new Map<string, Name>()
  const problems: Problem[] = []
  for (const name of names) {
    const folded = name.value.normalize('NFC').toLowerCase()
    const holder = holders.get(folded)
    if (!holder) holders.set(folded, name)
    else if (!isHarmless(name, holder)) problems.push(taken(name, holder))
  }
  return problems
}

/** Two derived ids are equal when their slugs are: that is one mistake, not two. */
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
