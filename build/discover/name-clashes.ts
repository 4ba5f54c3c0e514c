// Names in one folder that some systems treat as one: there, one of two files is lost, and two folders become one.
import { basename, dirname, join } from 'node:path/posix'
import { normalise } from '../../packages/search/basics/normalise.ts'
import { type Mistake, quoted } from '../problems/problem.ts'
import { isMedia } from './media-type.ts'

/** Finds paths whose name differs from an earlier one only in case or Unicode form, each with its mistake. */
export function nameClashes(paths: readonly string[]): Map<string, Mistake> {
  const first = new Map<string, string>()
  const mistakes = new Map<string, Mistake>()
  for (const path of paths) {
    const folded = join(dirname(path), composed(path).toLowerCase())
    const other = first.get(folded)
    if (other === undefined) first.set(folded, path)
    else if (!isReportedAsSlug(path, other)) mistakes.set(path, clash(path, other))
  }
  return mistakes
}

/** Two Unicode forms of a name give the same slug, which is reported already; names that differ in case do not. */
function isReportedAsSlug(path: string, other: string): boolean {
  return composed(path) === composed(other) && path.includes('/') && !isMedia(path)
}

function composed(path: string): string {
  return normalise(basename(path))
}

function clash(path: string, other: string): Mistake {
  const how = composed(path) === composed(other) ? 'in another Unicode form' : 'in different capitals'
  return {
    code: 'taken-name',
    message: `${quoted(basename(other))} beside it is the same name ${how}: some systems treat them as one.`,
    hint: 'Rename one of them.',
  }
}
