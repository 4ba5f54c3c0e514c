// What builds keep for later ones: what is taken from it, and what becomes of it where it cannot be trusted.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'

import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FlagValues } from '../../bin/cli/command.ts'
import { cacheFolder } from '../../bin/commands/cache.ts'
import { main } from '../../bin/main.ts'
import { type BuildOptions, check } from '../../build/index.ts'
import { Memo } from '../../build/memo/memo.ts'
import { cachePlace } from '../../build/memo/place.ts'
import { compilerVersion } from '../../build/memo/version.ts'
import { displayPathOf } from '../../build/problems/display-path.ts'
import { inFolder } from '../support/command.ts'
import { commitAll, git, withoutGit } from '../support/git.ts'
import { png } from '../support/picture.ts'
import { partOf } from '../support/sealed.ts'
import { type Files, makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

const isRoot = process.geteuid?.() === 0
let place: Workspace
/** Around the content, with a package.json and node_modules. */
let project: string
let folder: string
const open: Memo[] = []

beforeEach(async () => {
  place = await workspace({
    'blog/posts/a.md': postFile({}, 'See [the other](b.md).\n'),
    'blog/posts/b.md': postFile({ tags: '[web, web]' }, '{{ name }}\n'),
  })
  project = join(place.dir, '..')
  writeFileSync(join(project, 'package.json'), '{}')
  mkdirSync(join(project, 'node_modules'))
  folder = join(project, 'node_modules/.cache/galley')
})
afterEach(() => {
  for (const cache of open.splice(0)) cache.close()
  place.remove()
})

const placeFrom = (path = '.') => cachePlace(join(project, path), place.dir, process.env)

/** Builds as a process of its own would. */
async function build(from = placeFrom(), more: Partial<BuildOptions> = {}) {
  const cache = new Memo(from.folder)
  open.push(cache)
  const { problems, written, workspaces, cached } = await place.build({
    memo: cache,
    env: { BASE_URL: 'https://x.org' },
    ...more,
  })
  const { files, notes } = cached!
  return { told: { problems, written, hash: workspaces[0]?.hash }, files, notes }
}

/** Of this version. */
const values = () => join(folder, compilerVersion().slice(0, 16))
const packs = () => readdirSync(values()).filter((name) => name !== 'index')

describe('a second build', () => {
  test('compiles nothing, and says what the first one said', async () => {
    const first = await build()
    expect(first).toMatchObject({ files: { taken: 0, compiled: 2 }, notes: [] })
    expect(first.told.problems.map(({ code }) => code)).toEqual(['no-url', 'named-twice', 'template-text'])
    expect(await build()).toEqual({ ...first, files: { taken: 2, compiled: 0 } })
  })

  test('compiles what was saved and nothing else, however it was saved', async () => {
    place.write({ 'blog/workspace.yml': 'url: https://example.org/{slug}\n' })
    await build()
    place.write({ 'blog/posts/a.md': postFile({}, 'Other words.\n') })
    expect((await build()).files).toEqual({ taken: 1, compiled: 1 })
    // As editors do that write another file first, with a time that is not new.
    writeFileSync(join(place.dir, 'blog/new'), postFile({}, 'Other birds.\n'))
    utimesSync(join(place.dir, 'blog/new'), 1, 1)
    renameSync(join(place.dir, 'blog/new'), join(place.dir, 'blog/posts/a.md'))
    expect((await build()).files).toEqual({ taken: 1, compiled: 1 })
    // Another branch, and back.
    place.write({ 'blog/posts/a.md': postFile({}, 'Other words.\n') })
    expect((await build()).files).toEqual({ taken: 2, compiled: 0 })
  })

  test('compiles all posts of a workspace anew if a setting changes what becomes of them, and only then', async () => {
    place.write({ 'docs/posts/c.md': postFile() })
    place.write({ 'blog/workspace.yml': 'name: Blog\n' })
    await build()
    place.write({ 'blog/workspace.yml': 'name: The blog\ndescription: Words.\nkey: other\n' })
    expect((await build()).files).toEqual({ taken: 3, compiled: 0 })
    place.write({ 'blog/workspace.yml': 'html: trusted\n' })
    expect((await build()).files).toEqual({ taken: 1, compiled: 2 })
  })

  test('of many posts takes what was measured on the contents of several', async () => {
    const names = ['a', ...Array(40).keys()].map((name) => `blog/posts/${name}.md`)
    place.write(Object.fromEntries(names.map((name) => [name, postFile({}, `About ${name}.\n`)])))
    place.write({ 'blog/posts/0.md': postFile({ coverImage: 'p.png' }), 'blog/posts/p.png': png() })
    const { told } = await build()
    expect(packs().some((name) => name.startsWith('measures-'))).toBe(true)
    place.write({ 'blog/posts/a.md': postFile({}, 'Another text.\n') })
    const changed = await build()
    expect(changed.told.hash).not.toBe(told.hash)
    expect((await place.build({ env: { BASE_URL: 'https://x.org' } })).workspaces[0]!.hash).toBe(
      changed.told.hash,
    )
  })

  test('takes nothing that depends on what has changed in other files', { tags: 'nightly' }, async () => {
    const b = (lines: Record<string, string>, text = '<b id="x">B</b>\n') => ({
      'blog/posts/b.md': postFile({ slug: 'b', ...lines }, text),
    })
    place.write({
      'blog/workspace.yml': 'url: https://example.org/{slug}\n',
      'blog/posts/a.md': postFile({}, '[b](b.md#x) <!-- c.md --> ![d](d.png)\n'),
      ...b({}),
      'blog/posts/c.md': postFile(),
      'blog/posts/d.png': png(1, 2),
    })
    await build()
    const hashes = new Set<string | undefined>()
    for (const change of [
      b({ slug: 'other' }),
      b({ slug: 'other' }, '# X\n'),
      b({ status: 'draft' }),
      { 'blog/posts/c.md': postFile({ status: 'draft' }) },
      { 'blog/posts/c.md': postFile({ publishedAt: '2027-01-01' }) },
      { 'blog/posts/d.png': png(2, 2) },
      { 'blog/posts/d.png': png(2, 2, 1) },
      { 'blog/workspace.yml': 'url: https://example.org/{slug}/\n' },
    ]) {
      place.write(change)
      const { told } = await build()
      const { workspaces } = await place.build({ env: { BASE_URL: 'https://x.org' } })
      expect(told.hash).toBe(workspaces[0]!.hash)
      hashes.add(told.hash)
    }
    expect(hashes.size).toBe(8)
  })

  test('writes nothing if nothing has changed', async () => {
    await build()
    const before = packs()
    const index = readFileSync(join(values(), 'index'))
    await build()
    expect(packs()).toEqual(before)
    expect(readFileSync(join(values(), 'index')).equals(index)).toBe(true)
  })

  test('keeps few files, however many builds there were, and none of what has long been gone', {
    tags: 'nightly',
  }, async () => {
    for (let time = 0; time < 30; time++) {
      place.write({ 'blog/posts/a.md': postFile({}, `${'word '.repeat(200)} ${time}\n`) })
      expect((await build()).files.compiled).toBe(time === 0 ? 2 : 1)
    }
    // Three at a time.
    expect(packs().length).toBeLessThan(45)
    const bytes = packs().reduce((sum, name) => sum + readFileSync(join(values(), name)).length, 0)
    expect(bytes).toBeLessThan(25 * 10_000)
  })
})

test('a heading that goes with a version that was there before is missed by links, also in the process that knows both', async () => {
  const versions = ['## Here\n', '## There\n'].map((text) => postFile({}, text))
  place.write({ 'blog/posts/a.md': postFile({}, 'See [the other](b.md#here).\n') })
  for (const text of versions) {
    place.write({ 'blog/posts/b.md': text })
    await build()
  }
  const cache = new Memo(placeFrom().folder)
  open.push(cache)
  const told: boolean[] = []
  for (const text of [...versions, ...versions]) {
    place.write({ 'blog/posts/b.md': text })
    const options = { memo: cache, isTransient: true, env: { BASE_URL: 'https://x.org' } }
    const { problems, cached } = await place.build(options)
    expect(cached!.files.compiled).toBe(0)
    told.push(problems.some(({ code }) => code === 'missing-heading'))
  }
  expect(told).toEqual([false, true, false, true])
})

test('in one process, each build makes what one from nothing makes, and compiles what has changed', {
  tags: 'nightly',
}, async () => {
  const settings = (searchIndex: string) =>
    `url: https://example.org/{category}/{slug}\ndefaults: { coverImage: cover.png }\nsearchIndex: ${searchIndex}\n`
  const linking = postFile({ coverAlt: 'A' }, 'See [b](b.md#part) and ![p](p.png).\n')
  const older = { publishedAt: '2020-01-01', tags: '[Web Design]' }
  const steps: [what: string, compiled: number, files: Files, options?: Partial<BuildOptions>][] = [
    [
      'all',
      4,
      {
        'blog/workspace.yml': settings('{ text: 50 }'),
        'blog/authors/ada.yml': 'name: Ada\nimage: ada.png\n',
        'blog/authors/ada.png': png(1, 1, 1),
        'blog/cover.png': png(1, 1, 2),
        'blog/posts/p.png': png(1, 1, 3),
        'blog/posts/a.md': linking,
        'blog/posts/b.md': postFile(older, '## Part\n'),
        'blog/posts/c.md': postFile({ coverImage: 'c.png', tags: '[web-design]' }, '[x](/a)\n'),
        'blog/posts/c.png': png(1, 1, 4),
        'blog/posts/d.md': postFile({ status: 'draft', publishedAt: '' }, '[a](a.md)\n'),
      },
    ],
    [
      'the slug and the category of a post that another links to',
      1,
      { 'blog/posts/b.md': postFile({ ...older, slug: 'bee', category: 'more' }, '## Part\n') },
    ],
    ['its date', 1, { 'blog/posts/b.md': postFile({ ...older, publishedAt: '2050-01-01' }, '## Part\n') }],
    ['and back', 0, { 'blog/posts/b.md': postFile(older, '## Part\n') }],
    ['a picture, and a cover', 0, { 'blog/posts/p.png': png(1, 1, 5), 'blog/posts/c.png': png(1, 1, 6) }],
    [
      'a portrait, and the cover of others',
      0,
      { 'blog/authors/ada.png': png(2, 1, 1), 'blog/cover.png': png(2, 1, 2) },
    ],
    [
      'the name that others gave a tag',
      1,
      { 'blog/posts/b.md': postFile({ ...older, tags: '[web-design]' }, '## Part\n') },
    ],
    ['the length of texts', 0, { 'blog/workspace.yml': settings('{ text: 3 }') }],
    ['drafts', 0, {}, { drafts: true, mixed: true }],
    ['none, at another address', 0, {}, { mixed: true, env: { BASE_URL: 'https://y.org' } }],
  ]
  const cache = new Memo(placeFrom().folder)
  open.push(cache)
  const built = async (out: string, options: Partial<BuildOptions>) => {
    const { problems, written, cached } = await place.build({
      env: { BASE_URL: 'https://x.org' },
      ...options,
      out,
    })
    const current = written && readFileSync(join(out, 'data/current.json'), 'utf8')
    return { told: { problems, current }, compiled: cached?.files.compiled }
  }
  for (const [what, compiled, files, options = {}] of steps) {
    place.write(files)
    const kept = await built(place.out, { ...options, memo: cache, isTransient: true })
    const { told } = await built(`${place.out}2`, options)
    expect({ what, ...kept }).toEqual({ what, told, compiled })
  }
})

test('what a process that builds again and again has read of an earlier one stays as it was', async () => {
  place.write({ 'blog/workspace.yml': 'url: https://example.org/{slug}\n' })
  await build()
  const cache = new Memo(folder)
  open.push(cache)
  const contents = async (out: string, options: Partial<BuildOptions>) => {
    const { workspaces } = await place.build({ env: { BASE_URL: 'https://x.org' }, ...options, out })
    const data = join(out, 'data', workspaces[0]!.hash)
    return ['html', 'markdown'].map((form) => partOf(data, `content.${form}.deflated`).toString('base64'))
  }
  for (const text of ['One.\n', 'Two.\n', 'Three.\n']) {
    place.write({ 'blog/posts/a.md': postFile({}, text) })
    const live = await contents(place.out, { memo: cache, isTransient: true })
    expect(live).toEqual(await contents(`${place.out}2`, {}))
  }
})

test('a workspace that is as it was is not packed again, and nothing is read of what it was packed from', async () => {
  place.write({
    'blog/workspace.yml': 'url: https://example.org/{slug}\n',
    'other/posts/a.md': postFile({}, 'Of another workspace.\n'),
  })
  await build()
  for (const name of packs().filter((name) => /^(?:html|markdown)-/.test(name))) {
    const bytes = readFileSync(join(values(), name))
    writeFileSync(
      join(values(), name),
      bytes.map((byte) => byte ^ 1),
    )
  }
  for (const tags of ['[web]', '[web, net]']) {
    place.write({
      'blog/posts/a.md': postFile({ tags }, 'Other words.\n'),
      'blog/posts/b.md': postFile({ tags }, 'More of them.\n'),
    })
    const told: string[] = []
    const onProgress: BuildOptions['onProgress'] = ({ stage, done, total }) =>
      told.push(`${stage} ${done} of ${total}`)
    expect(await build(placeFrom(), { onProgress })).toMatchObject({
      files: { taken: 1, compiled: 2 },
      notes: [],
    })
    expect(told).toContain('reading 3 of 3')
    expect(told.at(-1)).toBe('writing 3 of 3')
  }
  place.write({ 'other/tags.yml': 'a: { name: Aa }\n' })
  expect((await build()).notes).toEqual(['The build cache is damaged, and was dropped.'])
})

test('however often a build fails in between, the next one that succeeds takes what was kept before', async () => {
  place.write({ 'blog/workspace.yml': 'url: https://example.org/{slug}\n' })
  await build()
  const kept = packs().filter((name) => /^(?:html|markdown|segments)-/.test(name))
  expect(kept).toHaveLength(3)
  for (let save = 0; save < 25; save++) {
    place.write({ 'blog/posts/a.md': postFile({ title: '[' }, `Save ${save}.\n`) })
    expect((await build()).told.written).toBe(false)
  }
  expect(packs()).toEqual(expect.arrayContaining(kept))
})

test('a check takes from it what a build has kept, with the same result, and leaves it as it is', async () => {
  const run = async (...flags: string[]) => {
    const cached = new Memo(folder, { isReadOnly: true })
    open.push(cached)
    const options = { content: place.dir, env: {} }
    const only = flags.length > 0 ? { only: new Set(flags) } : {}
    const result = await check({ ...options, ...only, memo: cached })
    expect(result).toEqual(await check({ ...options, ...only }))
    return cached.report
  }
  expect(cachePlace(project, place.dir, {}, true)).toEqual({ folder: undefined })
  expect(existsSync(folder)).toBe(false)
  const { told } = await build()
  expect(cachePlace(project, place.dir, {}, true)).toEqual({ folder })
  const before = packs().map((name) => readFileSync(join(values(), name), 'latin1'))
  expect(told.problems.length).toBeGreaterThan(0)
  expect(await run()).toMatchObject({ files: { taken: 2, compiled: 0 }, notes: [] })
  place.write({ 'blog/posts/b.md': postFile({}, '{{ other }}\n') })
  expect(await run()).toMatchObject({ files: { taken: 1, compiled: 1 }, notes: [] })
  expect(await run(`${displayPathOf(place.dir)}/blog/posts/a.md`)).toMatchObject({
    files: { taken: 1, compiled: 1 },
  })
  expect(packs().map((name) => readFileSync(join(values(), name), 'latin1'))).toEqual(before)
  writeFileSync(join(values(), 'index'), 'x')
  expect(await run()).toMatchObject({ files: { taken: 0, compiled: 2 } })
  expect(packs().map((name) => readFileSync(join(values(), name), 'latin1'))).toEqual(before)
})

test('a build says what came from the cache, and where its time went', { tags: 'nightly' }, async () => {
  const profile = join(project, 'profile.json')
  const run = async () => {
    let said = ''
    const write = (text: string) => (said += text)
    const argv = ['build', '--content', place.dir, '--out', place.out, '--profile', profile]
    const env = { BASE_URL: 'https://x.org' }
    const from = process.cwd()
    process.chdir(project)
    try {
      expect(await main({ argv, env, stdout: { write }, stderr: { write } })).toBe(0)
    } finally {
      process.chdir(from)
    }
    return { said, profile: JSON.parse(readFileSync(profile, 'utf8')) }
  }
  place.write({ 'blog/workspace.yml': 'url: https://example.org/{slug}\n' })
  makePages(place.out)
  const last = (taken: number) =>
    new RegExp(
      `\nReading took \\d+ ms, linking \\d+ ms, writing \\d+ ms, the cache \\d+ ms; ${taken} of 2 posts came from the cache\\.\n$`,
    )
  expect((await run()).said).toMatch(last(0))
  const again = await run()
  expect(again.said).toMatch(last(2))
  const stage = { milliseconds: expect.any(Number), cpu: expect.any(Number) }
  expect(again.profile).toEqual({
    milliseconds: expect.any(Number),
    stages: { reading: stage, linking: stage, assembling: stage, writing: stage, keeping: stage },
    posts: { fromCache: 2, compiled: 0, read: expect.any(Number) },
  })
  const { milliseconds, stages } = again.profile
  const all = Object.values<{ milliseconds: number }>(stages)
  // Each is rounded.
  expect(all.reduce((sum, one) => sum + one.milliseconds, 0)).toBeLessThanOrEqual(milliseconds + all.length)
})

describe('it is kept', () => {
  test('beside the nearest package.json at or above the current folder, for nobody else to write to', () => {
    mkdirSync(join(project, 'some/where'), { recursive: true })
    expect(placeFrom('some/where')).toEqual({ folder })
    expect(existsSync(folder)).toBe(true)
    mkdirSync(join(project, 'some/node_modules'))
    writeFileSync(join(project, 'some/package.json'), '{}')
    expect(placeFrom('some/where')).toEqual({ folder: join(project, 'some/node_modules/.cache/galley') })
  })

  test('nowhere if there are no node_modules, or the package.json is in content', () => {
    place.write({ 'blog/package.json': '{}', 'blog/node_modules/x': '' })
    expect(placeFrom('content/blog')).toEqual({ folder: undefined })
    expect(existsSync(join(place.dir, 'blog/node_modules/.cache'))).toBe(false)
    rmSync(join(project, 'node_modules'), { recursive: true })
    expect(placeFrom()).toEqual({ folder: undefined })
    rmSync(join(project, 'package.json'))
    expect(placeFrom()).toEqual({ folder: undefined })
  })

  test.skipIf(process.platform === 'win32').each(['node_modules', 'node_modules/.cache'])(
    'nowhere if %s is a link, and says so',
    async (name) => {
      place.write({ 'blog/planted/.cache/galley/index': 'x' })
      rmSync(join(project, 'node_modules'), { recursive: true })
      mkdirSync(join(project, name, '..'), { recursive: true })
      symlinkSync(join(place.dir, 'blog/planted'), join(project, name))
      const { folder: found, note } = placeFrom()
      expect(found).toBeUndefined()
      expect(note).toMatch(new RegExp(`${name} is a symbolic link: nothing is kept for later builds\\.$`))
      const printed = (values: FlagValues, GALLEY_CACHE = '') => {
        let text = ''
        const output = { write: (more: string) => (text += more) }
        const console = { argv: [], env: { ...process.env, GALLEY_CACHE }, stdout: output, stderr: output }
        cacheFolder(values, place.dir, console)
        return text
      }
      await inFolder(project, async () => {
        expect(printed({})).toBe(`${note}\n`)
        expect(printed({ quiet: true }) + printed({ 'no-cache': true }) + printed({}, 'off')).toBe('')
      })
      // Its own as well, wherever a command runs.
      expect(placeFrom('some/where')).toEqual({ folder: undefined, note })
      // Not its own.
      const inner = join(project, 'some/where')
      expect(cachePlace(inner, join(inner, 'content'), process.env)).toEqual({ folder: undefined })
    },
  )

  test.skipIf(process.platform === 'win32')('anew if it is a link itself, or others may write to it', () => {
    place.write({ 'blog/planted/index': 'x' })
    mkdirSync(join(folder, '..'))
    symlinkSync(join(place.dir, 'blog/planted'), folder)
    expect(placeFrom().note).toMatch(/galley was no folder of this user alone, and was dropped\.$/)
    expect(readdirSync(folder)).toEqual([])
    expect(existsSync(join(place.dir, 'blog/planted/index'))).toBe(true)
    writeFileSync(join(folder, 'index'), 'x')
    chmodSync(folder, 0o777)
    expect(placeFrom().note).toMatch(/was dropped/)
    expect(readdirSync(folder)).toEqual([])
    expect(placeFrom().note).toBeUndefined()
  })

  test.skipIf(process.platform === 'win32').each([
    ['node_modules/.cache', /galley cannot be written \(ENOTDIR\): nothing is kept for later builds\.$/],
    ['node_modules/.cache/galley', /galley was no folder of this user alone, and was dropped\.$/],
  ])('with a sentence if %s is a pipe, which nobody waits for', (name, note) => {
    mkdirSync(join(project, name, '..'), { recursive: true })
    expect(spawnSync('mkfifo', [join(project, name)]).status).toBe(0)
    // As galley check asks.
    expect(cachePlace(project, join(project, 'content'), process.env, true)).toEqual({ folder: undefined })
    expect(placeFrom().note).toMatch(note)
  })

  test.skipIf(process.platform === 'win32' || isRoot)('nowhere if it cannot be written to', () => {
    chmodSync(join(project, 'node_modules'), 0o500)
    expect(placeFrom().note).toMatch(/galley cannot be written \(EACCES\): nothing is kept/)
  })

  test.skipIf(withoutGit)('nowhere if git has any of it, whatever its case', async () => {
    await build()
    writeFileSync(join(project, '.gitignore'), 'content/\ndist/\n')
    commitAll(project)
    const { folder: found, note } = placeFrom()
    expect(found).toBeUndefined()
    expect(note).toMatch(
      /galley is in git, where whoever commits to it could publish any HTML: .*git rm -r --cached/,
    )
    git(project, 'rm', '-r', '--quiet', '--cached', 'node_modules')
    expect(placeFrom()).toEqual({ folder })
    mkdirSync(join(project, 'Node_Modules/.Cache/Galley'), { recursive: true })
    writeFileSync(join(project, 'Node_Modules/.Cache/Galley/index'), 'x')
    git(project, 'add', '--all', 'Node_Modules')
    expect(placeFrom().note).toMatch(/is in git/)
  })

  test('nowhere if it is within a submodule', () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '../.git'), 'gitdir: ../../.git/modules/cache\n')
    expect(placeFrom()).toEqual({
      folder: undefined,
      note: expect.stringMatching(
        /cache is a repository, whose commits could publish any HTML: nothing is kept/,
      ),
    })
  })

  test.skipIf(withoutGit)('nowhere if there is a repository that git cannot read', () => {
    mkdirSync(join(project, '.git'))
    writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n')
    expect(placeFrom().note).toMatch(/galley may be in git, which does not say: nothing is kept/)
  })
})

describe('what is damaged is dropped, with a line, and made again', () => {
  const flip = (name: string, at: number) => {
    const bytes = readFileSync(join(values(), name))
    const place = at < 0 ? bytes.length + at : at
    bytes[place] = bytes[place]! ^ 1
    writeFileSync(join(values(), name), bytes)
  }
  const damages: Record<string, () => void> = {
    'an index with another byte': () => flip('index', -1),
    'an index with another beginning': () => flip('index', 0),
    'an empty index': () => truncateSync(join(values(), 'index')),
    'half an index': () => truncateSync(join(values(), 'index'), 100),
    'a folder in place of the index': () => {
      rmSync(join(values(), 'index'))
      mkdirSync(join(values(), 'index'))
    },
    'packs that are missing': () => {
      for (const name of packs()) rmSync(join(values(), name))
    },
    'packs that are too short': () => {
      for (const name of packs()) truncateSync(join(values(), name), 10)
    },
    'packs of the same length with other bytes': () => {
      for (const name of packs()) flip(name, 40)
    },
  }

  test.each(Object.entries(damages))('%s', async (_, damage) => {
    const first = await build()
    damage()
    const second = await build()
    expect(second).toEqual({ ...first, notes: ['The build cache is damaged, and was dropped.'] })
    expect(await build()).toEqual({ ...first, files: { taken: 2, compiled: 0 } })
  })

  test('damage that shows only in the middle of a build', async () => {
    place.write({ 'blog/workspace.yml': 'url: https://example.org/{slug}\n' })
    const first = await build()
    for (const name of packs().filter((name) => name.startsWith('shards'))) flip(name, -1)
    rmSync(place.out, { recursive: true })
    const second = await build()
    expect(second).toEqual({ ...first, notes: ['The build cache is damaged, and was dropped.'] })
  })

  test('a build that fails for another reason is not done again', async () => {
    await build()
    const cache = new Memo(placeFrom().folder)
    open.push(cache)
    let times = 0
    const work = async () => {
      times++
      throw new Error('Another reason.')
    }
    await expect(cache.during(work)).rejects.toThrow('Another reason.')
    expect(times).toBe(1)
    // It has asked for no files.
    expect(cache.report).toEqual({ files: { taken: 0, compiled: 0 }, notes: [], read: 0 })
  })
})

test('what other versions made is not used, and of those of hours ago only the last stays', async () => {
  const first = await build()
  renameSync(values(), join(folder, '3'.repeat(16)))
  const note = 'The build cache was made by another version of Galley or of Node.js: this one begins its own.'
  expect(await build()).toEqual({ ...first, notes: [note] })
  for (const age of [1, 2]) mkdirSync(join(folder, `${age}`.repeat(16)))
  for (const age of [1, 2, 3]) utimesSync(join(folder, `${age}`.repeat(16)), age, age)
  place.write({ 'blog/posts/a.md': postFile({}, 'Other words.\n') })
  expect(await build()).toMatchObject({ files: { taken: 1, compiled: 1 }, notes: [] })
  expect(readdirSync(folder).sort()).toEqual(['3'.repeat(16), values().slice(-16)].sort())
})

describe('trouble while it is written', () => {
  test.skipIf(process.platform === 'win32')(
    'fails no build: nothing is kept, and a line says so',
    async () => {
      const found = placeFrom()
      rmSync(folder, { recursive: true })
      writeFileSync(folder, 'a file is in its place')
      const first = await build(found)
      expect(first.told.hash).toBeUndefined()
      expect(first.notes.at(-1)).toMatch(
        /^The build cache cannot be written \(ENOTDIR\): nothing new is kept/,
      )
    },
  )

  test('leaves what was kept before, if a build is interrupted at any point', async () => {
    await build()
    const before = packs()
    cpSync(folder, join(project, 'before'), { recursive: true })
    place.write({ 'blog/posts/a.md': postFile({}, 'Other words.\n') })
    await build()
    // The new packs have their names, and the index is still the old one.
    cpSync(join(project, 'before'), folder, { recursive: true })
    writeFileSync(join(values(), '.tmp-0123456789abcdef'), 'half')
    writeFileSync(join(values(), 'notes.txt'), 'of somebody else')
    expect((await build()).files).toEqual({ taken: 1, compiled: 1 })
    expect(packs()).toEqual(
      expect.arrayContaining(before.filter((name) => !/^(?:files|vocabulary)/.test(name))),
    )
    // An hour later, what nothing names is removed.
    for (const name of packs()) utimesSync(join(values(), name), 1, 1)
    place.write({ 'blog/posts/b.md': postFile({}, 'Words.\n') })
    await build()
    expect(packs()).not.toContain('.tmp-0123456789abcdef')
    expect(packs()).toContain('notes.txt')
    expect((await build()).files).toEqual({ taken: 2, compiled: 0 })
  })

  test('two builds at a time make the same, and what either keeps can be used', async () => {
    const all = await Promise.all([build(), build(), build()])
    expect(all.map(({ told }) => told)).toEqual([all[0]!.told, all[0]!.told, all[0]!.told])
    expect(all.flatMap(({ notes }) => notes)).toEqual([])
    expect(await build()).toMatchObject({ files: { taken: 2, compiled: 0 }, notes: [] })
  })
})

describe('a file that is as the system says it was', () => {
  beforeEach(() => place.write({ 'blog/posts/a.md': postFile(), 'blog/posts/b.md': postFile() }))

  const buildOnce = async () => {
    const cache = new Memo(placeFrom().folder)
    open.push(cache)
    const { cached, workspaces } = await place.build({ memo: cache, env: { BASE_URL: 'https://x.org' } })
    return { ...cached, hash: workspaces[0]?.hash }
  }

  test('is not read again, and one that has changed is', async () => {
    expect(await buildOnce()).toMatchObject({ files: { taken: 0, compiled: 2 }, read: 2 })
    const first = await buildOnce()
    expect(first).toMatchObject({ files: { taken: 2, compiled: 0 }, read: 0 })
    place.write({ 'blog/posts/b.md': postFile({}, 'Another text.\n') })
    const next = await buildOnce()
    expect(next).toMatchObject({ files: { taken: 1, compiled: 1 }, read: 1 })
    expect(next.hash).not.toBe(first.hash)
  })

  test('is read by every build as long as its time is yet to come, which a change might leave as it is', async () => {
    utimesSync(join(place.dir, 'blog/posts/b.md'), 4e9, 4e9)
    await buildOnce()
    expect(await buildOnce()).toMatchObject({ files: { taken: 2, compiled: 0 }, read: 1 })
  })
})
