// Standard output and error that fail: a full disk, a reader that has gone, or one that never reads.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { main } from '../../bin/main.ts'
import { LossyOutput } from '../../bin/terminal/lossy-output.ts'
import { bundled } from '../support/bundle/entry-points.ts'
import { canMount, fill, mount } from '../support/mount.ts'
import { unlimited } from '../support/server.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
beforeAll(async () => {
  place = await workspace({
    'blog/posts/hello.md': postFile(),
    'blog/posts/bad.md': postFile({ tags: '[a, a]' }),
  })
  await place.build()
})
afterAll(() => place.remove())

const program = bundled('galley.mjs')
const hasFull = existsSync('/dev/full')

/** Runs a script of bash, with a command line of galley as its arguments. @returns the exit code of the command */
function bash(script: string, ...argv: string[]) {
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-c', script, 'bash', process.execPath, program, ...argv],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, GALLEY_CACHE: 'off' },
      cwd: join(place.dir, '..'),
    },
  )
  return { status, stdout, stderr }
}

const builds = () => ['build', '--content', place.dir, '--out', join(place.dir, '../other')]

describe.skipIf(!hasFull)('where nothing can be printed', () => {
  test.each([
    ['all', '"$@" --json >/dev/full 2>&1'],
    ['anything, of which nothing is open', '"$@" --json >&- 2>&-'],
    ['messages, nor data whose reader goes at once', '"$@" --json 2>/dev/full | true; exit $PIPESTATUS'],
  ])('a build that cannot print %s ends as if it had', (_, script) => {
    expect(bash(script, ...builds()).status).toBe(0)
  })

  test('a command whose result is what it prints fails, and says why', () => {
    const { status, stderr } = bash('"$@" >/dev/full', 'key')
    expect([status, stderr]).toEqual([2, 'galley: ENOSPC: no space left on device, write\n'])
  })

  test('a reader that goes has got what it wanted', () => {
    const { status, stderr } = bash('"$@" | true; exit $PIPESTATUS', 'key')
    expect([status, stderr]).toEqual([0, ''])
  })
})

const failure = (code: string) =>
  Object.assign(new Error(`${code}: failed, write`), { code, syscall: 'write' })

/** Runs a command none of whose data can be written. @returns its exit code, and what it says */
async function runFailing(error: Error | undefined, argv: string[]): Promise<[number, string]> {
  let said = ''
  const stdout = { write: (_: string, done?: (error?: Error) => void) => done?.(error) }
  const stderr = { write: (text: string) => (said += text) }
  return [await main({ argv, env: { GALLEY_CACHE: 'off' }, stdout, stderr }), said]
}

test('a command that writes files has written them', async () => {
  const argv = ['new', 'post', 'Full', '--authors', 'ada', '--category', 'news', '--content', place.dir]
  expect((await runFailing(failure('ENOSPC'), argv))[0]).toBe(0)
  expect(existsSync(join(place.dir, 'blog/posts/full.md'))).toBe(true)
})

test.each([
  ['--version'],
  ['help', 'check'],
  ['list', '--content'],
  ['list', '--json', '--content'],
  ['stats', '--content'],
  ['schema', '--json'],
  ['check', '--json', '--content'],
  ['show', 'hello', '--out'],
])('the result of %s is what it prints', async (...argv) => {
  const paths: Record<string, string> = { '--content': place.dir, '--out': place.out }
  const path = paths[argv.at(-1)!]
  const run = (error: Error | undefined) => runFailing(error, [...argv, ...(path ? [path] : [])])
  expect(await run(failure('ENOSPC'))).toEqual([2, expect.stringMatching(/^galley: ENOSPC: failed, write$/m)])
  const isRight = [0, expect.not.stringContaining('galley:')]
  for (const error of [undefined, failure('EPIPE')]) expect(await run(error)).toEqual(isRight)
})

/** A command that goes on running, with both outputs where they are told to be. */
function start(argv: string[], stdio: ('pipe' | number)[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(process.execPath, [program, ...argv], {
    stdio: ['ignore', ...stdio],
    env: { PATH: process.env.PATH, GALLEY_CACHE: 'off', ...unlimited, ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function ended(child: ChildProcess): Promise<[number | null, string | null]> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return [child.exitCode, child.signalCode]
}

async function portFree(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const statusOf = async (url: string) => (await fetch(url).catch(() => undefined))?.status

describe.skipIf(!canMount())('a server whose log is on a disk', () => {
  test.each(['access log', 'standard error'])(
    'that is full goes on, and says how many lines are missing from its %s once there is room',
    { tags: 'nightly' },
    async (kind) => {
      const folder = mkdtempSync(join(tmpdir(), 'galley-log-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      mount(folder, 64)
      const log = openSync(join(folder, 'log'), 'a')
      const isAccess = kind === 'access log'
      const port = await portFree()
      const argv = [
        'serve',
        '--dir',
        place.out,
        '--port',
        String(port),
        ...(isAccess ? ['--access-log'] : []),
      ]
      const server = start(argv, isAccess ? [log, 'pipe'] : ['pipe', log])
      closeSync(log)
      const url = `http://127.0.0.1:${port}/v1/blog/posts`
      const said = () => readFileSync(join(folder, 'log'), 'latin1')
      const hangUps = () => said().match(/SIGHUP/g)?.length ?? 0
      /** Makes one line, and waits until it was tried to be written. */
      let made = 1
      const line = async () => {
        made++
        if (!isAccess) server.kill('SIGHUP')
        expect(await statusOf(url)).toBe(200)
      }
      await expect.poll(() => statusOf(url)).toBe(200)
      await expect.poll(said).toMatch(isAccess ? /"status":200/ : /verified/)
      await line()
      await expect
        .poll(() => (isAccess ? said().match(/"status"/g)?.length : hangUps()))
        .toBe(isAccess ? 2 : 1)
      fill(join(folder, 'filler'))
      // More than what is left of the last page of the file.
      for (let i = 0; i < 60; i++) await line()
      rmSync(join(folder, 'filler'))
      await expect.poll(async () => [await line(), said()][1]).toMatch(/dropped|could not be written/)
      const lines = said().split('\n').slice(0, -1)
      if (isAccess) {
        const objects = lines.slice(1).flatMap((text) => parsed(text) ?? [])
        const { length } = objects.filter((one) => 'status' in one)
        const dropped = objects.reduce((sum, one) => sum + (one.dropped ?? 0), 0)
        expect(length + dropped).toBe(made)
        // One may have been cut.
        expect(lines.length - 1 - objects.length).toBeLessThanOrEqual(1)
      } else {
        expect(
          lines.filter((text) => / galley: \d+ lines? could not be written before this one$/.test(text)),
        ).toHaveLength(1)
      }
      server.kill('SIGTERM')
      expect(await ended(server)).toEqual([0, null])
    },
  )
})

function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

test.skipIf(!hasFull)('dev goes on building while nothing can be printed', { tags: 'nightly' }, async () => {
  const full = openSync('/dev/full', 'w')
  const port = await portFree()
  const dev = start(
    ['dev', '--content', place.dir, '--out', join(place.dir, '../dev'), '--port', String(port)],
    [full, full],
  )
  closeSync(full)
  const url = `http://127.0.0.1:${port}/v1/blog/posts/`
  await expect.poll(() => statusOf(`${url}hello`)).toBe(200)
  place.write({ 'blog/posts/later.md': postFile() })
  await expect.poll(() => statusOf(`${url}later`)).toBe(200)
  dev.kill('SIGTERM')
  expect(await ended(dev)).toEqual([0, null])
})

test('serve goes on when the readers of both outputs have gone', async () => {
  const port = await portFree()
  const server = start(
    ['serve', '--dir', place.out, '--port', String(port), '--access-log'],
    ['pipe', 'pipe'],
  )
  server.stdout!.destroy()
  server.stderr!.destroy()
  const url = `http://127.0.0.1:${port}/v1/blog/posts`
  await expect.poll(() => statusOf(url)).toBe(200)
  for (let i = 0; i < 10; i++) expect(await statusOf(url)).toBe(200)
  server.kill('SIGTERM')
  expect(await ended(server)).toEqual([0, null])
})

describe('what cannot be written', () => {
  // An internal: no system makes streams fail and recover at will.
  const dropped = (text: string, fails: boolean[]) => {
    const written: string[] = []
    const stream = {
      write: (one: string, done?: (error?: Error) => void) => {
        const isFailing = fails.shift() ?? false
        if (!isFailing) written.push(one)
        done?.(isFailing ? new Error('no') : undefined)
      },
    }
    const output = new LossyOutput(stream, () => 0)
    while (fails.length > 0) output.write(text)
    output.write('')
    output.write('')
    return written.join('')
  }

  test('is counted once, however often it is tried, and told as the lines around it are', () => {
    expect(dropped('a\n', [false, true, true, false])).toBe(
      'a\ngalley: 2 lines could not be written before this one\na\n',
    )
    expect(dropped('1970 galley: a\nb\n', [true])).toBe(
      '1970 galley: 2 lines could not be written before this one\n',
    )
    expect(dropped('{}\n', [true, false, true])).toBe(
      '{"time":"1970-01-01T00:00:00.000Z","dropped":1}\n{}\n{"time":"1970-01-01T00:00:00.000Z","dropped":1}\n',
    )
  })

  test('is dropped by servers when a megabyte waits for its reader', () => {
    const writes: string[] = []
    const stream = { write: (text: string) => writes.push(text), writableLength: 2 ** 20 + 1 }
    const output = new LossyOutput(stream, () => 0)
    output.write('a\n')
    output.dropsUnread = true
    for (let i = 0; i < 3; i++) output.write('b\n')
    stream.writableLength = 2 ** 20
    output.write('c\n')
    expect(writes).toEqual(['a\n', 'galley: 3 lines could not be written before this one\nc\n'])
  })
})

describe.skipIf(process.platform === 'win32')('while a thread never returns from native code', () => {
  /** Threads open a pipe to which nobody writes. */
  const stuck = () => {
    const folder = mkdtempSync(join(tmpdir(), 'galley-stuck-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [pipe, begun] = [join(folder, 'pipe'), join(folder, 'begun')]
    spawnSync('mkfifo', [pipe])
    const script = `import { isMainThread } from 'node:worker_threads'
      import { readFileSync, writeFileSync } from 'node:fs'
      if (!isMainThread) { writeFileSync(${JSON.stringify(begun)}, ''); readFileSync(${JSON.stringify(pipe)}) }`
    writeFileSync(join(folder, 'stuck.mjs'), script)
    return { begun, env: { NODE_OPTIONS: `--import ${join(folder, 'stuck.mjs')}` } }
  }

  test('build ends on a second SIGINT, and dev on SIGTERM', async () => {
    const endings = (['SIGINT', 'SIGTERM'] as const).map(async (signal) => {
      const { begun, env } = stuck()
      const command = signal === 'SIGINT' ? ['build'] : ['dev', '--port', '0']
      const argv = [...command, '--content', place.dir, '--out', join(place.dir, '..', signal)]
      const child = start(argv, ['pipe', 'pipe'], env)
      await expect.poll(() => existsSync(begun)).toBe(true)
      child.kill(signal)
      const again = signal === 'SIGINT' ? setInterval(() => child.kill(signal), 100) : undefined
      expect(await ended(child)).toEqual([null, signal])
      clearInterval(again)
    })
    await Promise.all(endings)
  })
})

test.skipIf(process.platform !== 'linux')(
  'every command says in one line that too few files may be open',
  () => {
    const ran = bash('ulimit -n 20 && exec "$@"', 'serve')
    const line =
      /^galley: Galley needs \d+ open files, and this process may have 20\. Allow more: ulimit -n 1024\.\n$/
    expect(ran).toEqual({ status: 2, stdout: '', stderr: expect.stringMatching(line) })
  },
)
