// Content is pushed with git to a bare repository, set up as docs/server.md says, while a server runs.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Running } from '../../server/index.ts'
import { withoutGit } from '../support/git.ts'
import { png } from '../support/picture.ts'
import { Pushing, serves, titles } from '../support/pushing.ts'
import { json } from '../support/talk.ts'
import { postFile } from '../support/workspace.ts'
import { root } from './guide.ts'

/** The branch that a preview names, as its header has it. */
async function previewOf({ url }: Running): Promise<string | null> {
  return (await fetch(`${url}/v1/blog/posts`)).headers.get('X-Galley-Preview')
}

const dated = { publishedAt: '2020-01-01' }
const post = (title: string, text?: string) => postFile({ ...dated, title }, text)
const bad = postFile({ title: 'Bad', publishedAt: 'tomorrow' })

describe.skipIf(withoutGit || process.platform === 'win32')(
  'a repository that publishes what is pushed',
  () => {
    let main: Running
    let preview: Running
    let place: Pushing
    let [srv, clone, repository] = ['', '', '']
    beforeAll(async () => {
      place = new Pushing()
      ;({ srv, clone, repository } = place)
      main = await place.start('api', false)
      preview = await place.start('preview', true)
    })
    afterAll(() => place?.remove())

    const git = (cwd: string, ...args: string[]) => place.git(cwd, ...args)
    const push = (...refs: string[]) => place.push(refs)
    const commit = (...files: Parameters<Pushing['commit']>) => place.commit(...files)
    const branch = (name: string) => place.branch(name)
    /** Runs the hook as its operator does. */
    const byHand = (name: string) =>
      place.begin(join(root, 'examples/hooks/post-receive'), [name], repository)

    test('publishes the first push to a server that already runs, with the address that was set once', async () => {
      expect(await titles(main)).toBe(503)
      commit({
        'content/blog/posts/first.md': post('First', '![dot](dot.png)\n'),
        'content/blog/posts/dot.png': png(),
      })
      expect(push('main')).toEqual({ code: 0, text: 'galley: main is published.' })
      await serves(main, ['First'])
      const { post: first } = await json(await fetch(`${main.url}/v1/blog/posts/first`))
      expect(first.content).toMatch(/ src="https:\/\/api\.example\.org\/media\//)
      expect(await titles(preview)).toBe(503)
    })

    test('refuses content with an error, says where it is, and changes nothing', async () => {
      const before = branch('main')
      commit({ 'content/blog/posts/bad.md': bad })
      const { code, text } = push('main')
      expect(code).toBe(1)
      expect(text).toMatch(
        /^content\/blog\/posts\/bad\.md:3:14 {2}error {2}bad-date {2}publishedAt "tomorrow" is not/,
      )
      expect(text).toContain('\n  3 | publishedAt: tomorrow\n    |              ^^^^^^^^\n')
      expect(text).toContain('\ngalley: main is not accepted, and nothing has changed.\n')
      expect(text).toContain('pre-receive hook declined')
      expect(branch('main')).toBe(before)
      await main.look()
      expect(await titles(main)).toEqual(['First'])
    })

    test('refuses all refs of a push if one of them has an error, and a branch without content', () => {
      const before = branch('main')
      const { code, text } = push('main~1:main', 'main:preview')
      expect(code).toBe(1)
      expect(text).toContain('galley: preview is not accepted')
      expect(text).not.toContain('galley: main')
      git(clone, 'checkout', '--quiet', '--orphan', 'empty')
      git(clone, 'rm', '-r', '--quiet', '--cached', '.')
      git(clone, 'commit', '--quiet', '--allow-empty', '--message', 'empty')
      expect(push('--force', 'empty:main').text).toContain('galley: main has no folder content.')
      git(clone, 'checkout', '--quiet', '--force', 'main')
      expect(branch('main')).toBe(before)
    })

    test('takes other branches and tags as they are, and publishes none of them', async () => {
      const odd = 'it\'s-"$(id)";`id`&|'
      git(clone, 'tag', 'v1')
      expect(push(`main:${odd}`, 'v1')).toEqual({ code: 0, text: '' })
      expect(push(`:${odd}`, ':v1')).toEqual({ code: 0, text: '' })
      await main.look()
      expect(await titles(main)).toEqual(['First'])
    })

    test('goes back by a revert', async () => {
      git(clone, 'revert', '--no-edit', 'HEAD')
      commit({ 'content/blog/posts/second.md': post('Second') })
      expect(push('main').code).toBe(0)
      await serves(main, ['First', 'Second'])
      git(clone, 'revert', '--no-edit', 'HEAD')
      expect(push('main')).toEqual({ code: 0, text: 'galley: main is published.' })
      await serves(main, ['First'])
    })

    test('prints warnings of what is pushed, and counts all others', async () => {
      commit({ 'content/blog/posts/odd.md': post('Odd', '<blink>x</blink>\n') })
      const { code, text } = push('main')
      expect(code).toBe(0)
      expect(text).toMatch(
        /^content\/blog\/posts\/odd\.md:7:1 {2}warning {2}dropped-html [\s\S]*\ngalley: main is published\.$/,
      )
      const cache = join(repository, 'galley-cache')
      expect([statSync(cache).mode & 0o777, readdirSync(cache, { recursive: true })]).toEqual([
        0o700,
        expect.arrayContaining([expect.stringMatching(/^[0-9a-f]{16}.index$/)]),
      ])
      commit({ 'content/blog/posts/even.md': post('Even') })
      expect(push('main')).toEqual({ code: 0, text: '1 warning in other files.\ngalley: main is published.' })
      await serves(main, ['Even', 'First', 'Odd'])
      git(clone, 'reset', '--quiet', '--hard', 'HEAD~2')
      expect(push('--force', 'main').code).toBe(0)
      await serves(main, ['First'])
    })

    test('shows a preview with drafts beside production, forced pushes included, until it is taken down', async () => {
      git(clone, 'checkout', '--quiet', '-b', 'next')
      commit({ 'content/blog/posts/draft.md': postFile({ ...dated, title: 'Draft', status: 'draft' }) })
      expect(push('next:preview').text).toBe('galley: preview is published.')
      await serves(preview, ['Draft', 'First'])
      expect(await previewOf(preview)).toBe('preview')
      git(clone, 'reset', '--quiet', '--hard', 'main')
      commit({ 'content/blog/posts/other.md': post('Other') })
      expect(push('next:preview').text).toContain('[rejected]')
      expect(push('--force', 'next:preview').code).toBe(0)
      await serves(preview, ['First', 'Other'])
      expect(push(':preview').text).toMatch(
        /^galley: preview is deleted; what it published stays in .+\/preview\.$/,
      )
      expect(await titles(preview)).toEqual(['First', 'Other'])
      await main.look()
      expect(await titles(main)).toEqual(['First'])
      git(clone, 'checkout', '--quiet', 'main')
    })

    test('names a preview after its branch, whatever its name', async () => {
      const name = 'entwurf/für%2F$(id);"alle"'
      git(repository, 'config', `galley.${name}.out`, join(srv, 'preview'))
      git(repository, 'config', `galley.${name}.url`, 'https://preview.example.org')
      git(repository, 'config', `galley.${name}.drafts`, 'true')
      expect(push(`--force`, `main:refs/heads/${name}`)).toEqual({
        code: 0,
        text: expect.stringMatching(/ is published\.$/),
      })
      await preview.look()
      expect(decodeURI((await previewOf(preview)) ?? '')).toBe(name)
    })

    test('serves the later of two pushes, also where the earlier is built after it', async () => {
      const [started, go] = [join(repository, 'started'), join(repository, 'go')]
      place.run('mkfifo', [started, go], srv)
      // The first build waits, with the commit that it has taken, until it may go on.
      const script =
        'if mkdir "$repository/held" 2>/dev/null; then echo >"$repository/started"; read -r go <"$repository/go"; fi\n'
      writeFileSync(join(repository, 'galley.env'), script)
      const earlier = byHand('main')
      await readFile(started)
      commit({ 'content/blog/posts/later.md': post('Later') })
      expect(place.push(['main'], 1).code).toBe(0)
      await serves(main, ['First', 'Later'])
      const ended = once(earlier, 'close')
      await writeFile(go, '\n')
      expect(await ended).toEqual([0, null])
      rmSync(join(repository, 'galley.env'))
      expect(readdirSync(place.work)).toEqual([])
      await main.look()
      expect(await titles(main)).toEqual(['First', 'Later'])
    })

    test('executes nothing that is pushed, and reads nothing outside of it', async () => {
      const mark = join(srv, 'sprung')
      const script = `#!/bin/sh\n: > "${mark.replaceAll('$', '\\$')}"\n`
      const module = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(mark)}, '')\n`
      const names = [
        'hooks/pre-receive',
        'hooks/post-receive',
        'examples/hooks/galley.sh',
        'bin/node',
        'galley.env',
      ]
      const scripts = names.flatMap((name) => [name, `content/${name}`])
      commit({
        ...Object.fromEntries(scripts.map((name) => [name, script])),
        'package.json': JSON.stringify({
          scripts: { build: 'sh bin/node', preinstall: 'sh bin/node' },
        }),
        'bin/galley.mjs': module,
        'content/blog/_bin/galley.mjs': module,
        'content/.gitattributes': '* filter=x diff=x\n',
        '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = ./x\n',
      })
      expect(push('main').code).toBe(0)
      expect(existsSync(mark)).toBe(false)
      for (const [program, name] of [
        ['sh', 'bin/node'],
        [process.execPath, 'bin/galley.mjs'],
      ] as const) {
        spawnSync(program, [join(clone, name)])
        expect(existsSync(mark), 'it would have left a trace').toBe(true)
        rmSync(mark)
      }

      const secret = join(srv, 'secret.md')
      writeFileSync(secret, post('Secret'))
      symlinkSync(secret, join(clone, 'content/blog/posts/link.md'))
      commit({})
      const { code, text } = push('main')
      expect(code).toBe(1)
      expect(text).toMatch(/^content\/blog\/posts\/link\.md:1:1 {2}error {2}link-outside /m)
      expect(text).not.toContain('Secret')
      git(clone, 'reset', '--quiet', '--hard', 'HEAD~1')
      git(clone, 'revert', '--no-edit', 'HEAD')
    })

    test('gives the build the variables of galley.env, and keeps what was published where it fails', async () => {
      writeFileSync(join(repository, 'galley.env'), 'GALLEY_KEYS=blog=g6G8a14PMeYmoWPV2mW393\n')
      commit({ 'content/blog/posts/keyed.md': post('Keyed') })
      expect(push('main')).toEqual({ code: 0, text: 'galley: main is published.' })
      await main.look()
      expect(await titles(main)).toBe(404)
      expect((await fetch(`${main.url}/v1/g6G8a14PMeYmoWPV2mW393/posts/keyed`)).status).toBe(200)

      git(repository, 'config', 'galley.main.out', 'api')
      commit({ 'content/blog/posts/unbuilt.md': post('Unbuilt') })
      const { text } = push('main')
      expect(text).toContain('galley: galley.main.out is api. Write an absolute path.')
      expect(text).toContain('galley: main is not published; what was published before stays.')
      await main.look()
      expect((await fetch(`${main.url}/v1/g6G8a14PMeYmoWPV2mW393/posts/unbuilt`)).status).toBe(404)

      git(repository, 'config', 'galley.main.out', join(srv, 'api'))
      const [code] = await once(byHand('main'), 'close')
      expect(code).toBe(0)
      await main.look()
      expect((await fetch(`${main.url}/v1/g6G8a14PMeYmoWPV2mW393/posts/unbuilt`)).status).toBe(200)
    })
  },
)
