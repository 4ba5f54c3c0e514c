// galley check
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { displayPathOf } from '../../build/problems/display-path.ts'
import type { Problem } from '../../build/problems/problem.ts'
import { damageOf } from '../../snapshot/format/own-checksum.ts'
import { many } from '../../snapshot/printable.ts'
import { verifySnapshot } from '../../snapshot/read/verify.ts'
import { verifyMedia } from '../../snapshot/write/media.ts'
import type { Console, FlagValues } from '../cli/command.ts'
import { CONTENT_ERRORS, SUCCESS } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { contentFolder, outputFolder } from '../cli/project.ts'
import { printed, printJson, printLine, printMessage, printVerbatim } from '../terminal/print.ts'
import { annotation, printProblems, totals } from '../terminal/problems.ts'
import { withProgress } from '../terminal/progress.ts'
import { fixProblems } from '../writing/fix.ts'
import { cacheFolder } from './cache.ts'

export const command = commandOf('check', ['FILE…'], async (values, console, files) => {
  if (values['dry-run'] && !values.fix) throw new ConfigurationError('--dry-run is for --fix. Add --fix.')
  if (values.json && values['warnings-of'])
    throw new ConfigurationError('--warnings-of is for people, and --json has all problems. Leave one out.')
  if (values.fix && values.snapshot)
    throw new ConfigurationError('--fix is for content. Leave --snapshot out.')
  if (!values.snapshot) return checkContent(values, console, files)
  if (files.length === 0) return checkSnapshot(values, console)
  throw new ConfigurationError('--snapshot verifies the whole snapshot. Leave the files out.')
})

async function checkContent(values: FlagValues, console: Console, operands: readonly string[]) {
  const max = maxWarnings(values)
  const content = contentFolder(values)
  const named = operands.length === 0 ? undefined : namedFiles(operands, content, values, console)
  if (named?.size === 0) return SUCCESS
  // --snapshot and --help need none of it.
  const { check } = await import('../../build/index.ts')
  const { Memo } = await import('../../build/memo/memo.ts')
  const folder = cacheFolder(values, content, console, { isReadOnly: true })
  // An author who names a folder wants what is compiled here to be there for the build that follows.
  const memo = folder === undefined ? undefined : new Memo(folder, { isReadOnly: !console.env.GALLEY_CACHE })
  const once = () =>
    withProgress(console, values, (onProgress) =>
      check({ content, env: console.env, onProgress, ...(named && { only: named }), ...(memo && { memo }) }),
    )
  const found = values.fix ? fixProblems(once, content, values, console) : once()
  const { problems, files, note } = await found.finally(() => memo?.close())
  report(problems, values, console)
  if (note !== undefined) say(note, values, console)
  const warnings = problems.filter(({ severity }) => severity === 'warning').length
  const tooMany = warnings > max ? `; ${allowed(max)} allowed` : ''
  const all = many(files, 'file')
  const which = named ? `${named.size} of ${all}` : all
  say(`Checked ${which}: ${totals(problems)}${tooMany}.`, values, console)
  return warnings < problems.length || tooMany ? CONTENT_ERRORS : printed(console.stdout)
}

/**
 * Returns files as problems name them. Files outside the content, which hooks name, too, are only said to be left out.
 * @throws {ConfigurationError} for what is no file
 */
function namedFiles(operands: readonly string[], content: string, values: FlagValues, console: Console) {
  const named = new Set<string>()
  for (const operand of operands) {
    if (!statSync(operand, { throwIfNoEntry: false })?.isFile()) {
      throw new ConfigurationError(`There is no file ${operand}. Name files, or none to check all of them.`)
    }
    const path = pathBelow(content, operand)
    if (path === undefined) say(`${operand} is not in ${content}, and not checked.`, values, console)
    else named.add(`${displayPathOf(content)}/${path}`)
  }
  return named
}

/** Returns a path relative to the folder, with `/`, whatever links lead to either; `undefined` if the file is elsewhere. */
function pathBelow(folder: string, file: string): string | undefined {
  const folders = existsSync(folder) ? [resolve(folder), realpathSync(folder)] : [resolve(folder)]
  const files = [resolve(file), join(realpathSync(dirname(file)), basename(file))]
  const paths = folders.flatMap((root) => files.map((one) => relative(root, one)))
  const below = paths.find((path) => !isAbsolute(path) && !/^\.\.([\\/]|$)/.test(path))
  return below?.split(sep).join('/')
}

function allowed(max: number): string {
  if (max === 0) return 'no warnings are'
  return max === 1 ? 'at most 1 warning is' : `at most ${max} warnings are`
}

function maxWarnings({ strict, 'max-warnings': max }: FlagValues): number {
  if (max !== undefined && !/^\d{1,9}$/.test(String(max))) {
    throw new ConfigurationError(`--max-warnings "${max}" is not a number. Write 0 or more, such as 10.`)
  }
  return strict ? 0 : Number(max ?? Number.POSITIVE_INFINITY)
}

function report(problems: readonly Problem[], values: FlagValues, console: Console): void {
  const { json, 'warnings-of': list } = values
  const { stdout, stderr, env } = console
  if (json) for (const problem of problems) printJson(stdout, problem)
  else if (typeof list === 'string') printProblemsOf(linesOf(list), problems, console)
  else printProblems(problems, stdout, env)
  if (!env.GITHUB_ACTIONS) return
  for (const problem of problems) printVerbatim(json ? stderr : stdout, `${annotation(problem, env)}\n`)
}

/** @throws {ConfigurationError} if there is no such file */
function linesOf(path: string): ReadonlySet<string> {
  try {
    return new Set(readFileSync(path, 'utf8').split(/\r?\n/))
  } catch {
    throw new ConfigurationError(`--warnings-of ${path} cannot be read. Name a file with a path a line.`)
  }
}

/** Prints problems. Warnings that somebody has just made come last but for errors, which are nearest to what is asked for next. */
function printProblemsOf(files: ReadonlySet<string>, problems: readonly Problem[], { stdout, env }: Console) {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  const own = warnings.filter(({ file }) => files.has(file))
  const others = warnings.length - own.length
  if (others > 0) printLine(stdout, `${many(others, 'warning')} in other files.`)
  const printed = [...own, ...errors]
  if (others > 0 && printed.length > 0) printLine(stdout)
  printProblems(printed, stdout, env)
}

async function checkSnapshot(values: FlagValues, console: Console): Promise<number> {
  const data = join(outputFolder(values), 'data')
  const damage = findDamage(data, join(outputFolder(values), 'public/media'))
  for (const message of damage) {
    if (values.json) printJson(console.stdout, { message })
    else printLine(console.stdout, message)
  }
  const isWhole = damage.length === 0
  say(isWhole ? `The snapshot in ${data} is intact.` : 'Run galley build to rebuild it.', values, console)
  return isWhole ? printed(console.stdout) : CONTENT_ERRORS
}

function findDamage(data: string, media: string): string[] {
  if (!existsSync(join(data, 'current.json'))) return [`There is no snapshot in ${data}.`]
  const damages = verifySnapshot(data)
  if (damages.length > 0) return damages
  const document = join(media, '../openapi.json')
  const damage = damageOf(document)
  return [...verifyMedia(data, media), ...(damage ? [`${document}: ${damage}`] : [])]
}

function say(line: string, { quiet }: FlagValues, { stderr }: Console): void {
  if (!quiet) printMessage(stderr, line)
}
