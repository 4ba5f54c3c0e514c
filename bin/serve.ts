// galley serve
import { join } from 'node:path'
import type { Command } from './command.ts'
import { distOf } from './home.ts'
import { addressFlags, addressHelp, startServer } from './start.ts'
import { stopSignal } from './stop.ts'

const help = `Answers requests from a snapshot, and goes over to a new one when it is built.

usage: galley serve [flags]

  --dir DIR       the folder that galley build made (the nearest dist/, here or above)
  --data DIR      snapshots, if they lie elsewhere (DIR/data)
${addressHelp}
example: galley serve --dir site/dist --port 8080
`

export const command: Command = {
  help,
  flags: {
    dir: { type: 'string' },
    data: { type: 'string' },
    ...addressFlags,
  },
  async run(values, console) {
    const dir = distOf(values)
    const folders = { data: String(values.data ?? join(dir, 'data')), public: join(dir, 'public') }
    const { code } = stopSignal()
    const info = (line: string) => values.quiet || console.stderr.write(`galley: ${line}\n`)
    const running = await startServer({ ...folders, info }, values, console)
    await code
    await running.close()
    return code
  },
}
