// Whatever happens to the folder of a server that follows a bucket, at any moment: two looks later all is served as it was pushed, or
// /status and the metrics say that it is not; and two looks after that, all is.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { seeded } from '../bench/words.ts'
import { tries } from '../property/tries.ts'
import { ran } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { testBucket, withoutSwift } from '../support/swift.ts'
import { postFile, workspace } from '../support/workspace.ts'

const isRoot = process.getuid?.() === 0
/** Nobody: what writes random files is never root. */
const user = isRoot ? { uid: 65_534, gid: 65_534 } : {}
const program = fileURLToPath(new URL('../../bin/galley.mjs', import.meta.url))
const harm = fileURLToPath(new URL('./harm.mjs', import.meta.url))
const posts = 40

describe.skipIf(withoutSwift || process.platform === 'win32')('a folder that anything happens to', () => {
  const here = testBucket()

  test('is mended within two looks, or reported', async ({ onTestFinished }) => {
    const place = await workspace({})
    // Apart from what other tests write, where somebody else may go.
    const root = mkdtempSync('/tmp/galley-harm-')
    const folder = join(root, 'served')
    chmodSync(root, 0o755)
    mkdirSync(folder, { mode: 0o700 })
    if (isRoot) chownSync(folder, user.uid!, user.gid!)
    const publish = async (generation: number) => {
      const text = `${generation} ${'word '.repeat(200)}`
      const one = postFile({ title: `Generation ${generation}`, coverImage: 'cover.png' }, text)
      const written = Array.from({ length: posts }, (_, number) => [`blog/posts/p${number}.md`, one])
      place.write({
        ...Object.fromEntries(written),
        'blog/posts/cover.png': png(60, 40, generation),
        'blog/workspace.yml': 'collections: { pages: {} }\n',
        'blog/pages/about.md': `# Generation ${generation}\n`,
      })
      await place.build({ env: { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' } })
      expect(await ran(['bucket', 'push', here.address, '--dir', place.out], here.swift.env)).toMatchObject({
        code: 0,
      })
    }
    await publish(0)
    const env = { ...here.front.env, PATH: process.env.PATH, GALLEY_RATE_LIMIT: 'off', GALLEY_CACHE: 'off' }
    const flags = ['--from', here.address, '--dir', folder, '--every', '1', '--port', '0', '--metrics', '0']
    const server = spawn(process.execPath, [program, 'serve', ...flags], { cwd: '/', env, ...user })
    const harmful = spawn(process.execPath, [harm, folder, '7'], { cwd: '/', ...user })
    onTestFinished(async () => {
      for (const child of [server, harmful]) {
        const ended = once(child, 'exit')
        if (child.kill('SIGKILL')) await ended
      }
      rmSync(root, { recursive: true })
      place.remove()
    })
    const said: string[] = []
    createInterface(harmful.stdout).on('line', (line) => said.push(line))
    let printed = ''
    for (const output of [server.stdout, server.stderr]) output.on('data', (text) => (printed += text))
    const printedAfter = async (pattern: RegExp) => {
      await expect.poll(() => printed).toMatch(pattern)
      return pattern.exec(printed)![1]!
    }
    const url = await printedAfter(/^Galley answers at (\S+) /m)
    const metrics = await printedAfter(/^Metrics are at (\S+)$/m)
    /** The third begins when two have ended. */
    const twoLooks = async () => {
      here.front.asked()
      let looks = 0
      await expect
        .poll(
          () => {
            server.kill('SIGHUP')
            looks += here.front.asked().filter((line) => line.endsWith('/current.json')).length
            return looks
          },
          { interval: 50 },
        )
        .toBeGreaterThan(3)
    }
    const pages = readdirSync(join(place.out, 'public/docs')).filter((name) => name.endsWith('.html'))
    /** @returns what is not answered as it was pushed */
    const wrongNow = async (generation: number) => {
      const wrong: string[] = []
      const get = async (path: string, isRight: (bytes: Buffer) => boolean) => {
        const reply = await fetch(url + path)
        const bytes = Buffer.from(await reply.arrayBuffer().catch(() => new ArrayBuffer()))
        if (reply.status !== 200 || !isRight(bytes)) wrong.push(`${path} ${reply.status}`)
        return bytes.toString()
      }
      const isNew = (bytes: Buffer) =>
        bytes.toString().split(`"Generation ${generation}"`).length === posts + 1
      const all = await get('/v1/blog/posts?limit=all', isNew)
      await get('/v1/blog/entries/pages', (bytes) => bytes.includes(`"Generation ${generation}"`))
      await get('/v1/blog/posts?query=word&limit=all&select=title', isNew)
      await get('/v1/blog/search-index.json', (bytes) => {
        const { workspaces } = JSON.parse(readFileSync(join(place.out, 'data/current.json'), 'utf8'))
        const name = `data/${workspaces.blog.searchIndex.hash}.search-index.json`
        return bytes.equals(readFileSync(join(place.out, name)))
      })
      const [, cover] = /"coverImage":"https:\/\/api.example.org([^"]+)"/.exec(all) ?? []
      if (cover) await get(cover, (bytes) => bytes.equals(readFileSync(join(place.out, 'public', cover))))
      for (const path of ['openapi.json', ...pages.map((name) => `docs/${name}`)])
        await get(`/${path}`, (bytes) => bytes.equals(readFileSync(join(place.out, 'public', path))))
      return wrong
    }
    /** Whether /status and the metrics say that something is wrong. */
    const reported = async () => {
      const status = await fetch(`${url}/status`)
      const text = await status.text()
      const measured = await (await fetch(metrics)).text()
      return [
        status.status === 503 || /"damaged":true|"bucket":"/.test(text),
        /^galley_(?:snapshot_damaged|bucket_failing) 1$/m.test(measured),
      ]
    }
    await expect.poll(() => wrongNow(0)).toEqual([])
    const random = seeded(11)
    let generation = 0
    for (let round = 0; round < tries(300); round++) {
      const begun = said.length
      const wanted = 1 + Math.floor(random() * 4)
      const publishing = random() < 0.1 ? publish(++generation) : undefined
      harmful.stdin.write('\n'.repeat(wanted))
      if (random() < 0.5) server.kill('SIGHUP')
      await publishing
      await expect.poll(() => said.length).toBe(begun + wanted)
      const what = `round ${round}: ${said.slice(begun).join(', ')}`
      await twoLooks()
      // Another look may mend all while it is compared.
      const before = await reported()
      const wrong = await wrongNow(generation)
      if (wrong.length > 0) {
        const after = await reported()
        // A medium is compared when it is asked for, and the next look may have mended it since.
        const isMended = (await wrongNow(generation)).length === 0
        const [isReported, isMeasured] = after.map((now, i) => now || before[i] || isMended)
        expect([what, wrong, isReported, isMeasured]).toEqual([what, wrong, true, true])
        await twoLooks()
      }
      expect([what, await wrongNow(generation), (await fetch(`${url}/status`)).status]).toEqual([
        what,
        [],
        200,
      ])
    }
    expect(said.length).toBeGreaterThan(tries(300))
    expect(server.exitCode).toBe(null)
  })
})
