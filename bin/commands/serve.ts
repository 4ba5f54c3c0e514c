// galley serve
import { join } from 'node:path'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { connectionsFromEnvironment } from '../../server/connections.ts'
import { descriptorLimit, shortageOf } from '../../server/descriptors.ts'
import type { HookSettings } from '../../server/hooks/configuration.ts'
import { currentIn } from '../../snapshot/read/current.ts'
import type { Command } from '../cli/command.ts'
import { distFolder } from '../cli/project.ts'
import { printTrace } from '../terminal/print.ts'
import { addressFlags, addressHelp, startServer } from './listen.ts'
import { stopSignal } from './stop.ts'

const help = `Answers requests from a snapshot, and switches to a new one when it is built.

usage: galley serve [flags]

  --dir DIR       the folder that galley build made (the nearest dist/, here or above)
  --data DIR      where the snapshots are, if elsewhere (DIR/data)
  --drafts        allow a snapshot with drafts
${addressHelp}
example: galley serve --dir site/dist --port 8080
`

export const command: Command = {
  help,
  flags: {
    dir: { type: 'string' },
    data: { type: 'string' },
    drafts: { type: 'boolean' },
    ...addressFlags,
  },
  async run(values, console) {
    const dir = distFolder(values)
    const folders = { data: String(values.data ?? join(dir, 'data')), public: join(dir, 'public') }
    const drafts = Boolean(values.drafts)
    if (!drafts) requirePublished(folders.data)
    const info = (line: string) => values.quiet || printTrace(console.stderr, line)
    const hooks = await hooksIn(console.env)
    const { code, forget } = stopSignal()
    try {
      const running = await startServer({ ...folders, drafts, info, hooks }, values, console)
      const shortage = shortageOf(connectionsFromEnvironment(console.env), descriptorLimit())
      if (shortage) printTrace(console.stderr, shortage)
      await code
      await running.close()
    } finally {
      forget()
    }
    return code
  },
}

/** @throws {ConfigurationError} if they are invalid */
async function hooksIn(env: NodeJS.ProcessEnv): Promise<HookSettings | undefined> {
  if (!env.GALLEY_HOOKS && !env.GALLEY_HOOK_SECRET) return undefined
  const { hooksFromEnvironment } = await import('../../server/hooks/configuration.ts')
  try {
    return hooksFromEnvironment(env)
  } catch (error) {
    throw new ConfigurationError((error as Error).message)
  }
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
