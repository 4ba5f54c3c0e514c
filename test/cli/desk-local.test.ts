// What the desk's page may read of `galley dev`, without a server. CONTRIBUTING.md says how to write desk-local.txt anew.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { LocalDesk } from '../../bin/desk/desk.ts'
import type { BuildResult } from '../../build/index.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { readBody } from '../support/body.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { openFiles } from '../support/open-files.ts'

const before = ['state', 'notes/blog', 'media/a.png', 'v1/key/posts']

const asked =
  `state state?after=other state/x state/ notes/blog notes/bl%6fg notes/none notes/%zz notes media/a%2e.png media/b.png media/gone.png media/none
  v1/key/posts?select=slug&limit=1 v1/key/posts/ v1/none/posts v1 v1x/key/posts status openapi.json key/posts docs`.split(
    /\s+/,
  )

test('what is asked is answered as written down', async () => {
  const root = mkdtempSync(join(tmpdir(), 'galley-desk-'))
  const lines: string[] = []
  /** Headers that the first reply has, too. */
  const usual = new Set<string>()
  const log: string[] = []
  const [content, out] = [join(root, 'content'), join(root, 'out')]
  const desk = new LocalDesk({ content, out, log: (line) => log.push(line.replaceAll(root, '')) })
  const header = (name: string) => (name === 'host' ? 'localhost' : undefined)
  const say = async (path: string, method = 'GET') => {
    const target = `/docs/desk/local/${path}`
    const request = {
      method,
      target,
      address: undefined,
      header,
    }
    const reply = await desk.answer(request, '127.0.0.1')!
    const { 'Content-Security-Policy': policy, ETag: tag, 'X-Snapshot-Id': id, ...headers } = reply.headers
    const body = (await readBody(reply)).toString().replace(/[0-9a-f-]{36}\.(\d+)/, 'BUILD.$1')
    const marks = [
      policy?.includes('img-src') ? 'an image' : 'own',
      tag && 'tagged',
      id && 'of an edition',
    ].filter(Boolean)
    const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const shown = own.filter((line) => !usual.has(line))
    if (usual.size === 0) for (const line of own) usual.add(line)
    lines.push(`${method} ${path}: ${reply.status} ${[...marks, ...shown].join(', ')}\n  ${body}`)
  }
  try {
    expect(
      desk.answer(
        { method: 'GET', target: '/docs/desk/', address: undefined, header: () => undefined },
        '::1',
      ),
    ).toBeUndefined()
    const state = { method: 'GET', target: '/docs/desk/local/state', address: undefined, header }
    const peers = ['::1', '::ffff:127.0.0.1', '10.0.0.1', '::ffff:10.0.0.1', undefined]
    const statuses = peers.map(async (peer) => (await desk.answer(state, peer)!).status)
    expect(await Promise.all(statuses)).toEqual([200, 200, 403, 403, 403])
    for (const path of before) await say(path)
    mkdirSync(content)
    writeFileSync(join(content, 'a.png'), 'image')
    writeFileSync(join(root, 'b.png'), 'outside')
    const workspaces = [{ ...bulkWorkspace('blog', 3, () => ''), keys: ['key'] }]
    writeSnapshot(join(out, 'data'), { workspaces, builtAt: null, preview: null, keepPrevious: false })
    const own = {
      folder: 'blog',
      path: 'content/blog',
      name: 'Blog',
      language: 'en',
      key: 'key',
      notes: '["n"]',
      hash: 'x',
    }
    const media = new Map([
      ['a..png', join(content, 'a.png')],
      ['b.png', join(root, 'b.png')],
      ['gone.png', join(content, 'gone.png')],
    ])
    desk.show({
      written: true,
      // The settings of the second are broken.
      desk: {
        data: 'data',
        workspaces: [own, { ...own, folder: 'b', hash: undefined }],
        media,
        problems: [],
      },
    } as unknown as BuildResult)
    for (const path of asked) await say(path)
    for (const method of ['HEAD', 'POST']) await say('state', method)
    desk.show('It broke.')
    await say('state')
    rmSync(out, { recursive: true })
    desk.show({
      written: false,
      desk: { data: 'data', workspaces: [], media, problems: [] },
    } as unknown as BuildResult)
    lines.push(...log)
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('desk-local.txt')
  } finally {
    desk.close()
    expect(openFiles(root)).toEqual([])
    rmSync(root, { recursive: true, force: true })
  }
})

test('who asks for what comes after a build waits for the next one, but no longer than connections last', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const desk = new LocalDesk({ content: 'none', out: 'none', log() {} })
  let leave = () => {}
  const ask = async (query: string) => {
    const reply = await desk.answer(
      {
        ...{ method: 'GET', target: `/docs/desk/local/state${query}`, address: undefined },
        header: (name) => (name === 'host' ? 'localhost' : undefined),
        onDisconnect(listener) {
          leave = listener
          return () => {}
        },
      },
      '::1',
    )!
    return JSON.parse((await readBody(reply)).toString())
  }
  try {
    desk.show('one')
    const { build } = await ask('')
    let answers = 0
    const waiting = async () => {
      const answer = await ask(`?after=${build}`)
      answers++
      return answer
    }
    const late = waiting()
    await vi.advanceTimersByTimeAsync(24_999)
    expect(answers).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect((await late).build).toBe(build)
    const gone = waiting()
    await vi.advanceTimersByTimeAsync(0)
    leave()
    expect((await gone).build).toBe(build)
    const next = waiting()
    await vi.advanceTimersByTimeAsync(0)
    desk.show('two')
    expect(await next).toMatchObject({ failure: 'two' })
    expect([answers, vi.getTimerCount()]).toEqual([3, 0])
  } finally {
    desk.close()
    vi.useRealTimers()
  }
})
