// dist/worker as builds leave it, one after the other; what it does is told by test/workers.
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
beforeAll(async () => {
  place = await workspace({ 'blog/posts/hello.md': postFile(), 'notes/posts/hello.md': postFile() })
})
afterAll(() => place.remove())

const build = (flags: string[] = [], env = {}, out = place.out) =>
  ran(['build', '--content', place.dir, '--out', out, '--no-cache', ...flags], env)
const forCloudflare = ['--target', 'cloudflare']
const within = (path: string, out = place.out) => join(out, 'worker', path)
const settingsIn = (out?: string) => readFileSync(within('wrangler.json', out), 'utf8')

test('a build for Cloudflare says how full the Worker is, and that nothing is counted', async () => {
  const { code, stderr } = await build(forCloudflare)
  expect(code).toBe(0)
  expect(stderr).toMatch(/^Without Upstash, .*\n(?:.*\n)*The Worker takes 1 of 64 MB\.\n$/)
  expect(JSON.parse(settingsIn()).name).toBe('galley')
})

test('the next has the current snapshot only, is quiet where Upstash counts, and keeps its secrets', async () => {
  const first = readdirSync(within('app/data'))
  place.write({ 'blog/posts/more.md': postFile({ title: 'More' }) })
  const upstash = { UPSTASH_REDIS_REST_URL: 'https://x.upstash.io', UPSTASH_REDIS_REST_TOKEN: 'secret' }
  expect(await build([...forCloudflare, '--quiet'], upstash)).toMatchObject({ code: 0, stderr: '' })
  const second = readdirSync(within('app/data'))
  const gone = first.filter((name) => !second.includes(name))
  expect(gone.length).toBeGreaterThan(0)
  expect(readdirSync(join(place.out, 'data'))).toEqual(expect.arrayContaining(gone))
  expect(settingsIn()).not.toContain('secret')
})

test('a preview has another name', { tags: 'nightly' }, async () => {
  const out = `${place.out}-preview`
  await build([...forCloudflare, '--drafts'], {}, out)
  expect(JSON.parse(settingsIn(out)).name).toBe('galley-preview')
})

test('what is in its place and was not built stays, and a target that there is not is refused', async () => {
  const out = `${place.out}-other`
  mkdirSync(within('', out), { recursive: true })
  const { code, stderr } = await build(forCloudflare, {}, out)
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/worker is no Worker\. Move it, or name another --out\.\n$/),
  ])
  expect(readdirSync(within('', out))).toEqual([])
  const said = 'galley: --target "netlify" is no platform; write cloudflare.\n'
  expect(await build(['--target', 'netlify'])).toMatchObject({ code: 2, stderr: said })
})

test('what does not fit is a problem that names the largest workspace, and leaves the last Worker', async () => {
  const [folder = ''] = readdirSync(within('app/data')).filter((name) => !name.includes('.'))
  // A build with that much would take a minute: this is a file without bytes on disk, beside those of the workspace.
  const large = join(place.out, 'data', folder, 'large')
  writeFileSync(large, '')
  truncateSync(large, 70 * 2 ** 20)
  const { code, stderr } = await build(forCloudflare)
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /content\/(?:blog|notes)\S* +error +too-large +The snapshots take 71 MB, and a Worker on Cloudflare has room for 62 MB\. This workspace is the largest, with 71 MB\./,
  )
  expect(stderr).toContain(
    'Move it, or its oldest posts, to a deployment of their own, or run galley serve on a server.',
  )
  expect(existsSync(within('app/index.js'))).toBe(true)
})
