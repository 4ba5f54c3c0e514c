// A bucket between build and servers: `galley bucket push`, `serve --from`, `pull`, `rollback` and `prune`, on a real store.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GalleyHere, galleyHere, ran, urlOf } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { testBucket, withoutSwift } from '../support/swift.ts'
import { json } from '../support/talk.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

describe.skipIf(withoutSwift)('a bucket', () => {
  const here = testBucket()
  let place: Workspace
  let running: GalleyHere[] = []

  beforeEach(async () => {
    place = await workspace({ 'blog/posts/one.md': withCover('One'), 'blog/posts/cover.png': png(30, 20, 1) })
    await place.build({ env: { ...buildEnv } })
    here.front.asked()
  })
  afterEach(async () => {
    for (const server of running) await server.stop()
    running = []
    place.remove()
  })

  const buildEnv = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' }
  const withCover = (title: string) => postFile({ title, coverImage: 'cover.png' })
  const at = (name: string) => join(place.dir, '..', name)
  const galley = (command: string, ...args: string[]) =>
    ran(['bucket', command, here.address, ...args], here.front.env)
  const push = (...args: string[]) => galley('push', '--dir', place.out, ...args)
  /** To the store itself, whatever becomes of what passes through the front. */
  const publish = async (title: string) => {
    place.write({ 'blog/posts/one.md': withCover(title) })
    await place.build({ env: { ...buildEnv } })
    expect(await ran(['bucket', 'push', here.address, '--dir', place.out], here.swift.env)).toMatchObject({
      code: 0,
    })
  }
  async function follow(name: string, ...args: string[]) {
    const flags = ['--from', here.address, '--every', '1', '--dir', at(name), '--port', '0', '--quiet']
    const server = galleyHere(['serve', ...flags, ...args], here.front.env)
    running.push(server)
    return { server, url: await urlOf(server) }
  }
  const titleAt = async (url: string) => (await json(await fetch(`${url}/v1/blog/posts`))).posts?.[0]?.title
  const becomes = (url: string, title: string | undefined) =>
    expect.poll(() => titleAt(url), { timeout: 20_000, interval: 100 }).toBe(title)
  /** Every file below a folder, with its bytes. */
  const tree = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      // What builds of all versions have made there is for later builds.
      .filter((entry) => entry.isFile() && entry.name !== 'public.json')
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length))
      .sort()
      .map((path) => [path, readFileSync(join(folder, path)).toString('base64')])

  test('has what a build wrote: another machine gets the same files, and a second push sends none', async () => {
    expect(await push()).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(
        /^Servers get snapshot [0-9a-f]{32} \(1 workspace, built 2026-01-01T00:00:00\.000Z\) now\. \d+ objects \(\d\.\d MB\) had to be uploaded\.\n$/,
      ),
    })
    expect((await push()).stderr).toMatch(
      /^Servers had snapshot .* before\. 0 objects \(0\.0 MB\) had to be uploaded\.\n$/,
    )
    expect((await galley('pull', '--dir', at('other'))).stderr).toMatch(
      /other has snapshot [0-9a-f]{32} \(1 workspace, built 2026-01-01T00:00:00\.000Z\)\.\n$/,
    )
    expect(tree(at('other'))).toEqual(tree(place.out))
  })

  test('is followed by servers that begin with an empty disk, and keep what they had for a page that is being read', async () => {
    await push()
    const started = Date.now()
    const { url, server } = await follow('served', '--metrics', '0')
    await becomes(url, 'One')
    const [, metrics] = await server.says(/^Metrics are at (\S+)$/m)
    const looked = /^galley_bucket_looked_timestamp_seconds (\S+)$/m
    await expect
      .poll(async () => 1_000 * Number(looked.exec(await (await fetch(metrics!)).text())?.[1]))
      .toBeGreaterThan(started)
    const { headers } = await fetch(`${url}/v1/blog/posts?limit=1`)
    const cover = (await json(await fetch(`${url}/v1/blog/posts`))).posts[0].coverImage
    expect((await fetch(url + new URL(cover).pathname)).status).toBe(200)
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
    await publish('Two')
    await becomes(url, 'Two')
    expect((await fetch(`${url}/v1/blog/posts?snapshot=${headers.get('x-snapshot-id')}`)).status).toBe(409)
    await publish('Three')
    await becomes(url, 'Three')
    // What is served, and what was served before it.
    expect(
      readdirSync(join(at('served'), 'data')).filter((name) => /^[0-9a-f]{32}$/.test(name)),
    ).toHaveLength(2)
    expect(statSync(at('served')).mode & 0o777).toBe(0o700)
  })

  test('sends nothing for a look while nothing is new', { tags: 'nightly' }, async () => {
    await push()
    const { url } = await follow('served')
    await becomes(url, 'One')
    here.front.asked()
    await expect
      .poll(() => here.front.asked().join(), { timeout: 10_000 })
      .toMatch(/^GET site-\d+\/current\.json$/)
  })

  test('is complete again after a push that was cut off, without what had arrived', {
    tags: 'nightly',
  }, async () => {
    let left = 5
    here.front.fault = (asked, reply) => {
      if (asked.method !== 'PUT' || left-- > 0) return undefined
      reply.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
      return true
    }
    expect(await push()).toMatchObject({
      code: 2,
      stderr: 'galley: the bucket answers 403 (AccessDenied): these credentials may not do that\n',
    })
    const isObject = (line: string) => /^PUT site-\d+\/(?:objects|media)\//.test(line)
    const sent = new Set(here.front.asked().filter(isObject))
    here.front.fault = undefined
    expect((await push()).code).toBe(0)
    const rest = here.front.asked().filter(isObject)
    expect(rest.length).toBeGreaterThan(0)
    // Of those under way, the store may have refused any.
    expect(rest.filter((line) => sent.has(line)).length).toBeLessThan(sent.size)
    expect((await galley('pull', '--dir', at('other'))).code).toBe(0)
    expect(tree(at('other'))).toEqual(tree(place.out))
  })

  test('is refused if it answers without credentials', async () => {
    await here.swift.makeBucket('shown', 'public-read')
    here.address = 's3://shown/site'
    expect(await push()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The bucket answers without credentials'),
    })
    expect(here.front.asked().filter((line) => line.startsWith('PUT'))).toEqual(['PUT site/closed.txt'])
  })

  test('gets media, and so does a public one that is named, which gets nothing else', {
    tags: 'nightly',
  }, async () => {
    await here.swift.makeBucket('public')
    expect((await push('--media', 's3://public')).code).toBe(0)
    const sent = here.front.asked().filter((line) => line.startsWith('PUT'))
    const [name] = readdirSync(join(place.out, 'public/media'))
    expect(sent.filter((line) => line.endsWith(`media/${name}`))).toHaveLength(2)
    expect(sent.filter((line) => !line.startsWith('PUT site-'))).toEqual([`PUT media/${name}`])
  })

  test('keeps a snapshot without drafts where one with drafts is pushed', { tags: 'nightly' }, async () => {
    await push()
    await place.build({ drafts: true, out: at('preview'), env: { ...buildEnv } })
    expect(await galley('push', '--dir', at('preview'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('one with drafts must not replace it'),
    })
    here.address += '/preview'
    expect((await galley('push', '--dir', at('preview'))).code).toBe(0)
    const refused = await galley('pull', '--dir', at('other'))
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('served only with --drafts') })
    expect((await galley('pull', '--dir', at('other'), '--drafts')).code).toBe(0)
  })

  test('goes back to what was pushed before, until the next push', { tags: 'nightly' }, async () => {
    const nothing = { code: 2, stderr: 'galley: Nothing has been pushed there yet.\n' }
    expect(await galley('rollback')).toMatchObject(nothing)
    await push()
    expect(await galley('rollback')).toMatchObject({
      code: 2,
      stderr: 'galley: There is no earlier snapshot in the bucket.\n',
    })
    await publish('Two')
    const { url } = await follow('served')
    await becomes(url, 'Two')
    expect((await galley('rollback')).stderr).toMatch(
      /^Servers go back to snapshot [0-9a-f]{32} \(.*\), pushed at 20\d\d-.*Z, until the next push\.\n$/,
    )
    await becomes(url, 'One')
    expect((await push()).stderr).toMatch(/^Servers get snapshot .* now\. 0 objects/)
    await becomes(url, 'Two')
    // Not to the same one, which was pushed before, too.
    expect((await galley('rollback')).code).toBe(0)
    await becomes(url, 'One')
  })

  test('loses what no kept pointer names once that is older than an hour', { tags: 'nightly' }, async () => {
    await push()
    await publish('Two')
    await publish('Three')
    expect((await galley('prune', '--keep', '1')).stderr).toBe(
      '0 objects (0.0 MB) removed. What else is of no use is younger than an hour: prune again then.\n',
    )
    // For the store, it is two hours later.
    here.front.change.headers = (headers) => {
      headers.date = new Date(Date.parse(headers.date!) + 7_200_000).toUTCString()
    }
    expect((await galley('prune', '--keep', '2')).stderr).toMatch(/^2 objects/)
    expect((await galley('rollback')).code).toBe(0)
    expect((await galley('prune', '--keep', '1')).stderr).toBe('0 objects (0.0 MB) removed.\n')
    await push()
    expect((await galley('prune', '--keep', '1')).stderr).toMatch(/^3 objects/)
    expect(await galley('rollback')).toMatchObject({ code: 2 })
    expect((await galley('pull', '--dir', at('other'))).code).toBe(0)
    expect(await ran(['check', '--snapshot', '--out', at('other')])).toMatchObject({ code: 0 })
    expect(await galley('prune', '--keep', 'all')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Write --keep 10.'),
    })
  })

  test('heals what is damaged on the disk of a server', { tags: 'nightly' }, async () => {
    await push()
    const { url, server } = await follow('served')
    await becomes(url, 'One')
    await server.stop()
    running = []
    const [folder] = readdirSync(join(at('served'), 'data')).filter((name) => /^[0-9a-f]{32}$/.test(name))
    writeFileSync(
      join(at('served'), 'data', folder!, 'short.bin'),
      'x'.repeat(statSync(join(at('served'), 'data', folder!, 'short.bin')).size),
    )
    const again = await follow('served')
    await becomes(again.url, 'One')
    await expect.poll(() => tree(at('served')), { timeout: 20_000 }).toEqual(tree(place.out))
  })

  test('has its pointer checked: nothing that it says is written elsewhere', {
    tags: 'nightly',
  }, async () => {
    await push()
    const { url, server } = await follow('served')
    await becomes(url, 'One')
    const before = tree(at('served'))
    let damage = (text: string) => text.replace('"layout":1', '"layout":2')
    here.front.change.chunk = (chunk, asked) =>
      asked.url!.endsWith('/current.json') ? Buffer.from(damage(chunk.toString())) : chunk
    here.front.change.headers = (headers) => void delete headers['content-length']
    await publish('Two')
    await server.says(
      /bucket: a later version of Galley has pushed to the bucket; upgrade this server; what is here is served/,
    )
    damage = (text) => text.replace('"data/', '"data/../../')
    await server.says(/bucket: a pointer in the bucket is damaged, or something else answers/)
    expect(await titleAt(url)).toBe('One')
    expect(tree(at('served'))).toEqual(before)
    here.front.change = {}
    await server.says(/bucket: all is well again/)
    await becomes(url, 'Two')
    // A line for each cause, one when it ended, and nobody's address, key or credential.
    const said = server
      .stderr()
      .split('\n')
      .filter((line) => line.includes('bucket:'))
    expect(said).toHaveLength(3)
    for (const secret of ['testing', 'site-', 'blog', '127.0.0.1', at('served')])
      expect(said.join()).not.toContain(secret)
  })

  test("is copied to a folder that is this user's own, and to no link", async () => {
    const serve = async (folder: string, ...more: string[]) =>
      ran(['serve', '--from', here.address, '--dir', folder, '--port', '0', ...more], here.front.env)
    mkdirSync(at('open'))
    chmodSync(at('open'), 0o755)
    expect(await serve(at('open'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Run chmod 700 ${at('open')}.`),
    })
    mkdirSync(at('real'), { mode: 0o700 })
    symlinkSync(at('real'), at('link'))
    expect(await serve(`${at('link')}/`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is a link'),
    })
    expect(await serve(at('real'), '--every', '0')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Write --every 5.'),
    })
    expect(await ran(['serve', '--from', here.address], here.front.env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name it with --dir'),
    })
    const without = await ran(['bucket', 'push', here.address], { AWS_ACCESS_KEY_ID: 'x' })
    expect(without).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('AWS_SECRET_ACCESS_KEY is missing'),
    })
    expect(await galley('push', '--dir', at('nothing'))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/There is no snapshot in .*nothing\. Run galley build first\./),
    })
    expect(await ran(['serve', '--every', '9'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name it with --from.'),
    })
    expect(await ran(['bucket', 'push', 'https://content/x'], here.front.env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Write s3://bucket/prefix.'),
    })
    expect(existsSync(join(at('real'), 'data'))).toBe(false)
  })
})
