// docs/upgrading.md: its commands, run in a clone whose owner has replaced the sample content with a blog, while upstream kept
// changing it.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from '../../build/index.ts'
import { writeFiles } from '../support/files.ts'
import { isInstalled } from '../support/program.ts'
import { postFile } from '../support/workspace.ts'
import { blocksOf } from './blocks.ts'
import { read, root } from './guide.ts'

const [once, each] = blocksOf(read('docs/upgrading.md')).filter(({ language }) => language === 'sh')

/** What a merge can touch; nothing is installed or run in them. */
const parts = ['README.md', 'CHANGELOG.md', 'package.json', 'docs', 'bin']

const canRun = process.platform !== 'win32' && isInstalled('git')

describe.skipIf(!canRun)(
  `docs/upgrading.md${canRun ? '' : ' (skipped: its commands need git and a shell)'}`,
  () => {
    let place: string
    let upstream: string
    let mine: string
    const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, env, encoding: 'utf8' })
    const commit = (cwd: string, message: string) => {
      git(cwd, 'add', '-A')
      git(cwd, 'commit', '-qm', message)
    }
    const write = (folder: string, path: string, text: string) => writeFiles(folder, { [path]: text })

    beforeAll(() => {
      place = mkdtempSync(join(tmpdir(), 'galley-upgrade-'))
      upstream = join(place, 'upstream')
      mine = join(place, 'mine')
      for (const part of parts) cpSync(join(root, part), join(upstream, part), { recursive: true })
      write(upstream, 'content/demo/posts/old.md', postFile())
      git(upstream, 'init', '-q', '-b', 'main')
      commit(upstream, 'version 1')

      git(place, 'clone', '-q', upstream, 'mine')
      git(mine, 'rm', '-rq', 'content/demo')
      write(mine, 'content/blog/posts/hello.md', postFile({ title: 'Mine' }))
      commit(mine, 'a blog of my own')

      write(upstream, 'content/demo/posts/old.md', postFile({ title: 'Changed upstream' }))
      write(upstream, 'content/demo/posts/new.md', postFile({ title: 'Added upstream' }))
      write(upstream, 'bin/added.ts', '// new\n')
      write(upstream, 'README.md', `${readFileSync(join(upstream, 'README.md'), 'utf8')}\nVersion 2.\n`)
      commit(upstream, 'version 2')
    })
    afterAll(() => rmSync(place, { recursive: true, force: true }))

    test('brings what is new without bringing the sample content back', async () => {
      const address = /https:\S+/.exec(once!.text)![0]
      const script = (once!.text + each!.text).replace(address, upstream)
      execFileSync('bash', ['-ec', script], { cwd: mine, env, stdio: 'pipe' })

      expect(git(mine, 'status', '--porcelain')).toBe('')
      expect(git(mine, 'log', '-1', '--format=%s %P')).toMatch(/^Merge upstream \w+ \w+\n$/)
      expect(readdirSync(join(mine, 'content'))).toContain('blog')
      expect(existsSync(join(mine, 'content/demo'))).toBe(false)
      expect(existsSync(join(mine, 'bin/added.ts'))).toBe(true)
      expect(readFileSync(join(mine, 'README.md'), 'utf8')).toContain('Version 2.')

      const result = await build({
        content: join(mine, 'content'),
        out: join(mine, 'dist'),
        drafts: false,
        strict: true,
        env: {},
      })
      expect(result.workspaces).toMatchObject([{ folder: 'blog', posts: 1 }])
    })
  },
)

/** Without anybody's own git configuration. */
const env = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
}
