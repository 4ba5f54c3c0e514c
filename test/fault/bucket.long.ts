// A bucket that fails in every way that it can: servers go on with the last good snapshot, and never have half of one.
import { chmodSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, type TestContext, test } from 'vitest'
import { type Galley, galley, ran, urlOf } from '../support/command.ts'
import { canMount, fill, mount } from '../support/mount.ts'
import { someOf } from '../support/nightly.ts'
import { png } from '../support/picture.ts'
import {
  type Change,
  type Fault,
  type Front,
  type Swift,
  startFront,
  testBucket,
  withoutSwift,
} from '../support/swift.ts'
import { postFile, workspace } from '../support/workspace.ts'

/** Content that takes several objects, and of some of them many chunks. */
const posts = 60
const prose = Array.from({ length: 4_000 }, (_, word) => (word * 7_919).toString(36)).join(' ')

interface Site {
  front: Front
  /** What servers write to. */
  served: string
  publish(generation: number): Promise<void>
  follow(env?: NodeJS.ProcessEnv, folder?: string): Promise<{ server: Galley; url: string }>
  /** Waits until a server answers with it. */
  becomes(url: string, generation: number): Promise<void>
}

/** A workspace that is published to a prefix of its own, with its own front: tests wait most of the time, and do that side by side. */
async function site(swift: Swift, name: string, { onTestFinished, expect }: TestContext): Promise<Site> {
  const place = await workspace({})
  const front = await startFront(swift)
  const running: Galley[] = []
  onTestFinished(async () => {
    for (const { process } of running) process.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
    await front.close()
    place.remove()
  })
  const address = `s3://content/${name}`
  const served = join(place.dir, '..', 'served')
  /** To the store itself, whatever becomes of what passes through the front. */
  async function publish(generation: number) {
    const post = (number: number) =>
      postFile(
        { title: `Generation ${generation}`, coverImage: 'cover.png' },
        `${generation} ${number} ${prose}`,
      )
    const written = Array.from({ length: posts }, (_, number) => [`blog/posts/p${number}.md`, post(number)])
    place.write({
      ...Object.fromEntries(written),
      'blog/posts/cover.png': png(60, 40, generation),
      'blog/workspace.yml': 'collections: { pages: {} }\n',
      'blog/pages/about.md': `# Generation ${generation}\n`,
    })
    const env = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' }
    expect((await place.build({ env })).written).toBe(true)
    expect(await ran(['bucket', 'push', address, '--dir', place.out], swift.env)).toMatchObject({ code: 0 })
  }
  async function follow(env: NodeJS.ProcessEnv = {}, folder = served) {
    const flags = ['--from', address, '--every', '1', '--dir', folder, '--port', '0', '--quiet']
    const server = galley(['serve', ...flags], { ...front.env, ...env, GALLEY_RATE_LIMIT: 'off' })
    running.push(server)
    return { server, url: await urlOf(server) }
  }
  const becomes = (url: string, generation: number) =>
    expect.poll(() => generationAt(url), { interval: 250 }).toBe(generation)
  await publish(0)
  return { front, served, publish, follow, becomes }
}

/** Of all posts, which have to be of one generation, with the cover of that. */
async function generationAt(url: string): Promise<number | undefined> {
  const reply = await fetch(`${url}/v1/blog/posts?limit=all`)
  if (reply.status === 503) return undefined
  const { posts: all } = (await reply.json()) as {
    posts: { title: string; content: string; coverImage: string }[]
  }
  const generations = new Set(
    all.map(({ title, content }) => `${title.split(' ')[1]} ${content.split(' ')[0]!.replace('<p>', '')}`),
  )
  expect([all.length, generations.size]).toEqual([posts, 1])
  const cover = await fetch(url + new URL(all[0]!.coverImage).pathname)
  expect(cover.status).toBe(200)
  const [generation = '', same] = [...generations][0]!.split(' ')
  expect(same).toBe(generation)
  const page = await fetch(`${url}/v1/blog/entries/pages/about`)
  if (page.status === 503) return undefined
  expect(await page.text()).toMatch(/"title":"Generation \d+"/)
  return Number(generation)
}

const incomingIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('incoming-'))

describe.skipIf(withoutSwift)('a bucket that fails', () => {
  const here = testBucket()

  const flip = (chunk: Buffer) => {
    chunk[chunk.length >> 1]! ^= 1
    return chunk
  }
  const refuse =
    (status: number, code: string): Fault =>
    (_, reply) => {
      reply.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
      return true
    }
  const isObject = (url = '') => url.includes('/objects/') || url.includes('/media/')
  const ways: Record<string, { fault?: Fault | undefined; chunk?: Change['chunk']; line: RegExp }> = {
    'says nothing': {
      fault: () => new Promise(() => {}),
      line: /bucket: the bucket does not answer in time/,
    },
    'cuts bodies': {
      chunk(chunk, asked) {
        if (!isObject(asked.url)) return chunk
        setImmediate(() => asked.socket.destroy())
        return chunk.subarray(0, chunk.length >> 1)
      },
      line: /bucket: the bucket cannot be reached/,
    },
    'answers 503': {
      fault: refuse(503, 'SlowDown'),
      line: /bucket: the bucket answers 503 \(SlowDown\)/,
    },
    vanishes: {
      fault: refuse(404, 'NoSuchBucket'),
      line: /bucket: the bucket answers 404 \(NoSuchBucket\)/,
    },
    'has other bytes': {
      chunk: (chunk, asked) => (isObject(asked.url) ? flip(chunk) : chunk),
      line: /bucket: the bucket has other bytes than were pushed/,
    },
    'has another pointer': {
      chunk: (chunk, asked) => (isObject(asked.url) ? chunk : flip(chunk)),
      line: /bucket: a pointer in the bucket is damaged/,
    },
    'does not listen': {
      fault: ({ socket }) => !!socket.destroy(),
      line: /bucket: the bucket cannot be reached \(\w+\)/,
    },
  }

  // What is mounted is removed with the test that runs alone.
  test.skipIf(!canMount())(
    'a disk that is full leaves the last good snapshot in place',
    { tags: 'nightly' },
    async (context) => {
      const { publish, follow, becomes } = await site(here.swift, 'full', context)
      const disk = mkdtempSync(join(tmpdir(), 'galley-disk-'))
      mount(disk, 40_960)
      chmodSync(disk, 0o700)
      const { server, url } = await follow({}, disk)
      await becomes(url, 0)
      fill(join(disk, 'filling'), 65_536)
      await publish(1)
      await server.says(/bucket: the disk is full \(ENOSPC\)/)
      expect(await generationAt(url)).toBe(0)
    },
  )

  test.concurrent.for(someOf(Object.entries(ways), 3))(
    'and %s leaves the last good snapshot in place',
    async ([name, { fault, chunk, line }], context) => {
      const { front, served, publish, follow, becomes } = await site(
        here.swift,
        name.replaceAll(' ', '-'),
        context,
      )
      const { server, url } = await follow()
      await becomes(url, 0)
      front.fault = fault
      front.change = { chunk }
      await publish(1)
      await server.says(line)
      for (let asks = 0; asks < 20; asks++) {
        expect(await generationAt(url)).toBe(0)
        await pause(50)
      }
      front.fault = undefined
      front.change = {}
      // As an operator does who does not want to wait for a minute.
      server.process.kill('SIGHUP')
      await server.says(/bucket: all is well again/)
      await becomes(url, 1)
      expect(server.stderr().match(/bucket: /g)).toHaveLength(2)
      expect(incomingIn(served)).toHaveLength(1)
    },
  )

  test.concurrent('and is slow, while somebody publishes again and again, is followed all the same', {
    tags: 'nightly',
  }, async (context) => {
    const { front, publish, follow, becomes } = await site(here.swift, 'slow', context)
    front.fault = async () => {
      await pause(Math.random() * 200)
      return undefined
    }
    const { url } = await follow()
    for (let generation = 1; generation < 5; generation++) {
      await publish(generation)
      const seen = await generationAt(url)
      expect(seen === undefined || seen <= generation).toBe(true)
    }
    await becomes(url, 4)
  })

  test.concurrent('is not read by a machine whose clock is wrong, which says so', {
    tags: 'nightly',
  }, async (context) => {
    const { follow, becomes } = await site(here.swift, 'late', context)
    const { server: first, url } = await follow()
    await becomes(url, 0)
    first.process.kill('SIGTERM')
    await first.ended
    const { server, url: again } = await follow({
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'skewed.mjs')}`,
    })
    await server.says(
      /bucket: the bucket answers 403 \(RequestTimeTooSkewed\): the clock of this machine is wrong/,
    )
    expect(await generationAt(again)).toBe(0)
  })

  test.concurrent('a process that is killed while it copies leaves nothing that is served', async (context) => {
    const { front, served, follow, becomes } = await site(here.swift, 'killed', context)
    let left = 3
    front.fault = async (asked) => {
      if (isObject(asked.url) && left-- <= 0) await pause(600_000)
      return undefined
    }
    const { server, url } = await follow()
    await context.expect.poll(() => left).toBeLessThan(0)
    expect(await generationAt(url)).toBe(undefined)
    server.process.kill('SIGKILL')
    await server.ended
    front.fault = undefined
    const again = await follow()
    await becomes(again.url, 0)
    expect(incomingIn(served)).toHaveLength(1)
  })
})
