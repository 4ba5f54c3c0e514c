// What V8 has compiled of the program is kept for later builds, in the folder of their cache and nowhere else.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { postFile, workspace } from '../support/workspace.ts'

const program = fileURLToPath(new URL('../../bin/galley.mjs', import.meta.url))

test.skipIf(!('enableCompileCache' in module))('compiled code is kept beside the build cache', async () => {
  const place = await workspace({ 'package.json': '{}', 'content/blog/posts/hello.md': postFile() })
  onTestFinished(place.remove)
  const folder = join(place.dir, 'node_modules/.cache/galley/code')
  mkdirSync(join(place.dir, 'node_modules'))
  const build = (cache?: string) => {
    const env = { ...process.env, GALLEY_CACHE: cache, BASE_URL: 'https://api.example.org' }
    const { status, stderr } = spawnSync(process.execPath, [program, 'build'], {
      cwd: place.dir,
      env,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining('blog: 1 post') })
  }
  const written = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { mtimeMs, size } = statSync(join(folder, name))
      return [name, mtimeMs, size]
    })

  build('off')
  expect(existsSync(folder)).toBe(false)
  build()
  const first = written()
  // A file for each module of ours and of the packages.
  expect(first.length).toBeGreaterThan(100)
  build()
  expect(written()).toEqual(expect.arrayContaining(first))
})
