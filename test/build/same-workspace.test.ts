// Of several workspaces, a build packs only those in which something is not as it was. Posts of real blogs link to later ones ("see
// part two"), which leaves the link out until these appear.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, test } from 'vitest'
import { Memo } from '../../build/memo/memo.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const { mkdirSync } = fs
let place: Workspace
let cache: Memo

afterEach(() => {
  Object.assign(fs, { mkdirSync })
  syncBuiltinESMExports()
  cache.close()
  place.remove()
})

/** How many workspaces have been packed: each in a folder of its own at first. */
function packings(): () => number {
  let count = 0
  Object.assign(fs, {
    mkdirSync(...args: Parameters<typeof mkdirSync>) {
      if (String(args[0]).endsWith('.tmp-workspace')) count++
      return mkdirSync(...args)
    },
  })
  syncBuiltinESMExports()
  return () => {
    const before = count
    count = 0
    return before
  }
}

test.each([true, false])(
  'posts that link to later ones may be as they were (in a later process: %s)',
  async (isAnew) => {
    place = await workspace({
      'blog/workspace.yml': 'url: https://example.org/{slug}\n',
      'blog/posts/first.md': postFile({ publishedAt: '2025-01-01' }, 'See [part two](second.md).\n'),
      'blog/posts/second.md': postFile({ publishedAt: '2025-02-01' }, 'Part two.\n'),
      'notes/posts/note.md': postFile({}, 'A note.\n'),
    })
    const folder = `${place.dir}/../cache`
    mkdirSync(folder)
    cache = new Memo(folder)
    const packed = packings()
    const build = async () => {
      if (isAnew) {
        cache.close()
        cache = new Memo(folder)
      }
      const { written, problems } = await place.build({ memo: cache, isTransient: !isAnew })
      expect([written, problems]).toEqual([true, []])
      return packed()
    }
    expect(await build()).toBe(2)
    expect(await build()).toBe(0)
    place.write({ 'notes/posts/note.md': postFile({}, 'Another note.\n') })
    expect(await build()).toBe(1)
    // The link appears on another day: nothing else of its post is different.
    place.write({ 'blog/posts/second.md': postFile({ publishedAt: '2025-03-01' }, 'Part two.\n') })
    expect(await build()).toBe(1)
    expect(await build()).toBe(0)
  },
)
