// A folder that GALLEY_CACHE names: what a check compiles, the build that follows need not, from another folder as well.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inFolder, ran } from '../support/command.ts'
import { git, withoutGit } from '../support/git.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
let folder: string
beforeEach(async () => {
  place = await workspace({
    'blog/workspace.yml': 'url: https://example.org/{slug}\n',
    'blog/posts/a.md': postFile({}, 'Harbour.\n'),
    'blog/posts/b.md': postFile({}, '[a](a.md)\n'),
  })
  makePages(place.out)
  folder = join(place.dir, '../named')
})
afterEach(() => place.remove())

const base = { BASE_URL: 'https://api.example.org' }
const check = (content = place.dir, ...flags: string[]) =>
  ran(['check', '--content', content, '--quiet', ...flags], { ...base, GALLEY_CACHE: folder })

/** How many files a build takes from there, and how many it compiles. */
async function build(content: string) {
  const profile = join(place.dir, '../profile.json')
  const argv = ['build', '--content', content, '--out', place.out, '--quiet', '--profile', profile]
  expect(await ran(argv, { ...base, GALLEY_CACHE: folder })).toMatchObject({ code: 0 })
  return JSON.parse(readFileSync(profile, 'utf8')).posts
}

test('what is compiled by a check is not compiled again by a build', async () => {
  expect(await check()).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await build(place.dir)).toMatchObject({ fromCache: 2, compiled: 0 })
  place.write({ 'blog/posts/a.md': postFile({}, 'Quay.\n') })
  expect((await check()).code).toBe(0)
  expect(await build(place.dir)).toMatchObject({ fromCache: 2, compiled: 0 })
})

test('nor if the same files are elsewhere by then, as after a push', async () => {
  const [one, other] = ['one', 'other'].map((name) => join(place.dir, '..', name))
  for (const tree of [one!, other!]) cpSync(place.dir, join(tree, 'content'), { recursive: true })
  expect((await inFolder(one!, () => check('content'))).code).toBe(0)
  expect(await inFolder(other!, () => build('content'))).toMatchObject({ fromCache: 2, compiled: 0 })
})

test('two pushes at a time, of which one has a draft, mix nothing', { tags: 'nightly' }, async () => {
  const draft = postFile({ status: 'draft' }, 'Nobody is to read this.\n')
  const trees = ['one', 'other'].map((name) => join(place.dir, '..', name, 'content'))
  for (const [i, tree] of trees.entries()) {
    cpSync(place.dir, tree, { recursive: true })
    writeFileSync(join(tree, 'blog/posts/own.md'), i === 0 ? draft : postFile({}, 'Everybody may.\n'))
  }
  const published = async (folder: string) => {
    const outs = trees.map((_, i) => join(place.dir, '..', `out-${i}`))
    for (const out of outs) makePages(out)
    const runs = trees.map((tree, i) => {
      const argv = [
        'build',
        '--content',
        tree,
        '--out',
        outs[i]!,
        '--quiet',
        ...(i === 0 ? ['--drafts'] : []),
      ]
      return ran(argv, { ...base, GALLEY_CACHE: folder })
    })
    expect(await Promise.all(runs)).toMatchObject([{ code: 0 }, { code: 0 }])
    return outs.map((out) => readFileSync(join(out, 'data/current.json'), 'utf8'))
  }
  expect(await Promise.all(trees.map((tree) => check(tree)))).toMatchObject([{ code: 0 }, { code: 0 }])
  const kept = await published(folder)
  expect(kept).toEqual(await published('off'))
  expect(await published(folder)).toEqual(kept)
})

test('a check that fails leaves what it has compiled, and changes no build', {
  tags: 'nightly',
}, async () => {
  const clean = await build(place.dir)
  expect(clean.compiled).toBe(2)
  const hash = () => readFileSync(join(place.out, 'data/current.json'), 'utf8')
  const before = hash()
  const draft = postFile({ status: 'draft' }, 'Nobody is to read this.\n')
  place.write({ 'blog/posts/a.md': draft, 'blog/posts/c.md': postFile({ publishedAt: 'tomorrow' }) })
  expect((await check()).code).toBe(1)
  place.write({ 'blog/posts/a.md': postFile({}, 'Harbour.\n') })
  rmSync(join(place.dir, 'blog/posts/c.md'))
  expect(await build(place.dir)).toMatchObject({ fromCache: 2, compiled: 0 })
  expect(hash()).toBe(before)
})

test.each<[string, () => string, string]>([
  [
    'is no path from the root',
    () => 'cache',
    '"cache" is not a setting. Write off, or the absolute path of a folder, or remove it.',
  ],
  [
    'is among what is published',
    () => join(place.dir, 'blog/cache'),
    'is among what is published: whoever commits there could publish any HTML',
  ],
])('a folder is refused that %s', async (_, named, reason) => {
  folder = named()
  const { code, stderr } = await check()
  expect(code).toBe(2)
  expect(stderr).toContain(reason)
  expect(existsSync(folder)).toBe(false)
})

test.skipIf(process.platform === 'win32').each<[string, (path: string) => void]>([
  [
    'others may write to',
    (path) => {
      mkdirSync(path)
      writeFileSync(join(path, 'mine'), '')
      chmodSync(path, 0o777)
    },
  ],
  ['is a link', (path) => symlinkSync(place.out, path)],
  ['is a file', (path) => writeFileSync(path, 'mine')],
])('a folder is refused, and left as it is, that %s', async (_, make) => {
  make(folder)
  const { code, stderr } = await check()
  expect(code).toBe(2)
  expect(stderr).toContain('GALLEY_CACHE')
  expect(existsSync(folder)).toBe(true)
  expect(readdirSync(join(folder, '..')).includes('named')).toBe(true)
})

test.skipIf(withoutGit)('a folder in the repository that is published is refused', async () => {
  git(join(place.dir, '..'), 'init', '--quiet')
  expect((await check()).stderr).toContain('is among what is published')
})

test('warnings of some files are printed, all others are counted, and errors come last', async () => {
  const list = join(place.dir, '../touched')
  const fence = (text: string) => postFile({}, `${text} <blink>x</blink>\n`)
  place.write({
    'blog/posts/a.md': fence('One'),
    'blog/posts/b.md': fence('Two'),
    'blog/posts/c.md': postFile({ publishedAt: 'tomorrow' }),
  })
  const printed = async (...names: string[]) => {
    const shown = (await ran(['check', '--content', place.dir, '--json'], base)).stdout
    const files: string[] = shown
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).file)
    writeFileSync(list, files.filter((file) => names.some((name) => file.endsWith(name))).join('\n'))
    const { code, stdout } = await check(place.dir, '--warnings-of', list)
    return [
      code,
      ...stdout.split('\n').flatMap((line) => /(?:\w+\.md:\S+ {2}\w+)|^\d.*files\.$/.exec(line)?.[0] ?? []),
    ]
  }
  expect(await printed('a.md')).toEqual([
    1,
    '1 warning in other files.',
    'a.md:7:5  warning',
    'c.md:3:14  error',
  ])
  expect(await printed('a.md', 'b.md')).toEqual([
    1,
    'a.md:7:5  warning',
    'b.md:7:5  warning',
    'c.md:3:14  error',
  ])
  expect(await printed()).toEqual([1, '2 warnings in other files.', 'c.md:3:14  error'])
  expect(await check(place.dir, '--warnings-of', list, '--json')).toMatchObject({ code: 2 })
  expect((await check(place.dir, '--warnings-of', join(list, 'none'))).stderr).toContain('cannot be read')
})
