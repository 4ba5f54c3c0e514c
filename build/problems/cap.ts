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
  // Problems beyond that are not reported.
  return (file) => counted(counts, file) <= MAX_PER_KIND && left-- > 0
}

/** `problems` without those beyond `MAX_PER_KIND`; the last one kept of a kind says how many more there are. */
export function capped(problems: readonly Problem[]): Problem[] {
  const totals = new Map<string, number>()
  const numbered = problems.map((problem) => ({ problem, number: counted(totals, kindOf(problem)) }))
  return numbered.flatMap(({ problem, number }) => {
    const more = totals.get(kindOf(problem))! - MAX_PER_KIND
    if (number > MAX_PER_KIND) return []
    if (number < MAX_PER_KIND || more === 0) return [problem]
    const hint = `${problem.hint && `${problem.hint} `}And ${more} more like it in this file.`
    return [{ ...problem, hint }]
  })
}

/** Counts one more, and gives how many there are now. */
function counted(counts: Map<string, number>, what: string): number {
  const number = (counts.get(what) ?? 0) + 1
  counts.set(what, number)
  return number
}

function kindOf({ file, code }: Problem): string {
  return `${code} ${file}`
}
