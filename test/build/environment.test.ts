// What a build takes from the environment and its options, and what it says of those that cannot be.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { contentTime, environmentOf, ownHosts } from '../../build/environment/environment.ts'
import { requireInside } from '../../build/environment/inside.ts'

const root = mkdtempSync(join(tmpdir(), 'galley-environment-'))
const content = join(root, 'content')
const out = join(root, 'dist')
mkdirSync(join(content, 'blog/posts'), { recursive: true })
mkdirSync(join(root, 'notes/posts'), { recursive: true })
mkdirSync(join(root, 'content/content/posts'), { recursive: true })
writeFileSync(join(root, 'file'), '')
afterAll(() => rmSync(root, { recursive: true }))

type Options = Partial<Parameters<typeof environmentOf>[0]>

const now = Date.UTC(2026, 0, 2)
const at = now / 1_000

/** What differs from a build without any of it. */
function differing(env: NodeJS.ProcessEnv, options: Options = {}) {
  const plain = environmentOf({ content, out, drafts: false, env: {}, now })
  const found = Object.entries(environmentOf({ content, out, drafts: false, env, now, ...options }))
  return Object.fromEntries(found.filter(([key, value]) => plain[key as keyof typeof plain] !== value))
}

test('without any, nothing is said', () => {
  expect(environmentOf({ content, out, drafts: false, env: {}, now })).toEqual({
    drafts: false,
    preview: null,
    builtAt: undefined,
    visibleUntil: now,
    vercel: false,
    baseUrl: undefined,
    isHere: true,
  })
})

const shown = { drafts: true, visibleUntil: Number.POSITIVE_INFINITY }
const vercel = {
  VERCEL_PROJECT_PRODUCTION_URL: 'p.example',
  VERCEL_BRANCH_URL: 'b.example',
  VERCEL_URL: 'u.example',
}

test.each<[NodeJS.ProcessEnv, Options, object]>([
  [{ SOURCE_DATE_EPOCH: '' }, {}, {}],
  [{ SOURCE_DATE_EPOCH: '0' }, {}, { builtAt: 0, visibleUntil: 0 }],
  [{ SOURCE_DATE_EPOCH: String(at - 1) }, {}, { builtAt: now - 1_000, visibleUntil: now - 1_000 }],
  [{ SOURCE_DATE_EPOCH: String(at + 1) }, {}, { builtAt: now + 1_000 }],
  [{ SOURCE_DATE_EPOCH: '99999999999' }, {}, { builtAt: 99_999_999_999_000 }],
  [{}, { drafts: true }, { ...shown, preview: 'drafts' }],
  [{ GALLEY_BRANCH: 'a', VERCEL_GIT_COMMIT_REF: 'b' }, { drafts: true }, { ...shown, preview: 'a' }],
  [{ GALLEY_BRANCH: '', VERCEL_GIT_COMMIT_REF: 'b' }, { drafts: true }, { ...shown, preview: 'b' }],
  [{ GALLEY_BRANCH: 'a', VERCEL_GIT_COMMIT_REF: 'b' }, {}, {}],
  [{ VERCEL_ENV: 'preview' }, {}, { ...shown, preview: 'drafts' }],
  [{ VERCEL_ENV: 'production' }, {}, {}],
  [{ VERCEL: '1' }, {}, { vercel: true }],
  [{ VERCEL: 'true' }, {}, {}],
  [{}, { baseUrl: 'http://127.0.0.1:3000' }, { baseUrl: 'http://127.0.0.1:3000' }],
  [
    { BASE_URL: 'https://a.example' },
    { baseUrl: 'http://127.0.0.1:3000' },
    { baseUrl: 'https://a.example', isHere: false },
  ],
  ...['http://localhost:3000', 'http://a.localhost', 'https://127.1.2.3:8080', 'http://[::1]'].map(
    (baseUrl): [NodeJS.ProcessEnv, Options, object] => [{ BASE_URL: baseUrl }, {}, { baseUrl }],
  ),
  ...['http://localhost.example', 'http://10.0.0.1', 'https://127.example'].map(
    (baseUrl): [NodeJS.ProcessEnv, Options, object] => [
      { BASE_URL: baseUrl },
      {},
      { baseUrl, isHere: false },
    ],
  ),
  [{ BASE_URL: 'https://a.example//x//' }, {}, { baseUrl: 'https://a.example//x', isHere: false }],
  [
    { BASE_URL: '', ...vercel, VERCEL_ENV: 'production' },
    {},
    { baseUrl: 'https://p.example', isHere: false },
  ],
  [{ ...vercel, VERCEL_ENV: 'development' }, {}, { baseUrl: 'https://b.example', isHere: false }],
  [{ ...vercel, VERCEL_BRANCH_URL: '' }, {}, { baseUrl: 'https://u.example', isHere: false }],
  [{ VERCEL_ENV: 'production', VERCEL_URL: 'u.example' }, {}, {}],
])('%j with %j', (env, options, expected) => {
  expect(differing(env, options)).toEqual(expected)
})

const notUrl = (url: string) =>
  `BASE_URL "${url}" is not the URL of a server. Write the address of the API, such as https://api.example.org.`
const notSeconds = 'SOURCE_DATE_EPOCH is not a number of seconds since 1970. Write one such as 1767225600.'

test.each<[NodeJS.ProcessEnv, Options, string]>([
  ...['a.example', 'ftp://a.example', 'https://a.example/?x', 'https://a.example/#x', 'https://'].map(
    (url): [NodeJS.ProcessEnv, Options, string] => [{ BASE_URL: url }, {}, notUrl(url)],
  ),
  [{ VERCEL_URL: 'a b' }, {}, notUrl('https://a b')],
  ...['now', '-1', '1.5', ' 1', '1 ', '1e9', '123456789012'].map(
    (seconds): [NodeJS.ProcessEnv, Options, string] => [{ SOURCE_DATE_EPOCH: seconds }, {}, notSeconds],
  ),
  [
    {},
    { content: join(root, 'none') },
    `There is no folder ${join(root, 'none')}. Name the folder of your workspaces with --content.`,
  ],
  [
    {},
    { content: join(root, 'file') },
    `There is no folder ${join(root, 'file')}. Name the folder of your workspaces with --content.`,
  ],
  [
    {},
    { content: join(root, 'notes') },
    `${join(root, 'notes')} is itself a workspace. Write --content ${root} for the folder it is in.`,
  ],
  ...[content, join(content, 'dist'), join(content, '..dist', 'x')].map(
    (inside): [NodeJS.ProcessEnv, Options, string] => [
      {},
      { out: inside },
      `${inside} is inside ${content}. Name a folder beside it with --out.`,
    ],
  ),
])('%j with %j is a mistake in the configuration', (env, options, message) => {
  expect(() => differing(env, options)).toThrow(new ConfigurationError(message))
})

test('a folder named content may have a workspace named posts, and the output may be beside it or around it', () => {
  expect(differing({}, { content: join(content, 'content'), out: join(content, 'content2') })).toEqual({})
  expect(differing({}, { out: root })).toEqual({})
  mkdirSync(join(root, 'words/blog/posts'), { recursive: true })
  expect(differing({}, { content: join(root, 'words') })).toEqual({})
})

test('what is visible is so by the time of the content, or the clock if that says less', () => {
  const time = (SOURCE_DATE_EPOCH?: string) => contentTime({ env: { SOURCE_DATE_EPOCH }, now })
  expect([time(), time(''), time('5'), time(String(at + 5))]).toEqual([now, now, 5_000, now])
  expect(Math.abs(contentTime({ env: {} }) - Date.now())).toBeLessThan(60_000)
})

test('the hosts of the API are those of all its addresses', () => {
  expect(ownHosts({})).toEqual([])
  expect(ownHosts({ BASE_URL: 'https://API.example:8080/x', ...vercel })).toEqual([
    'api.example',
    'p.example',
    'b.example',
    'u.example',
  ])
  expect(ownHosts({ BASE_URL: 'nowhere', VERCEL_URL: '', VERCEL_BRANCH_URL: 'b.example' })).toEqual([
    'b.example',
  ])
})

describe('a folder to write into', () => {
  test('is in its workspace, or yet to be made', () => {
    for (const path of ['', 'posts', 'posts/new/deep'])
      requireInside(join(content, 'blog'), join(content, 'blog', path))
    requireInside(join(content, 'new'), join(content, 'new/posts'))
    requireInside(join(root, 'none/blog'), join(root, 'none/blog/posts'))
    for (const path of ['blog2', 'content/posts']) {
      mkdirSync(join(content, path), { recursive: true })
      expect(() => requireInside(join(content, 'blog'), join(content, path))).toThrow(
        new ConfigurationError(
          `${join(content, path)} leads elsewhere through a symbolic link. Remove the link.`,
        ),
      )
    }
  })
})
