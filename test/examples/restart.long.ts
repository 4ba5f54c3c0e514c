// examples/server: processes started as the systemd unit says, restarted by `restart` behind the whole nginx and Caddy, while clients ask
// without a pause. In place of systemctl stands a program that does what the unit says.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Agent, get } from 'node:https'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { serve } from '../../server/index.ts'
import { isInstalled } from '../support/program.ts'
import { exampleCaddy, exampleNginx, type Listening, replaced, temporaryFolder } from '../support/proxy.ts'
import { freePort } from '../support/redis.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'examples/server')
const unit = readFileSync(join(folder, 'galley@.service'), 'utf8')

/** The values of a setting of the unit, with its instance's port. */
function settings(name: string, port: number): string[] {
  const lines = [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!)
  return lines.map((value) => value.replaceAll('%i', String(port)))
}

let place: Workspace
beforeAll(async () => {
  const posts = Array.from({ length: 20 }, (_, i) => [
    `demo/posts/p${i}.md`,
    postFile({}, 'Text. '.repeat(400)),
  ])
  place = await workspace(Object.fromEntries(posts))
  await place.build()
})
afterAll(() => place.remove())

/** What systemd does with the unit's instances: one process for each port. */
class Processes {
  readonly #running = new Map<number, ChildProcess>()
  readonly ports: readonly [number, number]
  /** Processes begun so far. */
  started = 0

  constructor(ports: readonly [number, number]) {
    this.ports = ports
  }

  start(port: number): void {
    const [command = ''] = settings('ExecStart', port)
    const [node, ...words] = command.split(' ')
    expect(node).toBe('/usr/bin/node')
    const env = Object.fromEntries(settings('Environment', port).map((line) => line.split('=')))
    const limits = { GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: 'off' }
    const child = spawn(process.execPath, [...words, '--dir', place.out], {
      cwd: root,
      env: { PATH: process.env.PATH, ...env, ...limits },
      stdio: 'ignore',
    })
    this.#running.set(port, child)
    this.started++
  }

  /** As `systemctl restart` does for a service of this type: it does not wait until the new one listens. */
  async restart(port: number): Promise<void> {
    const child = this.#running.get(port)!
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    this.start(port)
  }

  async stop(): Promise<void> {
    for (const child of this.#running.values()) {
      const ended = once(child, 'exit')
      if (child.kill('SIGKILL')) await ended
    }
  }
}

async function startProcesses(): Promise<Processes> {
  const processes = new Processes([await freePort(), await freePort()])
  onTestFinished(() => processes.stop())
  for (const port of processes.ports) {
    processes.start(port)
    await expect.poll(() => statusOf(port)).toBe(200)
  }
  return processes
}

const statusOf = (port: number) =>
  fetch(`http://127.0.0.1:${port}/status`).then(
    ({ status }) => status,
    () => 0,
  )

/** Runs the example's script, with a `systemctl` that asks `processes`, and a `sleep` that takes no time if asked to. */
async function restart(processes: Processes, names = processes.ports.map(String), isQuick = false) {
  const control = createServer(async (request, response) => {
    const port = Number(/@(\d+)$/.exec(request.url!)![1])
    if (processes.ports.includes(port)) await processes.restart(port)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(control, 'listening')
  const { port } = control.address() as { port: number }
  const programs = temporaryFolder()
  writeFileSync(join(programs, 'systemctl'), `#!/bin/sh\nexec curl -fsS "http://127.0.0.1:${port}/$1/$2"\n`)
  if (isQuick) writeFileSync(join(programs, 'sleep'), '#!/bin/sh\n')
  for (const name of isQuick ? ['systemctl', 'sleep'] : ['systemctl']) chmodSync(join(programs, name), 0o755)
  const env = { PATH: `${programs}:${process.env.PATH}` }
  const child = spawn(join(folder, 'restart'), names, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const [code] = await once(child, 'close')
  control.close()
  return { code, said }
}

/** The statuses of all that clients got while `work` was under way, 0 for a connection that failed, by how often. */
async function askDuring(proxy: Listening, work: () => Promise<unknown>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  let isOver = false
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!isOver) {
      const status = await ask(proxy, agent)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    agent.destroy()
  }
  const clients = Array.from({ length: 6 }, client)
  try {
    await work()
  } finally {
    isOver = true
    await Promise.all(clients)
  }
  return statuses
}

function ask({ port, name, ca }: Listening, agent: Agent): Promise<number> {
  const path = '/v1/demo/posts?limit=20'
  return new Promise((resolve) => {
    const options = { agent, host: '127.0.0.1', port, path, servername: name, ca, headers: { Host: name } }
    get(options, (response) => {
      response.resume().once('close', () => resolve(response.complete ? response.statusCode! : 0))
    }).once('error', () => resolve(0))
  })
}

describe.each([
  ['nginx', '-v', exampleNginx],
  ['caddy', 'version', exampleCaddy],
])('behind %s', (program, flag, proxy) => {
  const isMissing = !isInstalled(program, flag) || !isInstalled('openssl', 'version') || !isInstalled('curl')
  if (isMissing) console.warn(`Restarting behind ${program} is not tried: it, openssl or curl is missing.`)

  test.skipIf(isMissing)('processes that are restarted one after the other cost no reply', async () => {
    const processes = await startProcesses()
    const listening = await proxy.start(proxy.lines, processes.ports)
    const statuses = await askDuring(listening, async () => {
      expect(await restart(processes)).toEqual({ code: 0, said: '' })
    })
    expect(processes.started).toBe(4)
    expect([...statuses.keys()]).toEqual([200])
    expect(statuses.get(200)).toBeGreaterThan(20)
  })
})

describe.skipIf(!isInstalled('curl'))('the script', () => {
  test.skipIf(!isInstalled('nginx', '-v'))(
    'is needed: without it, some requests are answered 502',
    async () => {
      const processes = await startProcesses()
      const listening = await exampleNginx.start(exampleNginx.lines, processes.ports)
      const statuses = await askDuring(listening, async () => {
        await Promise.all(processes.ports.map((port) => processes.restart(port)))
        for (const port of processes.ports) await expect.poll(() => statusOf(port)).toBe(200)
      })
      expect(statuses.get(502)).toBeGreaterThan(0)
    },
  )

  test.skipIf(!isInstalled('nginx', '-v'))(
    'leaves out a server that is not ready, with the line of docs/operating.md',
    async () => {
      const [ready, empty] = await Promise.all(
        ['data', 'none'].map(async (name) => {
          const env = { GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: 'off' }
          const own = { data: join(place.out, name), port: 0, host: '127.0.0.1', env, log: () => {} }
          const one = await serve(own)
          onTestFinished(() => one.close())
          return one
        }),
      )
      const asked = ['/', '/status'].flatMap((path) => [ready!, empty!].map(({ url }) => fetch(url + path)))
      // All are alive, and one is ready.
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 503])
      const ports = [ready!, empty!].map(({ url }) => Number(new URL(url).port)) as [number, number]
      const written = readFileSync(join(root, 'docs/operating.md'), 'utf8')
      const [line = ''] = /^proxy_next_upstream .*;$/m.exec(written) ?? []
      const { lines } = exampleNginx
      const passing = replaced(lines, { 'proxy_next_upstream error timeout;': line })
      for (const [conf, statuses] of [
        [lines, [200, 503]],
        [passing, [200, 200]],
      ] as const) {
        const listening = await exampleNginx.start(conf, ports)
        const all: number[] = []
        for (let i = 0; i < 10; i++) all.push(await ask(listening, new Agent()))
        expect(all.sort()).toEqual(statuses.flatMap((status) => Array(5).fill(status)))
      }
    },
  )

  test('stops at a process that does not come back, and names it', async () => {
    const gone = await freePort()
    const processes = new Processes([await freePort(), await freePort()])
    const { code, said } = await restart(processes, [String(gone), String(processes.ports[0])], true)
    expect([code, said]).toEqual([
      1,
      `galley@${gone} does not answer; the processes after it run on as they were.\n`,
    ])
    expect(processes.started).toBe(0)
  })
})
