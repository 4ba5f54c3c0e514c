// create-galley: what becomes of a folder, and what it says if that can't be. `npm create` and the package as it is published are
// in run.ts, repositories and terminals in create.long.ts.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withoutGit } from '../support/git.ts'
import { type Beginner, beginner, TARBALL, VERSION } from './beginner.ts'

let place: Beginner
beforeAll(() => {
  place = beginner()
})
afterEach(() => place.empty())
afterAll(() => place.remove())

test.skipIf(withoutGit)('a folder becomes a blog without problems, with all of it in a first commit', () => {
  // Around it is a project that npm could take for the one that is meant.
  writeFileSync(join(place.top, 'package.json'), '{ "workspaces": ["*"] }')
  const { status, stderr } = place.create(['sites/my-blog', ...place.fromTarball])
  expect([status, stderr]).toEqual([0, expect.stringContaining('All files are in a first commit.')])
  expect(stderr).toContain(
    'The blog is in sites/my-blog. To see it:\n\n  cd sites/my-blog\n  npx galley dev\n',
  )
  const blog = join(place.top, 'sites/my-blog')
  const { type, scripts, dependencies } = JSON.parse(readFileSync(join(blog, 'package.json'), 'utf8'))
  expect([type, scripts.dev, dependencies]).toEqual(['module', 'galley dev', { galley: `file:${TARBALL}` }])
  const installed = join(blog, 'node_modules/galley/galley.mjs')
  const check = spawnSync(process.execPath, [installed, 'check', '--max-warnings', '0'], {
    cwd: blog,
    encoding: 'utf8',
  })
  expect([check.status, check.stderr]).toEqual([0, expect.stringContaining('0 errors, 0 warnings')])
  expect(place.git('sites/my-blog', 'ls-files').split('\n')).toEqual([
    '.github/workflows/content.yml',
    '.gitignore',
    'api/index.ts',
    'content/blog/posts/hello.md',
    'content/blog/workspace.yml',
    TARBALL,
    'package-lock.json',
    'package.json',
    'vercel.json',
  ])
  expect(place.git('sites/my-blog', 'status', '--porcelain')).toBe('')
  expect(place.filesIn('')).toEqual(['package.json', 'sites'])
})

test('where npm can install nothing, the folder is as it was', { tags: 'nightly' }, () => {
  const { status, stderr } = place.create(['a/b/c'])
  expect(status).toBe(2)
  expect(stderr).toMatch(
    /ECONNREFUSED[\s\S]*npm could not install galley@\d+\.\d+\.\d+: what it says is above\./,
  )
  expect(stderr).toContain('or there is a network again, run the same command once more.\n')
  mkdirSync(join(place.top, 'mine'))
  writeFileSync(join(place.top, 'mine/README.md'), '# Mine\n')
  expect(place.create(['mine']).status).toBe(2)
  writeFileSync(join(place.top, 'damaged.tgz'), 'x')
  expect(place.create(['mine', '--tarball', 'damaged.tgz']).status).toBe(2)
  expect([place.filesIn(''), place.filesIn('mine')]).toEqual([['damaged.tgz', 'mine'], ['README.md']])
})

describe('says what to do instead, and leaves everything as it is, if', () => {
  test.each<[string, string[], RegExp]>([
    ['no folder is named', [], /Name one folder, .*\n\nusage: npm create galley FOLDER/],
    ['two are', ['one', 'two'], /Name one folder, /],
    [
      'a flag does not exist',
      ['my-blog', '--template', 'x'],
      /--template[\s\S]*\n\nusage: npm create galley/,
    ],
    [
      'the folder has other files',
      ['.'],
      /\. is not empty: it has notes\.txt\. Name a new folder, or .* npx galley init in \.\.\n$/,
    ],
    ['it is a file', ['notes.txt'], /notes\.txt'\. Name another folder\.\n$/],
    ['it would be within one', ['notes.txt/x'], /notes\.txt\/x'\. Name another folder\.\n$/],
    [
      'there is no such package',
      ['my-blog', '--tarball', 'none.tgz'],
      /There is no file none\.tgz\..* npm pack/,
    ],
  ])('%s', (_, args, expected) => {
    writeFileSync(join(place.top, 'notes.txt'), 'Mine.')
    const { status, stdout, stderr } = place.create(args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(expected)
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(place.filesIn('')).toEqual(['notes.txt'])
  })
})

test('prints its help and its version', () => {
  expect(place.create(['--help'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('--tarball FILE'),
    stderr: '',
  })
  expect(place.create(['--version'])).toEqual({ status: 0, stdout: `${VERSION}\n`, stderr: '' })
})
