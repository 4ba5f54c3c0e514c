// Drafts, and the build's time.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { ProductionInPlace } from '../../snapshot/write/production.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { png } from '../support/picture.ts'
import { get } from '../support/reading.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

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

const shown = {
  ...files,
  'blog/posts/secret-image.md': postFile({ status: 'draft' }, 'Zanzibar: ![x](zanzibar.png)\n'),
  'blog/posts/zanzibar.png': png(),
}
const env = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' }

/** Files in `out` whose names or bytes contain a draft. */
function traces(): string[] {
  return readdirSync(place.out, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(place.out, name)).isFile())
    .filter((name) => secret.test(name) || secret.test(readFileSync(join(place.out, name), 'latin1')))
}

const secret = /zanzibar|secret-/i

function respell(path: string, what: RegExp, how: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(what, how))
}

const slugs = async () => (await get(place, 'blog/posts')).posts.map(({ slug }: { slug: string }) => slug)
const current = () => JSON.parse(readFileSync(join(place.out, 'data/current.json'), 'utf8'))

describe('a draft', () => {
  test('leaves no trace in a build', async () => {
    place = await workspace(files)
    const { problems, workspaces } = await place.build()
    expect(problems).toEqual([])
    expect(workspaces[0]).toMatchObject({ posts: 2, drafts: 1, authors: 1, categories: 1, tags: 0 })
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

  test('is listed, as are scheduled posts, if drafts are requested', async () => {
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

  test('is always listed on a preview deployment, with its branch', { tags: 'nightly' }, async () => {
    place = await workspace(files)
    const preview = { VERCEL: '1', VERCEL_ENV: 'preview', SOURCE_DATE_EPOCH: '1' }
    await place.build({ env: { ...preview, VERCEL_GIT_COMMIT_REF: 'feature/x' } })
    expect(await slugs()).toContain('secret-draft')
    expect(current().preview).toBe('feature/x')
    await place.build({ env: { ...preview, VERCEL_ENV: 'production' } })
    expect(await slugs()).not.toContain('secret-draft')
  })

  test('is gone from disk, text and images, after a build without drafts', async () => {
    place = await workspace(shown, { env })
    await place.build({ drafts: true })
    expect(traces()).not.toEqual([])
    const preview = await place.build({ drafts: true })
    expect((await place.build()).written).toBe(true)
    expect(traces()).toEqual([])
    expect(existsSync(join(place.out, 'data', preview.workspaces[0]!.hash))).toBe(false)
    await place.build()
    expect((await get(place, 'blog/posts/out')).post.slug).toBe('out')
  })

  test('stays while builds fail, and goes with the first that succeeds', async () => {
    place = await workspace(shown, { env })
    await place.build({ drafts: true })
    place.write({ 'blog/posts/wrong.md': postFile({ titel: 'x' }) })
    expect((await place.build()).written).toBe(false)
    expect(current().preview).toBe('drafts')
    place.write({ 'blog/posts/wrong.md': postFile() })
    await place.build()
    expect(traces()).toEqual([])
  })

  test.each([
    ['is whole', (path: string) => path],
    ['is of an earlier format', (path: string) => respell(path, /"format": \d+/, '"format": 1')],
    ['is damaged', (path: string) => respell(path, /.*/s, '{')],
  ])('is never built over a snapshot without drafts, which %s', async (_, spoil) => {
    place = await workspace(shown, { env })
    await place.build()
    spoil(join(place.out, 'data/current.json'))
    const before = readFileSync(join(place.out, 'data/current.json'))
    place.write({ 'blog/posts/wrong.md': postFile({ titel: 'x' }) })
    const build = place.build({ drafts: true })
    await expect(build).rejects.toThrow(/dist.data holds a snapshot without drafts.* --out \S*dist.preview/)
    expect(readFileSync(join(place.out, 'data/current.json')).equals(before)).toBe(true)
    expect(traces()).toEqual([])
  })

  test('is not built over a snapshot without drafts that was written meanwhile', async () => {
    place = await workspace(shown, { env })
    let isBuilt = false
    const onProgress = () => {
      if (isBuilt) return
      isBuilt = true
      const data = join(place.out, 'data')
      writeSnapshot(data, { workspaces: [], builtAt: null, preview: null, keepPrevious: true })
    }
    await expect(place.build({ drafts: true, onProgress })).rejects.toThrow(ProductionInPlace)
    expect(current().preview).toBeNull()
    expect(traces()).toEqual([])
  })

  test('replaces any snapshot where previews and production may alternate', async () => {
    place = await workspace(shown, { env })
    const own = { mixed: true }
    await place.build(own)
    await place.build({ ...own, drafts: true })
    expect(await slugs()).toContain('secret-draft')
    await place.build(own)
    expect(traces()).toEqual([])
  })

  test('without a date gets that of the newest post if the time of the build is unknown', async () => {
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
  test('is SOURCE_DATE_EPOCH, and does not affect any hash', async () => {
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
})

describe('a folder to build into', () => {
  test('may not be inside the content, which must exist', async () => {
    place = await workspace(files)
    for (const out of [place.dir, join(place.dir, 'blog/dist')]) {
      await expect(place.build({ out })).rejects.toThrow(/is inside/)
    }
    await expect(place.build({ content: join(place.dir, 'nowhere') })).rejects.toThrow(/There is no folder/)
  })
})
