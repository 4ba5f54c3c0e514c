// Where content/ and dist/ are looked for, on both kinds of paths.
import { existsSync, mkdirSync } from 'node:fs'
import { join, posix, win32 } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findProject, shortestPath } from '../../bin/cli/project.ts'
import { galleyHere, inFolder, ran, urlOf } from '../support/command.ts'
import { postFile, workspace } from '../support/workspace.ts'

describe('the project folder', () => {
  test.each([
    [posix, '/srv/blog/content/demo/posts', '/srv/blog', '/opt/galley'],
    [posix, '/srv/blog', '/srv/blog', '/opt/galley'],
    [win32, 'C:\\Sites\\blog\\content\\demo', 'C:\\Sites\\blog', 'D:\\galley'],
    [win32, '\\\\server\\share\\blog\\content', '\\\\server\\share\\blog', 'D:\\galley'],
  ])('is the nearest folder upwards that is one (%#)', (path, from, home, clone) => {
    expect(findProject(from, clone, (folder) => folder === home, path)).toBe(home)
  })

  test.each([
    [posix, '/tmp/elsewhere', '/opt/galley'],
    [win32, 'C:\\Temp\\elsewhere', 'D:\\galley'],
  ])('is the clone where there is none (%#)', (path, from, clone) => {
    expect(findProject(from, clone, () => false, path)).toBe(clone)
  })
})

test.each([
  [posix, '/srv/blog/content', '/srv/blog', 'content'],
  [posix, '/srv/blog/content', '/srv/blog/content/demo', '..'],
  [posix, '/srv/blog/content', '/srv/blog/content', '.'],
  [posix, '/srv/b', '/srv/a', '../b'],
  [posix, '/a/c', '/a/b', '/a/c'],
  [posix, '/opt/galley/content', '/home/ada/projects/site', '/opt/galley/content'],
  [win32, 'C:\\Sites\\blog\\content', 'C:\\Sites\\blog', 'content'],
  [win32, 'C:\\Sites\\blog\\content', 'c:\\sites\\blog', 'content'],
  [win32, 'D:\\galley\\content', 'C:\\Temp', 'D:\\galley\\content'],
])('a way is the shorter one of the two (%#)', (path, to, from, way) => {
  expect(shortestPath(to, from, path)).toBe(way)
})

test('content that is named is built into the current folder, and served from below it without content', async () => {
  const place = await workspace({ 'blog/posts/a.md': postFile() })
  onTestFinished(place.remove)
  const here = join(place.dir, '../elsewhere')
  mkdirSync(join(here, 'below'), { recursive: true })
  const build = () => ran(['build', '--content', place.dir, '--quiet'], { BASE_URL: 'https://a.example' })
  expect((await inFolder(here, build)).code).toBe(0)
  expect(existsSync(join(here, 'dist/data/current.json'))).toBe(true)
  await inFolder(join(here, 'below'), async () => {
    const server = galleyHere(['serve', '--port', '0'])
    expect((await fetch(`${await urlOf(server)}/v1/blog/posts/a`)).status).toBe(200)
    await server.stop()
  })
})
