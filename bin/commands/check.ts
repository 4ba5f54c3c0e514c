// galley check
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { check } from '../../build/index.ts'
import type { Problem } from '../../build/problems/problem.ts'
import { verifySnapshot } from '../../snapshot/read/verify.ts'
import { verifyMedia } from '../../snapshot/write/media.ts'
import { CONTENT_ERRORS, type Command, type Console, type FlagValues, SUCCESS } from '../cli/command.ts'
import { contentFolder, outputFolder } from '../cli/project.ts'
import { annotation } from '../terminal/github.ts'
import { printJson, printLine, printVerbatim } from '../terminal/print.ts'
import { printProblems, totals } from '../terminal/problems.ts'
import { withProgress } from '../terminal/progress.ts'

const help = `Reports everything wrong in content/, and writes nothing. docs/problems.md explains each problem.

usage: galley check [flags]

  --content DIR       the folder of workspaces (the nearest content/, here or above)
  --strict            fail on warnings, too
  --max-warnings N    fail on more warnings than this
  --json              print one JSON object per problem, one per line
  --snapshot          verify what galley build made instead
  --out DIR           the folder that galley build made (dist/ beside content/)
  --quiet             print only what is wrong
  --help              print this help

On GitHub Actions, problems appear beside the changed lines.

example: galley check --content site/content --strict
`

export const command: Command = {
  help,
  flags: {
    content: { type: 'string' },
    out: { type: 'string' },
    strict: { type: 'boolean', default: false },
    'max-warnings': { type: 'string' },
    json: { type: 'boolean', default: false },
    snapshot: { type: 'boolean', default: false },
  },
  async run(values, console) {
    return values.snapshot ? checkSnapshot(values, console) : checkContent(values, console)
  },
}

async function checkContent(values: FlagValues, console: Console): Promise<number> {
  const max = maxWarnings(values)
  const options = { content: contentFolder(values), env: console.env }
  const { problems, files } = await withProgress(console, values, (onProgress) =>
    check({ ...options, onProgress }),
  )
  report(problems, values, console)
  const warnings = problems.filter(({ severity }) => severity === 'warning').length
  const tooMany = warnings > max ? `; ${allowed(max)} allowed` : ''
  say(`Checked ${files === 1 ? '1 file' : `${files} files`}: ${totals(problems)}${tooMany}.`, values, console)
  return warnings < problems.length || tooMany ? CONTENT_ERRORS : SUCCESS
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

function report(problems: readonly Problem[], { json }: FlagValues, { stdout, stderr, env }: Console): void {
  if (json) for (const problem of problems) printJson(stdout, problem)
  else printProblems(problems, stdout, env)
  if (!env.GITHUB_ACTIONS) return
  for (const problem of problems) printVerbatim(json ? stderr : stdout, `${annotation(problem, env)}\n`)
}

function checkSnapshot(values: FlagValues, console: Console): number {
  const data = join(outputFolder(values), 'data')
  const damage = findDamage(data, join(outputFolder(values), 'public/media'))
  for (const message of damage) {
    if (values.json) printJson(console.stdout, { message })
    else printLine(console.stdout, message)
  }
  const isWhole = damage.length === 0
  say(isWhole ? `The snapshot in ${data} is intact.` : 'Run galley build to rebuild it.', values, console)
  return isWhole ? SUCCESS : CONTENT_ERRORS
}

function findDamage(data: string, media: string): string[] {
  if (!existsSync(join(data, 'current.json'))) return [`There is no snapshot in ${data}.`]
  const damages = verifySnapshot(data)
  return damages.length > 0 ? damages : verifyMedia(data, media)
}

function say(line: string, { quiet }: FlagValues, { stderr }: Console): void {
  if (!quiet) printLine(stderr, line)
}
