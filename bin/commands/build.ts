// galley build
import { writeFileSync } from 'node:fs'
import { backingFromEnvironment } from '../../api/_app/limit/backend.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import type { BuildResult } from '../../build/index.ts'
import { startBuilder } from '../builder/builder.ts'
import { checkServing } from '../cli/check-serving.ts'
import { CONTENT_ERRORS, SUCCESS } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { contentFolder, outputFolder } from '../cli/project.ts'
import { requireFreshSettings } from '../init/vercel.ts'
import { printMessage } from '../terminal/print.ts'
import { withProgress } from '../terminal/progress.ts'
import { reporter, reportTimes } from '../terminal/report.ts'
import { cacheFolder } from './cache.ts'

export const command = commandOf('build', [], async (values, console) => {
  checkServing(console.env)
  const out = outputFolder(values)
  const content = contentFolder(values)
  await requireFreshSettings(content)
  const [drafts, strict] = [Boolean(values.drafts), Boolean(values.strict)]
  const options = { content, out, drafts, strict, env: console.env }
  const isWorker = values.target === 'cloudflare'
  if (!isWorker && values.target !== undefined)
    throw new ConfigurationError(`--target "${values.target}" is no platform; write cloudflare.`)
  if (hasUnheardHooks(console.env)) printMessage(console.stderr, UNHEARD_HOOKS)
  if (isWorker && backingFromEnvironment(console.env).backend !== 'upstash')
    printMessage(console.stderr, UNCOUNTED)
  const folder = cacheFolder(values, content, console)
  const builder = startBuilder(folder === undefined ? undefined : { folder }, console.threads)
  const building = withProgress(console, values, (onProgress) => builder.build({ ...options, onProgress }))
  const result = await building.finally(builder.close)
  const worker = isWorker && result.written ? await addWorker(result, content, out) : ''
  reporter(out, values, console)(result)
  reportTimes(result, values, console)
  if (worker && !values.quiet) printMessage(console.stderr, worker)
  if (values.profile !== undefined) writeFileSync(String(values.profile), profileOf(result))
  return result.written ? SUCCESS : CONTENT_ERRORS
})

/** @returns how full it is, unless the snapshot does not fit */
async function addWorker(result: BuildResult, content: string, out: string): Promise<string> {
  const { writeWorker } = await import('../../build/publish/worker.ts')
  const { writtenHeaders } = await import('../../server/headers.ts')
  const made = await writeWorker(content, out, writtenHeaders())
  if (typeof made === 'number') return `The Worker takes ${made} of 64 MB.`
  result.problems.push(made)
  result.written = false
  return ''
}

const UNCOUNTED =
  'Without Upstash, each isolate of a Worker counts requests for itself, so no limit holds. Set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN for the build, and as secrets of the Worker.'

/** Tells whether hooks are set that nobody will call: only a process that keeps running can notice a change. */
function hasUnheardHooks(env: NodeJS.ProcessEnv): boolean {
  return env.VERCEL === '1' && Boolean(env.GALLEY_HOOKS || env.GALLEY_HOOK_SECRET || env.GALLEY_INDEXNOW)
}

const UNHEARD_HOOKS =
  'GALLEY_HOOKS, GALLEY_HOOK_SECRET and GALLEY_INDEXNOW have no effect on Vercel, where nobody is told of this build. A webhook or a workflow of the platform can do it: see "On Vercel" in docs/tell.md, and galley announce.'

function profileOf({ milliseconds, stages, cached }: BuildResult): string {
  const posts = cached
    ? { fromCache: cached.files.taken, compiled: cached.files.compiled, read: cached.read }
    : null
  return `${JSON.stringify({ milliseconds, stages, posts }, null, 2)}\n`
}
