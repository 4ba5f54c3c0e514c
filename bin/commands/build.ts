// galley build
import { writeFileSync } from 'node:fs'
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
  if (hasUnheardHooks(console.env)) printMessage(console.stderr, UNHEARD_HOOKS)
  const folder = cacheFolder(values, content, console)
  const builder = startBuilder(folder === undefined ? undefined : { folder })
  const building = withProgress(console, values, (onProgress) => builder.build({ ...options, onProgress }))
  const result = await building.finally(builder.close)
  reporter(out, values, console)(result)
  reportTimes(result, values, console)
  if (values.profile !== undefined) writeFileSync(String(values.profile), profileOf(result))
  return result.written ? SUCCESS : CONTENT_ERRORS
})

/** Only a process that keeps running can notice a change. */
function hasUnheardHooks(env: NodeJS.ProcessEnv): boolean {
  return env.VERCEL === '1' && Boolean(env.GALLEY_HOOKS || env.GALLEY_HOOK_SECRET || env.GALLEY_INDEXNOW)
}

const UNHEARD_HOOKS =
  'GALLEY_HOOKS, GALLEY_HOOK_SECRET and GALLEY_INDEXNOW have no effect on Vercel, where nobody is told of this build. A webhook or a workflow of the platform can do it: see "On Vercel" in docs/hooks.md, and galley announce.'

function profileOf({ milliseconds, stages, cached }: BuildResult): string {
  const posts = cached
    ? { fromCache: cached.files.taken, compiled: cached.files.compiled, read: cached.read }
    : null
  return `${JSON.stringify({ milliseconds, stages, posts }, null, 2)}\n`
}
