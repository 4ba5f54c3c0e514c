// Reports a build on standard error: its problems, what each workspace contains, and how long it took.
import { join } from 'node:path'
import { editionAt } from '../../api/_app/listing/edition.ts'
import type { BuildResult, BuiltSummary } from '../../build/index.ts'
import { displayPathOf } from '../../build/problems/display-path.ts'
import type { Problem } from '../../build/problems/problem.ts'
import type { StageTime } from '../../build/stages.ts'
import { many } from '../../snapshot/printable.ts'
import { openSnapshots, SnapshotError } from '../../snapshot/read/snapshots.ts'
import type { Console, FlagValues } from '../cli/command.ts'
import { paintFor } from './colours.ts'
import { printJson, printMessage } from './print.ts'
import { printProblems, totals } from './problems.ts'

/**
 * Makes the function that reports builds into `out`, one after another. A workspace is listed if it changed since the last
 * report, and a warning is reported once: as long as builds go on to have it, it is only counted. The output folder is named if it was
 * not given by a flag and is not the usual one.
 */
export function reporter(out: string, values: FlagValues, console: Console, usual = 'dist') {
  const { stdout, stderr, env } = console
  const paint = paintFor(stderr, env)
  const where = values.out === undefined && out !== usual ? ` ${displayPathOf(out)}` : ''
  const said = new Map<string, string>()
  let reported: ReadonlySet<string> = new Set()
  return (result: BuildResult): void => {
    const { problems, written, cached, milliseconds } = result
    const names = namesOf(problems)
    const fresh = problems.filter((problem, i) => problem.severity === 'error' || !reported.has(names[i]!))
    reported = new Set(names)
    printProblems(fresh, stderr, env)
    if (values.json) printJson(stdout, withoutKeys(result))
    if (values.quiet) return
    for (const note of cached?.notes ?? []) printMessage(stderr, note)
    for (const [folder, line] of linesOf(result, join(out, 'data'))) {
      if (said.get(folder) !== line) printMessage(stderr, paint.bold(folder), `: ${line}`)
      said.set(folder, line)
    }
    const end = written ? paint.green(`Built${where} in ${milliseconds} ms`) : paint.red('The build failed')
    const known = problems.length - fresh.length
    printMessage(stderr, end, `: ${totals(problems)}${known > 0 ? ` (${known} as before)` : ''}.`)
  }
}

/** Returns names that distinguish problems wherever in its file each is: those of the same words by their order. */
function namesOf(problems: readonly Problem[]): string[] {
  const counts = new Map<string, number>()
  return problems.map(({ file, code, message }) => {
    const name = `${file}\n${code}\n${message}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return `${name}\n${count}`
  })
}

/** Reports where the time of a build went, and what it did not have to do: its last line. */
export function reportTimes(result: BuildResult, values: FlagValues, { stderr }: Console): void {
  const { written, stages, cached } = result
  if (values.quiet || !written) return
  const { reading, linking, assembling, writing, keeping } = stages
  const ms = (...times: StageTime[]) => times.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const times = `Reading took ${ms(reading)} ms, linking ${ms(linking)} ms, writing ${ms(assembling, writing)} ms`
  const cache = `, the cache ${ms(keeping)} ms`
  const { taken, compiled } = cached?.files ?? { taken: 0, compiled: 0 }
  const what = `; ${taken} of ${many(taken + compiled, 'post')} came from the cache`
  printMessage(stderr, `${times}${cached ? cache + what : ''}.`)
}

/** Keys may be secrets, so they stay out of logs. */
function withoutKeys({ written, problems, workspaces, milliseconds }: BuildResult) {
  return { written, problems, workspaces: workspaces.map(({ keys, ...rest }) => rest), milliseconds }
}

/** Returns a line for each workspace as it is now, without scheduled posts. */
function linesOf({ workspaces }: BuildResult, data: string): [folder: string, line: string][] {
  const snapshots = openSnapshots(data)
  try {
    return workspaces.map((summary) => {
      const { workspace, release } = snapshots.lease(summary.folder)
      const { id, first } = editionAt(workspace, Date.now())
      release()
      return [summary.folder, `${counts(summary, first)}; edition ${id}`]
    })
  } catch (error) {
    // Another build has replaced the snapshot meanwhile.
    if (error instanceof SnapshotError) return []
    throw error
  } finally {
    snapshots.close()
  }
}

function counts(summary: BuiltSummary, scheduled: number): string {
  const { posts, authors, categories, tags, collections = {} } = summary
  return [
    many(posts, 'post') + (scheduled > 0 ? ` (${scheduled} scheduled)` : ''),
    many(authors, 'author'),
    many(categories, 'category', 'categories'),
    many(tags, 'tag'),
    ...Object.entries(collections).map(([name, count]) => `${count} in ${name}`),
  ].join(', ')
}
