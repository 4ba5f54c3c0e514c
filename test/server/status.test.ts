// /status says whether requests can be answered: from the current state of the disk, without checking it each time.
import { chmodSync, cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../server/index.ts'
import { FORMAT } from '../../snapshot/format/format.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { marked } from '../support/marked.ts'
import { overwrite } from '../support/sealed.ts'
import { unlimited } from '../support/server.ts'
import { json } from '../support/talk.ts'
import { complaintsAbout } from '../support/validate.ts'

const isWindows = process.platform === 'win32'

/** A folder of snapshots. */
let template: string
let root: string
let data: string
let log: string[]
let time: number
let running: Running

beforeAll(() => {
  template = mkdtempSync(join(tmpdir(), 'galley-status-'))
  publish(template)
})
afterAll(() => rmSync(template, { recursive: true }))

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'galley-status-'))
  data = join(root, 'data')
  time = Date.UTC(2027, 0, 1)
  cpSync(template, data, { recursive: true })
  await start()
})
afterEach(async () => {
  await running.close()
  rmSync(root, { recursive: true, force: true })
})

async function start() {
  log = []
  const say = (line: string) => log.push(line.replaceAll(data, 'DATA'))
  const options = { port: 0, host: '127.0.0.1', env: unlimited, now: () => time, log: say }
  // The tests decide when to look.
  running = await serve({ data, ...options, watchInterval: 3_600_000 })
  await running.look()
}

function publish(into = data): void {
  const workspaces = ['a', 'b'].map((folder) => marked(folder, `${folder}1`, 60))
  writeSnapshot(into, { workspaces, builtAt: null, preview: null, keepPrevious: true })
}

const fileOf = (name: string, workspace = 'a') => join(folderOf(workspace), name)
const folderOf = (workspace: string) =>
  join(data, running.snapshots.current().workspaces.get(workspace)!.hash)
const statusOf = async (path: string) => (await fetch(running.url + path)).status

/** A second later. */
async function status(): Promise<[status: number, damaged?: true]> {
  time += 1_000
  return statusNow()
}

async function statusNow(): Promise<[status: number, damaged?: true]> {
  const reply = await fetch(`${running.url}/status`)
  const [headers, text] = [Object.fromEntries(reply.headers), await reply.clone().text()]
  expect(complaintsAbout('GET', '/status', { status: reply.status, headers, text })).toEqual([])
  const body = await json(reply)
  return 'damaged' in body ? [reply.status, body.damaged] : [reply.status]
}

function flip(path: string, at = 0): void {
  const bytes = readFileSync(path)
  flipped(at)(bytes)
  writeFileSync(path, bytes)
}

const flipped =
  (at = 0) =>
  (bytes: Buffer) => {
    bytes[at]! ^= 1
  }

async function rebuild(): Promise<void> {
  publish()
  await running.look()
}

describe('/status is a 503', () => {
  test.each([
    ['there is no folder of snapshots', () => rmSync(data, { recursive: true })],
    ['current.json is missing', () => rmSync(join(data, 'current.json'))],
    ['current.json is cut', () => writeFileSync(join(data, 'current.json'), '{"format"')],
    ['current.json is another', () => flip(join(data, 'current.json'), 40)],
    ['a workspace is missing', () => rmSync(folderOf('b'), { recursive: true })],
    ['a manifest is another', () => flip(fileOf('manifest.json', 'b'))],
    ['a file is missing', () => rmSync(fileOf('short.bin', 'b'))],
    ['a file is cut', () => writeFileSync(fileOf('short.bin', 'b'), '[')],
  ])('once %s, until it is built again', async (_, spoil) => {
    expect(await status()).toEqual([200])
    spoil()
    expect(await status()).toEqual([503])
    expect(await status()).toEqual([503])
    await rebuild()
    expect(await statusNow()).toEqual([200])
  })

  test('once an unreadable workspace has been requested, until it is restored', async () => {
    const restore = overwrite(folderOf('b'), 'list.bin', flipped(5))
    expect(await statusOf('/v1/b/posts')).toBe(503)
    for (let i = 0; i < 3; i++) expect(await status()).toEqual([503])
    expect(await statusOf('/v1/a/posts')).toBe(200)
    restore()
    expect(await status()).toEqual([200])
    expect(await statusOf('/v1/b/posts')).toBe(200)
  })

  test('until a request has opened what was restored', async () => {
    const restore = overwrite(folderOf('b'), 'list.bin', flipped(5))
    expect(await statusOf('/v1/b/posts')).toBe(503)
    expect(await statusNow()).toEqual([503])
    restore()
    expect(await statusNow()).toEqual([503])
    expect(await statusOf('/v1/b/posts')).toBe(200)
    expect(await statusNow()).toEqual([200])
  })

  // Windows does not move or remove open files.
  test.skipIf(isWindows)('while a folder is gone for a while, as a disk may be', async () => {
    expect(await statusOf('/v1/a/posts?query=a1')).toBe(200)
    renameSync(data, join(root, 'away'))
    expect(await status()).toEqual([503])
    expect(await statusOf('/v1/b/posts')).toBe(503)
    renameSync(join(root, 'away'), data)
    expect(await status()).toEqual([200])
    for (const path of ['/v1/a/posts', '/v1/a/posts/post-1', '/v1/b/posts?query=b1'])
      expect(await statusOf(path), path).not.toBe(503)
  })

  test.skipIf(isWindows || process.getuid?.() === 0)('while it is not readable', async () => {
    for (const path of [data, folderOf('b')]) {
      chmodSync(path, 0)
      expect(await status()).toEqual([503])
      chmodSync(path, 0o755)
      expect(await status()).toEqual([200])
    }
  })

  test('by a check of the disk once a second, not because of a request', async () => {
    expect(await status()).toEqual([200])
    rmSync(data, { recursive: true })
    time += 999
    expect(await statusNow()).toEqual([200])
    time += 1
    expect(await statusNow()).toEqual([503])
    await rebuild()
    time -= 3_600_000
    expect(await statusNow()).toEqual([200])
  })

  test('in turn, twenty a second, if there are very many workspaces', async () => {
    const names = Array.from({ length: 61 }, (_, i) => `w${10 + i}`)
    const many = names.map((name) => bulkWorkspace(name, 0, () => ''))
    writeSnapshot(data, { workspaces: many, builtAt: null, preview: null, keepPrevious: false })
    await running.look()
    for (const [number, turns] of [
      [59, 3],
      // After the last, the first ones follow.
      [0, 1],
      [19, 1],
    ] as const) {
      const folder = folderOf(names[number]!)
      renameSync(folder, join(root, 'away'))
      const replies: unknown[] = []
      while (replies.length < turns) replies.push((await status())[0])
      expect([number, replies]).toEqual([number, [...Array(turns - 1).fill(200), 503]])
      renameSync(join(root, 'away'), folder)
      expect(await status()).toEqual([200])
    }
  })
})

describe('/status is a 200', () => {
  test.each([
    ['a piece', 'content.html.deflated', 5, '/v1/a/posts?limit=100', '/v1/a/posts?limit=1&page=30'],
    ['a list of a word', 'postings.bin', 5, '/v1/a/posts?query=a1', '/v1/a/posts'],
    ['an index', 'content.markdown.index.bin', 9, '/v1/a/posts?format=markdown', '/v1/a/posts'],
    ['a list of names', 'names.txt', 3, '/v1/a/posts/none', '/v1/a/posts'],
  ])('that says so once %s was found damaged, until it is built again', async (...parameters) => {
    const [, name, at, asking, other] = parameters
    const etag = async () => (await fetch(`${running.url}/status`)).headers.get('etag')
    const before = await etag()
    overwrite(folderOf('a'), name, flipped(at))
    expect(await status()).toEqual([200])
    expect(await statusOf(asking)).toBe(503)
    expect(await statusNow()).toEqual([200, true])
    expect(await etag()).not.toBe(before)
    expect(await statusOf(other)).toBe(200)
    time += 60_000
    expect(await statusOf(asking)).toBe(503)
    expect(await status()).toEqual([200, true])
    await rebuild()
    expect(await statusNow()).toEqual([200])
    expect(await etag()).toBe(before)
    expect(await statusOf(asking)).not.toBe(503)
  })

  test('while a new snapshot is refused and the last good one is served', async () => {
    const before = running.snapshots.current().hash
    const next = writeSnapshot(data, {
      workspaces: [marked('a', 'new', 3), marked('b', 'new', 3)],
      builtAt: null,
      preview: null,
      keepPrevious: true,
    }).hashes
    flip(join(data, next.get('a')!, 'short.bin'), 5)
    await running.look()
    expect(await status()).toEqual([200])
    expect(log.at(-1)).toBe(
      `DATA/${next.get('a')}/short.bin: its sha256 is wrong; still serving snapshot ${before}; run galley build again`,
    )
  })

  test('while an earlier one that is named again was damaged meanwhile', async () => {
    const path = join(data, 'current.json')
    const [earlier, folder] = [readFileSync(path), folderOf('a')]
    const workspaces = [marked('a', 'new', 3), marked('b', 'new', 3)]
    writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: true })
    await running.look()
    const { hash } = running.snapshots.current()
    flip(join(folder, 'short.bin'), 5)
    writeFileSync(path, earlier)
    await running.look()
    expect([await status(), running.snapshots.current().hash]).toEqual([[200], hash])
    expect(log.at(-1)).toContain(`its sha256 is wrong; still serving snapshot ${hash}`)
    // One that lasts is said again after an hour.
    const said = log.length
    time += 3_600_000
    await running.look()
    expect(log.slice(said)).toEqual([log[said - 1]])
  })

  test('while the new build is for the version that is started next', async () => {
    const path = join(data, 'current.json')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace(`"format": ${FORMAT}`, `"format": ${FORMAT + 1}`))
    await running.look()
    expect(await status()).toEqual([200])
  })

  test('again once the disk has what was still on its way', async () => {
    const whole = join(root, 'whole')
    cpSync(data, whole, { recursive: true })
    const before = running.snapshots.current().hash
    const next = [marked('a', 'later', 3)]
    const { hashes } = writeSnapshot(whole, {
      workspaces: next,
      builtAt: null,
      preview: null,
      keepPrevious: true,
    })
    cpSync(join(whole, 'current.json'), join(data, 'current.json'))
    await running.look()
    expect(running.snapshots.current().hash).toBe(before)
    cpSync(join(whole, hashes.get('a')!), join(data, hashes.get('a')!), { recursive: true })
    await running.look()
    expect(running.snapshots.current().workspaces.get('a')?.hash).toBe(hashes.get('a'))
  })
})

describe('the log', () => {
  test('has one line for all requests that meet the same damage', async () => {
    overwrite(folderOf('a'), 'content.html.deflated', (bytes) => void bytes.fill(1))
    log.length = 0
    for (let page = 1; page <= 50; page++)
      expect(await statusOf(`/v1/a/posts?limit=1&page=${page}`)).toBe(503)
    expect(log).toEqual([
      expect.stringMatching(/short\.bin \(content\.html\.deflated\): the checksum of piece \d+ is wrong$/),
    ])
    time += 60_000
    await statusOf('/v1/a/posts?limit=1')
    expect(log).toHaveLength(2)
    // Once it is known to be damaged, it does not count as verified.
    const current = join(data, 'current.json')
    writeFileSync(current, readFileSync(current))
    await running.look()
    expect(log.slice(2)).toEqual([
      expect.stringMatching(/its sha256 is wrong; requests for the damaged part of snapshot/),
    ])
  })

  test.skipIf(isWindows)('says what is still served, and what is not', async () => {
    await statusOf('/v1/a/posts')
    const { hash } = running.snapshots.current()
    log.length = 0
    rmSync(join(data, 'current.json'))
    await running.look()
    rmSync(data, { recursive: true })
    await running.look()
    await running.look()
    expect(log).toEqual([
      `there is no snapshot in DATA; still serving snapshot ${hash}; run galley build again`,
      `there is no snapshot in DATA; requests for the unreadable part of snapshot ${hash} are answered 503; run galley build again`,
    ])
  })

  test.each([
    [
      'a file is damaged',
      'short.bin',
      5,
      /its sha256 is wrong; requests for the damaged part of snapshot/,
      true,
    ],
    [
      'a workspace cannot be opened',
      'manifest.json',
      0,
      /; requests for the unreadable part of snapshot/,
      undefined,
    ],
  ])('says at the start that %s', async (_, name, at, said, damaged) => {
    flip(fileOf(name), at)
    await running.close()
    await start()
    expect(log).toEqual([expect.stringMatching(said)])
    expect(log[0]).not.toContain('still serving')
    expect(await status()).toEqual(damaged ? [200, true] : [503])
    await rebuild()
    expect(await status()).toEqual([200])
    expect(log.at(-1)).toMatch(/^verified: /)
  })
})
