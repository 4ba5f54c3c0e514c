// Damaged media: whatever happens to a file, what is sent of it is what was built, a 503, or visibly cut off.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs, {
  appendFileSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../server/index.ts'
import { pieceBytes } from '../../snapshot/format/format.ts'
import { fixed, tries } from '../property/tries.ts'
import { openFiles } from '../support/open-files.ts'
import { png } from '../support/picture.ts'
import { unlimited } from '../support/server.ts'
import { json, talk } from '../support/talk.ts'
import { complaintsAbout } from '../support/validate.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const isWindows = process.platform === 'win32'

/** More than can be on its way to a reader who reads nothing. */
const long = randomBytes(12.5 * pieceBytes)
const sources: Record<string, string | Buffer> = {
  'a.png': png(30, 20),
  'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>',
  'film.mp4': randomBytes(3.5 * pieceBytes),
  'long.webm': long,
  'nothing.pdf': '',
}

const damages: Record<string, (path: string) => void> = {
  'a flipped bit': (path) => flip(path, statSync(path).size >> 1),
  'another first byte': (path) => flip(path, 0),
  'another last byte': (path) => flip(path, statSync(path).size - 1),
  'another byte, of the same time': (path) => {
    const { atime, mtime } = statSync(path)
    flip(path, 9)
    utimesSync(path, atime, mtime)
  },
  'an end that is missing': (path) => truncateSync(path, statSync(path).size - 1),
  'no bytes': (path) => truncateSync(path, 0),
  'a byte too many': (path) => appendFileSync(path, 'x'),
  'nothing but zeros': (path) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
  'the bytes of another': (path) => writeFileSync(path, readFileSync(pathOf('a.png'))),
  'another file in its place': (path) => {
    writeFileSync(`${path}.new`, png(30, 20, 99))
    renameSync(`${path}.new`, path)
  },
  'no file': (path) => rmSync(path),
  'what another name of it was given': (path) => {
    linkSync(path, join(place.out, 'link.png'))
    flip(join(place.out, 'link.png'), 5)
    rmSync(join(place.out, 'link.png'))
  },
}
/** An image for each. */
const images = Object.keys(damages).map((_, i) => `image-${i}.png`)
for (const [i, image] of images.entries()) sources[image] = png(30, 20, i + 1)

let place: Workspace
let running: Running
let time = Date.UTC(2026, 5, 1)
const log: string[] = []

beforeAll(async () => {
  const links = Object.keys(sources).map((name) => `[x](${name})\n`)
  const media = Object.entries(sources).map(([name, bytes]) => [`blog/posts/${name}`, bytes])
  place = await workspace(
    { 'blog/posts/hello.md': postFile({}, links.join('\n')), ...Object.fromEntries(media) },
    { env: { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' } },
  )
  expect((await place.build()).problems).toEqual([])
  await start()
})
beforeEach(() => {
  log.length = 0
  // A line that is repeated within a minute is left out.
  time += 60_000
})
afterAll(async () => {
  await running.close()
  place.remove()
})

async function start(): Promise<void> {
  running = await serve({
    data: join(place.out, 'data'),
    public: join(place.out, 'public'),
    port: 0,
    host: '127.0.0.1',
    env: unlimited,
    now: () => time,
    log: (line) => log.push(line.replaceAll(place.out, 'OUT')),
    watchInterval: 3_600_000,
  })
  await running.look()
}

const folder = () => join(place.out, 'public/media')
const pathOf = (source: string) => join(folder(), nameOf(source))
/** The public name of a source. */
function nameOf(source: string): string {
  const [stem, ending] = source.split('.')
  return readdirSync(folder()).find((name) => name.startsWith(`${stem}.`) && name.endsWith(`.${ending}`))!
}
const built = (source: string) => Buffer.from(sources[source]!)

async function ask(name: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(`${running.url}/media/${name}`, { method, headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

async function isTold(): Promise<boolean> {
  const reply = await fetch(`${running.url}/status`)
  const text = await reply.clone().text()
  const headers = Object.fromEntries(reply.headers)
  expect(complaintsAbout('GET', '/status', { status: reply.status, headers, text })).toEqual([])
  return (await json(reply)).damaged === true
}

/** In place. */
function flip(path: string, at: number): void {
  const file = openSync(path, 'r+')
  try {
    const byte = Buffer.alloc(1)
    readSync(file, byte, 0, 1, at)
    byte[0]! ^= 1 << (at % 8)
    writeSync(file, byte, 0, 1, at)
  } finally {
    closeSync(file)
  }
}

/** How much is read of media, in bytes, meanwhile. */
async function bytesRead(work: () => Promise<unknown>): Promise<number> {
  const { open } = fs.promises
  let bytes = 0
  fs.promises.open = async (...parameters) => {
    const handle: FileHandle = await open(...parameters)
    if (!String(parameters[0]).includes('public/media')) return handle
    const read = handle.read.bind(handle) as (...all: unknown[]) => ReturnType<FileHandle['read']>
    const counting = async (...all: unknown[]) => {
      const result = await read(...all)
      bytes += result.bytesRead
      return result
    }
    return Object.assign(handle, { read: counting })
  }
  try {
    await work()
    return bytes
  } finally {
    fs.promises.open = open
  }
}

test('a damaged image is a 503 that the log and /status tell, and the next build mends it', async () => {
  const names = images.map(nameOf)
  expect(await isTold()).toBe(false)
  for (const [i, damage] of Object.values(damages).entries()) {
    expect((await ask(names[i]!)).bytes.equals(built(images[i]!))).toBe(true)
    damage(join(folder(), names[i]!))
  }
  for (const [i, kind] of Object.keys(damages).entries()) {
    log.length = 0
    for (const method of ['GET', 'HEAD', 'GET']) {
      const { status, headers, bytes } = await ask(names[i]!, { 'If-None-Match': '"other"' }, method)
      expect([kind, status, headers.get('cache-control'), headers.get('etag')]).toEqual([
        kind,
        503,
        'no-store',
        null,
      ])
      const told = { status, headers: Object.fromEntries(headers), text: bytes.toString() }
      expect(complaintsAbout(method, `/media/${names[i]}`, told)).toEqual([])
    }
    expect((await ask(names[i]!, { Range: 'bytes=0-1' })).status).toBe(503)
    expect(log, kind).toEqual([
      expect.stringMatching(`^snapshot unavailable: OUT/public/media/${names[i]}: \\w`),
    ])
  }
  expect(await isTold()).toBe(true)
  expect((await ask(nameOf('a.png'))).bytes.equals(built('a.png'))).toBe(true)
  expect((await place.build()).problems).toEqual([])
  await running.look()
  for (const [i, name] of names.entries()) {
    expect(readFileSync(join(folder(), name)).equals(built(images[i]!))).toBe(true)
    expect((await ask(name)).bytes.equals(built(images[i]!))).toBe(true)
  }
  expect(await isTold()).toBe(false)
})

test.skipIf(isWindows)(
  'what is no file of its own is a 503, and stops a build until it is away',
  async () => {
    const path = pathOf('a.png')
    const name = nameOf('a.png')
    const aside = join(place.out, 'aside.png')
    const others: (() => void)[] = [
      () => mkdirSync(path),
      () => execFileSync('mkfifo', [path]),
      () => symlinkSync(aside, path),
      () => symlinkSync(pathOf('image-1.png'), path),
      () => symlinkSync('/dev/zero', path),
    ]
    for (const put of others) {
      renameSync(path, aside)
      put()
      // More than there are threads that could wait for somebody who writes to a pipe.
      const statuses = await Promise.all(Array.from({ length: 9 }, async () => (await ask(name)).status))
      expect(new Set(statuses)).toEqual(new Set([503]))
      expect((await ask(nameOf('image-1.png'))).status).toBe(200)
      await expect(place.build()).rejects.toThrow(`${path} was not made by a build`)
      rmSync(path, { recursive: true })
      renameSync(aside, path)
      expect((await ask(name)).bytes.equals(built('a.png'))).toBe(true)
    }
    expect(await isTold()).toBe(false)
  },
)

fixed('what is no longer damaged is served again, without a build', async () => {
  const [name, path] = [nameOf('a.png'), pathOf('a.png')]
  for (let i = 0; i < 5; i++) {
    expect((await ask(name)).bytes.equals(built('a.png'))).toBe(true)
    expect(await isTold()).toBe(false)
    flip(path, i)
    expect((await ask(name)).status).toBe(503)
    expect(await isTold()).toBe(true)
    flip(path, i)
  }
})

fixed('media in order are sent as they were built', async () => {
  for (const source of Object.keys(sources)) {
    const { status, bytes, headers } = await ask(nameOf(source))
    expect([source, status, bytes.equals(built(source))]).toEqual([source, 200, true])
    expect(headers.get('content-length')).toBe(String(built(source).length))
  }
})

fixed(
  'what the snapshot says of media is checked as well: nothing is served unchecked without it',
  async () => {
    const { hash } = running.snapshots.current().workspaces.get('blog')!
    const seals = join(place.out, 'data', hash, 'media.seals.json')
    const whole = readFileSync(seals)
    for (const damage of [
      () => flip(seals, whole.length >> 1),
      () => truncateSync(seals),
      () => rmSync(seals),
    ]) {
      damage()
      await running.close()
      await start()
      expect((await ask(nameOf('a.png'))).status).toBe(503)
      writeFileSync(seals, whole)
      time += 1_000
      expect((await ask(nameOf('a.png'))).bytes.equals(built('a.png'))).toBe(true)
    }
    await running.close()
    await start()
  },
)

describe('of a long file', () => {
  const film = () => pathOf('film.mp4')

  test('whatever is damaged, nobody gets a byte that was not built', async () => {
    const name = nameOf('film.mp4')
    const whole = built('film.mp4')
    const near = fc.integer({ min: -2, max: 2 })
    const at = fc
      .oneof(
        fc.nat(whole.length - 1),
        fc.tuple(fc.nat(3), near).map(([piece, by]) => piece * pieceBytes + by),
      )
      .map((byte) => Math.min(Math.max(byte, 0), whole.length - 1))
    const pieceOf = (byte: number) => Math.floor(byte / pieceBytes)
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(at, { maxLength: 2 }), at, at, async (flipped, one, other) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)]
        const request = `GET /media/${name} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nRange: bytes=${first}-${last}\r\n\r\n`
        for (const byte of flipped) flip(film(), byte)
        const { bytes, end } = await talk(running.url, [request])
        for (const byte of flipped) flip(film(), byte)
        const status = /^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1', 0, 20))?.[1]
        const damaged = flipped
          .map(pieceOf)
          .filter((piece) => pieceOf(first) <= piece && piece <= pieceOf(last))
        if (status === '503') {
          expect(damaged).not.toEqual([])
          return
        }
        const body = bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)
        // Up to the piece that is damaged, and no further; a reset takes away what has not been read.
        const most = Math.min(last + 1, ...damaged.map((piece) => piece * pieceBytes)) - first
        expect(body.equals(whole.subarray(first, first + body.length))).toBe(true)
        if (damaged.length > 0) expect([end, body.length <= most]).toEqual(['reset', true])
        else expect([status, end, body.length]).toEqual(['206', 'closed', most])
      }),
      { numRuns: tries(160) },
    )
  })

  fixed('a damaged later piece cuts off the reply, and the log and /status tell', async () => {
    flip(film(), 2 * pieceBytes + 5)
    const name = nameOf('film.mp4')
    expect((await ask(name, {}, 'HEAD')).status).toBe(200)
    const { bytes, end } = await talk(running.url, [
      `GET /media/${name} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    ])
    const body = bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)
    expect([end, body.length <= 2 * pieceBytes]).toEqual(['reset', true])
    expect(log).toEqual([`reply cut off: OUT/public/media/${name}: the checksum of piece 2 is wrong`])
    expect(await isTold()).toBe(true)
    // What is in order is served, and does not end the alarm.
    expect((await ask(name, { Range: 'bytes=3145728-' })).status).toBe(206)
    expect(await isTold()).toBe(true)
    flip(film(), 2 * pieceBytes + 5)
    expect((await ask(name)).bytes.equals(built('film.mp4'))).toBe(true)
    expect(await isTold()).toBe(false)
  })

  fixed.each<[string, (path: string) => void]>([
    ['is changed', (path) => flip(path, long.length - 9)],
    ['is cut', (path) => truncateSync(path, long.length - 9)],
  ])('what %s after it was checked, while it is sent, is not sent', async (_, damage) => {
    const path = pathOf('long.webm')
    expect((await ask(nameOf('long.webm'))).bytes.equals(long)).toBe(true)
    const reply = await replyOf('long.webm')
    damage(path)
    const received: Buffer[] = []
    const reading = async () => {
      for await (const chunk of reply) received.push(chunk)
    }
    await expect(reading()).rejects.toThrow(/aborted|ECONNRESET/)
    const bytes = Buffer.concat(received)
    expect(bytes.length).toBeLessThanOrEqual(12 * pieceBytes)
    expect(bytes.equals(long.subarray(0, bytes.length))).toBe(true)
    writeFileSync(path, long)
  })

  fixed(
    'whoever puts the same file there while it is sent disturbs nobody',
    { tags: 'nightly' },
    async () => {
      const path = pathOf('long.webm')
      const reply = await replyOf('long.webm')
      writeFileSync(`${path}.new`, long)
      renameSync(`${path}.new`, path)
      utimesSync(path, 1, 1)
      const chunks: Buffer[] = []
      for await (const chunk of reply) chunks.push(chunk)
      expect(Buffer.concat(chunks).equals(long)).toBe(true)
    },
  )

  test.runIf(process.platform === 'linux')(
    'the first byte waits for its own piece only, and each is checked once',
    async () => {
      const name = nameOf('film.mp4')
      const { length } = built('film.mp4')
      await running.close()
      await start()
      const part = (range: string) => async () => {
        expect((await ask(name, { Range: `bytes=${range}` })).status).toBe(206)
      }
      expect(await bytesRead(part('2200000-2200000'))).toBe(pieceBytes + 1)
      expect(await bytesRead(part('2300000-2300099'))).toBe(100)
      expect(await bytesRead(part('-10'))).toBe((length % pieceBytes) + 10)
      // The two pieces that remain, once for all who ask.
      const readers = 5
      const together = () => Promise.all(Array.from({ length: readers }, () => ask(name)))
      expect(await bytesRead(together)).toBe(readers * length + 2 * pieceBytes)
      expect(await bytesRead(() => ask(name))).toBe(length)
      utimesSync(film(), 5, 5)
      expect(await bytesRead(() => ask(name))).toBe(2 * length)
    },
  )

  test.runIf(process.platform === 'linux')('no file is left open, however it is damaged', async () => {
    for (const source of ['a.png', 'film.mp4']) {
      const path = pathOf(source)
      flip(path, 5)
      expect((await ask(nameOf(source))).status).toBe(503)
      truncateSync(path, 2)
      expect((await ask(nameOf(source))).status).toBe(503)
      writeFileSync(path, built(source))
    }
    await expect.poll(() => openFiles(folder())).toEqual([])
  })
})

/** Its headers have been read, and none of its body. */
function replyOf(source: string): Promise<IncomingMessage> {
  return new Promise((resolve) =>
    httpGet(`${running.url}/media/${nameOf(source)}`, resolve).on('error', () => {}),
  )
}
