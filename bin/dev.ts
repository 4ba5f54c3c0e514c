// galley dev
import { join } from 'node:path'
import { build } from '../build/index.ts'
import type { Running } from '../server/index.ts'
import type { Command, Console, Values } from './command.ts'
import { printProblems } from './problems.ts'
import { addressFlags, addressHelp, startServer } from './start.ts'
import { stopSignal } from './stop.ts'
import { changesBelow } from './watch.ts'

const help = `Builds content/, answers requests from it, and builds again whenever a file changes.

usage: galley dev [flags]

  --content DIR   the folder of workspaces (content)
  --out DIR       gets data/ and public/ (dist)
  --drafts        with drafts, and all posts whatever their date
${addressHelp}
example: galley dev --drafts
`

export const command: Command = {
  help,
  flags: {
    content: { type: 'string', default: 'content' },
    out: { type: 'string', default: 'dist' },
    drafts: { type: 'boolean', default: false },
    ...addressFlags,
  },
  async run(values, console) {
    const { code, signal } = stopSignal()
    const out = String(values.out)
    let running: Running | undefined
    for await (const _ of changesBelow(String(values.content), signal)) {
      await buildOnce(values, console).catch((error: Error) => {
        if (running === undefined) throw error
        console.stderr.write(`galley: ${error.message}\n`)
      })
      const folders = { data: join(out, 'data'), public: join(out, 'public') }
      running ??= await startServer(folders, values, console)
      await running.look()
    }
    await running?.close()
    return code
  },
}

/** Mistakes in content are printed; what was built before goes on answering then. */
async function buildOnce(values: Values, { env, stderr }: Console): Promise<void> {
  const { problems, written, milliseconds } = await build({
    content: String(values.content),
    out: String(values.out),
    drafts: Boolean(values.drafts),
    strict: false,
    env,
  })
  printProblems(problems, stderr, env)
  stderr.write(
    written ? `Built in ${milliseconds} ms.\n` : 'The build failed; what was built before stays.\n',
  )
}
