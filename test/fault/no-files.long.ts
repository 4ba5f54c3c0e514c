// Pipes and devices in place of each file that a build makes and another command reads.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Galley, galley, urlOf } from '../support/command.ts'
import { noFiles, replaceBy } from '../support/no-file.ts'
import { png } from '../support/picture.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

describe.skipIf(process.platform === 'win32')('no command waits for', () => {
  let place: Workspace
  let root: string
  let kept: string
  const run = (...argv: string[]) =>
    galley(argv, { GALLEY_CACHE: undefined, BASE_URL: 'http://127.0.0.1' } as NodeJS.ProcessEnv, root)
  const filesIn = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((path) => statSync(join(root, path)).isFile())
  const current = () => readFileSync(join(root, 'dist/data/current.json'), 'utf8')

  beforeAll(async () => {
    place = await workspace({
      'blog/posts/a.md': postFile({}, '![](a.png)\n'),
      'blog/posts/a.png': png(),
      'blog/workspace.yml': 'searchIndex: true\n',
    })
    root = join(place.dir, '..')
    kept = mkdtempSync(join(tmpdir(), 'galley-kept-'))
    writeFileSync(join(root, 'package.json'), '{}')
    mkdirSync(join(root, 'node_modules'))
    expect(await run('build').ended).toBe(0)
  })
  afterAll(() => {
    place.remove()
    rmSync(kept, { recursive: true, force: true })
  })

  async function answered(server: Galley): Promise<number[]> {
    const url = await urlOf(server)
    const paths = [
      '/v1/blog/posts',
      '/v1/blog/posts/a',
      '/v1/blog/search?q=hello',
      '/v1/blog/search-index',
      '/status',
    ]
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(url + path)).status))
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    return statuses
  }

  /** Those that are read each in another way. */
  const READ = /current|search-index|manifest|deflated\.json|media|list\.bin|terms|posts\.json/

  test.each(['a pipe'])('%s in place of a file of the snapshot, and a build replaces it', async (kind) => {
    for (const path of filesIn('dist/data').filter((path) => READ.test(path))) {
      const before = current()
      replaceBy(kind, join(root, path), join(kept, 'kept'))
      const [verified, shown, server] = [
        run('check', '--snapshot'),
        run('show', 'a'),
        run('serve', '--port', '0'),
      ]
      expect(await verified.ended, path).toBe(1)
      expect(await shown.ended, path).toBeLessThanOrEqual(1)
      expect(await answered(server), path).toHaveLength(5)
      const built = run('build')
      expect([path, await built.ended, built.stderr()]).toEqual([
        path,
        0,
        expect.stringContaining('Built in'),
      ])
      expect(current()).toBe(before)
      expect(await run('check', '--snapshot').ended).toBe(0)
      rmSync(join(kept, 'kept'))
    }
  })

  test.each(Object.keys(noFiles))('%s in place of a file of the cache', async (kind) => {
    const files = () => filesIn('node_modules/.cache/galley').filter((path) => !path.includes('/code/'))
    for (const kindOfFile of [/index$/, /sources-\w+$/]) {
      const path = files().find((one) => kindOfFile.test(one))!
      replaceBy(kind, join(root, path), join(kept, 'kept'))
      const [checked, built] = [run('check'), run('build')]
      expect([path, await checked.ended, await built.ended]).toEqual([path, 0, 0])
      expect(built.stderr()).toContain('The build cache is damaged, and was dropped.')
      rmSync(join(kept, 'kept'))
    }
  })

  test.each(Object.keys(noFiles))('%s where the settings of Vercel and the function are', async (kind) => {
    for (const path of ['vercel.json', 'dist/function/index.js']) {
      mkdirSync(join(root, path, '..'), { recursive: true })
      noFiles[kind]!(join(root, path))
      expect([path, await run('build').ended]).toEqual([path, path === 'vercel.json' ? 2 : 0])
      rmSync(join(root, path), { recursive: true })
    }
  })
})
