// What parts of the server make of what they are given, without a server. CONTRIBUTING.md says how to write pieces.txt anew.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { describeSnapshot, servedSnapshot } from '../../server/current.ts'
import { hostOf } from '../../server/hooks/address.ts'
import { createAccessLog } from '../../server/monitoring/access-log.ts'
import type { Answered } from '../../server/monitoring/observe.ts'
import { askedBy } from '../../server/monitoring/route.ts'
import { publishedPath } from '../../server/static.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'

const targets = `/ /? /status /status/ /status?x /openapi.json /openapi.json/x /docs /docs/ /docs/x /docsx /media /media/ /media/a.png /media/a/b
/v1 /v1/ /v1/key /v1/key/ /v1/other /v1/key/posts /v1/key/posts/ /v1/key/posts?limit=1 /v1/key/posts/a /v1/key/posts/a.md /v1/key/post/a
/v1/key/post/a.md /v1/key/posts/.md /v1/key/posts/a.mdx /v1/key/tags/a.md /v1/key/tags /v1/key/tags/a /v1/key/tags/a/feed.xml /v1/key/tags/a/x
/v1/key/categories/a/feed.json /v1/key/feed.xml /v1/key/sitemap.xml /v1/key/search-index /v1/key/suggest /v1/key/redirects /v1/key/none
/v1/other/posts /v1/%6bey/posts /v1/%/posts /key/posts /key/v1/posts/a /other/posts /favicon.ico * //key/posts http://a.example/v1/key/posts`

const paths = `/media/a.png /media/a/b /media/ /media /openapi.json /openapi.jsonx /docs /docs/ /docs/a.js /docs/a/b /docs/desk /docs/desk/ /docs/desk/a.js
/docs/desk/a/b /docsx /docs/deskx x/media/a /media/a/ / /v1/key/posts`

const addresses = [
  'https://example.org:444/a',
  'https://[::1]:444/',
  'https://10.0.0.1/',
  'https://[::ffff:10.0.0.1]/',
]

test('routes, paths and addresses are told apart as written down', async () => {
  const data = mkdtempSync(join(tmpdir(), 'galley-pieces-'))
  try {
    const none = servedSnapshot(openSnapshots(data))
    const one = { ...bulkWorkspace('blog', 0, () => ''), keys: ['key'] }
    const describe = (builtAt: string | null, preview: string | null, count: number) => {
      const workspaces = [one, { ...one, folder: 'b', keys: ['b'] }].slice(0, count)
      writeSnapshot(data, { workspaces, builtAt, preview, keepPrevious: false })
      return describeSnapshot(servedSnapshot(openSnapshots(data))!).replace(/[0-9a-f]{32}/, '…')
    }
    const described = [describe(null, null, 2), describe(null, 'next', 0), describe('2026-01-01', 'x', 1)]
    const snapshots = openSnapshots(data)
    const parts = {
      'What requests ask for': targets
        .split(/\s/)
        .map((target) => `${target} → ${Object.values(askedBy(target, snapshots)).join(' ')}`),
      'Which paths may be files': paths
        .split(/\s/)
        .map((path) => `${path} ${publishedPath.test(path) ? 'yes' : 'no'}`),
      'Hosts of addresses': addresses.map((address) => `${address} → ${hostOf(new URL(address))}`),
      'What is served': [String(none), ...described],
    }
    const text = Object.entries(parts).map(([title, lines]) => `${title}\n\n${lines.join('\n')}\n`)
    await expect(text.join('\n')).toMatchFileSnapshot('pieces.txt')
    snapshots.close()
  } finally {
    rmSync(data, { recursive: true })
  }
})

test('lines of the access log are written together, and those that are dropped are counted', async () => {
  const writes: string[] = []
  const output = { write: (text: string) => writes.push(text), writableLength: 0 }
  const log = createAccessLog(output, () => 0)
  const answered: Answered = {
    workspace: undefined,
    route: '/',
    status: undefined,
    bytes: 7,
    seconds: 0.0012345678,
  }
  log.add(answered)
  log.add({ ...answered, workspace: 'blog', status: 200, seconds: 1 })
  expect(writes).toEqual([])
  await turn()
  const begin = '{"time":"1970-01-01T00:00:00.000Z",'
  expect(writes).toEqual([
    `${begin}"workspace":null,"route":"/","status":null,"bytes":7,"milliseconds":1.235}\n${begin}"workspace":"blog","route":"/","status":200,"bytes":7,"milliseconds":1000}\n`,
  ])
  await turn()
  output.writableLength = 2 ** 20 + 1
  for (let i = 0; i < 3; i++) log.add(answered)
  output.writableLength = 2 ** 20
  log.add(answered)
  // Not written yet, it counts as well.
  log.add(answered)
  output.writableLength = 0
  await turn()
  expect(writes[1]!.split('\n')[0]).toBe(`${begin}"dropped":3}`)
  expect(writes[1]!.match(/"route"/g)).toHaveLength(1)
  log.close()
  expect(writes.slice(2)).toEqual([`${begin}"dropped":1}\n`])
  log.close()
  expect(writes).toHaveLength(3)
})
