// Limits how many problems of one kind are reported for one file: nobody reads thousands of them.
import type { Problem } from './problem.ts'

/** The most problems of one kind that are reported for one file. */
export const MAX_PER_KIND = 100

/** The most suggestions made for one workspace: each is compared with every name there. */
const MAX_SUGGESTIONS = 1_000

/** Makes the function that decides, for one problem of a file after another, whether to look for a suggestion. */
export function suggestionBudget(): (file: string) => boolean {
  const counts = new Map<string, number>()
  let left = MAX_SUGGESTIONS
  return (file) => {
    const count = (counts.get(file) ?? 0) + 1
    counts.set(file, count)
    // Problems beyond that are not reported.
    return count <= MAX_PER_KIND && left-- > 0
  }
}

/** `problems` without those beyond `MAX_PER_KIND`; the last one kept of a kind says how many more there are. */
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
