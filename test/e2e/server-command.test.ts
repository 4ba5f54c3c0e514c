// `galley serve` as a user starts and ends it.
import { once } from 'node:events'
import { existsSync, renameSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { main } from '../../bin/main.ts'
import { postFile, type Workspace, workspace } from '../workspace.ts'
import { endWith, type Galley, galley, urlOf } from './command.ts'
import { json } from './talk.ts'

let place: Workspace
let started: Galley[] = []

beforeEach(async () => {
  place = await workspace({ 'demo/posts/hello.md': postFile() })
})

afterEach(async () => {
  for (const { process } of started) process.kill('SIGKILL')
  await Promise.all(started.map(({ ended }) => ended))
  started = []
  place.remove()
})

function start(args: readonly string[], env?: NodeJS.ProcessEnv): Galley {
  const running = galley(args, env)
  started.push(running)
  return running
}

const serve = (...more: string[]) => ['serve', '--dir', place.out, '--port', '0', ...more]

describe('galley serve', () => {
  test('says in one line where it answers, from what, and how it counts', async () => {
    await place.build()
    const running = start(serve())
    const url = await urlOf(running)
    expect((await json(await fetch(`${url}/v1/demo/posts`))).posts[0].slug).toBe('hello')
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
    expect(running.stdout()).toMatch(
      /^Galley answers at http:\/\/127\.0\.0\.1:\d+ from snapshot [0-9a-f]{32} \(1 workspace, built 2026-01-01T00:00:00\.000Z\); limits are counted in memory\n$/,
    )
    await running.says(/verified: snapshot/)
    expect(running.stderr().trim().split('\n')).toHaveLength(1)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'ends on %s at once although connections are open, and silently',
    async (signal) => {
      await place.build()
      const running = start(serve())
      const url = await urlOf(running)
      await (await fetch(`${url}/v1/demo/posts`)).text()
      await running.says(/verified: /)
      const before = running.stderr()
      await endWith(running, signal)
      expect(running.stderr()).toBe(before)
    },
  )

  test('answers 503 and says what to run while there is no snapshot', async () => {
    const running = start(serve())
    const url = await urlOf(running)
    expect((await fetch(`${url}/v1/demo/posts`)).status).toBe(503)
    await running.says(/run galley build/)
    await place.build()
    await running.says(/galley: (verified|swapped in): /)
    expect((await fetch(`${url}/v1/demo/posts`)).status).toBe(200)
  })

  test('takes its port from the environment, and proposes another when it is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => holder.once('listening', resolve))
    const { port } = holder.address() as AddressInfo
    const { code, stderr } = await refused(['serve', '--dir', place.out], { PORT: String(port) })
    const [, free] = stderr.match(/Port \d+ is taken\. Try --port (\d+)\./) ?? []
    expect(code).toBe(2)
    expect(Number(free)).not.toBe(port)
    const running = start(['serve', '--dir', place.out, '--port', free!], { PORT: String(port) })
    expect(await urlOf(running)).toBe(`http://127.0.0.1:${free}`)
    await new Promise((resolve) => holder.close(resolve))
  })

  test('names the npm script where it was started by one', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => holder.once('listening', resolve))
    const { port } = holder.address() as AddressInfo
    const args = ['--port', String(port)]
    for (const command of [
      ['serve', '--dir', place.out],
      ['dev', '--content', place.dir, '--out', place.out],
    ]) {
      const { stderr } = await refused([...command, ...args], { npm_lifecycle_event: 'start' })
      expect(stderr).toMatch(/Port \d+ is taken\. Try npm run start -- --port \d+\.\n$/)
    }
    // A port that is taken is found out before anything is built.
    expect(existsSync(place.out)).toBe(false)
    await new Promise((resolve) => holder.close(resolve))
  })

  test('says where it answers as JSON, and little else, when asked', async () => {
    await place.build()
    const running = start(serve('--json', '--quiet'))
    const [line] = await running.says(/^\{.*\}\n/)
    const { url, snapshot, limiter } = JSON.parse(line)
    expect((await json(await fetch(`${url}/status`))).snapshot).toBe(snapshot)
    expect(limiter).toBe('memory')
    running.process.kill('SIGTERM')
    await running.ended
    expect(running.stderr()).toBe('')
  })

  test('is ended at once by Ctrl-C although a reply is being read slowly', async () => {
    place.write({ 'demo/posts/long.md': postFile({ title: 'Long' }, 'x'.repeat(4_000_000)) })
    await place.build()
    const running = start(serve())
    const socket = connect(Number(new URL(await urlOf(running)).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET /v1/demo/posts/long HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(socket, 'readable')
    await endWith(running, 'SIGINT')
    socket.destroy()
  })

  test('finds snapshots that lie elsewhere', async () => {
    await place.build()
    renameSync(join(place.out, 'data'), join(place.dir, '../snapshots'))
    const running = start(serve('--data', join(place.dir, '../snapshots')))
    expect((await fetch(`${await urlOf(running)}/v1/demo/posts`)).status).toBe(200)
  })

  test.each([
    [['--port', '65536'], {}, '--port "65536" is no port'],
    [['--port', 'http'], {}, '--port "http" is no port'],
    [[], { PORT: 'http' }, 'PORT "http" is no port'],
    [['--port', '0', '--host', 'no.such.host.invalid'], {}, 'no.such.host.invalid'],
    [['--prot', '0'], {}, '--port'],
    [['--port', '0'], { GALLEY_RATE_LIMIT: 'plenty' }, 'GALLEY_RATE_LIMIT "plenty" is not a limit'],
  ])('refuses %j with %j in one line', async (args, env, text) => {
    const { code, stdout, stderr } = await refused(['serve', '--dir', place.out, ...args], env)
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1])
    expect(stderr).toContain(text)
  })
})

/** A command line that does not get as far as to run, in this process. */
async function refused(argv: string[], env: NodeJS.ProcessEnv) {
  let stdout = ''
  let stderr = ''
  const code = await main({
    argv,
    env,
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  })
  return { code, stdout, stderr }
}
