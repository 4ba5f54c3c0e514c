// galley init
import { dirname, join } from 'node:path'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { urlPattern } from '../../build/schema/url-pattern.ts'
import type { Params } from '../../build/schema/values.ts'
import { makeFolder } from '../../snapshot/format/disk.ts'
import { writeSealed } from '../../snapshot/format/sealed-file.ts'
import { type Console, SUCCESS } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { version } from '../cli/version.ts'
import { firstSettings } from '../init/files.ts'
import { type Plan, planOf, SETTINGS, type Step, textOf } from '../init/plan.ts'
import { editorPlan } from '../init/sveltia.ts'
import { imagesIn, VERCEL_FILE, vercelText } from '../init/vercel.ts'
import { paintFor } from '../terminal/colours.ts'
import { printLine, printMessage } from '../terminal/print.ts'
import { promptOn } from '../terminal/prompt.ts'
import { replaceFiles } from '../writing/replace.ts'

export const command = commandOf('init', [], async (values, console) => {
  const folder = process.cwd()
  const isQuiet = Boolean(values.quiet)
  const hasOneOf = (...flags: string[]) => flags.some((flag) => values[flag] !== undefined)
  const isFromSchema = hasOneOf('from', 'collection', 'into', 'move')
  const isForSite = !isFromSchema && hasOneOf('editor', 'to', 'content')
  const images = isForSite || isFromSchema ? undefined : await imagesIn(join(folder, 'content'))
  if (values.update && !isForSite) return update(folder, isQuiet, console, images)
  const day = new Date().toISOString().slice(0, 10)
  const plan: Plan = isFromSchema
    ? // A parser of TypeScript is loaded that no other command needs.
      (await import('../init/from/plan.ts')).schemaPlan(values)
    : isForSite
      ? editorPlan(values, console.env)
      : planOf(folder, version(), day, images)
  const { steps, warning, report = [] } = plan
  const wanted = wantedOf(plan)
  if (!isQuiet) {
    show(steps, console)
    for (const line of report) printLine(console.stderr, '  ', line)
  }
  if (warning) printMessage(console.stderr, warning)
  if (wanted.length > 0 || plan.move) {
    if (!values.yes && !values.update && !(await isWanted(console, plan))) {
      printMessage(console.stderr, 'Nothing was written.')
      return SUCCESS
    }
    carryOut(plan, isQuiet, console)
  } else if (!isQuiet && !plan.lines)
    printMessage(console.stderr, 'All is there already, and nothing was written.')
  for (const line of plan.lines ?? []) printLine(console.stdout, line)
  return SUCCESS
})
Object.assign(command.flags, { yes: { type: 'boolean', short: 'y' } })

function show(steps: readonly Step[], { stderr, env }: Console): void {
  const paint = paintFor(stderr, env)
  const width = Math.max(...steps.map(({ path }) => path.length))
  for (const { kind, path, about } of steps) {
    const mark = kind.padEnd(9)
    const colour = kind === 'kept' ? paint.dim : paint.green
    printLine(stderr, '  ', colour(mark), path.padEnd(width), paint.dim(`  ${about}`))
  }
}

/**
 * Asks, and for the site's address, too, if there is a place for it.
 * @throws {ConfigurationError} if nobody can answer
 */
async function isWanted(console: Console, plan: Plan): Promise<boolean> {
  const steps = wantedOf(plan)
  const prompt = promptOn(console)
  if (!prompt) throw new ConfigurationError('Nothing was written. Add --yes to write these files.')
  try {
    const reason = (answer: string) => (/^(y|yes|n|no)$/i.test(answer) ? undefined : 'Write yes or no.')
    const question = plan.move ? 'Move and write these files?' : 'Write these files?'
    if (!/^y/i.test(await prompt.ask(question, 'yes', reason))) return false
    const settings = steps.find(({ path }) => path === SETTINGS)
    const url = settings && patternOf(await prompt.ask(QUESTION, '', reasonAgainst))
    if (url) settings.text = settings.text!.replace(firstSettings(), () => firstSettings(url))
    return true
  } finally {
    prompt.close()
  }
}

const QUESTION =
  'Where will readers see the posts? Write an address such as https://example.org/blog, or nothing if it is not known yet.'

/** Returns the address of each post, unless that is what was written. */
function patternOf(site: string): string {
  return site === '' || site.includes('{slug}') ? site : `${site.replace(/\/+$/, '')}/{slug}`
}

function reasonAgainst(site: string): string | undefined {
  const [issue] = site === '' ? [] : (urlPattern.safeParse(patternOf(site)).error?.issues ?? [])
  return issue && `${issue.message}. ${(issue as { params?: Params }).params?.hint}`
}

function wantedOf({ steps }: Plan): Step[] {
  return steps.filter(({ text }) => text !== undefined)
}

function carryOut(plan: Plan, isQuiet: boolean, { stdout, stderr }: Console): void {
  const wanted = wantedOf(plan)
  const moved = plan.move?.()
  write(wanted)
  for (const { path } of wanted) printLine(stdout, path)
  if (isQuiet) return
  if (moved) printMessage(stderr, moved)
  printMessage(stderr, `Next: ${plan.next}`)
}

/** Writes new files first: existing ones change when nothing else can fail. */
function write(steps: readonly Step[]): void {
  for (const { kind, path, text } of steps) {
    if (kind !== 'new') continue
    makeFolder(dirname(path))
    writeSealed(path, text!)
  }
  const texts = new Map(steps.flatMap(({ kind, path, text }) => (kind === 'changed' ? [[path, text!]] : [])))
  replaceFiles('', { texts }, 'init')
}

function update(folder: string, isQuiet: boolean, { stdout, stderr }: Console, images?: object): number {
  const text = textOf(join(folder, VERCEL_FILE))
  if (text === undefined)
    throw new ConfigurationError(`There is no ${VERCEL_FILE} here. Run galley init for all that is needed.`)
  const renewed = vercelText(images, text, { isCopy: true })
  if (renewed === text) {
    if (!isQuiet) printMessage(stderr, `${VERCEL_FILE} is up to date.`)
    return SUCCESS
  }
  replaceFiles(folder, { texts: new Map([[VERCEL_FILE, renewed]]) }, 'init')
  printLine(stdout, VERCEL_FILE)
  return SUCCESS
}
