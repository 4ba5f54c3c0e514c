// What a server says while something is wrong: in /status, in its metrics and in its log; and what it does about it.
import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Incoming } from '../../server/bucket/pull.ts'
import { S3Bucket } from '../../server/bucket/s3.ts'
import { type Running, serve } from '../../server/index.ts'
import { type GalleyHere, galleyHere, ran, urlOf } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { unlimited } from '../support/server.ts'
import { testBucket, withoutSwift } from '../support/swift.ts'
import { json } from '../support/talk.ts'
import { complaintsAbout } from '../support/validate.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const all = { recursive: true, force: true }
const isHash = (name: string) => /^[0-9a-f]{32}$/.test(name)
const flip = (path: string, at = 5) => {
  const bytes = fs.readFileSync(path)
  bytes[at]! ^= 1
  fs.writeFileSync(path, bytes)
}

describe.skipIf(withoutSwift)('a server', () => {
  const here = testBucket()
  let place: Workspace
  const at = (name: string) => join(place.dir, '..', name)
  const env = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' }

  beforeEach(async () => {
    place = await workspace({})
    await build('One')
  })
  afterEach(() => place.remove())

  async function build(title: string, out = place.out) {
    const post = postFile({ title, coverImage: 'cover.png' })
    place.write({ 'blog/posts/one.md': post, 'blog/posts/cover.png': png(30, 20, title.length) })
    expect((await place.build({ env, out })).written).toBe(true)
  }
  async function push() {
    expect(await ran(['bucket', 'push', here.address, '--dir', place.out], here.swift.env)).toMatchObject({
      code: 0,
    })
  }
  const refuse = (status: number, code: string, of = '') => {
    here.front.fault = (asked, reply) => {
      if (!asked.url!.includes(of)) return undefined
      reply
        .writeHead(status, { 'Content-Type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`)
      return true
    }
  }
  async function statusOf(url: string) {
    const reply = await fetch(`${url}/status`)
    const [headers, text] = [Object.fromEntries(reply.headers), await reply.text()]
    expect(complaintsAbout('GET', '/status', { status: reply.status, headers, text })).toEqual([])
    return { status: reply.status, text }
  }

  describe('that follows a bucket', () => {
    let running: Running
    let lines: string[]
    let time: number
    let dist: string

    async function follow() {
      dist = at('served')
      fs.mkdirSync(dist, { mode: 0o700 })
      ;[lines, time] = [[], Date.now()]
      const bucket = new S3Bucket(here.address, here.front.env)
      // The tests decide when to look.
      const follow = { bucket, dist, incoming: new Incoming(dist), every: 3_600_000, looked: {} }
      const log = (line: string) => lines.push(line)
      const address = { port: 0, host: '127.0.0.1', env: unlimited, watchInterval: 3_600_000 }
      const folders = { data: join(dist, 'data'), public: join(dist, 'public') }
      running = await serve({ ...folders, ...address, log, now: () => time, follow })
      onTestFinished(() => running.close())
      await running.look()
    }
    const titles = async () =>
      (await json(await fetch(`${running.url}/v1/blog/posts`))).posts?.map(
        ({ title }: { title: string }) => title,
      )
    const newLines = () => lines.splice(0)
    const ofBucket = () => newLines().filter((line) => line.startsWith('bucket: '))
    /** Every file below a folder, with its bytes. */
    const tree = (folder: string) =>
      fs
        .readdirSync(folder, { recursive: true, withFileTypes: true })
        // What builds of all versions have made there is for later builds.
        .filter((entry) => entry.isFile() && entry.name !== 'public.json')
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length))
        .sort()
        .map((path) => [path, fs.readFileSync(join(folder, path)).toString('base64')])

    test('says each cause of one outage once, one that lasts once an hour, and all of them in /status', async () => {
      await push()
      await follow()
      expect(await titles()).toEqual(['One'])
      newLines()
      const causes = [
        [400, 'ExpiredToken', ': AWS_SESSION_TOKEN has expired'],
        [403, 'InvalidAccessKeyId', ': AWS_ACCESS_KEY_ID is unknown there'],
        [403, 'SignatureDoesNotMatch', expect.anything()],
        [404, 'NoSuchBucket', ': it does not exist'],
        [301, 'PermanentRedirect', ': it is elsewhere; set AWS_REGION, or AWS_ENDPOINT_URL_S3'],
        [403, 'AccessDenied', ': these credentials may not do that'],
      ] as const
      // The last one is there again and again between the others.
      for (const [status, code] of [...causes, ...causes]) {
        refuse(status, code)
        await running.look()
        const said = await statusOf(running.url)
        expect([said.status, JSON.parse(said.text).bucket]).toEqual([
          200,
          expect.stringContaining(`the bucket answers ${status} (${code}): `),
        ])
      }
      const said = newLines()
      expect(said).toEqual(causes.map(([, code]) => expect.stringContaining(`(${code}): `)))
      for (const [i, [, , hint]] of causes.entries())
        if (typeof hint === 'string') expect(said[i]).toContain(`${hint}; what is here is served until`)
      for (const wait of [3_500_000, 100_000, 3_500_000, 100_000]) {
        time += wait
        await running.look()
      }
      expect(newLines()).toEqual([said.at(-1), said.at(-1)])
      here.front.fault = undefined
      await running.look()
      expect(newLines()).toEqual(['bucket: all is well again'])
      expect((await statusOf(running.url)).text).not.toContain('bucket')
    })

    test('believes no store that answers wrongly, and says nothing of entity tags that change or are missing', async () => {
      here.front.fault = (asked, reply) => !!reply.writeHead(304).end() && asked.method === 'GET'
      await follow()
      expect(ofBucket()).toEqual([
        'bucket: the bucket says that nothing is new to a server that knows nothing; requests are answered 503 until it is well again',
      ])
      expect(await statusOf(running.url)).toMatchObject({
        status: 503,
        text: expect.stringContaining('"bucket":"the bucket says that nothing is new'),
      })
      here.front.fault = (_, reply) => !!reply.end('<!doctype html><title>Sign in</title>')
      await running.look()
      expect(ofBucket()).toEqual([expect.stringContaining('or something else answers in its place')])
      here.front.fault = undefined
      await push()
      await running.look()
      expect(await titles()).toEqual(['One'])
      newLines()
      const current = join(dist, 'data/current.json')
      const { ino } = fs.statSync(current)
      let tags = 0
      for (const change of [(etag: string) => `"${etag.slice(1, -1)}-${tags++}"`, () => undefined]) {
        here.front.change.headers = (headers) => {
          const etag = change(headers.etag ?? '""')
          if (etag) headers.etag = etag
          else delete headers.etag
        }
        for (let looks = 0; looks < 3; looks++) await running.look()
      }
      expect([newLines(), fs.statSync(current).ino]).toEqual([[], ino])
    })

    test('goes back to a snapshot only when that is whole, and says that it is older', async () => {
      await push()
      await follow()
      const [first] = fs.readdirSync(join(dist, 'data')).filter(isHash)
      await build('Two')
      await push()
      await running.look()
      expect(await titles()).toEqual(['Two'])
      flip(join(dist, 'data', first!, 'short.bin'))
      expect((await ran(['bucket', 'rollback', here.address], here.swift.env)).code).toBe(0)
      newLines()
      refuse(403, 'AccessDenied', '/objects/')
      await running.look()
      expect(newLines()).toEqual([
        expect.stringMatching(/^bucket: it went back to what was pushed before, at 20\S+Z$/),
        expect.stringContaining('(AccessDenied)'),
      ])
      expect([await titles(), (await statusOf(running.url)).status]).toEqual([['Two'], 200])
      here.front.fault = undefined
      await running.look()
      expect(await titles()).toEqual(['One'])
      expect(newLines()).toEqual([expect.stringMatching(/^swapped in: /), 'bucket: all is well again'])
      expect(await ran(['check', '--snapshot', '--out', dist])).toMatchObject({ code: 0 })
    })

    test('mends whatever is missing, cut or something else by the next look, and copies no more than that', async () => {
      await push()
      await follow()
      const [hash = ''] = fs.readdirSync(join(dist, 'data')).filter(isHash)
      const index = fs.readdirSync(join(dist, 'data')).find((name) => name.endsWith('.search-index.json'))!
      const [image = ''] = fs.readdirSync(join(dist, 'public/media'))
      const instead = (path: string, make: (path: string) => void) => {
        fs.rmSync(join(dist, path), all)
        make(join(dist, path))
      }
      const harms: [objects: number, () => void][] = [
        [1, () => fs.rmSync(join(dist, 'data', hash), all)],
        [1, () => fs.truncateSync(join(dist, 'data', hash, 'manifest.json'), 10)],
        [1, () => fs.truncateSync(join(dist, 'data', hash, 'short.bin'), 1)],
        [1, () => instead(`data/${hash}`, (path) => fs.writeFileSync(path, ''))],
        [0, () => fs.rmSync(join(dist, 'data/current.json'))],
        [0, () => flip(join(dist, 'data/current.json'), 40)],
        [0, () => instead('data/current.json', (path) => fs.mkdirSync(path))],
        [1, () => fs.rmSync(join(dist, 'data', index))],
        [1, () => fs.truncateSync(join(dist, 'public/media', image), 3)],
        [1, () => flip(join(dist, 'public/openapi.json'))],
        [1, () => instead('public/docs/index.html', (path) => fs.symlinkSync('nothing', path))],
        [2, () => instead('data', (path) => fs.writeFileSync(path, ''))],
        [1, () => instead('public/media', (path) => fs.symlinkSync(dist, path))],
        [
          0,
          () =>
            fs.rmSync(join(dist, fs.readdirSync(dist).find((name) => name.startsWith('incoming-'))!), all),
        ],
      ]
      for (const [number, [objects, harm]] of harms.entries()) {
        harm()
        newLines()
        await running.look()
        const mended = ofBucket()
        const had = objects === 1 ? '1 object' : `${objects} objects`
        expect([number, mended]).toEqual([
          number,
          objects === 0 ? [] : [`bucket: ${had} missing or damaged here had to be copied again`],
        ])
        expect([number, tree(dist), (await statusOf(running.url)).status]).toEqual([
          number,
          tree(place.out),
          200,
        ])
        expect(await titles()).toEqual(['One'])
      }
      // Of what nobody can copy, somebody is told.
      fs.rmSync(join(dist, 'data', hash), all)
      refuse(404, 'NoSuchKey', '/objects/')
      await running.look()
      time += 1_000
      expect(await statusOf(running.url)).toMatchObject({
        status: 503,
        text: expect.stringContaining('"bucket":"the bucket answers 404 (NoSuchKey)"'),
      })
    })
  })

  describe('says what is wrong as docs/operating.md has it:', () => {
    const guide = fs.readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    const [, table = ''] = /^## What is wrong\n[\s\S]*?\n\|---.*\n((?:\|.*\n)+)/m.exec(guide) ?? []
    const rows = table
      .trim()
      .split('\n')
      .map((row) =>
        row.split(' | ').map((cell) => cell.replace(/^\| /, '').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')),
      )
    let server: GalleyHere
    afterEach(() => server.stop())

    async function started(...flags: string[]) {
      const env = { ...unlimited, ...here.front.env }
      server = galleyHere(['serve', '--port', '0', '--metrics', '0', ...flags], env)
      await urlOf(server)
    }
    const verified = () => server.says(/(?:verified|swapped in): snapshot/)
    async function plain() {
      await started('--dir', place.out)
      await verified()
    }
    async function following() {
      await push()
      await started('--from', here.address, '--dir', at('served'), '--every', '1')
      await verified()
    }
    const data = (...names: string[]) => join(place.out, 'data', ...names)
    const folder = () => fs.readdirSync(data()).find(isHash)!
    const faults: Record<string, () => Promise<void>> = {
      async 'the store of the bucket is down'() {
        await following()
        here.front.fault = ({ socket }) => !!socket.destroy()
      },
      async "the bucket's credentials have expired"() {
        await following()
        refuse(400, 'ExpiredToken')
      },
      async 'something else answers in place of the store'() {
        await following()
        here.front.fault = (_, reply) => !!reply.end('<html>')
      },
      'nothing was pushed yet': () => started('--from', here.address, '--dir', at('served'), '--every', '1'),
      'there is no snapshot': () => started('--dir', at('nothing')),
      async 'a folder of the snapshot is gone'() {
        await plain()
        fs.rmSync(data(folder()), all)
      },
      async 'a file of the snapshot is damaged'() {
        await plain()
        flip(data(folder(), 'short.bin'))
      },
      async 'an image is damaged'() {
        await plain()
        const [image = ''] = fs.readdirSync(join(place.out, 'public/media'))
        flip(join(place.out, 'public/media', image))
      },
      async 'a new snapshot is damaged'() {
        await plain()
        await build('Two', at('next'))
        const next = fs.readdirSync(join(at('next'), 'data')).find(isHash)!
        fs.cpSync(join(at('next'), 'data', next), data(next), { recursive: true })
        flip(data(next, 'short.bin'))
        fs.cpSync(join(at('next'), 'data/current.json'), data('next.json'))
        fs.renameSync(data('next.json'), data('current.json'))
      },
      async 'Redis is down'() {
        const env = { REDIS_URL: 'redis://127.0.0.1:1' }
        server = galleyHere(['serve', '--port', '0', '--metrics', '0', '--dir', place.out], env)
        await verified()
      },
    }
    /** `…` stands for anything. */
    const patternOf = (text: string) =>
      new RegExp(
        text
          .split('…')
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('[^\\n]*'),
        'm',
      )

    test.each(rows)('%s', async (fault, answer, metric, line) => {
      await faults[fault!]!()
      const url = await urlOf(server)
      const [, metrics] = await server.says(/^Metrics are at (\S+)$/m)
      const [, code, field = ''] = /^(\d+)(?:, `(.+)`)?/.exec(answer!)!
      const snapshot = /snapshot ([0-9a-f]{32})/.exec(server.stdout())?.[1]
      const wanted = patternOf(/^`(.+)`/.exec(metric!)![1]!.replace('snapshot="…"', `snapshot="${snapshot}"`))
      const cover = fs.readdirSync(join(place.out, 'public/media'))[0]
      await expect
        .poll(
          async () => {
            for (const path of ['/v1/blog/posts', `/media/${cover}`])
              await (await fetch(url + path)).text().catch(() => {})
            const { status, text } = await statusOf(url)
            return [
              status === Number(code) && patternOf(field.replace(': ', ':')).test(text),
              wanted.test(await (await fetch(metrics!)).text()),
              patternOf(/^`(.+)`/.exec(line!)![1]!).test(server.stderr()),
            ]
          },
          { timeout: 30_000, interval: 100 },
        )
        .toEqual([true, true, true])
    })
  })
})
