// examples/hooks and examples/server/galley-publish.service: pushes that are killed between what git takes and what is built, and content
// of which git would leave something out.
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Running } from '../../server/index.ts'
import { root } from '../documents/guide.ts'
import { withoutGit } from '../support/git.ts'
import { Pushing, serves, titles } from '../support/pushing.ts'
import { postFile } from '../support/workspace.ts'

const unit = readFileSync(join(root, 'examples/server/galley-publish.service'), 'utf8')
const nightly = { tags: 'nightly' }
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!

describe.skipIf(withoutGit || process.platform === 'win32')('a push', () => {
  let place: Pushing
  let main: Running
  beforeAll(async () => {
    place = new Pushing()
    main = await place.start('api', false)
    write('First')
    expect(place.push(['main'])).toEqual({ code: 0, text: published })
    place.run('mkfifo', [join(place.repository, 'started'), join(place.repository, 'go')], place.srv)
  })
  afterAll(() => place?.remove())

  const published = 'galley: main is published.'
  const write = (title: string) =>
    place.commit({
      [`content/blog/posts/${title.toLowerCase()}.md`]: postFile({ title, publishedAt: '2020-01-01' }),
    })

  /** What is begun waits where `galley` is about to do this, and is killed there with all of its processes. */
  async function killed(command: 'check' | 'build', program: string, args: string[], work = async () => {}) {
    const env = join(place.repository, 'galley.env')
    // Only the first one waits.
    writeFileSync(
      env,
      `if [ "$1" = ${command} ] && mkdir "$repository/held" 2>/dev/null; then echo >"$repository/started"; read -r go <"$repository/go"; fi\n`,
    )
    const begun = place.begin(program, args, program === 'git' ? place.clone : place.repository)
    await readFile(join(place.repository, 'started'))
    await work()
    process.kill(-begun.pid!, 'SIGKILL')
    await once(begun, 'close')
    rmSync(env)
    rmSync(join(place.repository, 'held'), { recursive: true })
    expect(readdirSync(place.work)).toHaveLength(1)
  }
  const pushKilledAt = (command: 'check' | 'build') =>
    killed(command, 'git', ['push', '--quiet', place.repository, 'main'])

  /** Does what systemd does with the unit. */
  function startUnit() {
    const at = (path: string) => path.replace('/srv/galley/', root).replace('/srv', place.srv)
    const ran = place.run(at(setting('ExecStart')), [], at(setting('WorkingDirectory')))
    expect(readdirSync(place.work)).toEqual([])
    return ran
  }

  test('that was cut off before the build is published by the unit, once', async () => {
    write('Second')
    await pushKilledAt('build')
    expect(place.branch('main')).toBe(place.git(place.clone, 'rev-parse', 'HEAD'))
    // Git runs no hook.
    const { text } = place.run('git', ['push', place.repository, 'main'], place.clone)
    expect(text).toBe('Everything up-to-date')
    await main.look()
    expect(await titles(main)).toEqual(['First'])
    expect(startUnit()).toEqual({ code: 0, text: published })
    await serves(main, ['First', 'Second'])
    expect(startUnit()).toEqual({ code: 0, text: '' })
  })

  test('that was cut off is published by the next one, of whatever it is', async () => {
    write('Third')
    await pushKilledAt('build')
    expect(place.push(['main:refs/tags/v1'])).toEqual({ code: 0, text: published })
    await serves(main, ['First', 'Second', 'Third'])
    expect(place.push(['main:other'])).toEqual({ code: 0, text: '' })
  })

  test(
    'that was cut off while it was checked has changed nothing, and may be pushed again',
    nightly,
    async () => {
      const before = place.branch('main')
      write('Fourth')
      await pushKilledAt('check')
      expect(place.branch('main')).toBe(before)
      expect(startUnit()).toEqual({ code: 0, text: '' })
      expect(place.push(['main'])).toEqual({ code: 0, text: published })
      await serves(main, ['First', 'Fourth', 'Second', 'Third'])
    },
  )

  test(
    'that was killed after a later one may have published over it, so the branch is built again',
    nightly,
    async () => {
      await killed('build', join(root, 'examples/hooks/post-receive'), ['main'], async () => {
        write('Fifth')
        expect(place.push(['main'], 1)).toEqual({ code: 0, text: published })
      })
      expect(startUnit()).toEqual({ code: 0, text: published })
      expect(startUnit()).toEqual({ code: 0, text: '' })
    },
  )

  test('fails once in a push where the build fails, and is tried again by the unit', nightly, async () => {
    place.git(place.repository, 'config', 'galley.main.out', 'api')
    write('Sixth')
    const said =
      /^galley: galley\.main\.out is api\. Write an absolute path\.\ngalley: main is not published; .*$/
    for (const ran of [place.push(['main']), startUnit()]) expect(ran.text).toMatch(said)
    place.git(place.repository, 'config', 'galley.main.out', join(place.srv, 'api'))
    expect(startUnit()).toEqual({ code: 0, text: published })
  })

  const refused = '\ngalley: main is not accepted, and nothing has changed.\n'
  test.each<[string, () => void, string]>([
    [
      'a submodule',
      () => {
        const commit = place.git(place.clone, 'rev-parse', 'HEAD')
        const entry = `160000,${commit},content/blog/posts/more`
        place.git(place.clone, 'update-index', '--add', '--cacheinfo', entry)
        place.git(place.clone, 'commit', '--quiet', '--message', 'submodule')
      },
      'galley: main has the submodule content/blog/posts/more, whose files are not in the push. Add the files themselves.',
    ],
    ...['blog/posts/*.md export-ignore', 'blog/posts/a.md -text export-subst'].map(
      (line): [string, () => void, string] => [
        line,
        () => place.commit({ 'content/.gitattributes': `# Ours\n*.md text\n${line}\n` }),
        'galley: main has export-ignore or export-subst in content/.gitattributes, which leave files out or change them. Remove them there.',
      ],
    ),
    [
      'attributes of the server with which git leaves out files',
      () => {
        writeFileSync(join(place.repository, 'info/attributes'), 'first.md export-ignore\n')
        write('Seventh')
      },
      'galley: Files of content are missing in what git has written. Look for export-ignore in ',
    ],
  ])('with %s is refused with a sentence', (_, change, sentence) => {
    const before = place.branch('main')
    onTestFinished(() => {
      place.git(place.clone, 'reset', '--quiet', '--hard', before)
      rmSync(join(place.repository, 'info/attributes'), { force: true })
    })
    change()
    const { code, text } = place.push(['main'])
    expect([code, text]).toEqual([1, expect.stringContaining(refused)])
    expect(text.slice(0, sentence.length)).toBe(sentence)
    expect(place.branch('main')).toBe(before)
  })

  test('with attributes that only look like those is taken', nightly, async () => {
    place.commit({
      'content/blog/.gitattributes': '# posts/*.md export-ignore\n*.md text -export-ignore\n',
      'content/blog/posts/git.md': postFile(
        { title: 'Git', publishedAt: '2020-01-01' },
        '*.md export-ignore\n',
      ),
    })
    expect(place.push(['main'])).toEqual({ code: 0, text: published })
  })
})
