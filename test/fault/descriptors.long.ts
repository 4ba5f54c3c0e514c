// More workspaces than a process may have files open.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { marked } from '../support/marked.ts'
import { typescript } from '../support/script.ts'
import { type ServerProcess, startServer } from './process.ts'

const script = fileURLToPath(new URL('open-many.ts', import.meta.url))

test.skipIf(process.platform === 'win32')(
  'are read with few descriptors, and refused clearly with none',
  () => {
    const data = mkdtempSync(join(tmpdir(), 'galley-descriptors-'))
    try {
      const workspaces = Array.from({ length: 120 }, (_, i) => marked(`w${i}`, `of w${i}.`, 2))
      writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: false })
      const command = 'ulimit -n 96 && exec "$0" "$@"'
      const child = spawnSync('sh', ['-c', command, process.execPath, ...typescript, script, data])
      expect(child.status, child.stderr.toString()).toBe(0)
      expect(JSON.parse(child.stdout.toString())).toEqual({
        folders: 120,
        crowded: 120,
        code: 'EMFILE',
        clear: true,
        again: 120,
        well: true,
        leases: 0,
      })
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  },
)

describe.runIf(process.platform === 'linux')('a server that may have 192 files open', () => {
  const root = mkdtempSync(join(tmpdir(), 'galley-descriptors-'))
  const [data, files] = [join(root, 'data'), join(root, 'public')]
  let server: ServerProcess
  let agent: Agent
  const sockets: Socket[] = []

  beforeEach(async () => {
    const media = ['a.png', 'large.bin']
    const workspaces = ['a', 'b'].map((folder) => ({ ...marked(folder, folder, 2), media }))
    writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: false })
    mkdirSync(join(files, 'media'), { recursive: true })
    writeFileSync(join(files, 'media/a.png'), 'a')
    writeFileSync(join(files, 'media/large.bin'), '')
    // More than sockets hold.
    truncateSync(join(files, 'media/large.bin'), 64_000_000)
    server = await startServer(data, { descriptors: 192, public: files })
    agent = new Agent({ keepAlive: true, maxSockets: 1 })
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    agent.destroy()
    await server.kill()
    rmSync(root, { recursive: true, force: true })
  })

  const open = () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    return socket
  }
  const statuses = (workspace: string) =>
    Promise.all(
      ['/media/a.png', `/v1/${workspace}/posts`, '/status'].map((path) => statusOf(server.url + path, agent)),
    )

  test('closes connections beyond half of them, says so once, and answers the others', async () => {
    expect(await statuses('a')).toEqual([200, 200, 200])
    const closed = Array.from({ length: 220 }, open).map((socket) => once(socket.resume(), 'close'))
    let count = 0
    for (const one of closed) void one.then(() => count++)
    await expect.poll(() => count).toBeGreaterThanOrEqual(125)
    expect(await statuses('b')).toEqual([200, 200, 200])
    const line = 'connections: 96 are open (ulimit -n 192); new ones are closed'
    expect(
      server
        .log()
        .split('\n')
        .filter((one) => one.includes('connections:')),
    ).toEqual([line])
  })

  test('does not take for damage that files of slow readers take all others', async () => {
    expect(await statuses('a')).toEqual([200, 200, 200])
    for (let i = 0; i < 90; i++) open().write('GET /media/large.bin HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(() => server.descriptors()).toBeGreaterThanOrEqual(191)
    expect(await statuses('b')).toEqual([503, 503, 200])
    expect(server.log()).toMatch(/EMFILE/)
    expect(server.log()).not.toMatch(/internal error/)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => statuses('b')).toEqual([200, 200, 200])
    expect(await bodyOf(`${server.url}/status`, agent)).not.toContain('damaged')
  })
})

async function statusOf(url: string, agent: Agent): Promise<number> {
  const [incoming] = (await once(get(url, { agent }), 'response')) as [IncomingMessage]
  incoming.resume()
  await once(incoming, 'end')
  return incoming.statusCode!
}

async function bodyOf(url: string, agent: Agent): Promise<string> {
  const [incoming] = (await once(get(url, { agent }), 'response')) as [IncomingMessage]
  return (await incoming.setEncoding('utf8').toArray()).join('')
}
