// galley dev
import { join } from 'node:path'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { hasDrafts, isLoopback } from '../../build/environment/environment.ts'
import type { BuildResult } from '../../build/index.ts'
import type { Running } from '../../server/index.ts'
import { many } from '../../snapshot/printable.ts'
import { startBuilder } from '../builder/builder.ts'
import { LatestBuild } from '../builder/latest.ts'
import { checkServing } from '../cli/check-serving.ts'
import type { Console } from '../cli/command.ts'
import { isExpectedError } from '../cli/expected-error.ts'
import { commandOf } from '../cli/flags.ts'
import { contentFolder, devOutputFolder } from '../cli/project.ts'
import { LocalDesk } from '../desk/desk.ts'
import { deskToken } from '../desk/token.ts'
import { requestHints } from '../terminal/hints.ts'
import { printMessage, printTrace } from '../terminal/print.ts'
import { withProgress } from '../terminal/progress.ts'
import { reporter } from '../terminal/report.ts'
import { changesBelow } from '../watch/watch.ts'
import { cacheFolder } from './cache.ts'
import { chooseAddress, startServer } from './listen.ts'
import { renameTo } from './rename.ts'
import { endThreads, stopSignal } from './stop.ts'

const deskAddress = (url: string, token?: string) => `${url}/docs/desk/${token ? `#token=${token}` : ''}`

export const command = commandOf('dev', [], async (values, console) => {
  checkServing(console.env)
  if (values.edit && !isLoopback(String(values.host ?? '127.0.0.1').replace(/^(?!\[)(.*:.*)$/, '[$1]')))
    throw new ConfigurationError('--edit is for this machine alone. Leave --host out.')
  const { port, url } = await chooseAddress(values, console)
  const [content, out] = [contentFolder(values), devOutputFolder(values)]
  const token = values.edit ? deskToken(out, console.env) : undefined
  const address = { ...values, port: String(port) }
  // Requests to a development server do not count against production's limits, even in the same Redis.
  const env = { ...console.env, VERCEL_ENV: console.env.VERCEL_ENV || 'development' }
  const log = (line: string) => printTrace(console.stderr, line)
  const builder = startBuilder({ folder: cacheFolder(values, content, console) }, console.threads)
  const edit = token ? { content, env: console.env, token, ask: builder.ask, rename: renameTo } : undefined
  const desk = new LocalDesk({ content, out, log, edit })
  // Each build has reported success already.
  const served = {
    data: join(out, 'data'),
    public: join(out, 'public'),
    drafts: hasDrafts(Boolean(values.drafts), console.env),
    info: () => {},
    local: desk.answer,
    isOwn: true,
  }
  const report = reporter(out, values, console, join('dist', 'dev'))
  const reportDrafts = draftsReporter(console)
  const posts = isLoopback(new URL(url).host) ? deskAddress(url, token) : undefined
  const printHints = requestHints({ content, posts, isEditable: edit !== undefined }, values, console)
  const { code, signal, forget } = stopSignal()
  endThreads(signal, builder.close)
  let running: Running | undefined
  const latest = new LatestBuild(builder)
  const options = {
    content,
    out,
    baseUrl: url,
    onPublished: () => void running?.look(),
    mixed: values.out === undefined,
    desk: true,
    isTransient: true,
    drafts: Boolean(values.drafts),
    strict: false,
    env: console.env,
  }
  const build = (changed: ReadonlySet<string> | undefined) =>
    withProgress(console, values, (onProgress) => latest.build({ ...options, onProgress }, changed))
  try {
    for await (const changed of changesBelow(content, signal, latest.changed)) {
      const result = await build(changed).catch((error) => {
        // After the first build, neither a missing folder, which may come back, nor a bug in Galley ends the command.
        if (signal.aborted || (running === undefined && isExpectedError(error))) throw error
        return reportFailure(error, log)
      })
      // Files have changed meanwhile.
      if (result === undefined) continue
      // Pages wait for it; what is printed can wait.
      await running?.look()
      desk.show(result)
      const built = typeof result === 'string' ? undefined : result
      if (built) report(built)
      if (built && !values.quiet) reportDrafts(built)
      running ??= await startServer(served, address, { ...console, env }, edit && posts)
      if (built) printHints(built, running)
    }
  } catch (error) {
    // The build ends with its thread on SIGTERM.
    if (!signal.aborted) throw error
  } finally {
    desk.close()
    // Until the server has ended, a request may start another thread.
    await running?.close()
    await builder.close()
    forget()
  }
  return code
})

/** Makes the function that says how many drafts a build has left out, if that has changed. */
function draftsReporter({ stderr }: Pick<Console, 'stderr'>): (result: BuildResult) => void {
  let said = 0
  return ({ written, workspaces }) => {
    const drafts = workspaces.reduce((sum, one) => sum + one.drafts, 0)
    if (!written || drafts === said) return
    said = drafts
    const are = many(drafts, 'draft is', 'drafts are')
    printMessage(stderr, drafts === 0 ? 'No draft is left out.' : `${are} left out; --drafts includes them.`)
  }
}

/** @returns why there is no result, which it logs */
function reportFailure(error: unknown, log: (line: string) => void): string {
  const reason = error instanceof Error ? error.message : String(error)
  const failure = isExpectedError(error) ? reason : `The build crashed: ${reason}`
  log(failure)
  return failure
}
