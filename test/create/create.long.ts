// create-galley in repositories, for somebody whom git does not know, without git, and in a terminal.
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { terminal } from '../cli/terminal.ts'
import { withoutGit } from '../support/git.ts'
import { isInstalled } from '../support/program.ts'
import { type Beginner, beginner, script } from './beginner.ts'

let place: Beginner
beforeAll(() => {
  place = beginner()
})
afterEach(() => place.empty())
afterAll(() => place.remove())

describe.skipIf(withoutGit)('with git', () => {
  test('a new repository with what its host has put there gets the first commit', () => {
    place.git('', 'init', '--quiet')
    writeFileSync(join(place.top, 'README.md'), '# Mine\n')
    expect(place.create(['.', ...place.fromTarball]).stderr).toMatch(
      /first commit\.[\s\S]*To see it:\n\n {2}npx galley dev\n$/,
    )
    expect(place.git('', 'log', '--format=%s')).toBe('Begin a blog with Galley')
    expect(place.git('', 'show', 'HEAD:README.md')).toBe('# Mine')
  })

  test('a repository that has commits, and one around the folder, get none', () => {
    place.git('', 'init', '--quiet')
    expect(place.create(['within', ...place.fromTarball]).stderr).toContain('within another repository')
    place.git('', 'commit', '--quiet', '--allow-empty', '--message', 'Mine')
    rmSync(join(place.top, 'within'), { recursive: true })
    rmSync(join(place.top, '.github'), { recursive: true })
    expect(place.create(['.', ...place.fromTarball]).stderr).toContain('has commits already')
    expect(place.git('', 'log', '--format=%s')).toBe('Mine')
    expect(place.git('', 'diff', '--cached', '--name-only')).toBe('')
  })

  test('whoever git does not know is told what git says, and has the blog', () => {
    const unknown = {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'user.useConfigOnly',
      GIT_CONFIG_VALUE_0: 'true',
    }
    const { status, stderr } = place.create(['my-blog', ...place.fromTarball], unknown)
    expect(status).toBe(0)
    expect(stderr).toMatch(
      /git config --global user\.name[\s\S]*Nothing is committed: what git says is above\./,
    )
    expect(stderr).toMatch(/run git add --all and git commit\.\n\nThe blog is in my-blog\./)
    expect(existsSync(join(place.top, 'my-blog/content/blog/posts/hello.md'))).toBe(true)
  })
})

test.skipIf(process.platform === 'win32')('without git, nothing is committed', () => {
  const npm = realpathSync(
    process.env
      .PATH!.split(delimiter)
      .map((one) => join(one, 'npm'))
      .find((one) => existsSync(one))!,
  )
  const env = { PATH: join(place.top, 'none'), npm_execpath: join(dirname(npm), 'npm-cli.js') }
  const { status, stderr } = place.create(['my-blog', ...place.fromTarball], env)
  expect([status, stderr]).toEqual([0, expect.stringContaining('git is not installed')])
  expect(place.filesIn('my-blog')).toContain('content')
})

const isHere = isInstalled('tmux', '-V')

describe.skipIf(!isHere)(`in a terminal${isHere ? '' : ' (skipped: there is no tmux)'}`, () => {
  test('asks what galley init asks, and writes the answers', async () => {
    const screen = terminal(place.top, place.env as Record<string, string>)
    try {
      screen.type(`${process.execPath} ${script} my-blog ${place.fromTarball.join(' ')}`)
      await screen.shows(/Write these files\? \[yes\]/)
      screen.press('Enter')
      await screen.shows(/Where will readers see the posts\?/)
      screen.type('https://example.org/blog')
      await screen.shows(/To see it:\s+cd my-blog\s+npx galley dev/)
    } finally {
      screen.close()
    }
    const settings = readFileSync(join(place.top, 'my-blog/content/blog/workspace.yml'), 'utf8')
    expect(settings).toContain('url: https://example.org/blog/{slug}\n')
  })

  test('writes and commits nothing for whoever says no', async () => {
    const screen = terminal(place.top, place.env as Record<string, string>)
    try {
      screen.type(`${process.execPath} ${script} my-blog ${place.fromTarball.join(' ')}`)
      await screen.shows(/Write these files\?/)
      screen.type('no')
      await screen.shows(/Galley is installed in my-blog\. Run npx galley init there for the rest\./)
    } finally {
      screen.close()
    }
    expect(place.filesIn('my-blog')).not.toContain('.git')
  })
})
