// More workspaces than a process may have files open.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { marked } from '../support/marked.ts'
import { typescript } from '../support/script.ts'
import { startServer } from './process.ts'

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

test.runIf(process.platform === 'linux')(
  'connections that take all descriptors do not count as damage, and have no effect once they are gone',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'galley-descriptors-'))
    const [data, files] = [join(root, 'data'), join(root, 'public')]
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const media = ['a.png']
    const workspaces = ['a', 'b'].map((folder) => ({ ...marked(folder, folder, 2), media }))
    writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: false })
    mkdirSync(join(files, 'media'), { recursive: true })
    writeFileSync(join(files, 'media/a.png'), 'a')
    const server = await startServer(data, { descriptors: 192, public: files })
    const sockets: Socket[] = []
    const statuses = (workspace: string) =>
      Promise.all(
        ['/media/a.png', `/v1/${workspace}/posts`, '/status'].map((path) =>
          statusOf(server.url + path, agent),
        ),
      )
    try {
      expect(await statuses('a')).toEqual([200, 200, 200])
      for (let i = 0; i < 220; i++) {
        sockets.push(connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {}))
      }
      await expect.poll(() => server.descriptors()).toBeGreaterThanOrEqual(191)
      expect(await statuses('b')).toEqual([503, 503, 200])
      expect(server.log()).toMatch(/EMFILE/)
      expect(server.log()).not.toMatch(/internal error/)
      for (const socket of sockets) socket.destroy()
      await expect.poll(() => statuses('b')).toEqual([200, 200, 200])
      expect(await bodyOf(`${server.url}/status`, agent)).not.toContain('damaged')
    } finally {
      for (const socket of sockets) socket.destroy()
      agent.destroy()
      await server.kill()
      rmSync(root, { recursive: true, force: true })
    }
  },
)

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
