// A new snapshot replaces the old one while requests are answered, and a damaged one never does.
import fs, {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { serve } from '../../server/index.ts'
import { startReload } from '../../server/reload.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { openFiles } from '../support/open-files.ts'
import { testServer, unlimited } from '../support/server.ts'
import { json } from '../support/talk.ts'

const demo = (mark: string) => [bulkWorkspace('demo', 2, () => mark), bulkWorkspace('still', 2, () => 'same')]

/** Asks before a file is opened. */
async function withOpening(ask: (path: string) => void, work: () => Promise<void>): Promise<void> {
  const own = fs.openSync
  fs.openSync = ((path: string, ...more: [flags: string]) => {
    ask(path)
    return own(path, ...more)
  }) as typeof own
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    fs.openSync = own
    syncBuiltinESMExports()
  }
}

async function markAt(url: string): Promise<string> {
  const { posts } = await json(await fetch(`${url}/v1/demo/posts`))
  return posts[0].content
}

describe('a new snapshot', () => {
  const here = testServer(demo('one'))
  const mark = () => markAt(here.running.url)
  const current = () => join(here.dist, 'data/current.json')

  test('is verified at the start', () => {
    const { hash } = here.running.snapshots.current()
    expect(here.log).toEqual([`verified: snapshot ${hash} (2 workspaces)`])
  })

  test('is served soon after it was built, without a request', async () => {
    expect(await mark()).toBe('one')
    here.publish(demo('two'))
    await expect.poll(mark).toBe('two')
    expect(here.log.at(-1)).toMatch(/^swapped in: snapshot [0-9a-f]{32} \(2 workspaces\)$/)
  })

  test.each([
    ['a file of it is damaged', 'short.bin', (bytes: Buffer) => bytes.with(5, 0)],
    ['a file of it is short', 'short.bin', (bytes: Buffer) => bytes.subarray(1)],
    ['its manifest is another', 'manifest.json', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(' ')])],
  ])('is refused when %s, and the last good one is still served', async (_, name, spoil) => {
    const before = await mark()
    const good = readFileSync(current())
    // Damaged before the server can see it: it watches only current.json.
    here.publish(demo(`spoilt ${name}`))
    const next = readFileSync(current())
    const { hash } = JSON.parse(next.toString()).workspaces.demo
    const file = join(here.dist, 'data', hash, name)
    writeFileSync(file, spoil(readFileSync(file)))
    await here.running.look()
    expect(await mark()).toBe(before)
    expect(here.log.at(-1)).toContain(name)
    expect(here.log.at(-1)).toMatch(/still serving snapshot \w+; run galley build again$/)
    writeFileSync(current(), good)
    await here.running.look()
    expect(here.log.at(-1)).toMatch(/^verified: /)
  })

  test('is verified to the last byte when it comes back after being removed', async () => {
    const good = readFileSync(current())
    const mine = bulkWorkspace('again', 2, () => 'back')
    for (const workspaces of [[mine], demo('a'), demo('b')]) {
      here.publish(workspaces)
      await here.running.look()
      expect(here.log.at(-1)).toMatch(/^swapped in: /)
    }
    here.publish([mine])
    const { hash } = JSON.parse(readFileSync(current(), 'utf8')).workspaces.again
    const file = join(here.dist, 'data', hash, 'short.bin')
    writeFileSync(file, readFileSync(file).with(5, 0))
    await here.running.look()
    expect(here.log.at(-1)).toMatch(/short\.bin.*still serving/)
    here.publish(demo('two'))
    await here.running.look()
    expect(await mark()).toBe('two')
    expect(good.equals(readFileSync(current()))).toBe(true)
  })

  test('that is replaced and removed while it is verified does not count as damaged', async () => {
    const before = here.log.length
    here.publish([
      bulkWorkspace('demo', 200, () => 'x'.repeat(10_000)),
      bulkWorkspace('still', 2, () => 'same'),
    ])
    const looking = here.running.look()
    // It has begun.
    await nextTurn()
    here.publish(demo('other'))
    here.publish(demo('two'))
    await looking
    await here.running.look()
    expect(await mark()).toBe('two')
    expect(here.log.slice(before).filter((line) => !/^(swapped in|verified): /.test(line))).toEqual([])
  })

  test('is noticed by anything that distinguishes its current.json from the last one', async () => {
    const { hash } = here.running.snapshots.current()
    const time = Math.floor(Date.now() / 1_000)
    utimesSync(current(), time, time)
    await here.running.look()
    const looks: ((path: string, text: Buffer) => void)[] = [
      // Another file with the same time.
      (path, text) => {
        writeFileSync(`${path}.new`, text)
        utimesSync(`${path}.new`, time, time)
        renameSync(`${path}.new`, path)
      },
      // The same file, written again.
      (path, text) => writeFileSync(path, text),
    ]
    for (const look of looks) {
      here.log.length = 0
      look(current(), readFileSync(current()))
      await here.running.look()
      expect(here.log).toEqual([`verified: snapshot ${hash} (2 workspaces)`])
      await here.running.look()
      expect(here.log).toHaveLength(1)
    }
  })

  test('is refused when current.json is invalid', async () => {
    const good = readFileSync(current())
    for (const text of ['', '{', '{"format":3}', '{"format":4,"workspaces":{}}']) {
      writeFileSync(current(), text)
      await here.running.look()
      expect(await mark()).toBe('two')
      expect(here.log.at(-1)).toMatch(/current\.json.*still serving/)
    }
    writeFileSync(current(), good)
    await here.running.look()
  })

  test('leaves an unchanged workspace open, and its ETags as they are', async () => {
    const etag = async () => (await fetch(`${here.running.url}/v1/still/posts`)).headers.get('etag')
    const before = await etag()
    const { workspaces } = here.running.snapshots.current()
    here.publish(demo('three'))
    const opened: string[] = []
    await withOpening(
      (path) => void opened.push(path),
      () => here.running.look(),
    )
    expect([await mark(), await etag()]).toEqual(['three', before])
    // It was verified before.
    const hashes = here.running.snapshots.current().workspaces
    const filesOf = (hash: string) => opened.filter((path) => path.includes(hash)).length
    expect([filesOf(workspaces.get('still')!.hash), filesOf(hashes.get('demo')!.hash) > 4]).toEqual([0, true])
  })

  test('that cannot be read for want of descriptors does not count as damaged, and is tried again', async () => {
    const { hash } = here.running.snapshots.current()
    here.publish(demo('four'))
    const next = here.running.snapshots.next().workspaces.get('demo')!.hash
    const exhausted = (path: string) => {
      if (path.includes(next)) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE', syscall: 'open' })
    }
    await withOpening(exhausted, () => here.running.look())
    expect(here.log.at(-1)).toMatch(
      new RegExp(`EMFILE; still serving snapshot ${hash}; run galley build again$`),
    )
    expect([...here.running.snapshots.damaged]).toEqual([])
    await here.running.look()
    expect(await mark()).toBe('four')
  })
})

describe('a preview', () => {
  const here = testServer(demo('one'))

  test('is not served unless asked for, and that is logged once', async () => {
    const before = here.running.snapshots.current().hash
    here.log.length = 0
    const current = join(here.dist, 'data/current.json')
    here.publish(demo('draft'), 'next')
    for (let i = 0; i < 3; i++) {
      await here.running.look()
      writeFileSync(`${current}.new`, readFileSync(current))
      renameSync(`${current}.new`, current)
      expect(await markAt(here.running.url)).toBe('one')
    }
    expect(here.log).toEqual([
      `${join(here.dist, 'data')} holds a preview of next, which is served only with --drafts; still serving snapshot ${before}; run galley build again`,
    ])
    expect((await json(await fetch(`${here.running.url}/status`))).preview).toBeNull()
  })

  // Windows does not remove open files.
  test.skipIf(process.platform === 'win32')(
    'is not served to a request that finds its own snapshot removed',
    async () => {
      const data = join(here.dist, 'data')
      for (const { hash } of here.running.snapshots.current().workspaces.values())
        rmSync(join(data, hash), { recursive: true, force: true })
      const answers = await Promise.all(
        ['demo', 'still'].map((key) => fetch(`${here.running.url}/v1/${key}/posts?query=x&select=id`)),
      )
      for (const answer of answers) {
        expect(answer.headers.get('x-galley-preview')).toBeNull()
        expect(await answer.text()).not.toContain('draft')
      }
    },
  )
})

test('a server of previews serves any snapshot, with drafts or without', async () => {
  const data = join(mkdtempSync(join(tmpdir(), 'galley-preview-')), 'data')
  const write = (mark: string, preview: string | null) =>
    writeSnapshot(data, { workspaces: demo(mark), builtAt: null, preview, keepPrevious: true })
  write('draft', 'next')
  const address = { port: 0, host: '127.0.0.1' }
  const log: string[] = []
  const options = { env: unlimited, drafts: true, log: (line: string) => log.push(line) }
  const running = await serve({ data, ...address, ...options })
  try {
    for (const [mark, preview] of [
      ['draft', 'next'],
      ['published', null],
      ['draft again', 'other'],
    ] as const) {
      write(mark, preview)
      await running.look()
      expect([await markAt(running.url), running.snapshots.current().preview]).toEqual([mark, preview])
      const of = preview ? `, preview of ${preview}` : ''
      expect(log.at(-1)).toMatch(new RegExp(`: snapshot \\S+ \\(2 workspaces${of}\\)$`))
    }
  } finally {
    await running.close()
    expect(openFiles(data)).toEqual([])
    rmSync(join(data, '..'), { recursive: true })
  }
})

test('a server that is started before its snapshot answers 503 until there is one', async () => {
  const data = join(mkdtempSync(join(tmpdir(), 'galley-late-')), 'data')
  const log: string[] = []
  const errors: string[] = []
  const running = await serve({
    data,
    port: 0,
    host: '127.0.0.1',
    env: unlimited,
    log: (line) => errors.push(line),
    info: (line) => log.push(line),
  })
  try {
    await running.look()
    expect(log).toEqual([`there is no snapshot in ${data}; requests are answered 503; run galley build`])
    mkdirSync(data)
    writeFileSync(join(data, 'current.json'), '{}')
    await running.look()
    // Nobody starts on that deliberately.
    expect(errors).toEqual([
      `${data}/current.json is not a list of workspaces; requests are answered 503; run galley build`,
    ])
    rmSync(join(data, 'current.json'))
    const answer = await fetch(`${running.url}/v1/demo/posts`)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
    expect((await json(answer)).error).toBe('Snapshot unavailable')
    expect((await fetch(`${running.url}/status`)).status).toBe(503)
    writeSnapshot(data, { workspaces: demo('late'), builtAt: null, preview: null, keepPrevious: true })
    await expect.poll(() => log.at(-1)).toMatch(/^(swapped in|verified): /)
    expect(await markAt(running.url)).toBe('late')
  } finally {
    await running.close()
    rmSync(join(data, '..'), { recursive: true })
  }
})

test('what could not be read because it was still on its way is read within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const root = mkdtempSync(join(tmpdir(), 'galley-slow-'))
  const [data, whole] = [join(root, 'data'), join(root, 'whole')]
  const write = (dir: string, mark: string) =>
    writeSnapshot(dir, { workspaces: demo(mark), builtAt: null, preview: null, keepPrevious: true }).hashes
  write(data, 'one')
  const log: string[] = []
  const address = { port: 0, host: '127.0.0.1' }
  const running = await serve({ data, ...address, env: unlimited, log: (line) => log.push(line) })
  try {
    await running.look()
    const hash = write(whole, 'two').get('demo')!
    cpSync(join(whole, 'current.json'), join(data, 'current.json'))
    vi.advanceTimersByTime(10_000)
    // A poll of vitest's would let the time pass.
    while (log.length < 2) await nextTurn()
    expect(log.at(-1)).toMatch(/ENOENT.*; still serving/)
    expect(await markAt(running.url)).toBe('one')
    cpSync(join(whole, hash), join(data, hash), { recursive: true })
    // After twenty looks; the first one of a server is by another clock.
    vi.advanceTimersByTime(19 * 250)
    for (let turns = 0; turns < 200; turns++) await nextTurn()
    expect(await markAt(running.url)).toBe('one')
    vi.advanceTimersByTime(2 * 250)
    await expect.poll(() => markAt(running.url)).toBe('two')
    // That was all that there was to retry.
    const lines = log.length
    vi.advanceTimersByTime(100 * 250)
    for (let turns = 0; turns < 200; turns++) await nextTurn()
    expect(log.slice(lines)).toEqual([])
  } finally {
    vi.useRealTimers()
    await running.close()
    rmSync(root, { recursive: true })
  }
})

test.each([
  [1_000, 250],
  [100, 100],
])('looking every %d ms begins after %d, and the end of it is the end', async (interval, first) => {
  const data = join(mkdtempSync(join(tmpdir(), 'galley-looks-')), 'data')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const said: string[] = []
  const log = (line: string) => said.push(line)
  const snapshots = openSnapshots(data)
  const next = vi.spyOn(snapshots, 'current').mockImplementation(() => {
    const cause = Object.assign(new Error(), { code: 'EACCES', syscall: 'open' })
    throw new Error('EACCES: it may not be read', { cause })
  })
  vi.spyOn(snapshots, 'reload').mockImplementation(() => void snapshots.current())
  const { stop } = startReload({ data, snapshots, interval, isOwn: true, log, info: log })
  const after = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    return said.length
  }
  try {
    expect([await after(first - 1), await after(1)]).toEqual([0, 1])
    // The same is not said again.
    expect(await after(50 * interval)).toBe(1)
    expect(said).toEqual([
      'EACCES: it may not be read; requests are answered 503; let the user of this process read it',
    ])
    writeSnapshot(data, { workspaces: demo('one'), builtAt: null, preview: null, keepPrevious: true })
    next.mockRestore()
    expect(await after(interval)).toBe(2)
    stop()
    writeSnapshot(data, { workspaces: demo('two'), builtAt: null, preview: null, keepPrevious: true })
    expect([await after(50 * interval), vi.getTimerCount()]).toEqual([2, 0])
  } finally {
    vi.useRealTimers()
    snapshots.close()
    rmSync(join(data, '..'), { recursive: true })
  }
})
