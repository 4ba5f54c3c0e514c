// Drafts, and what a build is told of its time and its branch.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ConfigurationError } from '../../build/configuration.ts'
import { postFile, type Workspace, workspace } from '../workspace.ts'
import { get } from './reading.ts'

let place: Workspace
afterEach(() => place?.remove())

const files = {
  'blog/posts/out.md': postFile({ publishedAt: '2026-05-01' }),
  'blog/posts/later.md': postFile({ publishedAt: '2099-01-01' }),
  'blog/posts/secret-draft.md': postFile(
    {
      title: 'Zanzibar',
      status: 'draft',
      publishedAt: '',
      authors: '[zoe]',
      category: 'zanzibar-category',
      tags: '[zanzibar-tag]',
      id: 'zanzibar_id',
      aliases: '[zanzibar-alias]',
    },
    'The word is zanzibar.\n',
  ),
}

const slugs = async () => (await get(place, 'blog/posts')).posts.map(({ slug }: { slug: string }) => slug)
const current = () => JSON.parse(readFileSync(join(place.out, 'data/current.json'), 'utf8'))

describe('a draft', () => {
  test('leaves no trace in a build', async () => {
    place = await workspace(files)
    const { problems, workspaces } = await place.build()
    expect(problems).toEqual([])
    expect(workspaces[0]).toMatchObject({ posts: 2, authors: 1, categories: 1, tags: 0 })
    for (const name of readdirSync(place.out, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(json|txt|bin|html)$/.test(name)) continue
      expect(readFileSync(join(place.out, name), 'latin1')).not.toMatch(/zanzibar|secret-draft|zoe/i)
    }
    expect(current().preview).toBeNull()
  })

  test('is checked like any other post', async () => {
    place = await workspace({ ...files, 'blog/posts/b.md': postFile({ status: 'draft', titel: 'x' }) })
    expect((await place.build()).problems.map(({ code }) => code)).toEqual(['unknown-key'])
  })

  test('is listed with scheduled posts where drafts are asked for', async () => {
    place = await workspace(files)
    await place.build({ drafts: true })
    expect(await slugs()).toEqual(['later', 'out', 'secret-draft'])
    const { post } = await get(place, 'blog/posts/secret-draft')
    expect(post).toMatchObject({
      status: 'draft',
      publishedAt: '2026-01-01T00:00:00.000Z',
      tags: [{ slug: 'zanzibar-tag' }],
    })
    expect(current().preview).toBe('drafts')
  })

  test('is listed on a preview deployment by itself, under its branch', async () => {
    place = await workspace(files)
    const preview = { VERCEL: '1', VERCEL_ENV: 'preview', SOURCE_DATE_EPOCH: '1' }
    await place.build({ env: { ...preview, VERCEL_GIT_COMMIT_REF: 'feature/x' } })
    expect(await slugs()).toContain('secret-draft')
    expect(current().preview).toBe('feature/x')
    await place.build({ env: { ...preview, VERCEL_ENV: 'production' } })
    expect(await slugs()).not.toContain('secret-draft')
  })

  test('without a date takes that of the newest post when nobody says what time it is', async () => {
    place = await workspace(files)
    await place.build({ drafts: true, env: {} })
    expect((await get(place, 'blog/posts/secret-draft')).post.publishedAt).toBe('2099-01-01T00:00:00.000Z')
    expect(current().builtAt).toBeNull()
    place.remove()
    place = await workspace({ 'blog/posts/only.md': files['blog/posts/secret-draft.md'] })
    await place.build({ drafts: true, env: {} })
    expect((await get(place, 'blog/posts/only')).post.publishedAt).toBe('1970-01-01T00:00:00.000Z')
  })
})

describe("the build's time", () => {
  test('is SOURCE_DATE_EPOCH, and no part of any hash', async () => {
    place = await workspace(files)
    const hashes = []
    for (const seconds of ['0', '1767225600']) {
      hashes.push(
        (await place.build({ env: { SOURCE_DATE_EPOCH: seconds } })).workspaces.map(({ hash }) => hash),
      )
      expect(current().builtAt).toBe(new Date(Number(seconds) * 1000).toISOString())
    }
    expect(hashes[0]).toEqual(hashes[1])
  })

  test.each(['now', '1.5', '-1', '1e9'])('is not %s', async (seconds) => {
    place = await workspace(files)
    await expect(place.build({ env: { SOURCE_DATE_EPOCH: seconds } })).rejects.toThrow(ConfigurationError)
  })

  test('is else the time of the commit, and the branch is the one checked out', async () => {
    place = await workspace(files)
    const env = {
      PATH: process.env.PATH,
      HOME: place.dir,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@example.org',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@example.org',
      GIT_COMMITTER_DATE: '2026-02-03T04:05:06+07:00',
    }
    const git = (...args: string[]) => execFileSync('git', args, { cwd: place.dir, env, stdio: 'pipe' })
    git('init', '--quiet', '--initial-branch', 'autumn-issue')
    git('add', '.')
    git('commit', '--quiet', '--message', 'content')
    await place.build({ drafts: true, env })
    expect(current()).toMatchObject({ builtAt: '2026-02-02T21:05:06.000Z', preview: 'autumn-issue' })
    git('checkout', '--quiet', '--detach')
    await place.build({ drafts: true, env })
    expect(current().preview).toBe('drafts')
  })
})

describe('a folder to build into', () => {
  test('may not lie within the content, and content must be there', async () => {
    place = await workspace(files)
    for (const out of [place.dir, join(place.dir, 'blog/dist')]) {
      await expect(place.build({ out })).rejects.toThrow(/lies within/)
    }
    await expect(place.build({ content: join(place.dir, 'nowhere') })).rejects.toThrow(/There is no folder/)
  })
})
