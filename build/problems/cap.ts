// Of very many mistakes of one kind in one file, some: whoever fixes them fixes the rest on the way, and nobody reads
// thousands.
import type { Problem } from './problem.ts'

/** Of one kind in one file. */
export const MAX_PER_KIND = 100

/** What is meant by this many is looked up in a workspace: for each, all names there are have to be compared. */
const MAX_SUGGESTIONS = 1_000

/** Makes the function that tells of one problem after another, by its file, whether to look up what is meant. */
export function suggestionBudget(): (file: string) => boolean {
  const counts = new Map<string, number>()
  let left = MAX_SUGGESTIONS
  return (file) => {
    const count = (counts.get(file) ?? 0) + 1
    counts.set(file, count)
    // Those beyond are not told.
    return count <= MAX_PER_KIND && left-- > 0
  }
}

/** `problems` without those beyond the most that are told; the last one of a kind says how many there are besides. */
export function capped(problems: readonly Problem[]): Problem[] {
  const totals = new Map<string, number>()
  const numbered = problems.map((problem) => ({ problem, number: next(totals, problem) }))
  return numbered.flatMap(({ problem, number }) => {
    const more = totals.get(kindOf(problem))! - MAX_PER_KIND
    if (number > MAX_PER_KIND) return []
    return number === MAX_PER_KIND && more > 0 ? [withRemaining(problem, more)] : [problem]
  })
}

function next(totals: Map<string, number>, problem: Problem): number {
  const kind = kindOf(problem)
  const number = (totals.get(kind) ?? 0) + 1
  totals.set(kind, number)
  return number
}

function kindOf({ file, code }: Problem): string {
  return `${code} ${file}`
}

function withRemaining(problem: Problem, more: number): Problem {
  const hint = `${problem.hint && `${problem.hint} `}And ${more} more like it in this file.`
  return { ...problem, hint }
}
