// Folders below dist/ that are file systems of their own, and file systems that are full.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Memo } from '../../build/memo/memo.ts'
import { compilerVersion } from '../../build/memo/version.ts'
import { inFolder, ran } from '../support/command.ts'
import { canMount, fill, mount } from '../support/mount.ts'
import { png } from '../support/picture.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
let root: string
beforeEach(async () => {
  place = await workspace({}, { baseUrl: 'http://127.0.0.1' }, 'without pages')
  root = join(place.dir, '..')
  // After what is mounted there is mounted no more.
  onTestFinished(place.remove)
})

const temporary = () =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(^|\/)(\.tmp-|\.lock|galley-)/.test(path),
  )

describe.skipIf(!canMount())('a folder that is a file system of its own', () => {
  test.each([['dist'], ['dist/public', 'dist/data'], ['dist/public/media', 'dist/public/docs']])(
    '(%s %s) can be built into, again and again',
    async (...folders) => {
      for (const folder of folders) mount(join(root, folder), 4_000)
      for (const folder of folders) mkdirSync(join(root, folder, 'lost+found'))
      place.write({ 'blog/posts/a.md': postFile({}, '![](a.png)\n'), 'blog/posts/a.png': png() })
      expect((await place.build()).written).toBe(true)
      // What a build of another version, and one that was killed, leave there.
      writeFileSync(join(place.out, 'public/openapi.json'), '{}')
      execFileSync('touch', ['-d', '2001-01-01', join(place.out, 'public/openapi.json')])
      writeFileSync(join(place.out, 'public/docs/.tmp-999999999-1'), '')
      place.write({ 'blog/posts/b.md': postFile({}, '![](b.png)\n'), 'blog/posts/b.png': png(2, 2) })
      expect((await place.build()).written).toBe(true)
      expect(readFileSync(join(place.out, 'public/openapi.json'), 'utf8')).toContain('"openapi"')
      expect(
        readdirSync(join(place.out, 'public/media')).filter((name) => name !== 'lost+found'),
      ).toHaveLength(2)
      expect(temporary()).toEqual([])
    },
  )
})

describe.skipIf(!canMount())('a full disk', () => {
  /** What is left of its room in turn, in KiB. */
  const RESTS = [0, 4, 8, 12, 16, 20, 24, 48, 96, 192]

  test('keeps the last snapshot, and nothing that is half written or still open', async () => {
    mount(place.out, 4_000)
    const write = (text: string) =>
      place.write({
        'blog/posts/a.md': postFile({}, `![](a.png)\n\n${text}\n`),
        'blog/posts/a.png': png(200, 200, text.length),
      })
    write('A')
    await place.build()
    const current = readFileSync(join(place.out, 'data/current.json'), 'utf8')
    const filler = join(place.out, 'filler')
    let failures = 0
    write('Another text')
    for (const rest of RESTS) {
      fill(filler, rest * 1_024)
      const open = readdirSync('/proc/self/fd').length
      const failure = await place.build({ isTransient: true }).then(
        () => undefined,
        (error) => error,
      )
      if (failure !== undefined) {
        failures++
        expect(failure.message).toMatch(/There is no room left for \S+ \(ENOSPC\)/)
        const now = readFileSync(join(place.out, 'data/current.json'), 'utf8')
        expect([temporary(), now]).toEqual([[], current])
        // The thread of the lock has files until it has ended.
        await expect.poll(() => readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(open)
        expect((await ran(['check', '--snapshot', '--out', place.out])).code).toBe(0)
      }
      rmSync(filler)
    }
    expect(failures).toBeGreaterThan(5)
    expect((await place.build()).written).toBe(true)
    expect(readFileSync(join(place.out, 'data/current.json'), 'utf8')).not.toBe(current)
  })

  test('of the cache fails no build: what was kept is as it was, and the next build with room keeps more', async () => {
    const folder = join(root, 'cache')
    mount(folder, 4_000)
    const caches = [new Memo(folder), new Memo(folder)] as const
    onTestFinished(() => {
      for (const cache of caches) cache.close()
    })
    const build = async (cache?: Memo) => {
      const { workspaces, cached } = await place.build(cache ? { memo: cache } : {})
      return { hash: workspaces[0]!.hash, ...cached }
    }
    const write = (number: number, text: string) => {
      const words = Array.from({ length: 900 }, (_, i) => (i * 7_919 + number).toString(36)).join(' ')
      place.write({ [`blog/posts/${number}.md`]: postFile({}, `${words} ${text} [a](/a)\n`) })
    }
    for (let number = 0; number < 8; number++) write(number, '')
    await build(caches[0])
    const values = join(folder, compilerVersion().slice(0, 16))
    const kept = () => readdirSync(values)
    const [before, index] = [kept(), readFileSync(join(values, 'index'))]
    let failures = 0
    for (const rest of [0, 24, 96]) {
      for (let number = 0; number < 8; number++) write(number, String(rest))
      fill(join(folder, 'filler'), rest * 1_024)
      const { hash, files, notes } = await build(caches[0])
      rmSync(join(folder, 'filler'))
      expect([hash, files]).toEqual([(await build()).hash, { taken: 0, compiled: 8 }])
      if (notes!.length === 0) continue
      failures++
      expect(notes).toEqual([expect.stringMatching(/^The build cache cannot be written \(ENOSPC\)/)])
      expect([kept(), readFileSync(join(values, 'index')).equals(index)]).toEqual([before, true])
    }
    expect(failures).toBeGreaterThan(1)
    expect((await build(caches[0])).notes).toEqual([])
    expect((await build(caches[1])).files).toEqual({ taken: 8, compiled: 0 })
  })

  test.each(['new post A --authors ada --category news', 'schema', 'init --yes', 'rename ada bob'])(
    'keeps nothing of what galley %s has begun to write',
    async (line) => {
      mount(root, 200)
      place.write({ 'blog/posts/b.md': postFile() })
      fill(join(root, 'filler'))
      const names = () =>
        readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
          statSync(join(root, name)).isFile(),
        )
      const before = names()
      const { code, stderr } = await inFolder(root, () => ran(line.split(' ')))
      expect([code, stderr, names()]).toEqual([2, expect.stringMatching(/^galley: ENOSPC/m), before])
    },
  )
})
