// How long the command line of the package takes to start, beyond what Node itself takes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Material } from './material.ts'
import { cpuSeconds, root } from './process.ts'
import { inTurn, least, median } from './rounds.ts'
import type { Spent } from './stopwatch.ts'
import { digits, type Row } from './table.ts'

const rounds = 15
const posts = 10_000

export async function* starts(material: Material): AsyncGenerator<Row> {
  const program = join(await material.packaged(), 'bin/galley.mjs')
  const data = await material.data(posts)
  const dir = join(material.folder, 'nothing')
  mkdirSync(dir)
  const nothing = join(dir, 'nothing.mjs')
  writeFileSync(nothing, 'process.stdout.write("\\n"); setInterval(() => {}, 1_000)\n')
  const serve = [program, 'serve', '--dir', dir, '--data', data, '--port', '0']
  const { bare, version, help, list } = await inTurn(rounds, {
    bare: () => untilSaid([nothing]),
    version: () => untilSaid([program, '--version']),
    help: () => untilSaid([program, '--help']),
    list: () =>
      untilSaid(serve, async (said) => {
        const [address] = /http:\S+/.exec(said) ?? []
        const reply = await fetch(`${address}/v1/demo/posts`)
        if (reply.status !== 200) throw new Error(`A list is answered with ${reply.status}.`)
        await reply.text()
      }),
  })
  for (const [what, spent, most] of [
    ['galley --version', version, 40],
    ['galley --help', help, 40],
    ['galley serve to its first list', list, 60],
  ] as const) {
    yield {
      what: `${what}, above bare Node`,
      target: { most },
      measured: least(spent, 'milliseconds') - least(bare, 'milliseconds'),
      unit: 'ms',
      note: `least of ${rounds}, median ${digits(median(spent, 'milliseconds') - median(bare, 'milliseconds'))} ms; CPU of all threads ${digits(least(spent, 'cpu') - least(bare, 'cpu'))} ms; ${digits(least(spent, 'milliseconds') / least(bare, 'milliseconds'))} times bare Node`,
    }
  }
}

/** What it takes from the start of a process until it has printed something, and `then` is done. */
async function untilSaid(args: string[], then?: (said: string) => Promise<void>): Promise<Spent> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  const [said] = await once(child.stdout, 'data')
  await then?.(String(said))
  const spent = { milliseconds: performance.now() - started, cpu: 1_000 * cpuSeconds(child) }
  child.kill('SIGKILL')
  await once(child, 'exit')
  return spent
}
