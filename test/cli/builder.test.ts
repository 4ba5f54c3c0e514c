// The thread that builds for `galley dev`, one build after another.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { startBuilder } from '../../bin/builder/builder.ts'
import { LatestBuild } from '../../bin/builder/latest.ts'
import { type BuildThreads, startAhead } from '../../bin/builder/thread.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

test('a dozen builds leave nothing behind in the thread that made them, nor does one that was refused', {
  tags: 'nightly',
}, async () => {
  place = await workspace({ 'blog/posts/a.md': postFile() })
  makePages(place.out)
  const options = { content: place.dir, out: place.out, drafts: false, strict: false, env: {} }
  const warnings: string[] = []
  const listen = ({ message }: Error) => warnings.push(message)
  process.on('warning', listen)
  const builder = startBuilder()
  try {
    for (let time = 0; time < 12; time++) {
      expect(await builder.build(options)).toMatchObject({ written: true, problems: [] })
    }
    await expect(builder.build({ ...options, env: { BASE_URL: 'x' } })).rejects.toThrow(ConfigurationError)
    expect((await builder.build(options)).written).toBe(true)
    await nextTurn()
    expect(warnings.filter((text) => text.includes('memory leak'))).toEqual([])
  } finally {
    process.off('warning', listen)
    await builder.close()
  }
})

test('a save compiles one file, however it is saved, and a moved folder the files in it', async () => {
  const posts = Object.fromEntries(
    ['a', 'b', 'series/c', 'series/d'].map((name) => [`blog/posts/${name}.md`, postFile()]),
  )
  place = await workspace(posts)
  makePages(place.out)
  const builder = startBuilder({ folder: undefined })
  const compiled = async () => {
    const options = { content: place.dir, out: place.out, drafts: false, strict: false, env: {} }
    const { written, cached } = await builder.build(options)
    return written ? cached?.files.compiled : undefined
  }
  const at = (path: string) => join(place.dir, 'blog', path)
  try {
    expect(await compiled()).toBe(4)
    expect(await compiled()).toBe(0)
    place.write({ 'blog/posts/a.md': postFile({}, 'Saved.\n') })
    expect(await compiled()).toBe(1)
    // Many editors write another file, and give it the name.
    place.write({ 'blog/_new': postFile({}, 'Replaced.\n') })
    renameSync(at('_new'), at('posts/a.md'))
    expect(await compiled()).toBe(1)
    renameSync(at('posts/series'), at('posts/parts'))
    expect(await compiled()).toBe(2)
    // Another branch, and back.
    rmSync(at('posts'), { recursive: true })
    place.write({ 'blog/posts/a.md': postFile({}, 'Elsewhere.\n') })
    expect(await compiled()).toBe(1)
    rmSync(at('posts'), { recursive: true })
    place.write(posts)
    expect(await compiled()).toBe(0)
  } finally {
    await builder.close()
  }
})

test('what is wrong between files is told at its place after each save, and no longer once it is right', async () => {
  const text = (before: string, link: string) => postFile({}, `${before}[a](${link})\n`)
  place = await workspace({
    'blog/workspace.yml': 'broken: warn\nurl: https://example.org/{slug}\n',
    'blog/posts/a.md': text('', 'gone.md'),
    'blog/posts/b.md': postFile(),
  })
  makePages(place.out)
  const builder = startBuilder({ folder: undefined })
  const told = async () => {
    const content = { content: place.dir, out: place.out, env: {} }
    // As for `galley dev`, which remembers what it has checked.
    const options = { ...content, drafts: false, strict: false, isTransient: true }
    const { problems } = await builder.build(options)
    return problems.map(({ code, file, line, column }) => [code, file.slice(-4), line, column])
  }
  const first = text('', '').split('\n').indexOf('[a]()') + 1
  try {
    expect(await told()).toEqual([['dangling-link', 'a.md', first, 5]])
    expect(await told()).toEqual([['dangling-link', 'a.md', first, 5]])
    place.write({ 'blog/posts/a.md': text('One\n\n', 'gone.md') })
    expect(await told()).toEqual([['dangling-link', 'a.md', first + 2, 5]])
    // Nothing else in it is at another place, seen from where its text begins.
    place.write({ 'blog/posts/a.md': text('One\n\n', 'gone.md').replace('---\n', '---\n# One more line.\n') })
    expect(await told()).toEqual([['dangling-link', 'a.md', first + 3, 5]])
    place.write({ 'blog/posts/b.md': postFile({}, 'Other.\n') })
    expect(await told()).toEqual([['dangling-link', 'a.md', first + 3, 5]])
    place.write({ 'blog/posts/a.md': text('', 'b.md') })
    expect(await told()).toEqual([])
    place.write({ 'blog/posts/b.md': postFile({ status: 'draft' }) })
    expect((await told()).map(([code, file]) => [code, file])).toEqual([['draft-link', 'a.md']])
  } finally {
    await builder.close()
  }
})

test('a build is given up if files change while they are read, but not for ever', async () => {
  place = await workspace({ 'blog/posts/a.md': postFile() })
  makePages(place.out)
  const builder = startBuilder({ folder: undefined })
  const latest = new LatestBuild(builder)
  const build = () => {
    const options = { content: place.dir, out: place.out, drafts: false, strict: false, env: {} }
    const result = latest.build(options)
    latest.changed()
    return result
  }
  try {
    for (let time = 0; time < 3; time++) {
      expect(await build()).toBeUndefined()
      expect(existsSync(join(place.out, 'data/current.json'))).toBe(false)
    }
    expect(await build()).toMatchObject({ written: true, problems: [] })
    expect(await build()).toBeUndefined()
    place.write({ 'blog/posts/a.md': 'half of' })
    expect(await build()).toBeUndefined()
    place.write({ 'blog/posts/a.md': postFile({}, 'All of it.\n') })
    expect(await build()).toBeUndefined()
    expect(await build()).toMatchObject({ written: true, problems: [] })
  } finally {
    await builder.close()
  }
})

test('files that have changed before builds that were given up are read by the next one', {
  tags: 'nightly',
}, async () => {
  place = await workspace({ 'blog/posts/a.md': postFile(), 'blog/posts/b.md': postFile() })
  makePages(place.out)
  const folder = join(place.dir, '../cache')
  mkdirSync(folder)
  const builder = startBuilder({ folder })
  const latest = new LatestBuild(builder)
  const options = { content: place.dir, out: place.out, drafts: false, strict: false, env: {} }
  const build = (path?: string) => latest.build(options, path === undefined ? undefined : new Set([path]))
  const paths = ['a', 'b', 'c'].map((name) => join(place.dir, `blog/posts/${name}.md`))
  const read = async (path?: string) => (await build(path))?.cached?.files.compiled
  try {
    expect(await read()).toBe(2)
    place.write({ 'blog/posts/a.md': postFile({}, 'Another text.\n') })
    const givenUp = build(paths[0])
    latest.changed()
    expect(await givenUp).toBeUndefined()
    place.write({ 'blog/posts/b.md': postFile({}, 'Another one.\n') })
    const { workspaces } = (await build(paths[1]))!
    expect(await build()).toMatchObject({ written: true, workspaces })
    // Of this one it is not told.
    place.write({ 'blog/posts/a.md': postFile({}, 'Nobody says so.\n') })
    expect(await read(paths[1])).toBe(0)
    place.write({ 'blog/posts/c.md': postFile() })
    expect(await read(paths[2])).toBe(1)
    expect(await read()).toBe(1)
  } finally {
    await builder.close()
  }
})

test('a thread that was started ahead builds; if it has failed meanwhile, another one', {
  tags: 'nightly',
}, async () => {
  place = await workspace({ 'blog/posts/a.md': postFile() })
  makePages(place.out)
  const options = { content: place.dir, out: place.out, drafts: false, strict: false, env: {} }
  const started: Worker[] = []
  const listen = (worker: Worker) => started.push(worker)
  process.on('worker', listen)
  const threadsOf = async (prepare: () => BuildThreads | Promise<BuildThreads>) => {
    started.length = 0
    const builder = startBuilder(undefined, await prepare())
    try {
      expect((await builder.build(options)).written).toBe(true)
    } finally {
      await builder.close()
    }
    await Promise.all(started.map((worker) => worker.terminate()))
    return started.length
  }
  try {
    expect(await threadsOf(startAhead)).toBe(1)
    expect(
      await threadsOf(async () => {
        const threads = startAhead()
        // Node tells it then.
        await nextTurn()
        started[0]!.emit('error', new Error('it has run out of memory'))
        return threads
      }),
    ).toBe(2)
  } finally {
    process.off('worker', listen)
  }
})

test('a build whose thread ends is told why, and the next one has another thread', async () => {
  place = await workspace({ 'blog/posts/a.md': postFile() })
  makePages(place.out)
  const options = { content: place.dir, out: place.out, drafts: false, strict: false, env: {} }
  const started: Worker[] = []
  const listen = (worker: Worker) => started.push(worker)
  process.on('worker', listen)
  const builder = startBuilder()
  const ends = [
    ['exit', 3, 'The build thread ended with 3.'],
    ['error', new Error('it has run out of memory'), 'it has run out of memory'],
  ] as const
  try {
    for (const [event, reason, message] of ends) {
      const built = builder.build(options)
      await nextTurn()
      started.at(-1)!.emit(event, reason)
      await expect(built).rejects.toThrow(message)
      const { threadId } = started.at(-1)!
      expect([threadId, started.at(-1)!.listenerCount('message')]).toEqual([-1, 0])
    }
    expect(started).toHaveLength(2)
  } finally {
    process.off('worker', listen)
    await builder.close()
  }
})

test('a question whose thread ends is told why, and the next build has another thread', async () => {
  place = await workspace({ 'blog/posts/a.md': postFile() })
  makePages(place.out)
  const started: Worker[] = []
  const listen = (worker: Worker) => started.push(worker)
  process.on('worker', listen)
  const builder = startBuilder()
  try {
    const asked = builder.ask({ ask: 'form', about: 'blog' })
    await nextTurn()
    await Promise.all([
      expect(asked).rejects.toThrow(/^The build thread ended with \d\.$/),
      started.at(-1)!.terminate(),
    ])
    const built = await builder.build({
      content: place.dir,
      out: place.out,
      drafts: false,
      strict: false,
      env: {},
    })
    expect([built.written, started.length]).toEqual([true, 2])
  } finally {
    process.off('worker', listen)
    await builder.close()
  }
})

test('that nothing could be kept for the next start is told by the next build', {
  tags: 'nightly',
}, async () => {
  const posts = Array.from({ length: 33 }, (_, i) => [`blog/posts/${i}.md`, postFile()])
  place = await workspace({ 'blog/no-folder': '', ...Object.fromEntries(posts) })
  makePages(place.out)
  const builder = startBuilder({ folder: join(place.dir, 'blog/no-folder/cache') })
  const options = {
    content: place.dir,
    out: place.out,
    drafts: false,
    strict: false,
    env: {},
    isTransient: true,
  }
  const notes = async () => (await builder.build(options)).cached?.notes
  try {
    const cannot = 'The build cache cannot be written (ENOTDIR): nothing new is kept for later builds.'
    expect(await notes()).toEqual(['The build cache is damaged, and was dropped.'])
    expect(await notes()).toEqual([cannot])
  } finally {
    await builder.close()
  }
})
