// galley serve
import { join } from 'node:path'
import type { Command } from './command.ts'
import { addressFlags, addressHelp, startServer } from './start.ts'
import { stopSignal } from './stop.ts'

const help = `Answers requests from a snapshot, and goes over to a new one when it is built.

usage: galley serve [flags]

  --dir DIR       the folder that galley build made (dist)
  --data DIR      snapshots, if they lie elsewhere (DIR/data)
${addressHelp}
example: galley serve --dir site/dist --port 8080
`

export const command: Command = {
  help,
  flags: {
    dir: { type: 'string', default: 'dist' },
    data: { type: 'string' },
    ...addressFlags,
  },
  async run(values, console) {
    const dir = String(values.dir)
    const folders = { data: String(values.data ?? join(dir, 'data')), public: join(dir, 'public') }
    const { code } = stopSignal()
    const running = await startServer(folders, values, console)
    await code
    await running.close()
    return code
  },
}
