// What is kept of compiled files, in the cache or out of memory for the rest of a build: it is what they became, part by part.

import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { KeptBriefs } from '../../build/cache/briefs.ts'
import { type KeptSources, keptFiles } from '../../build/cache/files.ts'
import { KeptPacks } from '../../build/cache/packs.ts'
import { Scratch } from '../../build/cache/scratch.ts'
import { SourceDigests } from '../../build/cache/sources.ts'
import { Spill } from '../../build/cache/spill.ts'
import { ValueStore } from '../../build/cache/store.ts'
import type { CompiledFile } from '../../build/compile/compile.ts'
import { PostCompiler } from '../../build/compile/pool/post.ts'
import { Vocabulary } from '../../packages/search/index.ts'
import type { EarlierPack } from '../../snapshot/write/earlier.ts'
import { postFile } from '../support/workspace.ts'
import { settings } from './settings.ts'

let root: string
const open: ValueStore[] = []
const { writeSync } = fs

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-kept-files-'))
  mkdirSync(join(root, 'cache'))
})
afterEach(() => {
  Object.assign(fs, { writeSync })
  syncBuiltinESMExports()
  for (const store of open.splice(0)) store.close()
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

function opened(): ValueStore {
  const store = new ValueStore(join(root, 'cache'), 'one')
  open.push(store)
  store.load()
  return store
}

const rich = {
  slug: 'rich',
  id: 'own-id',
  featured: 'true',
  coverImage: 'pics/a.png',
  coverAlt: 'A quay',
  updatedAt: '2026-06-01',
  attribution: '{ author: Grace, url: https://a.example/x }',
  aliases: '[old, /older/path]',
  language: 'de',
  tags: '[web, css]',
  fields: '{ level: hard }',
}
const texts: Record<string, string> = {
  'plain.md': postFile({}, 'Nothing but words.\n'),
  'rich.md': postFile(
    rich,
    '# Häuser\n\n<b id="x">raw</b> [a](plain.md#y), ![b](pics/b.png) and [c](https://a.example)\n\n{{ told }}\n',
  ),
  'draft.md': postFile({ status: 'draft', publishedAt: '' }, 'Not yet.\n'),
  'dated-draft.md': postFile({ status: 'draft', coverImage: '""' }, '[a](rich.md)\n'),
  'wrong.md': postFile({ titel: 'x' }, '[a](plain.md)\n'),
  'broken.md': 'No front matter.\n',
}
const own = settings({
  fields: [{ name: 'level', type: 'select', required: false, options: ['easy', 'hard'] }],
  defaults: {
    authors: [],
    category: [],
    coverImage: undefined,
    authorImage: undefined,
  },
})

function filesOf() {
  return Object.entries(texts).map(([name, text]) => {
    const path = join(root, name)
    writeFileSync(path, text)
    return {
      workspace: 0,
      file: { path, displayPath: `content/demo/posts/${name}`, relativePath: `posts/${name}` },
    }
  })
}

/** All that is known of a file, as plain data. */
function allOf({
  file,
  relativePath,
  problems,
  names,
  references,
  urls,
  isRead,
  digest,
  post,
}: CompiledFile) {
  if (!post) return { file, relativePath, problems, names, references, urls, isRead, digest }
  const { slug, id, title, featured, description, coverImage, coverAlt, publishedAt, updatedAt, status } =
    post
  const { attribution, fields, aliases, language, htmlLinks, markdownLinks, anchors, details, content } = post
  const { html, markdown, words } = content
  return {
    ...{ file, relativePath, problems, names, references, urls, isRead, digest },
    ...{
      slug,
      id,
      title,
      featured,
      description,
      coverAlt,
      publishedAt,
      updatedAt,
      status,
      attribution,
      fields,
    },
    ...{ aliases, language, htmlLinks, markdownLinks, details: JSON.parse(details), html, markdown },
    anchors: { all: [...anchors.all], prefixed: [...anchors.prefixed] },
    words: [...words],
    // They are objects of the file's list.
    cover: coverImage && urls.indexOf(coverImage),
    inHtml: htmlLinks.map(({ reference }) => urls.indexOf(reference)),
  }
}

function compiledFiles() {
  const files = filesOf()
  const compiler = new PostCompiler([own], new Vocabulary())
  return files.map((file) => ({ file, compiled: compiler.first([file])[0]! }))
}

describe('a file in the cache', () => {
  const build = (store: ValueStore, before: KeptSources['before'] = new Map()) => {
    const kept: KeptSources = {
      store,
      sources: new SourceDigests(store, undefined),
      briefs: new KeptBriefs(store),
      before,
      found: new Map(),
      isTransient: false,
    }
    return { ...kept, ...keptFiles(kept, [own]) }
  }

  test('is what it became, at once and in later builds, with its brief or without', () => {
    const all = compiledFiles()
    expect(all.map(({ compiled }) => compiled.post !== undefined)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ])
    let store = opened()
    const first = build(store)
    for (const { file, compiled } of all) {
      expect(first.find(file)).toBeUndefined()
      expect(allOf(first.add(file, compiled))).toEqual(allOf(compiled))
    }
    expect(first.found.size).toBe(all.length)
    store.save()
    const expectAll = ({ find, found }: ReturnType<typeof build>) => {
      for (const { file, compiled } of all) {
        const one = find(file)!
        // What is asked for once more is the same.
        for (let time = 0; time < 2; time++) expect(allOf(one)).toEqual(allOf(compiled))
      }
      expect(found.size).toBe(all.length)
      return found
    }
    store = opened()
    const second = build(store)
    const found = expectAll(second)
    second.briefs.keep(found)
    store.save()
    const third = build(opened())
    expectAll(third)
    // A draft without a date has none.
    expect(all.map(({ file }) => third.find(file)!.brief !== undefined)).toEqual([
      ...[true, true, false, true, true, true],
    ])
    // In the same process, they are the same objects.
    const again = build(opened(), found)
    for (const { file } of all) {
      const { find } = again
      expect([...found.values()].map((one) => one.file)).toContain(find(file))
    }
  })

  test('is not known under other settings, another path or with other bytes, nor if a part of it is missing', () => {
    const [one] = compiledFiles()
    const { file, compiled } = one!
    const store = opened()
    build(store).add(file, compiled)
    const { find } = build(store)
    expect(find(file)).toBeDefined()
    expect(find({ ...file, file: { ...file.file, displayPath: 'other.md' } })).toBeUndefined()
    expect(find({ ...file, file: { ...file.file, relativePath: 'other.md' } })).toBeUndefined()
    const kept = build(store)
    expect(keptFiles(kept, [{ ...own, html: 'trusted' }]).find(file)).toBeUndefined()
    expect(keptFiles(kept, [{ ...own, unread: new Set(['url']) }]).find(file)).toBeUndefined()
    // The texts of the second depend on other files.
    const partsOf = [
      ['heads', 'words', 'html', 'markdown'],
      ['heads', 'words', 'texts'],
    ] as const
    for (const [number, parts] of partsOf.entries()) {
      const { file, compiled } = compiledFiles()[number]!
      build(store).add(file, compiled)
      const { key = '' } = find(file)!
      for (const missing of [undefined, ...parts]) {
        const other = new ValueStore(undefined, 'one')
        for (const part of parts) if (part !== missing) other.set(part, key, store.get(part, key)!)
        const sources = new SourceDigests(other, undefined)
        const briefs = new KeptBriefs(other)
        const isKnown = keptFiles({ ...kept, store: other, sources, briefs }, [own]).find(file) !== undefined
        expect([missing, isKnown]).toEqual([missing, missing === undefined])
      }
    }
    writeFileSync(file.file.path, `${texts['plain.md']}More.\n`)
    expect(build(store).find(file)).toBeUndefined()
    writeFileSync(file.file.path, texts['plain.md']!)
    rmSync(file.file.path)
    expect(build(store).find(file)).toBeUndefined()
  })

  test('is compiled again if it took too long, or could not be read', () => {
    const [one] = compiledFiles()
    const { file, compiled } = one!
    for (const code of ['too-complex', 'unreadable-file'] as const) {
      const problem = {
        file: 'x',
        line: 1,
        column: 1,
        length: 0,
        code,
        severity: 'error',
        message: '',
        hint: '',
      } as const
      const store = opened()
      const { add, found } = build(store)
      const given = { ...compiled, problems: [problem] }
      expect(add(file, given)).toBe(given)
      expect([found.size, store.isChanged]).toEqual([0, false])
    }
  })
})

test('what a writer has made of a workspace is written again if lists or more than 32 posts have changed', () => {
  const packOf = (keys: string[], lists: EarlierPack['lists']): EarlierPack => ({
    keys,
    listed: keys.map(() => '0'.repeat(64)),
    records: new Map(),
    contents: new Map(),
    lists,
    editions: { entries: Buffer.alloc(0), digests: [], labels: [] } as never,
    revisions: { entries: Buffer.alloc(0), url: undefined, labels: [] } as never,
  })
  const lists = { basis: 'x', files: new Map([['tags.json', '[]']]) }
  const keys = Array.from({ length: 100 }, (_, at) => `key ${at}`)
  const changed = (count: number) => keys.map((key, at) => (at < count ? `${key} anew` : key))
  const store = opened()
  let packs = new KeptPacks(store)
  expect([packs.has('blog'), packs.get('blog')]).toEqual([false, undefined])
  const keep = (latest: EarlierPack) => {
    packs.set('blog', latest)
    expect(packs.get('blog')).toBe(latest)
    packs.keep()
    const isWritten = store.isChanged
    store.save()
    return isWritten
  }
  expect(keep(packOf(keys, lists))).toBe(true)
  expect(keep(packOf(changed(32), lists))).toBe(false)
  expect(keep(packOf(changed(33), lists))).toBe(true)
  expect(keep(packOf(changed(33), { ...lists }))).toBe(true)
  // As the next process finds it.
  packs = new KeptPacks(store)
  const found = packs.get('blog')!
  expect([found.keys, found.lists.basis]).toEqual([changed(33), 'x'])
  expect(keep({ ...found, keys: changed(60) })).toBe(false)
  expect(keep({ ...found, keys: changed(66) })).toBe(true)
  expect(new KeptPacks(opened()).get('blog')!.keys).toEqual(changed(66))
})

describe('out of memory', () => {
  const bytesOf = (number: number, length: number) => Buffer.alloc(length, number)

  test('values are what was set last, and nothing is left of their file', () => {
    // Other suites run at the same time.
    vi.stubEnv('TMPDIR', root)
    const before = readdirSync(root)
    const scratch = Scratch.open()!
    try {
      if (process.platform === 'linux') expect(readdirSync(root)).toEqual(before)
      const values = new Spill(scratch)
      expect([values.get('texts', 'a'), values.has('texts', 'a')]).toEqual([undefined, false])
      const lengths = [10, 0, 700_000, 5, 400_000, 3, 1_200_000, 20]
      for (const kind of ['texts', 'words'] as const) {
        for (const [number, length] of lengths.entries()) {
          values.set(kind, String(number), bytesOf(9, 8))
          values.set(kind, String(number), bytesOf(number, length))
        }
      }
      for (const kind of ['texts', 'words'] as const) {
        for (const [number, length] of lengths.entries()) {
          expect(values.has(kind, String(number))).toBe(true)
          for (const how of ['get', 'peek'] as const) {
            expect(bytesOf(number, length).equals(values[how](kind, String(number))!)).toBe(true)
          }
        }
      }
      const read = scratch.hold(bytesOf(7, 1_000))!
      // All but the last megabyte is out of memory.
      expect(scratch.append(bytesOf(8, 1_000))).toBeGreaterThan(3_000_000)
      const into = Buffer.alloc(100)
      read(into, 900)
      expect(into.equals(bytesOf(7, 100))).toBe(true)
      expect(() => scratch.read(Buffer.alloc(10), 1e9)).toThrow('A temporary file is too short')
    } finally {
      scratch.close()
    }
    expect(readdirSync(root)).toEqual(before)
  })

  test('what there is no room for stays in memory', () => {
    const scratch = Scratch.open()!
    fs.writeSync = () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    }
    syncBuiltinESMExports()
    try {
      expect([scratch.append(bytesOf(1, 10)), scratch.hold(bytesOf(1, 10))]).toEqual([undefined, undefined])
      const values = new Spill(scratch)
      values.set('texts', 'a', bytesOf(1, 2 << 20))
      expect(values.get('texts', 'a')).toHaveLength(2 << 20)
    } finally {
      scratch.close()
    }
  })

  test('a post is what it became, and its contents are read when they are asked for', () => {
    const scratch = Scratch.open()!
    try {
      const { find, add } = new Spill(scratch).files([own])
      for (const { file, compiled } of compiledFiles()) {
        expect(find(file)).toBeUndefined()
        const one = add(file, compiled)
        expect(allOf(one)).toEqual(allOf(compiled))
        if (compiled.post) expect(one.post!.content).not.toBe(compiled.post.content)
      }
    } finally {
      scratch.close()
    }
  })
})
