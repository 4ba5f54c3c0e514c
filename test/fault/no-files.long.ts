// Pipes and devices in place of each file that a build makes and another command reads.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { galleyHere, inFolder, ran, urlOf } from '../support/command.ts'
import { noFiles, replaceBy } from '../support/no-file.ts'
import { png } from '../support/picture.ts'
import { unlimited } from '../support/server.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

describe.skipIf(process.platform === 'win32')('no command waits for', () => {
  let place: Workspace
  let root: string
  let kept: string
  const env = { ...unlimited, GALLEY_CACHE: undefined, BASE_URL: 'http://127.0.0.1' } as NodeJS.ProcessEnv
  const run = (...argv: string[]) => inFolder(root, () => ran(argv, env))
  const codeOf = async (...argv: string[]) => (await run(...argv)).code
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
    expect(await codeOf('build')).toBe(0)
  })
  afterAll(() => {
    place.remove()
    rmSync(kept, { recursive: true, force: true })
  })

  async function answered(): Promise<number[]> {
    const server = galleyHere(['serve', '--dir', place.out, '--port', '0'], env)
    const url = await urlOf(server)
    const paths = ['posts', 'posts/a', 'search?q=hello', 'search-index'].map((path) => `/v1/blog/${path}`)
    const asked = [...paths, '/status'].map(async (path) => (await fetch(url + path)).status)
    const statuses = await Promise.all(asked)
    expect(await server.stop()).toBe(0)
    return statuses
  }

  /** Those that are read each in another way. */
  const READ = /current|search-index|manifest|deflated\.json|media|short/

  test('a pipe in place of a file of the snapshot, and a build replaces it', async () => {
    const paths = filesIn('dist/data').filter((path) => READ.test(path))
    expect(paths.length).toBeGreaterThan(5)
    for (const path of paths) {
      const before = current()
      replaceBy('a pipe', join(root, path), join(kept, 'kept'))
      expect(await codeOf('check', '--snapshot'), path).toBe(1)
      expect(await codeOf('show', 'a'), path).toBeLessThanOrEqual(1)
      expect(await answered(), path).toHaveLength(5)
      expect([path, (await place.build({ env })).written, current()]).toEqual([path, true, before])
      expect(await codeOf('check', '--snapshot')).toBe(0)
      rmSync(join(kept, 'kept'))
    }
  })

  test.each(Object.keys(noFiles))('%s in place of a file of the cache', async (kind) => {
    const files = () => filesIn('node_modules/.cache/galley').filter((path) => !path.includes('/code/'))
    for (const kindOfFile of [/index$/, /files-\w+$/]) {
      const path = files().find((one) => kindOfFile.test(one))!
      replaceBy(kind, join(root, path), join(kept, 'kept'))
      const [checked, built] = [await run('check'), await run('build')]
      expect([path, checked.code, built.code]).toEqual([path, 0, 0])
      expect(built.stderr).toContain('The build cache is damaged, and was dropped.')
      rmSync(join(kept, 'kept'))
    }
  })

  test.each(Object.keys(noFiles))('%s where the settings of Vercel and the function are', async (kind) => {
    const settings = join(root, 'vercel.json')
    noFiles[kind]!(settings)
    expect(await codeOf('build')).toBe(2)
    rmSync(settings, { recursive: true })
    const program = join(root, 'dist/function/index.js')
    mkdirSync(join(program, '..'), { recursive: true })
    noFiles[kind]!(program)
    expect((await place.build({ env })).written).toBe(true)
    rmSync(program, { recursive: true, force: true })
  })
})
