// `npm run test:create`: publishes all three packages to a registry on this machine as a release does, and begins a blog from there
// with `npm create galley`, on three versions of npm, with and without a terminal; then a new version comes out. Wants Node 22 or
// newer; a minute. With `--tarballs FOLDER`, these are published; otherwise those of the committed HEAD.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { terminal } from '../cli/terminal.ts'
import { blocksOf } from '../documents/blocks.ts'
import { cloneHead, pack, packages } from '../package/tarballs.ts'
import { createChecks } from '../support/checks.ts'
import { isInstalled } from '../support/program.ts'
import { run } from '../vercel/command.ts'
import { capture } from '../vercel/function.ts'
import { publishNeeded, startRegistry } from './registry.ts'

if (Number(process.versions.node.split('.')[0]) < 22) {
  console.log('skipped: Verdaccio wants Node 22 or newer')
  process.exit(process.env.CI ? 1 : 0)
}
const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { tarballs } = parseArgs({ options: { tarballs: { type: 'string' } } }).values
const version: string = JSON.parse(read('package.json')).version
const next = version.replace(/\d+$/, (patch) => String(Number(patch) + 1))
const { check, summary, failed } = createChecks(console.log)
const install = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
await run('npm', install, { cwd: here })
// The npm that runs this hands its own settings to each npm below.
for (const name of Object.keys(process.env)) if (name.startsWith('npm_')) delete process.env[name]
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'galley-create-')))
const registry = await startRegistry(join(folder, 'registry'))
/** Somebody who has nothing of Galley and no settings; the registry is the only one that npm asks. */
const newcomer = {
  HOME: join(folder, 'home'),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Me',
  GIT_AUTHOR_EMAIL: 'me@example.org',
  GIT_COMMITTER_NAME: 'Me',
  GIT_COMMITTER_EMAIL: 'me@example.org',
  npm_config_userconfig: registry.userConfig,
  npm_config_registry: `${registry.url}/`,
  npm_config_update_notifier: 'false',
}

try {
  const released = tarballs === undefined ? join(folder, 'released') : resolve(root, tarballs)
  if (tarballs === undefined) {
    await cloneHead(join(folder, 'clone'))
    for (const name of Object.keys(packages) as (keyof typeof packages)[])
      await pack(join(folder, 'clone'), name, released)
  }
  assert.ok((await publishNeeded(registry, join(folder, 'needed'))) > 50)
  await check('a release publishes all three packages, and leaves out what is published', async () => {
    assert.match(
      await publish(released),
      new RegExp(`galley@${version}[\\s\\S]*client@${version}[\\s\\S]*create-galley@${version}`),
    )
    const again = await publish(released)
    assert.equal(again.match(/is published already\./g)?.length, 3)
  })

  const begun = new Map<string, string>()
  for (const [name, program] of Object.entries(await versionsOfNpm())) {
    await check(
      `with ${name}, the commands of docs/start.md end in a blog that galley dev serves`,
      async () => {
        const place = join(folder, name)
        mkdirSync(place)
        const [create, enter, dev] = commandsOf('docs/start.md', 'npm create galley')
        assert.deepEqual([enter, dev], ['cd my-blog', 'npx galley dev'])
        const said = await shell(place, program, create!)
        assert.match(said, /All files are in a first commit\.\n\nThe blog is in my-blog\. To see it:/)
        const blog = join(place, 'my-blog')
        begun.set(blog, program)
        const { dependencies } = JSON.parse(readFileSync(join(blog, 'package.json'), 'utf8'))
        assert.deepEqual(dependencies, { galley: `^${version}` })
        assert.deepEqual(await served(blog, program, `${dev} --port 0`), ['hello'])
        assert.equal(await run('git', ['status', '--porcelain'], { cwd: blog, env: newcomer }), '')
      },
    )
  }
  await checkTerminal()

  const later = join(folder, 'later')
  for (const name of Object.keys(packages)) await withVersion(join(released, `${name}-${version}.tgz`), later)
  await publish(later)
  for (const [blog, program] of begun) {
    await check(`the commands of docs/upgrading.md bring ${next} to ${blog.split('/').at(-2)}`, async () => {
      const commands = commandsOf('docs/upgrading.md', 'npm update galley')
      assert.match(await shell(blog, program, commands.join('\n')), /0 errors, 0 warnings/)
      assert.match(await shell(blog, program, 'npx galley --version'), new RegExp(`^${next}$`, 'm'))
      assert.deepEqual(await served(blog, program, 'npx galley dev --port 0'), ['hello'])
    })
  }
  await check(
    'npm create galley@latest has the new version, even where npm has run an earlier one',
    async () => {
      const [, program] = [...begun][0]!
      await shell(folder, program, 'npm create galley@latest new-blog')
      const { dependencies } = JSON.parse(readFileSync(join(folder, 'new-blog/package.json'), 'utf8'))
      assert.deepEqual(dependencies, { galley: `^${next}` })
    },
  )
  await check('without a network, a blog begins with what npm has kept', async () => {
    await registry.stop()
    const [, program] = [...begun][0]!
    await shell(folder, program, 'npm create --prefer-offline galley offline')
    assert.ok(existsSync(join(folder, 'offline/content/blog/posts/hello.md')))
  })
} finally {
  await registry.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(summary())
process.exitCode = failed() === 0 ? 0 : 1

/** The command of the release workflow, but for --provenance, which only GitHub can give. */
function publish(place: string): Promise<string> {
  return run(join(root, '.github/release/publish.sh'), [place], { cwd: root, env: newcomer })
}

/** Folders for the PATH with an `npm` and an `npx` each, by name and version. */
async function versionsOfNpm(): Promise<Record<string, string>> {
  const usual = process.env.PATH!.split(delimiter).find((one) => existsSync(join(one, 'npm')))!
  const installed = dirname(realpathSync(join(usual, 'npm')))
  const places = [installed, ...['npm-10', 'npm-12'].map((name) => join(here, 'node_modules', name, 'bin'))]
  const programs: Record<string, string> = {}
  for (const place of places) {
    const said = await run(process.execPath, [join(place, 'npm-cli.js'), '--version'], { cwd: here })
    const program = join(folder, 'programs', said.trim())
    mkdirSync(program, { recursive: true })
    for (const name of ['npm', 'npx']) {
      const script = `#!/bin/sh\nexec "${process.execPath}" "${join(place, `${name}-cli.js`)}" "$@"\n`
      writeFileSync(join(program, name), script)
      chmodSync(join(program, name), 0o755)
    }
    programs[`npm-${said.trim()}`] = program
  }
  return programs
}

/** The lines of the block in a document that begins with a command. */
function commandsOf(path: string, beginning: string): string[] {
  const found = blocksOf(read(path)).filter(({ text }) => text.startsWith(beginning))
  assert.equal(found.length, 1, `${path} has one block that begins with ${beginning}`)
  return found[0]!.text.trim().split('\n')
}

/** An environment with a version of npm, which remembers in its cache what it has run. */
function environment(program: string, cache = join(program, 'cache')): NodeJS.ProcessEnv {
  const path = [program, dirname(process.execPath), process.env.PATH].join(delimiter)
  return { ...newcomer, PATH: path, npm_config_cache: cache }
}

function shell(cwd: string, program: string, script: string): Promise<string> {
  return run('bash', ['-euc', script], { cwd, env: environment(program) })
}

/** @returns the slugs that the command serves; its processes are a group, since npx passes no signal on */
async function served(cwd: string, program: string, command: string): Promise<string[]> {
  const child = spawn('bash', ['-c', command], {
    cwd,
    env: { ...process.env, ...environment(program) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = capture(child)
  const ended = once(child, 'close')
  try {
    for (;;) {
      const [, url] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(log()) ?? []
      if (url !== undefined) {
        const reply = await fetch(`${url}/v1/blog/posts?select=slug`)
        const { posts } = (await reply.json()) as { posts: { slug: string }[] }
        return posts.map(({ slug }) => slug)
      }
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended])
      assert.equal(child.exitCode, null, log())
    }
  } finally {
    process.kill(-child.pid!, 'SIGTERM')
    await ended
  }
}

async function checkTerminal(): Promise<void> {
  if (!isInstalled('tmux', '-V')) return
  const program = Object.values(await versionsOfNpm())[0]!
  const env = environment(program, join(folder, 'empty-cache')) as Record<string, string>
  await check('in a terminal, npm asks, and then galley init', async () => {
    const screen = terminal(folder, env)
    try {
      screen.type('npm create galley asked')
      await screen.shows(/Ok to proceed\? \(y\)/)
      screen.press('Enter')
      await screen.shows(/Write these files\? \[yes\]/)
      screen.press('Enter')
      await screen.shows(/Where will readers see the posts\?/)
      screen.type('https://example.org/blog')
      await screen.shows(/To see it:\s+cd asked\s+npx galley dev/)
    } finally {
      screen.close()
    }
    const settings = readFileSync(join(folder, 'asked/content/blog/workspace.yml'), 'utf8')
    assert.match(settings, /^url: https:\/\/example\.org\/blog\/\{slug\}$/m)
  })
  for (const command of ['npm create --yes galley unasked', 'npm create galley unasked -- --yes']) {
    await check(`in a terminal, ${command} asks nothing`, async () => {
      const screen = terminal(folder, env)
      try {
        screen.type(command)
        await screen.shows(/To see it:\s+cd unasked\s+npx galley dev/)
      } finally {
        screen.close()
      }
      rmSync(join(folder, 'unasked'), { recursive: true })
    })
  }
}

/** Makes the same package with the next version. */
async function withVersion(tarball: string, later: string): Promise<void> {
  const place = join(folder, 'changed')
  mkdirSync(place)
  mkdirSync(later, { recursive: true })
  await run('tar', ['xzf', tarball, '-C', place], { cwd: folder })
  for (const path of ['package/package.json', 'package/dist/package/package.json'].map((one) =>
    join(place, one),
  )) {
    if (existsSync(path)) writeFileSync(path, readFileSync(path, 'utf8').replace(`"${version}"`, `"${next}"`))
  }
  const name = tarball.split('/').at(-1)!.replace(version, next)
  await run('tar', ['czf', join(later, name), '-C', place, 'package'], { cwd: folder })
  rmSync(place, { recursive: true })
}
