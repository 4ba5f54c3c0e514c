// galley serve
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError, configured } from '../../build/environment/configuration.ts'
import { connectionsFromEnvironment, descriptorLimit, shortageOf } from '../../server/connections.ts'
import type { ServeOptions } from '../../server/index.ts'
import type { MetricsAddress } from '../../server/monitoring/metrics-server.ts'
import { currentFile } from '../../snapshot/format/format.ts'
import { currentIn } from '../../snapshot/read/current.ts'
import type { FlagValues } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { distFolder } from '../cli/project.ts'
import { printAfterEcho, printTrace } from '../terminal/print.ts'
import { speaker } from '../terminal/stamp.ts'
import { bucketAt } from './bucket.ts'
import { startServer } from './listen.ts'
import { notifySystemd } from './ready.ts'
import { endWithin, onHangUp, stopSignal } from './stop.ts'
import { summaryAtEnd } from './summary.ts'

export const command = commandOf('serve', [], async (values, console) => {
  const follow = await followIn(values, console.env)
  const dir = distFolder(values)
  const folders = { data: String(values.data ?? join(dir, 'data')), public: join(dir, 'public') }
  const drafts = Boolean(values.drafts)
  if (values.data === undefined) requireAround(dir)
  if (!drafts) requirePublished(folders.data)
  const who = () => speaker(console.env, Date.now())
  const log = (line: string) => printTrace(console.stderr, line, who())
  const info = (line: string) => values.quiet || log(line)
  const receivers = await receiversIn(console.env)
  const monitoring = {
    metrics: metricsAddress(values.metrics),
    accessLog: values['access-log'] ? console.stdout : undefined,
  }
  const { code, forget } = stopSignal()
  let look = () => {}
  const forgetHangUp = onHangUp(() => {
    log(HANG_UP)
    look()
  })
  try {
    const served = { ...folders, drafts, log, info, ...receivers, monitoring, follow }
    const running = await startServer(served, values, console)
    look = () => void running.look()
    void notifySystemd(console.env, log)
    const summarise = summaryAtEnd(running.served, (line, end) => {
      if (end === 'interrupted' && !values.quiet && console.stderr.isTTY)
        printAfterEcho(console.stderr, line, who())
      else info(line)
    })
    const shortage = shortageOf(connectionsFromEnvironment(console.env), descriptorLimit())
    if (shortage) log(shortage)
    await code
    await running.close()
    summarise()
  } finally {
    forget()
    forgetHangUp()
  }
  endWithin(1_000, console)
  return code
})

const HANG_UP = 'SIGHUP: looking for new content; SIGTERM ends the server'

/** @throws {ConfigurationError} if it is none */
export function metricsAddress(flag: FlagValues[string]): MetricsAddress | undefined {
  if (flag === undefined) return undefined
  const [, host = '127.0.0.1', digits] = /^(?:\[?([^\s[\]]+)\]?:)?(\d{1,5})$/.exec(String(flag)) ?? []
  const port = Number(digits)
  if (port <= 65_535) return { host, port }
  throw new ConfigurationError(
    `--metrics "${flag}" is not an address. Write a port such as 9464, or one with a host such as 0.0.0.0:9464.`,
  )
}

/** @throws {ConfigurationError} if flags do not go together @throws {BucketError} if the folder is not this process's own */
async function followIn({ from, every, dir, data }: FlagValues, env: NodeJS.ProcessEnv) {
  if (from === undefined && every === undefined) return undefined
  if (from === undefined) throw new ConfigurationError('--every is for a bucket. Name it with --from.')
  const seconds = String(every ?? 5)
  if (!/^[1-9]\d{0,4}$/.test(seconds))
    throw new ConfigurationError(
      `--every "${every}" is not a whole number of seconds from 1 to 99999. Write --every 5.`,
    )
  if (dir === undefined || data !== undefined)
    throw new ConfigurationError('--from copies to a folder of its own. Name it with --dir, without --data.')
  const bucket = await bucketAt(from, env)
  const { Incoming, requirePrivate } = await import('../../server/bucket/pull.ts')
  requirePrivate(String(dir))
  return {
    bucket,
    dist: String(dir),
    incoming: new Incoming(String(dir)),
    every: Number(seconds) * 1_000,
    looked: {},
  }
}

/** Returns the receivers of changes. @throws {ConfigurationError} if the variables are invalid */
async function receiversIn(env: NodeJS.ProcessEnv): Promise<Pick<ServeOptions, 'hooks' | 'indexNow'>> {
  const { GALLEY_HOOKS, GALLEY_HOOK_SECRET, GALLEY_INDEXNOW } = env
  if (!GALLEY_HOOKS && !GALLEY_HOOK_SECRET && !GALLEY_INDEXNOW) return {}
  const { hooksFromEnvironment } = await import('../../server/hooks/configuration.ts')
  const { indexNowFromEnvironment } = await import('../../server/indexnow/configuration.ts')
  return configured(() => ({ hooks: hooksFromEnvironment(env), indexNow: indexNowFromEnvironment(env) }))
}

/** @throws {ConfigurationError} if it is the folder of snapshots itself */
function requireAround(dir: string): void {
  if (!existsSync(join(dir, currentFile))) return
  throw new ConfigurationError(
    `${dir} is the folder of snapshots. Write the one around it: --dir ${join(dir, '..')}`,
  )
}

/** @throws {ConfigurationError} if the snapshot has drafts */
function requirePublished(data: string): void {
  // A damaged snapshot does not prevent the start: the next build may fix it.
  const preview = currentIn(data)?.preview ?? null
  if (preview === null) return
  throw new ConfigurationError(
    `${data} holds a preview of ${preview}, with drafts. Use --drafts to serve it, or run galley build for a snapshot without them.`,
  )
}
