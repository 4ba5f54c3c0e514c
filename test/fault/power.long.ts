// The power fails: what a name leads to was on disk before it had the name. Watched at the calls of the file system, since
// only a real machine loses what was not flushed.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { png } from '../support/picture.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const plain = { ...fs }
let place: Workspace
afterEach(() => {
  const { openSync, writeSync, fsyncSync, renameSync } = plain
  Object.assign(fs, { openSync, writeSync, fsyncSync, renameSync })
  syncBuiltinESMExports()
  place.remove()
})

/** What was written or renamed since it was flushed: files, and folders with other entries than on disk. */
const pending = new Set<string>()
const paths = new Map<number, string>()
/** What could be lost at the time of each renaming, by the new name. */
const renamed: { name: string; lost: string[] }[] = []

function below(folder: string): string[] {
  return [...pending].filter((path) => path === folder || path.startsWith(`${folder}/`))
}

function watch(): void {
  fs.openSync = ((...given: Parameters<typeof plain.openSync>) => {
    const descriptor = plain.openSync(...given)
    paths.set(descriptor, String(given[0]))
    return descriptor
  }) as typeof fs.openSync
  fs.writeSync = ((...given: [number, Uint8Array]) => {
    pending.add(paths.get(given[0])!)
    return plain.writeSync(...given)
  }) as typeof fs.writeSync
  fs.fsyncSync = (descriptor) => {
    pending.delete(paths.get(descriptor)!)
    plain.fsyncSync(descriptor)
  }
  fs.renameSync = (from, to) => {
    const [data, media] = [join(place.out, 'data'), join(place.out, 'public/media')]
    const isCurrent = basename(String(to)) === 'current.json'
    const lost = isCurrent ? [...below(data), ...below(media)] : below(String(from))
    renamed.push({ name: String(to), lost })
    for (const path of below(String(from))) pending.delete(path)
    plain.renameSync(from, to)
    pending.add(dirname(String(to)))
  }
  syncBuiltinESMExports()
}

test('media, workspaces, indexes and current.json are on disk before anything leads to them', async () => {
  place = await workspace({
    'blog/posts/a.md': postFile({ publishedAt: '2026-01-01' }, '![](img/map.png)\n'),
    'blog/posts/img/map.png': png(),
  })
  watch()
  await place.build({ env: { BASE_URL: 'https://example.org', SOURCE_DATE_EPOCH: '1767225600' } })
  const written = renamed.filter(({ name }) => /\/(?:data|media)\/[^.]/.test(name))
  expect(written.map(({ name }) => name.slice(place.out.length).replace(/[0-9a-f]{16,}/, '*'))).toEqual([
    '/data/public.json',
    '/public/media/map.*.png',
    '/data/*',
    '/data/*.search-index.json',
    '/data/current.json',
  ])
  expect(written.map(({ lost }) => lost)).toEqual([[], [], [], [], []])
  expect(below(join(place.out, 'data'))).toEqual([])
})
