// `galley share`: the link that it prints, and what it says instead of one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inFolder, ran } from '../support/command.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const secret = 'Xr4TqENsRjCkV8vxnLqbB2'
let place: Workspace

beforeAll(async () => {
  place = await workspace({
    'blog/posts/on-tables.md': postFile({ status: 'draft', publishedAt: '2025-01-01' }),
    'blog/posts/later.md': postFile({ publishedAt: '2999-01-01' }),
    'blog/posts/done.md': postFile({ publishedAt: '2025-01-01' }),
    'news/posts/on-tables.md': postFile({ status: 'draft' }),
  })
})
afterAll(() => place.remove())

const preview = ['--url', 'https://preview.example.org']
const share = (argv: string[], GALLEY_SHARE_SECRET: string | undefined = secret) =>
  inFolder(place.dir, () => ran(['share', ...argv], { GALLEY_SHARE_SECRET }))

test('prints a link below /docs/desk/ that has all behind its #, and until when it opens', async () => {
  const before = Math.floor(Date.now() / 60_000)
  const { code, stdout, stderr } = await share(['blog/on-tables', '--for', '12h', ...preview])
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^https:\/\/preview\.example\.org\/docs\/desk\/#\/shared\/[\w-]{60,160}\n$/),
  ])
  const [, time] = /^Opens this post until (\S+Z), .* Production has no drafts\.\n$/s.exec(stderr)!
  const minutes = Date.parse(time!) / 60_000 - before
  expect(minutes).toBeGreaterThanOrEqual(720)
  expect(minutes).toBeLessThan(725)
})

test('prints nothing but the link with --quiet, a week by default, and other links for other posts', async () => {
  const links = new Set<string>()
  for (const post of ['blog/on-tables', 'blog/later', 'news/on-tables']) {
    const { stdout, stderr } = await share([post, '--quiet', ...preview])
    expect(stderr).toBe('')
    links.add(stdout)
  }
  expect(links.size).toBe(3)
  expect((await share(['blog/later', ...preview])).stderr).toContain(
    new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
  )
})

test.each([
  ['https://preview.example.org', 'https://preview.example.org'],
  ['https://preview.example.org:8443/', 'https://preview.example.org:8443'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://[::1]:3000/', 'http://[::1]:3000'],
])('takes %s for the address of a preview', async (url, origin) => {
  const { stdout } = await share(['blog/on-tables', '--url', url])
  expect(stdout.startsWith(`${origin}/docs/desk/#/shared/`)).toBe(true)
})

const addressHint = 'Write --url https://preview.example.org, or --url http://localhost:3000.'
const noAddress = (url: string) => `--url "${url}" is not the address of a preview. ${addressHint}`

test.each<[string, string[], string, string?]>([
  ['no address', ['blog/on-tables'], `--url is missing. ${addressHint}`],
  ...[
    'preview.example.org',
    'http://preview.example.org',
    'https://preview.example.org/v1/blog',
    'ftp://localhost',
    'https://',
    'http://localhost.example.org',
    'https://ada@preview.example.org',
    'xhttps://preview.example.org',
  ].map((url): [string, string[], string] => [url, ['blog/on-tables', '--url', url], noAddress(url)]),
  ...['91d', '0d', '7', 'week', '2161h', '1.5d', '7D', '-1d'].map((time): [string, string[], string] => [
    `a time of ${time}`,
    ['blog/on-tables', `--for=${time}`, ...preview],
    `--for "${time}" is not a time. Write 12h or 7d, and at most 90d.`,
  ]),
  [
    'no secret',
    ['blog/on-tables', ...preview],
    'GALLEY_SHARE_SECRET is missing. Set it, here and where the preview runs, to what galley key prints.',
    ' ',
  ],
  [
    'a short secret',
    ['blog/on-tables', ...preview],
    'GALLEY_SHARE_SECRET has fewer than 22 characters, and can be guessed; write one that galley key prints.',
    secret.slice(1),
  ],
  [
    'a published post',
    ['blog/done', ...preview],
    'blog/done is published. Link to where your site shows it.',
  ],
  [
    'a post that is not there',
    ['blog/on-table', ...preview],
    'No post of blog has the slug "on-table". Did you mean "on-tables"?',
  ],
  [
    'no workspace',
    ['blog', ...preview],
    'No post of blog has the slug "". Write it as blog/on-tables; galley list shows posts.',
  ],
  ['another workspace', ['blgo/on-tables', ...preview], 'There is no workspace blgo. Did you mean "blog"?'],
])('says what is wrong with %s', async (_, argv, message, own = secret) => {
  const { code, stdout, stderr } = await share(argv, own)
  expect([code, stdout, stderr]).toEqual([2, '', `galley: ${message}\n`])
  expect(stderr).not.toContain(own.trim() || secret)
})
