// `galley announce`, between two deployments and since its last run; the API and the endpoint are on loopback.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Running, serve } from '../../server/index.ts'
import { ran } from '../support/command.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { unlimited } from '../support/server.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const site = 'https://example.org'
const indexNowKey = '1f0c8a3b5d7e4962'
const secretKey = 'g6G8a14PMeYmoWPV2mW393'
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

let place: Workspace
let receiver: Receiver
let running: Running[] = []
/** What the endpoint answers. */
let status = 200
/** Added to the clock of the API, in ms. */
let later = 0

beforeEach(async () => {
  receiver = await startReceiver((_, response) => response.writeHead(status).end(), 'http')
  place = await workspace({
    'blog/workspace.yml': `url: ${site}/{slug}\ncollections: { talks: {}, pages: { url: "${site}/{path}" } }\n`,
    'blog/pages/about.md': 'See [it](../posts/soon.md).\n',
    'blog/talks/a.md': 'See [it](../posts/soon.md).\n',
    'blog/posts/one.md': postFile(),
    'blog/posts/gone.md': postFile(),
    'blog/posts/same.md': postFile(),
    'blog/posts/soon.md': postFile({ publishedAt: tomorrow }),
  })
})

afterEach(async () => {
  await Promise.all(running.map((one) => one.close()))
  await receiver.stop()
  place.remove()
  running = []
  status = 200
  later = 0
})

const change = () =>
  place.write({
    'blog/posts/one.md': postFile({ title: 'Other' }),
    'blog/posts/new.md': postFile(),
    'blog/posts/gone.md': postFile({ status: 'draft' }),
    'blog/posts/soon.md': postFile({ title: 'Sooner', publishedAt: tomorrow }),
  })

/** A deployment of what is there. @returns the address of a workspace */
async function deployed(key = 'blog', options: { drafts?: boolean; env?: NodeJS.ProcessEnv } = {}) {
  const out = `${place.out}${running.length}`
  const { problems } = await place.build({ out, ...options })
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  const one = await serve({
    data: `${out}/data`,
    port: 0,
    host: '127.0.0.1',
    env: unlimited,
    drafts: options.drafts ?? false,
    now: () => Date.now() + later,
    log: () => {},
  })
  running.push(one)
  return `${one.url}/v1/${key}`
}

const announce = (flags: string[], env: NodeJS.ProcessEnv = {}) =>
  ran(['announce', ...flags], {
    GALLEY_INDEXNOW: `blog=${indexNowKey}`,
    GALLEY_INDEXNOW_ENDPOINT: `http://127.0.0.1:${receiver.port}/indexnow`,
    ...env,
  })
const told = () => receiver.told.map(({ text }) => JSON.parse(text))
const addresses = () =>
  told().map(({ urlList }) => urlList.map((url: string) => url.replace(`${site}/`, '')).sort())

test('tells exactly what differs between two deployments, whatever is scheduled', async () => {
  const before = await deployed()
  change()
  const GALLEY_URL = await deployed()
  const { code, stdout, stderr } = await announce(['--since', `${before}/`], { GALLEY_URL })
  expect([code, stdout]).toEqual([0, ''])
  expect(stderr).toMatch(/^IndexNow: told 127\.0\.0\.1:\d+ of 3 addresses in blog\n$/)
  expect(addresses()).toEqual([['gone', 'new', 'one']])
  expect(told()[0]).toMatchObject({
    host: 'example.org',
    key: indexNowKey,
    keyLocation: `${site}/${indexNowKey}.txt`,
  })
  const again = await announce(['--since', GALLEY_URL, '--url', GALLEY_URL])
  expect([again.code, again.stderr]).toEqual([0, 'No address has changed.\n'])
  expect((await announce(['--since', GALLEY_URL, '--url', GALLEY_URL, '--quiet'])).stderr).toBe('')
  expect(told()).toHaveLength(1)
})

test('tells what has changed since its last run, scheduled posts included once they are there', async () => {
  const file = `${place.dir}/revisions.json`
  const since = async (flags: string[] = []) =>
    announce(['--since', file, '--url', await deployed(), ...flags])
  const first = await since()
  expect([first.code, first.stderr]).toEqual([0, `${file} begins with what is there.\n`])
  expect(told()).toEqual([])
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8'))).sort()).toEqual(
    ['about', 'gone', 'one', 'same'].map((slug) => `${site}/${slug}`),
  )
  const before = readFileSync(file, 'utf8')
  expect(before).not.toContain('soon')
  change()
  status = 403
  const refused = await since(['--quiet'])
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(
    /^IndexNow: could not tell .* \(it answers 403: the file of the key is not on/,
  )
  expect(readFileSync(file, 'utf8')).toBe(before)
  status = 202
  expect((await since()).code).toBe(0)
  later = 2 * 86_400_000
  expect((await since()).code).toBe(0)
  expect((await since()).stderr).toBe('No address has changed.\n')
  expect(addresses()).toEqual([
    ['gone', 'new', 'one'],
    ['gone', 'new', 'one'],
    ['about', 'soon'],
  ])
})

test('tells nothing of a preview, on either side', async () => {
  const production = await deployed()
  const preview = await deployed('blog', { drafts: true })
  for (const [before, after] of [
    [production, preview],
    [preview, production],
  ] as const) {
    const { code, stderr } = await announce(['--since', before, '--url', after])
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^galley: http:\/\/127\.0\.0\.1:\d+ cannot be compared\. It is a preview, with drafts\.\n$/,
    )
  }
  expect(receiver.connections()).toBe(0)
})

test('does not say the key of a workspace that keeps it to itself, which is that of the only site', async () => {
  const env = { GALLEY_KEYS: `blog=${secretKey}`, SOURCE_DATE_EPOCH: '1767225600' }
  const before = await deployed(secretKey, { env })
  change()
  const after = await deployed(secretKey, { env })
  const { code, stderr } = await announce(['--since', before, '--url', after])
  expect([code, addresses()]).toEqual([0, [['gone', 'new', 'one']]])
  const two = { GALLEY_INDEXNOW: `one=${indexNowKey},two=${indexNowKey}` }
  const unknown = await announce(['--since', before, '--url', after], two)
  const missing = await announce(['--since', before, '--url', after.replace(secretKey, `${secretKey}x`)])
  expect([unknown.code, missing.code]).toEqual([2, 2])
  expect(stderr + unknown.stderr + missing.stderr).not.toContain(secretKey)
})

test.each<[string, (now: string) => string[], NodeJS.ProcessEnv, string]>([
  ['nothing to compare with', (now) => ['--url', now], {}, '--since is missing. Write the file that'],
  [
    'no address',
    (now) => ['--since', now],
    {},
    '--url is missing, and GALLEY_URL is not set. Write the address of the workspace: --url https://',
  ],
  [
    'an address that is none, in the variable',
    (now) => ['--since', now],
    { GALLEY_URL: 'blog' },
    'GALLEY_URL is not the address of a workspace. Write https://api.example.org/v1/blog.',
  ],
  [
    'an address that is none of a workspace',
    (now) => ['--since', 'https://example.org/', '--url', now],
    {},
    '--since is not the address of a workspace. Write https://api.example.org/v1/blog.',
  ],
  [
    'no key',
    (now) => ['--since', now, '--url', now],
    { GALLEY_INDEXNOW: '' },
    'GALLEY_INDEXNOW has no key for this workspace. Write it as blog=KEY.',
  ],
  [
    'a bad key',
    (now) => ['--since', now, '--url', now],
    { GALLEY_INDEXNOW: 'blog=x' },
    'the key for "blog" is invalid',
  ],
  [
    'an unknown variable',
    (now) => ['--since', now, '--url', now],
    { GALLEY_INDEXNOW_KEY: 'x' },
    'GALLEY_INDEXNOW_KEY is set, but Galley has no such variable.',
  ],
  [
    'a server that is not there',
    (now) => ['--since', 'http://127.0.0.1:1/v1/blog', '--url', now],
    {},
    'http://127.0.0.1:1 cannot be compared. No complete reply: ',
  ],
  [
    'an unknown workspace',
    (now) => ['--since', now, '--url', now.replace('blog', 'blgo')],
    {},
    'cannot be compared. No workspace has this key',
  ],
])('says what is wrong with %s', async (_, flags, env, message) => {
  const { stderr } = await announce(flags(await deployed()), env)
  expect(stderr).toMatch(/^galley: /)
  expect(stderr).toContain(message)
  expect(receiver.told).toEqual([])
})

test('needs the addresses of posts, and a file that is its own', async () => {
  const now = await deployed()
  const file = `${place.dir}/revisions.json`
  for (const text of ['{"/a":"1"}', '["a"]', '{']) {
    writeFileSync(file, text)
    const { code, stderr } = await announce(['--since', file, '--url', now])
    expect([code, stderr.trim().split('\n').length]).toEqual([2, 1])
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
  place.write({
    'blog/workspace.yml': 'collections: { talks: {}, pages: {} }\n',
    'blog/pages/about.md': 'Us.\n',
    'blog/talks/a.md': 'A.\n',
  })
  const without = await announce(['--since', `${file}.new`, '--url', await deployed()])
  expect(without.stderr).toContain('The workspace has no url in workspace.yml')
  expect([without.code, existsSync(`${file}.new`)]).toEqual([2, false])
})
