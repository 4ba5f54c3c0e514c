// galley init --from --move: files go where Galley reads them, in a commit that changes no byte, or nothing is done.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { check } from '../../build/index.ts'
import { inFolder, ran } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'

let place: string
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'galley-move-')))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
const git = (...args: string[]) =>
  execFileSync('git', [...identity, ...args], {
    cwd: place,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
const commit = () => {
  git('add', '-A')
  git('commit', '-qm', 'Before')
}
const files = () => git('ls-files', '-z').split('\0').slice(0, -1)

const CONFIG = `content:
  - { name: blog, type: collection, path: /src/articles, fields: [{ name: title, type: string }] }
  - { name: pages, type: collection, path: src/pages, fields: [{ name: title, type: string }] }
  - { name: team, type: collection, path: src/pages/team, format: yaml, fields: [{ name: name, type: string }] }
  - { name: site, type: file, path: data/site.json, fields: [{ name: tagline, type: string }] }
`
const SITE = {
  '.pages.yml': CONFIG,
  'src/articles/a.md':
    '---\ntitle: A\npublishedAt: 2026-01-01\nauthors: [ada]\ncategory: news\n---\nText.\r\n',
  'src/pages/about us.md': '# About us\n',
  'src/pages/in/ü.md': '# In\n',
  'src/pages/team/ada.yml': 'name: Ada\n',
  'data/site.json': '{ "tagline": "Words" }',
}

/** A repository with the site, in which there may be more. */
function repository(more: Record<string, string> = {}): void {
  writeFiles(place, { ...SITE, ...more })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  commit()
}

const init = (...flags: string[]) =>
  inFolder(place, () => ran(['init', '--from', '.pages.yml', '--move', ...flags]))

test('shows what it would do, and then does it in one commit that only renames', async () => {
  repository()
  const shown = await init()
  expect(shown).toMatchObject({ code: 2, stdout: '' })
  expect(shown.stderr).toContain(`
  move      src/articles to content/blog/posts: 1 file
  move      src/pages to content/blog/pages: 2 files
  move      src/pages/team to content/blog/team: 1 file
  move      data/site.json to content/blog/site.json: 1 file
`)
  expect([git('status', '--porcelain'), existsSync(join(place, 'content'))]).toEqual(['', false])

  const before = git('rev-parse', 'HEAD')
  const { code, stdout, stderr } = await init('--yes')
  expect([code, stdout]).toEqual([0, 'content/blog/workspace.yml\n'])
  expect(stderr).toContain('5 files were moved, in a commit of their own.')
  expect(git('rev-parse', 'HEAD~1')).toBe(before)
  expect(
    git('-c', 'core.quotePath=off', 'show', '--format=%an %s', '--name-status', '-M100%').trim().split('\n'),
  ).toEqual([
    'Ada Move content to where Galley reads it',
    '',
    'R100\tsrc/pages/about us.md\tcontent/blog/pages/about us.md',
    'R100\tsrc/pages/in/ü.md\tcontent/blog/pages/in/ü.md',
    'R100\tsrc/articles/a.md\tcontent/blog/posts/a.md',
    'R100\tdata/site.json\tcontent/blog/site.json',
    'R100\tsrc/pages/team/ada.yml\tcontent/blog/team/ada.yml',
  ])
  expect(git('status', '--porcelain')).toBe('?? content/blog/workspace.yml\n')
  expect(git('log', '--follow', '--format=%s', '--', 'content/blog/pages/about us.md')).toContain('Before')
  expect(['src', 'data'].some((name) => existsSync(join(place, name)))).toBe(false)
  const { problems } = await check({ content: join(place, 'content'), env: {} })
  expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
    'error: The name "about us" is not a slug.',
  ])
})

test('finds the file of what Keystatic has once, whatever its ending', async () => {
  const one = (path: string) => `singleton({ path: '${path}', schema: { name: fields.text({}) } })`
  const singletons = `{ about: ${one('data/about')}, team: ${one('data/team/')} }`
  const blog = "collection({ path: 'notes/*', schema: { title: fields.text({}) } })"
  repository({
    'keystatic.config.ts': `export default config({ collections: { blog: ${blog} }, singletons: ${singletons} })\n`,
    'data/about.yaml': 'name: Us\n',
    'data/about-us.yaml': '',
    'data/team/index.json': '{}',
    'notes/a.md': '',
  })
  const flags = ['--from', 'keystatic.config.ts', '--move', '--yes']
  expect((await inFolder(place, () => ran(['init', ...flags]))).code).toBe(0)
  expect(files()).toEqual(
    expect.arrayContaining([
      'content/blog/about.yaml',
      'content/blog/posts/a.md',
      'content/blog/team.json',
      'data/about-us.yaml',
    ]),
  )
})

test('moves what is inside of its new place, and nothing a second time', async () => {
  repository({
    '.pages.yml': 'content:\n  - { name: blog, path: content/blog, fields: [] }\n',
    'content/blog/b.md': 'B\n',
  })
  expect((await init('--yes')).code).toBe(0)
  expect(files()).toContain('content/blog/posts/b.md')
})

describe('does nothing if', () => {
  const refused = async (why: string | RegExp) => {
    const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain'), files()]
    const { code, stdout, stderr } = await init('--yes')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(why)
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), files()]).toEqual(before)
    expect(existsSync(join(place, 'content/blog/workspace.yml'))).toBe(false)
  }

  test.each<[string, string | RegExp, () => void]>([
    [
      'something is not committed',
      /^galley: Nothing was moved: the working tree has changes, such as new\.md\. Commit or stash them first\.$/m,
      () => writeFiles(place, { 'new.md': '' }),
    ],
    [
      'no branch is checked out',
      /: no branch is checked out\. Run git switch/,
      () => git('checkout', '-q', '--detach'),
    ],
    [
      'a file is there already',
      /: content\/blog\/pages\/in\/ü\.md and src\/pages\/in\/ü\.md would both be/,
      () => {
        writeFiles(place, { 'content/blog/pages/in/ü.md': '' })
        commit()
      },
    ],
    [
      'a file is there that git ignores',
      /: content\/blog\/site\.json exists\.$/m,
      () => {
        writeFiles(place, { '.gitignore': 'content/\n' })
        commit()
        writeFiles(place, { 'content/blog/site.json': '' })
      },
    ],
    [
      'names differ in case only',
      /: content\/blog\/pages\/About Us\.md and src\/pages\/about us\.md would both be/,
      () => {
        writeFiles(place, { 'content/blog/pages/About Us.md': '' })
        commit()
      },
    ],
    [
      'the new place is another repository',
      /: content is a repository of its own\.$/m,
      () => {
        writeFiles(place, { '.gitignore': 'content/\n' })
        commit()
        mkdirSync(join(place, 'content/.git'), { recursive: true })
      },
    ],
    [
      'a folder is outside of the repository',
      /: \.\.\/away is outside of the repository\.$/m,
      () => {
        writeFiles(place, { '.pages.yml': CONFIG.replace('src/pages,', '../away,') })
        commit()
      },
    ],
    [
      'a hook of the user refuses',
      /: git commit says: not on Mondays\.$/m,
      () => {
        writeFiles(place, { '.git/hooks/pre-commit': '#!/bin/sh\necho not on Mondays >&2\nexit 1\n' })
        chmodSync(join(place, '.git/hooks/pre-commit'), 0o755)
      },
    ],
  ])('%s', async (_, why, change) => {
    repository()
    change()
    await refused(why)
  })

  test('there is no repository', async () => {
    writeFiles(place, SITE)
    const { code, stderr } = await init('--yes')
    expect([code, existsSync(join(place, 'content'))]).toEqual([2, false])
    expect(stderr).toMatch(/^galley: Nothing was moved: git rev-parse says: fatal: not a git repository/)
  })
})
