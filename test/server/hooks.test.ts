// Publish hooks: who is told what, when, how it is signed, and where they lead. Receivers are on loopback.
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ruleFor } from '../../server/hooks/address.ts'
import type { HookOptions } from '../../server/hooks/hooks.ts'
import { type Running, serve } from '../../server/index.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { blocksOf } from '../documents/blocks.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { bundled } from '../support/bundle/entry-points.ts'
import { galleyHere, ran, shell, urlOf } from '../support/command.ts'
import { canMount } from '../support/mount.ts'
import { type Receiver, startReceiver, type Told, withoutOpenssl } from '../support/receiver.ts'
import { unlimited } from '../support/server.ts'
import { complaintsAboutHook } from '../support/validate.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const secret = randomBytes(32)
const encoded = `whsec_${secret.toString('base64')}`
const minute = 60_000
const publicOnly = ruleFor(new URL('https://example.org/'))
const isPublicAddress = (address: string) => publicOnly(address) === undefined

let place: Workspace
let receiver: Receiver
let running: Running[] = []
let log: string[] = []
/** Added to the clock of servers, in ms. */
let later = 0

beforeEach(async () => {
  place = await workspace({
    'blog/posts/one.md': postFile({ title: 'One' }),
    'notes/posts/two.md': postFile(),
  })
})

afterEach(async () => {
  await Promise.all(running.map((one) => one.close()))
  await receiver?.stop()
  place.remove()
  running = []
  log = []
  later = 0
})

/** A server over what is built, which tells the receiver of changes in `blog`. */
async function server(options: Partial<HookOptions> & { drafts?: boolean } = {}): Promise<Running> {
  const { drafts = false, ...more } = options
  const url = new URL(`https://127.0.0.1:${receiver.port}/hook?token=t`)
  const hooks = [{ folder: 'blog', url }]
  const trusting = { ca: receiver.ca, delays: [0, 0, 0, 0] }
  const one = await serve({
    data: `${place.out}/data`,
    port: 0,
    host: '127.0.0.1',
    env: unlimited,
    drafts,
    now: () => Date.now() + later,
    log: (line) => log.push(line),
    hooks: { hooks, secret, ...trusting, ...more },
  })
  running.push(one)
  await one.look()
  return one
}

/** The message, which the library of Standard Webhooks has verified, and docs/openapi.yaml describes. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into it
function verified({ headers, text }: Told): any {
  const message = new Webhook(encoded).verify(text, headers) as { type: string }
  expect(complaintsAboutHook(headers, message)).toEqual([])
  return message
}

async function publish(files: Record<string, string>): Promise<void> {
  place.write(files)
  const { problems } = await place.build({ now: Date.now() })
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
}

const snapshotOf = async (one: Running) =>
  (await fetch(`${one.url}/v1/blog/posts`)).headers.get('X-Snapshot-Id')

const hookLines = () =>
  log.filter((line) => line.startsWith('hooks:')).map((line) => line.replace(/:\d+/, ':PORT'))

describe.skipIf(withoutOpenssl)('a publish hook', () => {
  test('is told what was added, changed and removed, signed as Standard Webhooks says', async () => {
    receiver = await startReceiver()
    await publish({ 'blog/posts/gone.md': postFile(), 'blog/posts/same.md': postFile() })
    const one = await server()
    const before = await snapshotOf(one)
    expect(receiver.told).toEqual([])
    place.write({ 'blog/posts/new.md': postFile(), 'blog/posts/one.md': postFile({ title: 'One more' }) })
    place.write({ 'blog/posts/gone.md': postFile({ status: 'draft' }) })
    await publish({})
    await one.look()
    const [message] = await receiver.toldTimes(1)
    expect([message!.method, message!.path]).toEqual(['POST', '/hook?token=t'])
    expect(message!.headers['content-type']).toBe('application/json')
    expect(verified(message!)).toEqual({
      type: 'workspace.changed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        workspace: 'blog',
        snapshot: await snapshotOf(one),
        previousSnapshot: before,
        added: ['new'],
        changed: ['one'],
        removed: ['gone'],
        counts: { added: 1, changed: 1, removed: 1 },
        truncated: false,
      },
    })
    expect(() =>
      new Webhook(`whsec_${randomBytes(32).toString('base64')}`).verify(message!.text, message!.headers),
    ).toThrow()
    await one.look()
    await expect.poll(hookLines).toEqual(['hooks: told 127.0.0.1:PORT of a change in blog'])
    // It may contain a token.
    expect(log.join()).not.toContain('token')
  })

  test('is told what docs/tell.md shows, and its route accepts that and nothing else', async () => {
    receiver = await startReceiver()
    await publish({})
    const one = await server()
    await publish({ 'blog/posts/hello.md': postFile() })
    await one.look()
    const [{ text, headers }] = (await receiver.toldTimes(1)) as [Told]
    const blocks = blocksOf(readFileSync(new URL('../../docs/tell.md', import.meta.url), 'utf8'))
    const shown = blocks.find(({ language }) => language === 'json')!
    const shape = (value: object) =>
      JSON.parse(
        JSON.stringify(value, (_, one) => (Array.isArray(one) || typeof one !== 'object' ? typeof one : one)),
      )
    expect(shape(JSON.parse(text))).toEqual(shape(JSON.parse(shown.text)))

    const file = `${place.dir}/route.mjs`
    const source = blocks.find(({ language }) => language === 'js')!.text
    writeFileSync(file, source.replace("'standardwebhooks'", `'${import.meta.resolve('standardwebhooks')}'`))
    const route = await import(file)
    vi.spyOn(console, 'log').mockReturnValue()
    const ask = async (body: string, given: Told['headers'], secret: string) => {
      vi.stubEnv('GALLEY_HOOK_SECRET', secret)
      const request = new Request('https://example.org/', { method: 'POST', headers: given, body })
      return (await route.POST(request)).status
    }
    const late = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) }
    expect([
      await ask(text, headers, encoded),
      await ask(`${text} `, headers, encoded),
      await ask(text, late, encoded),
      await ask(text, { ...headers, 'webhook-id': 'msg_other' }, encoded),
      await ask(text, headers, `whsec_${randomBytes(32).toString('base64')}`),
    ]).toEqual([204, 401, 401, 401, 401])
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  test('is not told of another workspace, nor of a build that changes nothing', async () => {
    receiver = await startReceiver()
    await publish({})
    const one = await server()
    await publish({ 'notes/posts/two.md': postFile({ title: 'Other' }) })
    await one.look()
    await publish({})
    await one.look()
    await publish({ 'blog/posts/last.md': postFile() })
    await one.look()
    const [message] = await receiver.toldTimes(1)
    expect(verified(message!).data.added).toEqual(['last'])
    expect(receiver.told).toHaveLength(1)
  })

  test('has the same id from every process, and another one when the same is published again', async () => {
    receiver = await startReceiver()
    const with2 = { 'blog/posts/2.md': postFile() }
    const time = (seconds: number) => ({ now: Date.now(), env: { SOURCE_DATE_EPOCH: String(seconds) } })
    await publish({})
    const both = [await server(), await server()]
    const told: string[][] = []
    for (const [step, files] of [
      with2,
      { 'blog/posts/2.md': postFile({ status: 'draft' }) },
      with2,
    ].entries()) {
      place.write(files)
      const { problems } = await place.build(time(1_767_225_601 + step))
      expect(problems).toEqual([])
      for (const one of both) await one.look()
      const all = await receiver.toldTimes(2 * (step + 1))
      told.push(all.slice(2 * step).map(({ headers }) => headers['webhook-id']!))
    }
    for (const [first, second] of told) expect(first).toBe(second)
    expect(new Set(told.flat()).size).toBe(3)
  })

  test('is told of a scheduled post when it goes live, and of nothing about it before', async () => {
    receiver = await startReceiver()
    const soon = new Date(Date.now() + minute).toISOString()
    const scheduled = (title: string) => postFile({ title, publishedAt: soon })
    const linking = postFile({}, 'See [it](soon.md).\n')
    await publish({
      'blog/workspace.yml': 'url: https://example.org/{slug}\n',
      'blog/posts/soon.md': scheduled('Soon'),
      'blog/posts/linking.md': linking,
    })
    const one = await server()
    await publish({ 'blog/posts/soon.md': scheduled('Sooner') })
    await one.look()
    await publish({
      'blog/posts/soon.md': scheduled('Soonest'),
      'blog/posts/later.md': postFile({ publishedAt: '2099-01-01' }),
    })
    await one.look()
    later = minute
    await one.look()
    const [message, ...others] = await receiver.toldTimes(1)
    expect(others).toEqual([])
    // The link to it has appeared.
    expect(verified(message!).data).toMatchObject({
      added: ['soon'],
      changed: ['linking'],
      removed: [],
      truncated: false,
    })
  })

  test('is told of collections as of posts: each change once, in order, whatever is restarted', async () => {
    receiver = await startReceiver()
    const declared = (names: string[]) =>
      `url: "https://example.org/{slug}"\ncollections: { ${names.map((name) => `${name}: {}`).join(', ')} }\n`
    await publish({
      'blog/workspace.yml': declared(['pages']),
      'blog/posts/soon.md': postFile({ publishedAt: new Date(Date.now() + minute).toISOString() }),
      'blog/pages/about.md': 'See [it](../posts/soon.md).\n',
      'blog/pages/same.md': 'Words.\n',
    })
    const first = await server()
    await publish({ 'blog/pages/new.md': 'New.\n' })
    await first.look()
    later = minute
    await first.look()
    await receiver.toldTimes(3)
    await first.close()
    const one = await server()
    await publish({ 'blog/workspace.yml': declared(['pages', 'talks']), 'blog/talks/a.yml': 'title: A\n' })
    for (const _ of [1, 2]) await one.look()
    rmSync(`${place.dir}/blog/pages`, { recursive: true })
    await publish({ 'blog/workspace.yml': declared(['talks']) })
    for (const _ of [1, 2]) await one.look()
    const told = (await receiver.toldTimes(7)).map((message) => verified(message))
    const { snapshot } = told[4].data
    expect(
      told.map(({ type, data: { collection, added, changed, removed } }) => [
        type,
        collection,
        added,
        changed,
        removed,
      ]),
    ).toEqual([
      ['collection.changed', 'pages', ['new'], [], []],
      ['workspace.changed', undefined, ['soon'], [], []],
      ['collection.changed', 'pages', [], ['about'], []],
      ['workspace.changed', undefined, [], [], []],
      ['collection.changed', 'talks', ['a'], [], []],
      ['workspace.changed', undefined, [], [], []],
      ['collection.changed', 'pages', [], [], ['about', 'new', 'same']],
    ])
    expect(told[4].data).toMatchObject({ workspace: 'blog', previousSnapshot: null })
    expect(told[6].data.snapshot).toBeNull()
    expect(snapshot).toBe((await fetch(`${one.url}/v1/blog/entries/talks`)).headers.get('X-Snapshot-Id'))
    expect(new Set(told.map((_, i) => receiver.told[i]!.headers['webhook-id'])).size).toBe(7)
  })

  test('is told when its workspace appears, even where nothing was published before, and when it goes', async () => {
    receiver = await startReceiver()
    const one = await server()
    const data = `${place.out}/data`
    const write = (...folders: string[]) => {
      const workspaces = folders.map((folder) => bulkWorkspace(folder, 2, () => 'text'))
      writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: true })
    }
    for (const folders of [['notes'], ['blog', 'notes'], ['notes']]) {
      write(...folders)
      await one.look()
    }
    const [came, went] = (await receiver.toldTimes(2)).map((message) => verified(message).data)
    expect(came).toMatchObject({ previousSnapshot: null, added: ['post-0', 'post-1'], removed: [] })
    expect(went).toMatchObject({ snapshot: null, added: [], removed: ['post-0', 'post-1'] })
    expect(went.previousSnapshot).toBe(came.snapshot)
  })

  test('is not told of previews, and after one only of what differs from what was published before', async () => {
    receiver = await startReceiver()
    await publish({})
    const one = await server({ drafts: true })
    place.write({ 'blog/posts/draft.md': postFile({ status: 'draft' }), 'blog/posts/new.md': postFile() })
    await place.build({ drafts: true, mixed: true })
    await one.look()
    expect(one.snapshots.current().preview).not.toBeNull()
    await place.build({ mixed: true })
    await one.look()
    const [message] = await receiver.toldTimes(1)
    expect(receiver.told).toHaveLength(1)
    expect(verified(message!).data).toMatchObject({ added: ['new'], changed: [], removed: [] })
  })

  test('gets at most 20 KB, is told how many there are, and that some are left out', async () => {
    receiver = await startReceiver()
    const write = (count: number, mark: string) =>
      writeSnapshot(`${place.out}/data`, {
        workspaces: [bulkWorkspace('blog', count, () => mark)],
        builtAt: null,
        preview: null,
        keepPrevious: true,
      })
    write(700, 'one')
    const one = await server()
    write(1_300, 'two')
    await one.look()
    const [message] = await receiver.toldTimes(1)
    expect(message!.text.length).toBeLessThan(20_000)
    const { counts, truncated, added, changed } = verified(message!).data
    expect([counts, truncated]).toEqual([{ added: 600, changed: 700, removed: 0 }, true])
    expect([added[0], changed[0]]).toEqual(['post-700', 'post-0'])
    expect(added.length).toBeGreaterThan(400)
  })

  test('that fails is tried five times with one id, redirects are not followed, and then it is given up', async () => {
    receiver = await startReceiver((_, response, count) => {
      response.writeHead(count === 2 ? 308 : 500, { Location: '/elsewhere' }).end()
    })
    await publish({})
    const one = await server()
    await publish({ 'blog/posts/new.md': postFile() })
    await one.look()
    const told = await receiver.toldTimes(5)
    await expect
      .poll(hookLines)
      .toEqual([
        'hooks: could not tell 127.0.0.1:PORT of a change in blog (it answers 500); it will be tried again',
        'hooks: could not tell 127.0.0.1:PORT of a change in blog (it answers 500); given up after 5 tries',
      ])
    expect(told.map(({ path }) => path)).toEqual(Array(5).fill('/hook?token=t'))
    expect(new Set(told.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    for (const message of told) expect(verified(message).data.added).toEqual(['new'])
  })

  test('that recovers is told once it is back, and one that answers 410 is left alone', async () => {
    receiver = await startReceiver((_, response, count) =>
      response.writeHead([503, 200, 410][count - 1]!).end(),
    )
    await publish({})
    const one = await server()
    for (const name of ['a', 'b']) {
      await publish({ [`blog/posts/${name}.md`]: postFile() })
      await one.look()
      await receiver.toldTimes(name === 'a' ? 2 : 3)
    }
    await expect
      .poll(hookLines)
      .toEqual([
        expect.stringContaining('(it answers 503); it will be tried again'),
        'hooks: told 127.0.0.1:PORT of a change in blog',
        'hooks: could not tell 127.0.0.1:PORT of a change in blog (it answers 410); given up after 1 try',
      ])
  })

  test('that never answers, or never stops, is left after a time', { tags: 'nightly' }, async () => {
    const endless = (response: ServerResponse) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      more()
    }
    let closed = 0
    receiver = await startReceiver((_, response, count) => {
      response.on('close', () => closed++)
      if (count > 1) endless(response)
    })
    await publish({})
    const one = await server({ timeout: 500 })
    await publish({ 'blog/posts/new.md': postFile() })
    await one.look()
    await receiver.toldTimes(2)
    await expect.poll(() => closed).toBe(2)
    await expect
      .poll(hookLines)
      .toEqual([
        'hooks: could not tell 127.0.0.1:PORT of a change in blog (no answer in time); it will be tried again',
        'hooks: told 127.0.0.1:PORT of a change in blog',
      ])
  })

  test('whose certificate nobody vouches for is told nothing', async () => {
    receiver = await startReceiver()
    await publish({})
    const one = await server({ ca: [], delays: [] })
    await publish({ 'blog/posts/new.md': postFile() })
    await one.look()
    await expect
      .poll(hookLines)
      .toEqual([expect.stringMatching(/\((DEPTH_ZERO_)?SELF_SIGNED_CERT\w*\); given up/)])
    expect(receiver.told).toEqual([])
  })

  test('at an address that nobody means is not connected to, whoever put it there', async () => {
    receiver = await startReceiver()
    await publish({})
    const url = new URL('http://169.254.169.254/latest/meta-data')
    const one = await server({ hooks: [{ folder: 'blog', url }], delays: [] })
    await publish({ 'blog/posts/new.md': postFile() })
    await one.look()
    await expect
      .poll(hookLines)
      .toEqual([
        'hooks: could not tell 169.254.169.254 of a change in blog (it is at 169.254.169.254, which is link-local, or has the metadata of a cloud); given up after 1 try',
      ])
  })

  test('whose host has no address is told so in the log', async () => {
    await publish({})
    receiver = await startReceiver()
    // Not a name that anybody would be asked for.
    const url = new URL('https://a..b/')
    const one = await server({ hooks: [{ folder: 'blog', url }], delays: [] })
    await publish({ 'blog/posts/new.md': postFile() })
    await one.look()
    await expect.poll(hookLines).toEqual([expect.stringMatching(/ENOTFOUND.*; given up after 1 try/)])
  })

  test('gets the message that is being sent when the server ends; what came later is given up', async () => {
    let answer = () => {}
    receiver = await startReceiver((_, response) => {
      answer = () => response.writeHead(204).end()
    })
    await publish({})
    const one = await server()
    for (const name of ['a', 'b']) {
      await publish({ [`blog/posts/${name}.md`]: postFile() })
      await one.look()
      await receiver.toldTimes(1)
    }
    const closing = one.close()
    answer()
    await closing
    running = []
    expect(hookLines()).toEqual([
      'hooks: told 127.0.0.1:PORT of a change in blog',
      'hooks: the server ends before 127.0.0.1:PORT could be told of a change in blog',
    ])
  })
})

test.each([
  '127.0.0.1 127.8.9.1 0.0.0.0 0.1.2.3 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 100.127.255.255',
  '192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 168.63.129.16',
  '::1 :: ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:a00:1 ::ffff:0:127.0.0.1 fe80::1 fe80::1%eth0 febf::1 fec0::1 fc00::1 fd00:ec2::254 ff02::1',
  '64:ff9b::10.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1::1 3fff::1 5f00::1',
  'localhost 1 0x7f.1 2130706433 example.org',
])('none of %s is a public address', (addresses) => {
  expect(addresses.split(' ').filter(isPublicAddress)).toEqual([])
  expect(
    addresses
      .split(' ')
      .map((address) => address.toUpperCase())
      .filter(isPublicAddress),
  ).toEqual([])
})

test('addresses of the internet are public, also where they are written as IPv6', () => {
  const addresses =
    '8.8.8.8 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.0.1.1 223.255.255.254 2606:4700::1111 2a00:1450::1 ::ffff:8.8.8.8 ::ffff:808:808 64:ff9b::8.8.8.8 64:ff9b::808:808'
  expect(addresses.split(' ').filter((address) => !isPublicAddress(address))).toEqual([])
})

describe('GALLEY_HOOKS', () => {
  const GALLEY_HOOK_SECRET = encoded

  test.each([
    [{ GALLEY_HOOKS: 'blog' }, 'GALLEY_HOOKS cannot be read. Write it as blog=https://'],
    [{ GALLEY_HOOKS: '=https://example.org' }, 'GALLEY_HOOKS cannot be read.'],
    [
      { GALLEY_HOOKS: 'blog=example.org/s3cret' },
      'for "blog" is not the address of a web page. Write one such as https://',
    ],
    [
      { GALLEY_HOOKS: 'blog=ftp://example.org/s3cret' },
      'for "blog" does not begin with https:// or http://.',
    ],
    [{ GALLEY_HOOKS: 'blog=https://me:s3cret@example.org/' }, 'for "blog" has a user name or a password.'],
    [
      { GALLEY_HOOKS: 'notes=https://example.org/,blog=http://100.100.100.200/s3cret' },
      'for "blog" is at 100.100.100.200, which is link-local, or has the metadata of a cloud.',
    ],
    [
      { GALLEY_HOOKS: 'blog=https://[::ffff:169.254.0.1]/s3cret' },
      'for "blog" is at ::ffff:a9fe:1, which is link-local',
    ],
    [{ GALLEY_HOOKS: 'blog=https://example.org/', GALLEY_HOOK_SECRET: '' }, 'GALLEY_HOOK_SECRET is missing'],
    [
      { GALLEY_HOOKS: '', GALLEY_HOOK_SECRET: 's3cret' },
      'GALLEY_HOOK_SECRET is not whsec_ and 24 to 64 bytes in base64',
    ],
    [{ GALLEY_HOOK_SECRET: 'whsec_czNjcmV0' }, 'GALLEY_HOOK_SECRET is not whsec_ and'],
  ])('%j is refused by serve in one line that repeats no secret', async (env, text) => {
    const { code, stdout, stderr } = await ran(['serve', '--dir', place.out, '--port', '0'], {
      GALLEY_HOOK_SECRET,
      ...env,
    })
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1])
    expect(stderr).toContain(text)
    expect(stderr).not.toMatch(/s3cret|czNjcmV0/)
    expect(stderr).not.toContain(encoded)
  })

  test('of a server on the command line leads to this machine by http, and says which folder there is not', {
    tags: 'nightly',
  }, async () => {
    receiver = await startReceiver(undefined, 'http')
    await publish({})
    const GALLEY_HOOKS = `blog=http://localhost:${receiver.port}/hook,blgo=https://example.org/`
    const here = galleyHere(['serve', '--dir', place.out, '--port', '0'], {
      GALLEY_HOOKS,
      GALLEY_HOOK_SECRET,
    })
    await here.says(/hooks: GALLEY_HOOKS names "blgo", and there is no such workspace yet/)
    await publish({ 'blog/posts/new.md': postFile() })
    const [message] = await receiver.toldTimes(1)
    expect([message!.path, verified(message!).data.added]).toEqual(['/hook', ['new']])
    await here.says(/hooks: told localhost:\d+ of a change in blog/)
    expect(await here.stop()).toBe(0)
  })

  // Names of this machine's network are known to a process of its own: those of its own file of hosts.
  const names = {
    'www.hook.test': '127.0.0.1',
    'other.hook.test': '10.1.2.3',
    frontend: '127.0.0.1',
    'front.hook.test': '127.0.0.1',
    metadata: '169.254.169.254',
    'public.hook.test': '168.63.129.16',
  }
  test.skipIf(!canMount() || withoutOpenssl)(
    'leads by a name where its form says, whatever the name resolves to',
    { tags: 'nightly' },
    async () => {
      const secure = await startReceiver()
      receiver = await startReceiver(undefined, 'http')
      await publish({})
      const hosts = `${place.dir}/hosts`
      writeFileSync(
        hosts,
        Object.entries(names)
          .map(([name, address]) => `${address} ${name}\n`)
          .join(''),
      )
      const [plain, tls] = [receiver.port, secure.port]
      const hooks = [
        `https://www.hook.test:${tls}/`,
        'https://other.hook.test/',
        `https://frontend:${tls}/`,
        `http://frontend:${plain}/simple`,
        `http://front.hook.test:${plain}/dotted`,
        'http://metadata/',
        'https://metadata/',
        'http://public.hook.test/',
      ]
      const program = `exec "${process.execPath}" "${bundled('galley.mjs')}" serve --dir "${place.out}" --port 0`
      const running = shell(
        `exec unshare -m bash -c 'mount --bind "$HOSTS" /etc/hosts && ${program}'`,
        place.dir,
        {
          HOSTS: hosts,
          GALLEY_HOOKS: hooks.map((url) => `blog=${url}`).join(),
          GALLEY_HOOK_SECRET,
          ...unlimited,
        },
      )
      await urlOf(running)
      await publish({ 'blog/posts/new.md': postFile() })
      const told = await receiver.toldTimes(2)
      expect(told.map(({ path }) => path).sort()).toEqual(['/dotted', '/simple'])
      const refused = (name: string, address: string, reason: string) =>
        running.says(
          new RegExp(`tell ${name}\\S* .*of a change in blog \\(it is at ${address}, which ${reason}\\)`),
        )
      await refused('www.hook.test', '127.0.0.1', 'is not a public address')
      await refused('other.hook.test', '10.1.2.3', 'is not a public address')
      // By both schemes, so that the log says which entry it is.
      await refused(
        'metadata \\(entry [67] ',
        '169.254.169.254',
        'is link-local, or has the metadata of a cloud',
      )
      await refused('public.hook.test', '168.63.129.16', 'is link-local, or has the metadata of a cloud')
      // It was connected to, and its certificate is one that nobody vouches for.
      await running.says(/tell frontend\S* of a change in blog \(\w*SELF_SIGNED_CERT\w*\)/)
      expect(secure.connections()).toBe(1)
      running.process.kill('SIGTERM')
      expect(await running.ended).toBe(0)
      await secure.stop()
    },
  )

  test('has no effect on Vercel, as a build there says', async () => {
    const env = { VERCEL: '1', GALLEY_HOOKS: 'blog=https://example.org/s3cret' }
    const { stderr } = await ran(['build', '--content', `${place.dir}/none`], env)
    expect(stderr).toMatch(
      /^GALLEY_HOOKS, GALLEY_HOOK_SECRET and GALLEY_INDEXNOW have no effect on Vercel, .* docs\/tell\.md, and galley announce\.\n/,
    )
    expect(stderr).not.toContain('s3cret')
  })

  test('is not read by dev', async () => {
    const env = { GALLEY_HOOKS: 'nonsense', GALLEY_HOOK_SECRET: 'nonsense' }
    const { stderr } = await ran(['dev', '--content', `${place.dir}/none`, '--port', '0'], env)
    expect(stderr).toMatch(/^galley: There is no folder .*\n$/)
  })
})
