// The search index on a socket: encodings, builds that replace it, and damage.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { BuiltSearchIndex } from '../../snapshot/types.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { testServer } from '../support/server.ts'
import { repliesIn, talk } from '../support/talk.ts'

const target = '/v1/demo/search-index.json'
const posts = bulkWorkspace('demo', 3, () => 'text')

/** As the build makes it, but for what is in it. */
function indexOf(mark: string, bytes = 2_000): BuiltSearchIndex {
  const index = { serializationVersion: 2, documentCount: 3, index: [mark.repeat(bytes / mark.length)] }
  return {
    json: JSON.stringify({
      options: { idField: 'slug', fields: [], storeFields: [], searchOptions: {} },
      index,
    }),
    posts: 3,
  }
}

const textOf = (index: BuiltSearchIndex) => ('json' in index ? index.json : '')
const large = 5_000_000

const clock = { now: Date.UTC(2026, 5, 1) }
const here = testServer([{ ...posts, searchIndex: indexOf('one') }], {}, { now: () => clock.now })
const data = () => join(here.dist, 'data')
const get = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(here.running.url + target, { method, headers })

async function publish(searchIndex: BuiltSearchIndex): Promise<void> {
  here.publish([{ ...posts, searchIndex }])
  await here.running.look()
}

const status = async () => {
  clock.now += 2_000
  const answer = await fetch(`${here.running.url}/status`)
  return [answer.status, ((await answer.json()) as { damaged?: true }).damaged]
}

/** Not by fetch, which takes the encoding away. */
async function speak(method: string, headers = '', version = '1.1'): Promise<Buffer> {
  const request = `${method} ${target} HTTP/${version}\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`
  return (await talk(here.running.url, [request])).bytes
}

describe('the index', () => {
  test.each([
    ['small', 2_000],
    ['large', large],
  ])('that is %s comes gzipped, plain, for HTTP/1.0 and as a 304', async (_, bytes) => {
    const index = indexOf('größe', bytes)
    await publish(index)
    const plain = await get({ 'accept-encoding': 'identity' })
    expect(await plain.text()).toBe(textOf(index))
    const length = String(Buffer.byteLength(textOf(index)))
    expect(plain.headers.get('content-length')).toBe(length)
    const packed = await speak('GET', 'Accept-Encoding: gzip\r\n')
    expect(repliesIn(packed)[0]!.text).toBe(textOf(index))
    for (const accept of ['identity', 'gzip']) {
      const first = await get({ 'accept-encoding': accept })
      await first.arrayBuffer()
      const etag = first.headers.get('etag')!
      expect(etag.startsWith('W/')).toBe(accept === 'gzip')
      const again = await get({ 'accept-encoding': accept, 'if-none-match': etag })
      expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
      const head = await get({ 'accept-encoding': accept }, 'HEAD')
      expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
    }
    const old = (await speak('GET', '', '1.0')).toString()
    expect(old).toContain(`Content-Length: ${length}\r\n`)
    expect(old.slice(old.indexOf('\r\n\r\n') + 4)).toBe(textOf(index))
  })

  test('is the one of the last build, although the workspace has stayed the same', async () => {
    await publish(indexOf('two'))
    const first = await get()
    const tag = first.headers.get('etag')!
    expect(await first.text()).toBe(textOf(indexOf('two')))
    const { hash } = here.running.snapshots.current().workspaces.get('demo')!
    await publish(indexOf('three'))
    expect(here.running.snapshots.current().workspaces.get('demo')!.hash).toBe(hash)
    const second = await get({ 'if-none-match': tag })
    expect(second.status).toBe(200)
    expect(await second.text()).toBe(textOf(indexOf('three')))
  })

  test('of a workspace that is leased is its own, although another snapshot has been loaded since', async () => {
    await publish(indexOf('before'))
    const { snapshots } = here.running
    const lease = snapshots.lease('demo')
    const next = bulkWorkspace('demo', 4, () => 'text')
    here.publish([{ ...next, searchIndex: indexOf('after') }])
    await here.running.look()
    const read = (hash?: string) => {
      const index = snapshots.searchIndex('demo', hash)
      return 'missing' in index ? '' : Buffer.concat([...index.pieces()]).toString()
    }
    expect(read(lease.workspace.hash)).toBe(textOf(indexOf('before')))
    expect(read(snapshots.current().workspaces.get('demo')!.hash)).toBe(textOf(indexOf('after')))
    expect(read()).toBe(textOf(indexOf('after')))
    lease.release()
  })

  test('that builds have removed which this process was not told of is that of the last of them', async () => {
    await publish(indexOf('four'))
    for (const mark of ['five', 'six']) here.publish([{ ...posts, searchIndex: indexOf(mark) }])
    expect(await (await get()).text()).toMatch(/five|six/)
  })
})

describe('a damaged index', () => {
  afterEach(async () => {
    rmSync(data(), { recursive: true, force: true })
    await publish(indexOf('good'))
    expect(await status()).toEqual([200, undefined])
  })
  const path = () => {
    const hash = here.running.snapshots.current().workspaces.get('demo')!.searchIndex as { hash: string }
    return join(data(), `${hash.hash}.search-index.json`)
  }

  test.each([
    ['is short', (bytes: Buffer) => bytes.subarray(1)],
    ['has another byte', (bytes: Buffer) => bytes.with(300, 0)],
  ])('is a 503 where it %s, and the rest is answered', async (what, spoil) => {
    await publish(indexOf(what))
    const good = readFileSync(path())
    writeFileSync(path(), spoil(good))
    expect((await get()).status).toBe(503)
    expect(await status()).toEqual([200, true])
    expect((await fetch(`${here.running.url}/v1/demo/posts`)).status).toBe(200)
    writeFileSync(path(), good)
    expect(await (await get()).text()).toBe(good.toString())
    expect(await status()).toEqual([200, undefined])
  })

  test('that is missing is told by /status before anybody asks for it', async () => {
    await publish(indexOf('eight'))
    renameSync(path(), `${path()}.away`)
    expect(await status()).toEqual([200, true])
    expect((await get()).status).toBe(503)
  })

  test('is cut off where it is damaged behind what is on its way', async () => {
    await publish(indexOf('nine', large))
    writeFileSync(path(), readFileSync(path()).with(large - 1_000, 0))
    const { bytes } = await talk(here.running.url, [`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`])
    expect(repliesIn(bytes)).toMatchObject([{ status: 200, whole: false }])
    expect(await status()).toEqual([200, true])
  })

  test('of a new snapshot is refused, and the last good one goes on', async () => {
    await publish(indexOf('ten'))
    here.publish([{ ...posts, searchIndex: indexOf('eleven') }])
    const [name] = readdirSync(data()).filter(
      (one) =>
        one.endsWith('.search-index.json') && readFileSync(join(data(), one), 'utf8').includes('eleven'),
    )
    writeFileSync(join(data(), name!), readFileSync(join(data(), name!)).with(300, 0))
    await here.running.look()
    expect(here.log.at(-1)).toMatch(/search-index\.json: its sha256 is wrong; still serving snapshot/)
    expect(await (await get()).text()).toBe(textOf(indexOf('ten')))
  })
})
