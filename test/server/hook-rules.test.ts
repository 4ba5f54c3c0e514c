// The rules of publish hooks, without a server: which addresses are public, what the variables may say, what a message is, and
// what becomes of it. CONTRIBUTING.md says how to write hook-rules.txt anew.
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { unscheduled } from '../../api/_app/turns/turn.ts'
import { type AddressRule, checkedLookup, RefusedAddress, ruleFor } from '../../server/hooks/address.ts'
import { type Change, changeBetween, type Seen, together } from '../../server/hooks/changes.ts'
import { hooksFromEnvironment } from '../../server/hooks/configuration.ts'
import { Deliveries, usualDelays } from '../../server/hooks/deliveries.ts'
import { messageOf, signed, startHooks } from '../../server/hooks/hooks.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const allowedFor = (url: string) => {
  const rule = ruleFor(new URL(url))
  return (address: string) => rule(address) === undefined
}
const isPublicAddress = allowedFor('https://example.org/')
const isMeantAddress = allowedFor('http://localhost/')

/** The first and the last address of each network that is not public, and what is next to it. */
const networks = `0.0.0.0 0.255.255.255 1.0.0.0
9.255.255.255 10.0.0.0 10.255.255.255 11.0.0.0
100.63.255.255 100.64.0.0 100.127.255.255 100.128.0.0
126.255.255.255 127.0.0.0 127.255.255.255 128.0.0.0
168.63.129.15 168.63.129.16 168.63.129.17
169.253.255.255 169.254.0.0 169.254.255.255 169.255.0.0
172.15.255.255 172.16.0.0 172.31.255.255 172.32.0.0
191.255.255.255 192.0.0.0 192.0.0.255 192.0.1.0
192.0.1.255 192.0.2.0 192.0.2.255 192.0.3.0
192.88.98.255 192.88.99.0 192.88.99.255 192.88.100.0
192.167.255.255 192.168.0.0 192.168.255.255 192.169.0.0
198.17.255.255 198.18.0.0 198.19.255.255 198.20.0.0
198.51.99.255 198.51.100.0 198.51.100.255 198.51.101.0
203.0.112.255 203.0.113.0 203.0.113.255 203.0.114.0
223.255.255.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255
1fff:: 2000:: 3fff:1000:: 3fff:ffff:: 4000::
2000:ffff:: 2001:: 2001:1ff:: 2001:200::
2001:db7:: 2001:db8:: 2001:db8:ffff:: 2001:db9::
2001:ffff:: 2002:: 2002:ffff:: 2003::
3ffe:ffff:: 3fff:: 3fff:fff:: 3fff:1000::
::fffe:ffff:ffff ::ffff:0:0 ::ffff:100:0 ::ffff:7f00:1 ::ffff:fffe:1 ::1:0:0:0
64:ff9b:: 64:ff9b::100:0 64:ff9b::8.8.8.8 64:ff9b::1:1:1 64:ff9b:0:0:1::1
2606:4700::1%eth0 2606:4700::1 1.2.3 8.8.8.8.8 localhost`

/** The same of those that nobody means, in each form in which they can be written. */
const meant = `169.253.255.255 169.254.0.0 169.254.169.254 169.254.255.255 169.255.0.0
168.63.129.15 168.63.129.16 168.63.129.17
100.100.100.199 100.100.100.200 100.100.100.201
192.0.0.191 192.0.0.192 192.0.0.193
fe7f:ffff:: fe80:: fe80::1 febf:ffff:: fec0::
fd00:ec2::253 fd00:ec2::254 FD00:0EC2:0:0::254 fd00:ec2::255
fd20:ce::253 fd20:ce::254 fd20:ce::255
::ffff:169.254.169.254 ::ffff:a9fe:a9fe ::ffff:a83f:8110 64:ff9b::a9fe:a9fe 64:ff9b::100.100.100.200
fe80::1%eth0 ::1%lo 127.0.0.1 ::1 ::ffff:127.0.0.1 0.0.0.0 :: 10.0.0.1 192.168.1.1 fc00::1 8.8.8.8 2606:4700::1 frontend`

/** By which rule, as shown by an address that only one of them refuses. */
const forms = `https://example.org/ https://localhost/ https://localhost./ https://frontend:3000/ https://10.0.0.1/ https://[::1]/
https://a.localhost/ https://0x7f.1/ https://example.org./ http://example.org/ http://frontend:3000/ http://10.0.0.1/ http://[::1]/`

const secret = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
const usual = secret(32)

const variables: [hooks: string | undefined, secret: string | undefined][] = [
  [undefined, undefined],
  ['', ' '],
  [' , ', usual],
  ['blog=https://example.org/hook', usual],
  [' blog = https://example.org/hook , notes=https://example.org:444/?a=b&c=%2C#d ,', ` ${usual}\n`],
  ['blog=https://a.example/,blog=https://b.example/', secret(24)],
  ['blog=https://[2606:4700::1]/', secret(64)],
  ['blog=https://8.8.8.8/', secret(25)],
  ['blog=https://example.org/', undefined],
  ['blog=https://example.org/', secret(23)],
  ['blog=https://example.org/', secret(65)],
  ['blog=https://example.org/', usual.replace('whsec_', '')],
  ['blog=https://example.org/', `x${usual}`],
  ['blog=https://example.org/', `${usual}==`],
  ['blog=https://example.org/', `${usual} x`],
  ['blog', usual],
  ['blog=', usual],
  ['=https://example.org/', usual],
  ['blog=example.org', usual],
  ['blog=https://', usual],
  ['blog=ftp://example.org/', usual],
  ['blog=https://me@example.org/', usual],
  ['blog=https://:word@example.org/', usual],
  ['blog=https://10.0.0.1/', usual],
  ['blog=https://[::1]/', usual],
  ['blog=http://frontend:3000/revalidate,blog=http://example.org/', usual],
  ['blog=https://[::ffff:8.8.8.8]/,notes=https://[fe80::1]/', usual],
  ['blog=http://169.254.169.254/latest', usual],
  ['blog=http://0xa9fea9fe/', usual],
  ['blog=http://[::ffff:169.254.169.254]/', usual],
  ['blog=http://[fd00:ec2::254]/', usual],
]

function settingsOf([GALLEY_HOOKS, GALLEY_HOOK_SECRET]: (typeof variables)[number]): string {
  try {
    const found = hooksFromEnvironment({ GALLEY_HOOKS, GALLEY_HOOK_SECRET })
    if (!found) return 'no hooks'
    const hooks = found.hooks.map(({ folder, url }) => `${folder} → ${url.href}`)
    return `${hooks.join(', ')}; ${found.secret.length} bytes`
  } catch (error) {
    return (error as Error).message
  }
}

const seen = (edition: string | null, revisions: Record<string, string>): Seen => ({
  edition,
  workspace: null,
  revisions: new Map(Object.entries(revisions)),
})

const change: Change = {
  id: 'qG2GTSZnxF0iAaoyOCQHPq8r1p9',
  folder: 'blog',
  before: 'a.1',
  after: 'b.2',
  builtAt: null,
  added: ['new', 'größe'],
  changed: ['one'],
  removed: [],
}
const now = Date.UTC(2026, 6, 1, 12) + 999

/** Slugs that take so many bytes of JSON. */
const slugsOf = (bytes: number) => {
  const slugs = Array.from({ length: Math.floor(bytes / 10) }, () => 'a'.repeat(7))
  return bytes % 10 === 0 ? slugs : [...slugs.slice(1), 'a'.repeat(7 + (bytes % 10))]
}

async function messages(): Promise<string[]> {
  const message = messageOf(change, now)
  const { headers } = signed(message, Buffer.alloc(32, 7), now)
  const changes = await Promise.all([
    changeBetween('blog', seen('a.1', {}), seen('b.2', {}), null),
    changeBetween('blog', seen('a.1', { one: 'x' }), seen('b.2', {}), null),
    changeBetween('blog', seen('a.1', {}), seen('b.2', {}), '2026-07-01T00:00:00.000Z'),
    changeBetween('notes', seen('a.1', {}), seen('b.2', {}), null),
    changeBetween('blog', seen(null, {}), seen('b.2', {}), null),
    changeBetween('blog', seen('a.1', {}), seen(null, {}), null),
  ])
  const ids = changes.map((one) => messageOf(one, now).id)
  const shown = [6_000, 6_001, 6_010].map((bytes) => {
    const slugs = slugsOf(bytes)
    return (['added', 'changed', 'removed'] as const).map((list) => {
      const none = { added: [], changed: [], removed: [] }
      const { data } = JSON.parse(messageOf({ ...change, ...none, [list]: slugs }, now).body.toString())
      return `${bytes} bytes ${list}: ${data[list].length} of ${data.counts[list]}, ${data.truncated}`
    })
  })
  return [message.body.toString(), JSON.stringify(headers), message.id, ...ids, ...shown.flat()]
}

/** What becomes of one message, by the status of the reply or the error there is instead of one. */
const receptions: [string, () => Promise<number>][] = [
  ...[199, 200, 204, 299, 300, 308, 399, 400, 410, 500].map((status): [string, () => Promise<number>] => [
    String(status),
    async () => status,
  ]),
  ...Object.entries({
    'an address': new RefusedAddress('it is at 10.0.0.1'),
    'too late': Object.assign(new Error('https://secret'), { name: 'TimeoutError' }),
    aborted: Object.assign(new Error('https://secret'), { code: 'ABORT_ERR' }),
    'a code': Object.assign(new Error('https://secret'), { code: 'ECONNREFUSED' }),
    'a number': Object.assign(new Error('https://secret'), { code: 7 }),
    nothing: new Error('https://secret'),
  }).map(([name, error]): [string, () => Promise<number>] => [name, () => Promise.reject(error)]),
]

const hook = { folder: 'blog', url: new URL('https://example.org:444/hook?token=t') }
const receiver = { name: 'example.org:444', url: hook.url }
const usual410 = {
  who: 'hooks',
  refusals: { 410: '' },
  nameOf: (news: string) => `a change in ${news}`,
  both: (first: string, later: string) => `${first} and ${later}`,
}

async function becomes(send: () => Promise<number>): Promise<string> {
  const said: string[] = []
  const deliveries = new Deliveries({
    ...usual410,
    send,
    delays: [],
    log: (line) => said.push(`log ${line}`),
    info: (line) => said.push(`info ${line}`),
  })
  void deliveries.notify(receiver, 'blog', 'blog')
  await deliveries.close()
  return said.join('; ')
}

/** Each message begins in a turn of its own. */
async function turns(): Promise<void> {
  for (let i = 0; i < 5; i++) await turn()
}

test('addresses, variables, messages and what becomes of them', async () => {
  const answers = (lines: string, isSo: (address: string) => boolean) =>
    lines.split('\n').map((line) =>
      line
        .split(' ')
        .map((one) => `${one} ${isSo(one) ? 'yes' : 'no'}`)
        .join(', '),
    )
  const parts: Record<string, string[]> = {
    'Whether addresses are public': answers(networks, isPublicAddress),
    'Whether somebody may mean them': answers(meant, isMeantAddress),
    'Whether a hook leads to public addresses only': answers(forms, (form) => !allowedFor(form)('10.0.0.1')),
    'What GALLEY_HOOKS and GALLEY_HOOK_SECRET give': variables.map(
      (one) =>
        `${JSON.stringify(one).replaceAll(/(?<=whsec_)\S{9,}?(?=[="\s\\])/g, '…')}: ${settingsOf(one)}`,
    ),
    'A message, its headers, its id, that of others, and the bounds of its lists': await messages(),
    'What becomes of a message': await Promise.all(
      receptions.map(async ([name, send]) => `${name}: ${await becomes(send)}`),
    ),
  }
  const text = Object.entries(parts).map(([title, lines]) => `${title}\n\n${lines.join('\n')}\n`)
  await expect(text.join('\n')).toMatchFileSnapshot('hook-rules.txt')
})

test.each([
  [0, 0.8],
  [0.5, 1],
  [1, 1.2],
])('a message is tried again after the usual times, at random %d times %d', async (random, factor) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(Math, 'random').mockReturnValue(random)
  let sent = 0
  const said: string[] = []
  const log = (line: string) => said.push(line)
  const send = async () => {
    sent++
    return 500
  }
  const deliveries = new Deliveries({ ...usual410, send, delays: usualDelays, log, info: log })
  const isDelivered = deliveries.notify(receiver, 'blog', 'blog')
  for (const [tries, seconds] of [5, 30, 150, 750].entries()) {
    await turns()
    await vi.advanceTimersByTimeAsync(seconds * 1_000 * factor - 1)
    await turns()
    expect([sent, vi.getTimerCount()]).toEqual([tries + 1, 1])
    await vi.advanceTimersByTimeAsync(1)
    await turns()
    expect(sent).toBe(tries + 2)
  }
  expect(await isDelivered).toBe(false)
  expect(said.map((line) => line.replace(/.*;/, ''))).toEqual([
    ' it will be tried again',
    ' given up after 5 tries',
  ])
  expect(vi.getTimerCount()).toBe(0)
})

test('what waits to be tried again goes with what is newer, at once, and is given up with the server', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const said: string[] = []
  const log = (line: string) => said.push(line)
  const sent: string[] = []
  const send = async (news: string) => {
    sent.push(news)
    return 500
  }
  const counted: string[] = []
  const count = (...of: string[]) => counted.push(of.join(' '))
  const deliveries = new Deliveries({ ...usual410, send, delays: [1_000], log, info: log, count })
  const results = ['one', 'two', 'three'].map((news) => deliveries.notify(receiver, 'blog', news))
  await turns()
  expect([sent, vi.getTimerCount()]).toEqual([['one', 'one and two and three'], 1])
  results.push(deliveries.notify(receiver, 'notes', 'four'))
  await turns()
  expect(vi.getTimerCount()).toBe(2)
  await deliveries.close()
  results.push(deliveries.notify(receiver, 'notes', 'late'))
  expect(await Promise.all(results)).toEqual(Array(5).fill(false))
  expect([sent.slice(2), vi.getTimerCount()]).toEqual([['four'], 0])
  const lost = ['one and two and three', 'four', 'late']
  expect(said.slice(-3)).toEqual(
    lost.map((news) => `hooks: the server ends before example.org:444 could be told of a change in ${news}`),
  )
  expect(counted).toEqual(
    ['replaced', 'replaced', 'lost', 'lost', 'lost'].map((outcome) => `example.org:444 ${outcome}`),
  )
})

test('a name is resolved if all of its addresses are allowed', async () => {
  const look = (rule: AddressRule, all: boolean, name = 'localhost') =>
    new Promise<unknown[]>((resolve) =>
      checkedLookup(rule)(name, { all, family: 4 }, (error, ...found) =>
        resolve(error ? [error.message] : found),
      ),
    )
  const asked: string[] = []
  const note = (address: string) => void asked.push(address)
  expect(await look(note, false)).toEqual(['127.0.0.1', 4])
  expect(await look(note, true)).toEqual([[{ address: '127.0.0.1', family: 4 }]])
  expect(asked).toEqual(['127.0.0.1', '127.0.0.1'])
  expect(await look(() => 'which is no good', true)).toEqual(['it is at 127.0.0.1, which is no good'])
  expect(await look(() => undefined, false, 'a..b')).toEqual([expect.stringContaining('ENOTFOUND')])
})

test('a change is what has come, what has another revision, and what has gone', async () => {
  const many = Object.fromEntries(Array.from({ length: 1_200 }, (_, i) => [`post-${i}`, 'x']))
  const { 'post-700': _, ...rest } = many
  const changed = await changeBetween(
    'blog',
    seen('a', many),
    seen('b', { new: 'x', ...rest, 'post-9': 'y' }),
    null,
  )
  expect(changed).toEqual({
    ...{ id: expect.any(String), folder: 'blog', before: 'a', after: 'b', builtAt: null },
    ...{ added: ['new'], changed: ['post-9'], removed: ['post-700'] },
  })
})

test('of two changes in one, each name has what became of it last, and the id is that of one change', async () => {
  const of = (before: string, after: string, lists: string[][]): Change => {
    const [added = [], changed = [], removed = []] = lists
    return { ...change, before, after, added, changed, removed }
  }
  const first = of('1', '2', [
    ['a', 'b', 'c'],
    ['d', 'e'],
    ['f', 'g'],
  ])
  const later = {
    ...of('2', '3', [
      ['h', 'f'],
      ['b', 'd', 'i'],
      ['c', 'e'],
    ]),
    builtAt: 'then',
  }
  const { id } = await changeBetween('blog', seen('1', {}), seen('3', {}), 'then')
  expect(together(first, later)).toEqual({
    ...{ id, folder: 'blog', before: '1', after: '3', builtAt: 'then' },
    ...{ added: ['h', 'f', 'b', 'a'], changed: ['d', 'i'], removed: ['c', 'e', 'g'] },
  })
})

test('a workspace that cannot be read is looked at again after thirty looks, and one that is not there is named once', async () => {
  let leased = 0
  let current = () => ({ preview: null as string | null, workspaces: new Map([['blog', {}]]) })
  const snapshots = {
    current: () => current(),
    lease() {
      leased++
      throw new Error('it cannot be read')
    },
  }
  const said: string[] = []
  const log = (line: string) => said.push(line)
  const hooks = startHooks(
    { hooks: [hook, hook, { ...hook, folder: 'gone' }], secret: Buffer.alloc(32) },
    {
      snapshots: snapshots as never,
      scheduler: unscheduled,
      now: () => 0,
      interval: 3_600_000,
      backing: { backend: 'memory' },
      log,
      info: log,
    },
  )
  for (const [looks, times] of [
    [30, 1],
    [1, 2],
    [30, 2],
    [1, 3],
  ] as const) {
    for (let i = 0; i < looks; i++) await hooks.look()
    expect(leased).toBe(times)
  }
  const missing = 'hooks: GALLEY_HOOKS names "gone", and there is no such workspace yet'
  expect(said).toEqual([missing])
  // Neither a preview nor what cannot be read says anything of it.
  current = () => ({ preview: 'next', workspaces: new Map() })
  await hooks.look()
  current = () => {
    throw new Error('none', { cause: { code: 'EACCES' } })
  }
  await hooks.look()
  await hooks.close()
  await hooks.look()
  expect([said, leased]).toEqual([[missing], 3])
})

test('what readers saw last is not known while nothing can be read, nor of a preview', async () => {
  const said: string[] = []
  const log = (line: string) => said.push(line)
  const unreadable = () => {
    throw new Error('none', { cause: { code: 'EACCES' } })
  }
  let current: () => object = unreadable
  const hooks = startHooks(
    { hooks: [hook], secret: Buffer.alloc(32) },
    {
      snapshots: { current: () => current() } as never,
      scheduler: unscheduled,
      now: () => 0,
      interval: 3_600_000,
      backing: { backend: 'memory' },
      log,
      info: log,
    },
  )
  await hooks.look()
  current = () => ({ preview: 'next', workspaces: new Map() })
  await hooks.look()
  expect(said).toEqual([])
  current = () => ({ preview: null, workspaces: new Map() })
  await hooks.look()
  expect(said).toEqual(['hooks: GALLEY_HOOKS names "blog", and there is no such workspace yet'])
  await hooks.close()
})
