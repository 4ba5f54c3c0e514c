// What builds keep for later ones, on disk and in memory: it is what it was, it is used if it still holds and no longer, and it is not
// written again because of little.

import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Briefed, KeptBriefs } from '../../build/cache/briefs.ts'
import { detached } from '../../build/cache/detached.ts'
import { KeptIndexes } from '../../build/cache/indexes.ts'
import { SourceDigests } from '../../build/cache/sources.ts'
import { ValueStore } from '../../build/cache/store.ts'
import { compilerVersion } from '../../build/cache/version.ts'
import { KeptVocabulary } from '../../build/cache/vocabulary.ts'
import { discover } from '../../build/discover/discover.ts'
import { EarlierBuilds } from '../../build/publish/earlier.ts'
import { configure } from '../../build/workspace/configure.ts'
import { KnownMedia } from '../../build/workspace/media.ts'
import type { InvertedIndex } from '../../packages/search/patching.ts'
import { sha256 } from '../../snapshot/format/format.ts'
import { Memory } from '../../snapshot/memory.ts'
import { png } from '../support/picture.ts'

const { fstatSync } = fs
let root: string
let folder: string
const open: ValueStore[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-kept-'))
  folder = join(root, 'cache')
  mkdirSync(folder)
})
afterEach(() => {
  for (const store of open.splice(0)) store.close()
  rmSync(root, { recursive: true })
})

/** As another process would find it. */
function opened(isReadOnly = false): ValueStore {
  const store = new ValueStore(folder, 'one', isReadOnly)
  open.push(store)
  store.load()
  return store
}

const packs = (kind: string) => readdirSync(folder).filter((name) => name.startsWith(`${kind}-`))
const hexOf = (text: string) => sha256(text).slice(0, 32)

describe('a source', () => {
  const fileOf = (name: string) => {
    const path = join(root, name)
    return { path, displayPath: name, relativePath: name }
  }
  const write = (name: string, text: string, time = 1_000) => {
    writeFileSync(join(root, name), text)
    utimesSync(join(root, name), time, time)
  }
  /** Until the clock of the file system has gone on: what was written before may change no more without a later time. */
  const settle = () => {
    const path = join(folder, '.tmp-0123456789abcdef')
    const now = () => {
      writeFileSync(path, '')
      return statSync(path).ctimeMs
    }
    for (const before = now(); now() === before; );
    rmSync(path)
  }
  /** One build: how many of the files it has read. @param before of the same process */
  const build = (store: ValueStore, names: readonly string[], before?: SourceDigests) => {
    settle()
    const sources = new SourceDigests(store, before)
    for (const name of names) {
      const expected = sha256(readFileSync(join(root, name)))
      expect(sources.digestOf(fileOf(name)), name).toBe(expected)
    }
    return sources
  }
  const many = (count: number) => Array.from({ length: count }, (_, at) => `file-${at}`)

  test('is read again if the system says anything else of it, and not otherwise', () => {
    const names = ['same', 'size', 'time', 'moved', 'text', 'future']
    for (const name of names) write(name, `Text of ${name}.`)
    const future = Date.now() / 1_000 + 3_600
    write('future', 'Text of future.', future)
    let store = opened()
    const first = build(store, names)
    expect(first.read).toBe(6)
    first.keep(true)
    store.save()
    expect(build(opened(true), names).read).toBe(1)
    write('size', 'A longer text of size.')
    write('time', 'Text of time.', 2_000)
    write('text', 'Text of TEXT.')
    writeFileSync(join(root, 'other'), 'Text of moved!')
    utimesSync(join(root, 'other'), 1_000, 1_000)
    renameSync(join(root, 'other'), join(root, 'moved'))
    store = opened()
    const second = build(store, names)
    expect(second.read).toBe(5)
    // In the same process, what was read is known, and what may change without a later time is not.
    expect(build(store, names, second).read).toBe(1)
    second.keep(true)
    store.save()
    expect(build(opened(), names).read).toBe(1)
  })

  test('that cannot be read has no digest and no version', () => {
    const store = opened()
    const sources = new SourceDigests(store, undefined)
    expect(sources.digestOf(fileOf('none'))).toBeUndefined()
    expect(sources.versionOf(join(root, 'none'))).toBeUndefined()
    expect(sources.versionOf(join(root, 'none', 'below'))).toBeUndefined()
  })

  test('has a version that changes with it, where nothing can change unseen', () => {
    write('a', 'Text.')
    write('future', 'Text.', Date.now() / 1_000 + 3_600)
    const versions = (store: ValueStore) => {
      settle()
      const sources = new SourceDigests(store, undefined)
      return ['a', 'future'].map((name) => sources.versionOf(join(root, name)))
    }
    const [version, unknown] = versions(opened())
    expect([version, unknown]).toEqual([expect.any(String), undefined])
    expect(versions(opened())).toEqual([version, undefined])
    write('a', 'Other text.')
    expect(versions(opened())).toEqual([expect.not.stringMatching(`^${version}$`), undefined])
    expect(versions(opened(true))).toEqual([undefined, undefined])
    expect(versions(new ValueStore(undefined, 'one'))).toEqual([undefined, undefined])
  })

  test('may have changed unseen if it is as young as the clock, or there is no clock to tell', () => {
    write('a', 'Text.', 5_000)
    const path = join(root, 'a')
    const { ctimeMs } = statSync(path)
    const isKnown = (clock: object) => {
      fs.fstatSync = ((descriptor: number) => Object.assign(fstatSync(descriptor), clock)) as typeof fstatSync
      syncBuiltinESMExports()
      try {
        return new SourceDigests(opened(), undefined).versionOf(path) !== undefined
      } finally {
        fs.fstatSync = fstatSync
        syncBuiltinESMExports()
      }
    }
    expect([isKnown({ ctimeMs }), isKnown({ ctimeMs: ctimeMs + 1 })]).toEqual([false, true])
    const later = ctimeMs + 1_000
    expect(isKnown({ ctimeMs: later, dev: -1 })).toBe(false)
    expect([isKnown({ ctimeMs: later, mtimeMs: 999 }), isKnown({ ctimeMs: 1_000 })]).toEqual([false, false])
    utimesSync(path, 4e9, 4e9)
    expect([isKnown({ ctimeMs: 4e12 }), isKnown({ ctimeMs: 4e12 + 1 })]).toEqual([false, true])
  })

  test('stays known while nothing changes, is missed once it is gone, and counts with those of other builds', () => {
    const names = many(40)
    for (const name of names) write(name, name)
    let store = opened()
    const first = build(store, names.slice(0, 35))
    first.keep(false)
    expect(store.isChanged).toBe(false)
    const second = build(store, names, first)
    expect(second.read).toBe(5)
    second.keep(false)
    expect(store.isChanged).toBe(false)
    for (const name of many(70).slice(40)) write(name, name)
    build(store, many(70), second).keep(false)
    expect(store.isChanged).toBe(true)
    // Nothing of it is asked for, in the same process and in others.
    for (const isSame of [true, false]) {
      let sources: SourceDigests | undefined
      for (let time = 0; time < 22; time++) {
        store.set('checks', hexOf(`${isSame} ${time}`), Buffer.from('x'))
        sources = new SourceDigests(store, isSame ? sources : undefined)
        sources.keep(false)
        store.save()
      }
    }
    store.close()
    store = opened()
    rmSync(join(root, 'file-0'))
    const last = new SourceDigests(store, undefined)
    expect([last.digestOf(fileOf('file-0')), last.digestOf(fileOf('file-1'))]).toEqual([
      undefined,
      sha256('file-1'),
    ])
    expect(last.read).toBe(1)
  })

  test('that is new is kept at once with others, and for itself with 64 more', () => {
    const kept = (names: readonly string[], isDue: boolean) => {
      const store = opened()
      const sources = build(store, names)
      sources.keep(isDue)
      store.save()
      return sources.read
    }
    const names = many(200)
    for (const name of names) write(name, name)
    expect(kept(names.slice(0, 64), false)).toBe(64)
    expect(kept(names.slice(0, 65), false)).toBe(65)
    expect(kept(names.slice(0, 129), false)).toBe(64)
    expect(kept(names.slice(0, 129), true)).toBe(64)
    // One of 130 is a smaller share than one in 128, two of them are not.
    expect(kept(names.slice(0, 130), true)).toBe(1)
    expect(kept(names.slice(0, 130), true)).toBe(1)
    expect(kept(names.slice(0, 131), true)).toBe(2)
    expect(kept(names.slice(0, 131), true)).toBe(0)
  })
})

describe('what every build asks of a file', () => {
  const settings = ['a', 'b'].map((name) => sha256(name))
  const briefed = (number: number, more: object = {}): [string, Briefed] => {
    const brief = {
      face: hexOf(`face ${number}`),
      hasProblems: number % 2 === 0,
      isSelfContained: number % 3 === 0,
      post:
        number % 7 === 0
          ? undefined
          : {
              slug: `slug-${number}`,
              status: number % 5 === 0 ? 'draft' : 'published',
              language: ['en', 'de', 'pt-BR'][number % 3],
              publishedAt: number * 1.5e9,
              hasAliases: number % 4 === 0,
            },
      ...more,
    }
    const relativePath = `posts/${number}.md`
    const file = {
      file: `content/${'é'.repeat(number % 3)}/${relativePath}`,
      relativePath,
      digest: sha256(`digest ${number}`),
      brief,
      post: brief.post,
    }
    return [hexOf(`key ${number}`), { file, settings: settings[number % 2]! } as unknown as Briefed]
  }
  const some = (count: number, from = 0) => Array.from({ length: count }, (_, at) => briefed(from + at))
  const found = (store: ValueStore, [, { file, settings }]: [string, Briefed]) =>
    new KeptBriefs(store).find(
      { displayPath: file.file, relativePath: file.relativePath },
      settings,
      file.digest!,
    )
  const keep = (all: [string, Briefed][]) => {
    const store = opened()
    new KeptBriefs(store).keep(new Map(all))
    store.save()
    store.close()
    return packs('briefs')
  }

  test('is known of one with the same bytes, the same settings and the same paths only', () => {
    const all = some(24)
    keep(all)
    const store = opened()
    const briefs = new KeptBriefs(store)
    for (const [key, { file, settings: own }] of all) {
      const paths = { displayPath: file.file, relativePath: file.relativePath }
      const known = { key, brief: file.brief }
      expect(briefs.find(paths, own, file.digest!)).toEqual(known)
      expect(briefs.find({ ...paths, displayPath: `${file.file}x` }, own, file.digest!)).toBeUndefined()
      expect(briefs.find({ ...paths, relativePath: 'x' }, own, file.digest!)).toBeUndefined()
      expect(briefs.find(paths, sha256('c'), file.digest!)).toBeUndefined()
      expect(briefs.find(paths, own, sha256('other'))).toBeUndefined()
    }
  })

  test('is not written again because of one in 128 files', () => {
    const exactly = keep(some(128))
    expect(keep([...some(127), briefed(300)])).toEqual(exactly)
    const first = keep(some(200))
    expect(keep([...some(199), briefed(300)])).toEqual(first)
    expect(found(opened(), briefed(300))).toBeUndefined()
    const second = keep([...some(198), briefed(300), briefed(301)])
    expect(second).not.toEqual(first)
    expect(found(opened(), briefed(300))).toBeDefined()
    expect(found(opened(), briefed(199))).toBeUndefined()
    const store = opened()
    const briefs = new KeptBriefs(store)
    for (let time = 0; time < 22; time++) {
      store.set('checks', hexOf(String(time)), Buffer.from('x'))
      briefs.keep(new Map([...some(198), briefed(300), briefed(301)]))
      store.save()
    }
    expect(found(opened(), briefed(300))).toBeDefined()
    // Posts without a date have none, and are no reason either.
    const undated = some(10, 400).map(([key, { file, settings }]): [string, Briefed] => [
      key,
      {
        settings,
        file: { ...file, brief: undefined, problems: [], post: { publishedAt: undefined } } as never,
      },
    ])
    expect(keep([...some(198), briefed(300), briefed(301), ...undated])).toEqual(second)
  })
})

describe('the vocabulary', () => {
  const wordsOf = (time: number) => ['the', `harbour${time}`, `quay${time}`]

  /** One build in a process of its own, that finds words and the stems of some. */
  function build(time: number): KeptVocabulary {
    const store = opened()
    const kept = new KeptVocabulary()
    expect(kept.load(store)).toBe(true)
    for (const word of wordsOf(time)) kept.terms.numberOf(word)
    const stems = kept.terms.stemsIn(time % 2 === 0 ? 'en' : 'de')
    stems.stemOf(kept.terms.numberOf(`quay${time}`), (word) => word.slice(0, -1))
    kept.keep(store)
    store.set('checks', hexOf(String(time)), Buffer.from('x'))
    store.save()
    store.close()
    return kept
  }

  test('has every word and stem under its number, however many builds have added to it', () => {
    let last = build(0)
    for (let time = 1; time <= 12; time++) last = build(time)
    const store = opened()
    const kept = new KeptVocabulary()
    expect(kept.load(store)).toBe(true)
    const all = Array.from({ length: 13 }, (_, time) => wordsOf(time)).flat()
    expect(kept.terms.terms).toEqual([...new Set(all)])
    expect([...kept.terms.sorted()]).toEqual([...last.terms.sorted()])
    for (const language of ['en', 'de']) {
      const [now, before] = [kept.terms.stemsIn(language), last.terms.stemsIn(language)]
      expect(now.stems.terms).toEqual(before.stems.terms)
      const words = all.flatMap((word, at) =>
        word.startsWith('quay') && at % 2 === 0 ? [kept.terms.numberOf(word)] : [],
      )
      expect(now.of(words)).toEqual(before.of(words))
    }
  })

  test('is stored as a whole after 32 additions, and not at all if there are none', () => {
    const stored = () => {
      const store = opened()
      const count = Array.from({ length: 40 }, (_, at) =>
        store.has('vocabulary', at.toString(16).padStart(32, '0')),
      ).filter(Boolean).length
      const bytes = store.get('vocabulary', '0'.repeat(32))!.length
      store.close()
      return { count, bytes }
    }
    build(0)
    const { bytes } = stored()
    for (let time = 1; time <= 32; time++) build(time)
    expect(stored()).toEqual({ count: 33, bytes })
    build(32)
    expect(stored()).toEqual({ count: 33, bytes })
    build(33)
    expect(stored().bytes).toBeGreaterThan(bytes)
    const store = opened()
    const kept = new KeptVocabulary()
    kept.load(store)
    kept.keep(store)
    expect(store.isChanged).toBe(false)
  })

  test('is missed where other values are there without it', () => {
    const store = opened()
    expect(new KeptVocabulary().load(store)).toBe(true)
    store.set('checks', hexOf('x'), Buffer.from('x'))
    expect(new KeptVocabulary().load(store)).toBe(false)
  })
})

test('the index of a workspace is written again for more than 32 changed posts', () => {
  const none = { bytes: new Uint8Array(0), starts: new Uint32Array(0) }
  const indexOf = (ids: string[]): InvertedIndex => ({
    posts: {
      ids,
      digests: new Uint8Array(0),
      titleLengths: new Uint32Array(0),
      contentLengths: new Uint32Array(0),
      beyond: new Uint32Array(0),
    },
    table: {
      numbers: new Uint32Array(0),
      oldest: new Uint32Array(0),
      newest: new Uint32Array(0),
      signs: new Uint32Array(0),
      texts: none,
      postings: none,
      positions: none,
      votes: none,
      records: none,
    } as never,
    forms: new Map(),
  })
  const ids = Array.from({ length: 100 }, (_, at) => `post-${at}`)
  const keep = (...latest: string[][]) => {
    const store = opened()
    const indexes = new KeptIndexes(store)
    for (const now of latest) {
      indexes.get('blog')
      indexes.set('blog', indexOf(now))
      expect(indexes.get('blog')!.posts.ids).toBe(now)
      indexes.keep()
    }
    store.save()
    return opened().has('indexes', hexOf('blog')) && new KeptIndexes(opened()).get('blog')?.posts.ids.length
  }
  expect(new KeptIndexes(opened()).has('blog')).toBe(false)
  expect(new KeptIndexes(opened()).get('blog')).toBeUndefined()
  expect(keep(ids)).toBe(100)
  expect(keep(ids.slice(32))).toBe(100)
  expect(keep(ids.slice(33))).toBe(67)
  // Those of builds of one process are counted together.
  expect(keep(ids.slice(33, 80), ids.slice(33, 60))).toBe(27)
  const store = opened()
  const indexes = new KeptIndexes(store)
  for (const [now, isWritten] of [
    [ids, true],
    [ids.slice(9), false],
  ] as const) {
    indexes.set('blog', indexOf([...now]))
    indexes.keep()
    expect(store.isChanged).toBe(isWritten)
    store.save()
  }
})

test('what was made on another platform is of another version', async () => {
  const url = new URL('../../build/cache/version.ts?another', import.meta.url).href
  const usual = compilerVersion()
  const own = Object.getOwnPropertyDescriptor(process, 'platform')!
  const { compilerVersion: onAnother }: { compilerVersion: () => string } = await import(url)
  Object.defineProperty(process, 'platform', { ...own, value: 'another' })
  try {
    expect(onAnother()).not.toBe(usual)
  } finally {
    Object.defineProperty(process, 'platform', own)
  }
})

describe('in memory', () => {
  const write = (path: string, text: string | Uint8Array) => {
    mkdirSync(join(root, 'content', path, '..'), { recursive: true })
    writeFileSync(join(root, 'content', path), text)
  }

  test('a workspace is the same object as long as all it is read from is', () => {
    const memory = new Memory()
    const files = ['workspace.yml', 'categories.yml', 'tags.yml', 'authors/ada.yml']
    const texts = ['name: A\n', 'a: { name: A }\n', 'b: { name: B }\n', 'name: Ada\n']
    for (const [at, name] of files.entries()) write(`blog/${name}`, texts[at]!)
    write('blog/posts/a.md', 'x')
    const read = (BASE_URL?: string) => {
      const { value } = configure(discover(join(root, 'content')).value, { BASE_URL }, memory)
      const { settings, lists } = value[0]!
      return { settings, lists }
    }
    const isSame = (one: ReturnType<typeof read>, other: ReturnType<typeof read>) =>
      one.settings === other.settings && one.lists === other.lists
    let before = read()
    expect(isSame(read(), before)).toBe(true)
    write('blog/posts/b.md', 'y')
    expect(isSame(read(), before)).toBe(true)
    for (const [at, name] of files.entries()) {
      write(`blog/${name}`, texts[at]!.replace(/[AB]/, 'Other'))
      const changed = read()
      expect(isSame(changed, before), name).toBe(false)
      expect(JSON.stringify(changed)).toContain('Other')
      expect(isSame(read(), changed), name).toBe(true)
      before = changed
    }
    expect(isSame(read('https://api.example.org'), before)).toBe(false)
    before = read()
    renameSync(join(root, 'content/blog/authors/ada.yml'), join(root, 'content/blog/authors/bob.yml'))
    expect(read().lists.author!.map(({ slug }) => slug)).toEqual(['bob'])
    rmSync(join(root, 'content/blog/tags.yml'))
    expect(read().lists.tag).toBeUndefined()
    expect(isSame(read(), read())).toBe(true)
    renameSync(join(root, 'content/blog'), join(root, 'content/notes'))
    expect(read().settings.folder).toBe('notes')
    // What was never the same has no two in memory without it.
    expect(configure(discover(join(root, 'content')).value, {}).value[0]!.settings).not.toBe(read().settings)
  })

  test('a picture is read again if its version is another one, unknown, or it could not be read', () => {
    const media = new KnownMedia()
    write('a.png', png())
    const path = join(root, 'content/a.png')
    const file = { path, displayPath: 'a.png', relativePath: 'a.png' }
    const read = (version: string | undefined) =>
      media.read(file, (asked) => (asked === path ? version : 'x'))
    const first = read('1')
    expect(first.value).toMatchObject({ path, displayPath: 'a.png', seal: { bytes: png().length } })
    expect(read('1')).toBe(first)
    const second = read('2')
    expect(second).not.toBe(first)
    expect(read('2')).toBe(second)
    const unknown = read(undefined)
    expect(unknown).not.toBe(second)
    expect(read(undefined)).not.toBe(unknown)
    writeFileSync(path, 'damaged')
    const damaged = read('3')
    expect(damaged.problems).toHaveLength(1)
    expect(read('3')).not.toBe(damaged)
  })

  test('posts of the last build of a kind are known as long as what all of them depend on is the same', () => {
    const builds = new EarlierBuilds<string>()
    const lists = { author: undefined, category: undefined, tag: undefined }
    const included = [{ category: 'a' }, { category: 'b' }] as never[]
    const one = builds.of('blog')
    expect(builds.of('blog')).toBe(one)
    expect(builds.of('notes')).not.toBe(one)
    expect(one.includedWith(lists)).toEqual([])
    expect(one.postsOn(['x', 1]).size).toBe(0)
    one.keep(lists, included, ['first', 'second'])
    expect(one.includedWith(lists)).toBe(included)
    expect(one.includedWith({ ...lists })).toEqual([])
    expect([...one.postsOn(['x', 1])]).toEqual([
      [included[0], 'first'],
      [included[1], 'second'],
    ])
    expect(one.postsOn(['x', 2]).size).toBe(0)
    expect(one.postsOn(['x', 2]).size).toBe(2)
    expect(one.postsOn(['x', 2, 3]).size).toBe(0)
    expect(one.postsOn(['x', 2]).size).toBe(0)
    one.keep(lists, [], [])
    expect(one.postsOn(['x', 2]).size).toBe(0)
  })

  test('what was cut out of a text holds none of it, and equal objects stay one', () => {
    const shared = { text: 'a text of some length', none: null, number: 5, none2: undefined }
    const list = [shared]
    const data = {
      ...{ list1: list, list2: list },
      shared,
      list: [shared, 'short', ['a text of some length', true]],
      set: new Set(['a text of some length', shared]),
      empty: new Set(),
    }
    const copy = detached(data)
    expect(copy).toEqual(data)
    expect(copy.list[0]).toBe(copy.shared)
    expect([...copy.set][1]).toBe(copy.shared)
    expect(copy.list2).toBe(copy.list1)
    expect(copy.shared).not.toBe(shared)
    expect(copy.set).not.toBe(data.set)
  })
})
