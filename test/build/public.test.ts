// All of dist/public is published: foreign files there are noticed, and not mistaken for a build's.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { deskFiles, documentFile, referenceFiles } from '../../snapshot/format/pages.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { ran } from '../support/command.ts'
import { openFiles } from '../support/open-files.ts'
import { png } from '../support/picture.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

const env = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' }
const elsewhere = mkdtempSync(join(tmpdir(), 'galley-elsewhere-'))
let place: Workspace

beforeEach(async () => {
  place = await workspace(
    { 'blog/posts/hello.md': postFile({}, '![x](a.png)\n'), 'blog/posts/a.png': png() },
    { env },
    'without pages',
  )
})
afterEach(() => place.remove())
afterAll(() => rmSync(elsewhere, { recursive: true }))

const docs = [...referenceFiles, documentFile]
const published = (path = '') => join(place.out, 'public', path)
const put = (path: string, text: string | Uint8Array = 'mine') => {
  mkdirSync(dirname(published(path)), { recursive: true })
  writeFileSync(published(path), text)
}
const everything = () => readdirSync(place.out, { recursive: true, encoding: 'utf8' }).sort()
const medium = () => `media/${readdirSync(published('media'))[0]!}`

test('the document of the API is the one in docs', async () => {
  await place.build({ env })
  const published = readFileSync(join(place.out, 'public/openapi.json'), 'utf8')
  const written = readFileSync(new URL('../../docs/openapi.yaml', import.meta.url), 'utf8')
  const { 'x-crc32': own, ...document } = JSON.parse(published)
  expect(document).toEqual(parse(written))
  expect(own).toMatch(/^[\da-f]{8}$/)
})

test('the reference is published as a whole', () => {
  expect(referenceFiles.toSorted()).toEqual(
    readdirSync(new URL('../../docs/reference', import.meta.url)).sort(),
  )
})

describe('in dist/public', () => {
  test.each([
    'index.html',
    'docs/evil.html',
    'docs/evil.js',
    'docs/deep/evil.html',
    'docs/desk/evil.js',
    'docs/desk/deep/index.html',
    'docs/desk/0123456789abcdef.1.json',
    'media/evil.svg',
    'media/deep/a.0123456789abcdef.png',
    'media/A.0123456789abcdef.png',
    'media/a.0123456789abcdef.png.html',
    '.well-known/security.txt',
    'openapi.json/index.html',
    '__proto__/index.html',
  ])('%s stops the build, and stays', async (path) => {
    if (!path.startsWith('openapi.json')) makePages(place.out)
    put(path)
    const before = everything()
    await expect(place.build()).rejects.toThrow(ConfigurationError)
    expect(everything()).toEqual(before)
    await expect(place.build({ drafts: true })).rejects.toThrow(/was not made by a build/)
    await expect(place.build({ env: { ...env, VERCEL: '1' } })).rejects.toThrow(/was not made by a build/)
    rmSync(published(path.split('/')[0]), { recursive: true })
    expect((await place.build()).written).toBe(true)
    put(path === 'openapi.json/index.html' ? 'index.html' : path)
    await expect(place.build()).rejects.toThrow(/was not made by a build/)
  })

  test.skipIf(process.platform === 'win32')(
    'a symbolic link stops the build, whatever it is called',
    async () => {
      await place.build()
      writeFileSync(join(elsewhere, 'secret.png'), png())
      for (const path of [medium(), 'openapi.json', 'docs/index.html']) {
        renameSync(published(path), published(`${path}.aside`))
        symlinkSync(join(elsewhere, 'secret.png'), published(path))
        renameSync(published(`${path}.aside`), join(elsewhere, 'aside'))
        await expect(place.build()).rejects.toThrow(`${published(path)} was not made by a build`)
        rmSync(published(path))
        renameSync(join(elsewhere, 'aside'), published(path))
      }
      for (const folder of ['docs', 'media']) {
        renameSync(published(folder), join(elsewhere, folder))
        symlinkSync(join(elsewhere, folder), published(folder))
        await expect(place.build()).rejects.toThrow(`${published(folder)} was not made by a build`)
        rmSync(published(folder))
      }
      expect((await place.build()).written).toBe(true)
    },
  )

  test.skipIf(process.platform === 'win32')('a build is not stopped if that is itself a link', async () => {
    mkdirSync(place.out, { recursive: true })
    mkdirSync(join(elsewhere, 'volume'))
    symlinkSync(join(elsewhere, 'volume'), published())
    expect((await place.build()).written).toBe(true)
    expect((await place.build()).written).toBe(true)
  })

  test('files of earlier builds and of file managers are removed', async () => {
    for (const path of ['.DS_Store', 'docs/Thumbs.db', 'media/desktop.ini', 'media/old.0123456789abcdef.png'])
      put(path)
    put('media/.tmp-media', 'half')
    await place.build()
    await place.build()
    expect(readdirSync(published(), { recursive: true, encoding: 'utf8' }).sort()).toEqual(
      ['docs', ...docs.map((name) => join('docs', name)), 'media', join(medium()), 'openapi.json'].sort(),
    )
  })

  test('the desk is only in builds with drafts', async () => {
    const inDesk = () => readdirSync(published('docs/desk')).sort()
    await place.build()
    expect(existsSync(published('docs/desk'))).toBe(false)
    rmSync(join(place.out, 'data'), { recursive: true })
    await place.build({ drafts: true })
    const notes = inDesk().filter((name) => !deskFiles.includes(name))
    expect(notes).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.1\.json$/)])
    expect(inDesk().length).toBe(deskFiles.length + 1)
    // What an older version may have had there is foreign.
    await place.build({ env: { ...env, VERCEL: '1' } })
    expect(existsSync(published('docs/desk'))).toBe(false)
  })

  test('what the desk of a preview knows is named after the edition, and has no key', async () => {
    const key = 'a-key-that-is-secret'
    place.write({
      'blog/posts/hello.md': postFile(
        { tags: '[web, web]' },
        `See https://api.example.org/v1/${key}/posts.\n`,
      ),
      'blog/posts/more.md': postFile({ tags: `[${key}, ${key}]` }),
    })
    await place.build({ drafts: true, env: { ...env, GALLEY_KEYS: `blog=${key}` } })
    const isNotes = (name: string) => name.endsWith('.json')
    const [name, ...others] = readdirSync(published('docs/desk')).filter(isNotes)
    expect(others).toEqual([])
    const snapshots = openSnapshots(join(place.out, 'data'))
    const { workspace: opened, release } = snapshots.lease('blog')
    expect(name).toBe(`${opened.digest(0)}.2.json`)
    release()
    snapshots.close()
    const text = readFileSync(published(`docs/desk/${name}`), 'utf8')
    const { posts, problems } = JSON.parse(text)
    expect(posts).toEqual([
      { slug: 'hello', file: 'posts/hello.md', isDated: true, links: [] },
      { slug: 'more', file: 'posts/more.md', isDated: true, links: [] },
    ])
    expect(problems.map(({ file, code }: { file: string; code: string }) => `${file} ${code}`)).toEqual([
      expect.stringContaining('short-key'),
      'posts/a.png unused-file',
      'posts/hello.md named-twice',
      'posts/more.md named-twice',
    ])
    expect(text).not.toContain(key)
    expect(problems.at(-1).message).toContain('"…"')
    // The next build replaces it.
    place.write({ 'blog/posts/more.md': postFile({ title: 'Other' }) })
    await place.build({ drafts: true, env: { ...env, GALLEY_KEYS: `blog=${key}` } })
    expect(readdirSync(published('docs/desk')).filter(isNotes)).toEqual([expect.not.stringContaining(name!)])
    expect(openFiles(place.out)).toEqual([])
  })

  test('nothing is kept on Vercel, whatever its name', { tags: 'nightly' }, async () => {
    const ours = { env: { ...env, VERCEL: '1' } }
    await place.build(ours)
    const paths = ['openapi.json', ...docs.map((name) => `docs/${name}`), medium()]
    const read = () => paths.map((path) => readFileSync(published(path), 'latin1'))
    const before = read()
    for (const [i, path] of paths.entries()) {
      writeFileSync(published(path), '<'.repeat(before[i]!.length))
      utimesSync(published(path), 4e9, 4e9)
    }
    await place.build(ours)
    expect(read()).toEqual(before)
  })
})

describe('beside dist/public and dist/data', () => {
  test('nothing is touched', async () => {
    for (const path of [
      '../index.html',
      '../media/mine.0123456789abcdef.png',
      '../.tmp-mine',
      '../docs/a.html',
    ])
      put(path)
    const mine = everything()
    await place.build()
    await place.build()
    expect(everything().filter((path) => !/^(data|public)/.test(path))).toEqual(
      mine.filter((path) => path !== 'public'),
    )
    expect(existsSync(join(place.out, 'media/mine.0123456789abcdef.png'))).toBe(true)
  })
})

test('the command line names one file, the number of others, and what to do', async () => {
  put('index.html')
  put('docs/evil.html')
  expect(await ran(['build', '--content', place.dir, '--out', place.out], env)).toEqual({
    code: 2,
    stdout: '',
    stderr: `galley: ${place.out}/public/docs/evil.html (and 1 more) was not made by a build, and would be published. Move it elsewhere, or name another folder with --out.\n`,
  })
})
