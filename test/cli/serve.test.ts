// `galley serve` as a user starts and ends it.
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createNetServer,
  type Server as NetServer,
} from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addressOf, explained, startServer } from '../../bin/commands/listen.ts'
import { urlOf as urlOfAddress } from '../../server/listen.ts'
import { bundled } from '../support/bundle/entry-points.ts'
import { endWith, type Galley, galley, galleyHere, ran, shell, urlOf } from '../support/command.ts'
import { json } from '../support/talk.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

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

/** Twenty-one ports in a row, all held here: what somebody else holds may be free a moment later. */
async function twentyOneInARow(): Promise<{ holders: NetServer[]; port: number }> {
  for (;;) {
    const holders = [await held(0)]
    const { port } = holders[0]!.address() as AddressInfo
    for (let next = port + 1; next <= port + 20; next++) holders.push(await held(Math.min(next, 65_535)))
    if (holders.every(({ listening }) => listening)) return { holders, port }
    for (const holder of holders) holder.close()
  }
}

async function held(port: number): Promise<NetServer> {
  const holder = createNetServer().listen(port, '127.0.0.1')
  await once(holder, 'listening').catch(() => {})
  return holder
}

function start(args: readonly string[], env?: NodeJS.ProcessEnv): Galley {
  const running = galley(args, env)
  started.push(running)
  return running
}

const serve = (...more: string[]) => ['serve', '--dir', place.out, '--port', '0', ...more]

describe('galley serve', () => {
  test('prints its address, its snapshot and how it counts in one line, and ends at once on Ctrl-C', async () => {
    place.write({ 'demo/posts/long.md': postFile({ title: 'Long' }, 'x'.repeat(4_000_000)) })
    await place.build()
    const running = start(serve())
    const url = await urlOf(running)
    expect((await json(await fetch(`${url}/v1/demo/posts/hello`))).post.slug).toBe('hello')
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
    expect(running.stdout()).toMatch(
      /^Galley answers at http:\/\/127\.0\.0\.1:\d+ from snapshot [0-9a-f]{32} \(1 workspace, built 2026-01-01T00:00:00\.000Z\); limits are counted in memory\n$/,
    )
    await running.says(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z galley: verified: snapshot .*\n$/)

    const before = running.stderr()
    const slow = connect(Number(new URL(url).port), '127.0.0.1')
    slow.on('error', () => {})
    slow.write('GET /v1/demo/posts/long HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(slow, 'readable')
    await endWith(running, 'SIGINT')
    expect(running.stderr().slice(before.length)).toMatch(
      /^\S+Z galley: answered 3 requests in \d+ s: 2xx 3\n$/,
    )
    slow.destroy()
  })

  test.each([
    ['127.0.0.1', 'IPv4', 'http://127.0.0.1:3000'],
    ['::1', 'IPv6', 'http://[::1]:3000'],
    ['0.0.0.0', 'IPv4', 'http://localhost:3000'],
    ['::', 'IPv6', 'http://localhost:3000'],
  ])('on %s prints an address for this machine', (address, family, url) => {
    expect(urlOfAddress({ address, family, port: 3000 })).toBe(url)
  })

  test.each([
    [{ host: '127.0.0.1' }, {}, 3000, '127.0.0.1'],
    [{ host: '[::1]' }, { PORT: '' }, 3000, '::1'],
    [{ host: '::' }, { PORT: '80' }, 80, '::'],
    [{ host: 'a', port: '65535' }, { PORT: '80' }, 65_535, 'a'],
  ])('given %j with %j listens at port %d of %s', (values, env, port, host) => {
    expect(addressOf(values, env)).toEqual({ port, host })
  })

  test.each([
    [
      'listen',
      'EACCES',
      { npm_lifecycle_event: 'serve' },
      /^Port 80 needs rights .* \(EACCES\)\. Try npm run serve -- --port 8080, /,
    ],
    ['listen', 'EACCES', {}, /Try --port 8080, with a proxy before it\.$/],
    ['bind', 'EINVAL', {}, /^::x is not an address of this machine \(EINVAL\)\. Write --host 127/],
    ['getaddrinfo', 'EAI_AGAIN', {}, /^::x is not an address of this machine \(EAI_AGAIN\)/],
    ['listen', 'EMFILE', {}, /^as it is$/],
    ['open', 'EACCES', {}, /^as it is$/],
  ])('explains that %s fails with %s', async (syscall, code, env, says) => {
    const error = Object.assign(new Error('as it is'), { syscall, code })
    const output = { write: () => {} }
    const console = { argv: ['serve'], env, stdout: output, stderr: output }
    expect((await explained(error, { port: 80, host: '::x' }, console)).message).toMatch(says)
  })

  test('finds snapshots in another folder, and ends on SIGTERM although connections are open', async () => {
    await place.build()
    renameSync(join(place.out, 'data'), join(place.dir, '../snapshots'))
    const running = start(serve('--data', join(place.dir, '../snapshots'), '--json', '--quiet'))
    const [line] = await running.says(/^\{.*\}\n/)
    const { url, snapshot, limiter } = JSON.parse(line)
    expect((await json(await fetch(`${url}/status`))).snapshot).toBe(snapshot)
    expect(limiter).toBe('memory')
    expect((await fetch(`${url}/v1/demo/posts`)).status).toBe(200)
    await endWith(running, 'SIGTERM')
    // It was to be quiet.
    expect([running.stdout(), running.stderr()]).toEqual([line, ''])
  })

  test('says what it answers from, and where metrics are', async () => {
    const data = join(place.out, 'data')
    const told = async (values: object, damage = () => {}) => {
      let [stdout, stderr] = ['', '']
      damage()
      const running = await startServer(
        {
          ...{ data, public: join(place.out, 'public'), drafts: false, info: () => {} },
          monitoring: { metrics: { host: '127.0.0.1', port: 0 } },
        },
        { host: '127.0.0.1', port: '0', ...values },
        {
          ...{ argv: [], env: {}, stdout: { write: (text) => (stdout += text) } },
          stderr: { write: (text) => (stderr += text) },
        },
      )
      await running.look()
      await running.close()
      const plain = (text: string) =>
        text
          .replaceAll(place.out, 'OUT')
          .replace(/(?<=:)\d{3,5}/g, '0')
          .replace(/[0-9a-f]{32}/, '…')
      return [plain(stdout), plain(stderr)]
    }
    const begin = 'Galley answers at http://127.0.0.1:0 from'
    const end = '; limits are counted in memory\nMetrics are at http://127.0.0.1:0/metrics\n'
    expect(await told({})).toEqual([`${begin} no snapshot: there is none in OUT/data${end}`, ''])
    await place.build()
    expect(await told({})).toEqual([
      `${begin} snapshot … (1 workspace, built 2026-01-01T00:00:00.000Z)${end}`,
      '',
    ])
    const metrics = 'http://127.0.0.1:0/metrics'
    const [json, none] = await told({ json: true })
    expect([JSON.parse(json!), none]).toEqual([
      { url: 'http://127.0.0.1:0', snapshot: '…', limiter: 'memory', metrics },
      '',
    ])
    expect(await told({}, () => writeFileSync(join(data, 'current.json'), '{}'))).toEqual([
      `${begin} no snapshot: OUT/data/current.json is not a list of workspaces${end}`,
      'galley: OUT/data/current.json is not a list of workspaces; requests are answered 503; run galley build\n',
    ])
  })

  test('refuses to start with drafts, and serves them if told to', async () => {
    await place.build({ drafts: true })
    const { code, stdout, stderr } = await ran(['serve', '--dir', place.out, '--port', '0'], {})
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1])
    expect(stderr).toMatch(/holds a preview of drafts, with drafts\. Use --drafts .*galley build/)
    const running = galleyHere(serve('--drafts'))
    const answer = await fetch(`${await urlOf(running)}/v1/demo/posts`)
    expect([answer.status, answer.headers.get('x-galley-preview')]).toEqual([200, 'drafts'])
    await running.stop()
  })

  test('suggests another port if its own and the next are taken, and says there what to run while there is no snapshot', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    // Where it cannot be had somebody else holds it.
    const next = createServer().listen(port + 1, '127.0.0.1')
    await once(next, 'listening').catch(() => {})
    const { code, stderr } = await ran(['serve', '--dir', place.out], { PORT: String(port) })
    const [, free] = stderr.match(/Port \d+ is taken\. Try --port (\d+)\./) ?? []
    expect(code).toBe(2)
    expect(Number(free)).toBeGreaterThan(port + 1)

    mkdirSync(join(place.out, 'data'), { recursive: true })
    writeFileSync(join(place.out, 'data/current.json'), '{ "format": 1 }')
    const running = start(['serve', '--dir', place.out, '--port', free!], { PORT: String(port) })
    const url = await urlOf(running)
    expect(url).toBe(`http://127.0.0.1:${free}`)
    expect(running.stdout()).toMatch(
      / from no snapshot: .*has format 1, but this version reads format \d+; run /,
    )
    expect((await fetch(`${url}/v1/demo/posts`)).status).toBe(503)
    await running.says(/run galley build/)
    await place.build()
    await running.says(/galley: (verified|swapped in): /)
    expect((await fetch(`${url}/v1/demo/posts`)).status).toBe(200)
    for (const server of [holder, next]) server.close()
  })

  test('says of a port that systemd holds that it takes no sockets from it', async () => {
    const holder = await held(0)
    const { port } = holder.address() as AddressInfo
    const args = ['serve', '--dir', place.out, '--port', String(port)]
    const { code, stderr } = await ran(args, { LISTEN_FDS: '1' })
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^galley: Port \d+ is taken, probably by systemd: .* Disable the socket unit, .*\n$/,
    )
    holder.close()
  })

  test('never serves an openapi.json with a flipped bit, and says so, until a build has repaired it', async () => {
    await place.build()
    const here = galleyHere(serve())
    const url = await urlOf(here)
    const file = join(place.out, 'public/openapi.json')
    const whole = readFileSync(file)
    const asked = async (path: string) => (await fetch(url + path)).status
    const checked = () => ran(['check', '--snapshot', '--out', place.out])
    for (const at of [0, 0.5 * whole.length, whole.length - 20, whole.length - 10, whole.length - 2]) {
      const flipped = Buffer.from(whole)
      flipped[Math.floor(at)]! ^= 4
      writeFileSync(file, flipped)
      expect(await asked('/openapi.json'), String(at)).toBe(503)
      expect(await checked()).toMatchObject({ code: 1, stdout: `${file}: its checksum is wrong\n` })
    }
    // It is determined once a second.
    const damaged = async () => (await json(await fetch(`${url}/status`))).damaged
    await expect.poll(damaged, { timeout: 10_000 }).toBe(true)
    await place.build()
    expect(readFileSync(file).equals(whole)).toBe(true)
    expect([await asked('/openapi.json'), (await checked()).code]).toEqual([200, 0])
    // As versions before it was added have written it.
    writeFileSync(file, whole.toString().replace(/,\s+"x-crc32".*/, ''))
    expect(await asked('/openapi.json')).toBe(200)
    await expect.poll(damaged, { timeout: 10_000 }).toBeUndefined()
    expect(here.stderr()).toContain('openapi.json: its checksum is wrong')
    await here.stop()
  })

  test('says what to write instead of the folder of snapshots', async () => {
    await place.build()
    const { code, stderr } = await ran(['serve', '--dir', join(place.out, 'data'), '--port', '0'], {})
    expect(code).toBe(2)
    expect(stderr).toBe(
      `galley: ${place.out}/data is the folder of snapshots. Write the one around it: --dir ${place.out}\n`,
    )
  })

  test.skipIf(process.platform === 'win32')('goes on after SIGHUP where there is no terminal', async () => {
    const running = start(serve('--json'))
    const { url, ...answered } = JSON.parse((await running.says(/^\{.*\}\n/))[0])
    expect(answered).toEqual({ snapshot: null, limiter: 'memory' })
    running.process.kill('SIGHUP')
    await running.says(/SIGHUP: looking for new content; SIGTERM ends the server\n/)
    expect((await fetch(`${url}/status`)).status).toBe(503)
    await endWith(running, 'SIGTERM')
  })

  test.skipIf(process.platform === 'win32')(
    'goes on after a SIGHUP that comes before it listens',
    async () => {
      // Once our code listens to the first signal of all others.
      const early = `process.on('newListener',(name)=>name==='SIGINT'&&setImmediate(()=>process.kill(process.pid,'SIGHUP')))`
      const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(early)}`
      const running = start(serve('--json'), { NODE_OPTIONS })
      await running.says(/^\{.*\}\n/)
      await endWith(running, 'SIGTERM')
    },
  )

  test.skipIf(process.platform === 'win32')(
    'ends with a sentence where the current folder is gone',
    async () => {
      const program = [process.execPath, bundled('galley.mjs')].map((path) => `'${path}'`).join(' ')
      for (const command of ['check', 'serve --dir /nonexistent', '--version']) {
        const script = `mkdir gone && cd gone && rmdir ../gone && exec ${program} ${command}`
        const { ended, stdout, stderr } = shell(script, place.dir, {})
        expect(await ended).toBe(2)
        expect([stdout(), stderr()]).toEqual([
          '',
          'galley: The current folder has been removed, or cannot be read. Go to one that is there: cd /\n',
        ])
      }
    },
  )

  test('suggests any free port if twenty after its own are taken', async () => {
    const { holders, port } = await twentyOneInARow()
    const { stderr } = await ran(['serve', '--dir', place.out, '--port', String(port)], {})
    expect(stderr).toMatch(/Try --port 0\.\n$/)
    for (const holder of holders) holder.close()
  })

  test('names the npm script that started it', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => holder.once('listening', resolve))
    const { port } = holder.address() as AddressInfo
    const args = ['--port', String(port)]
    for (const command of [
      ['serve', '--dir', place.out],
      ['dev', '--content', place.dir, '--out', place.out],
    ]) {
      const { stderr } = await ran([...command, ...args], { npm_lifecycle_event: 'start' })
      expect(stderr).toMatch(/Port \d+ is taken\. Try npm run start -- --port \d+\.\n$/)
    }
    // A port that is taken is found out before anything is built.
    expect(existsSync(place.out)).toBe(false)
    await new Promise((resolve) => holder.close(resolve))
  })

  // As each of them sets the environment.
  test.each([
    [
      'npm run dev -- --drafts --host 127.0.0.1',
      { npm_config_user_agent: 'npm/11.19.1 node/v20', npm_command: 'run', npm_lifecycle_event: 'dev' },
      'galley dev --quiet',
    ],
    [
      'npx galley dev --drafts --host 127.0.0.1',
      { npm_config_user_agent: 'npm/11.19.1 node/v20', npm_command: 'exec', npm_lifecycle_event: 'npx' },
      "'galley'",
    ],
    [
      'pnpm exec galley dev --drafts --host 127.0.0.1',
      { npm_config_user_agent: 'pnpm/9.15.9 npm/? node/v20', npm_command: 'exec' },
    ],
    [
      'yarn galley dev --drafts --host 127.0.0.1',
      { npm_config_user_agent: 'yarn/1.22.22 npm/? node/v20', npm_lifecycle_event: 'galley' },
    ],
    [
      'bun x galley dev --drafts --host 127.0.0.1',
      { npm_config_user_agent: 'bun/1.4.5 npm/? node/v26', npm_command: 'exec', npm_lifecycle_event: 'bunx' },
      'galley',
    ],
    ['node bin/galley.mjs dev --drafts --host 127.0.0.1', {}],
    ['galley dev --drafts --host 127.0.0.1', { PATH: `/usr/bin:${join(process.cwd(), 'bin')}` }],
    [
      'pnpm dlx galley dev --drafts --host 127.0.0.1',
      { npm_config_user_agent: 'pnpm/9.15.9 npm/? node/v20' },
    ],
    ['yarn galley dev --drafts --host 127.0.0.1', { npm_config_user_agent: 'yarn/4.18.1 npm/? node/v20' }],
    [
      'pnpm dev --quiet --drafts --host 127.0.0.1',
      {
        npm_config_user_agent: 'pnpm/9.15.9 npm/? node/v20',
        npm_command: 'run-script',
        npm_lifecycle_event: 'dev',
      },
      'galley dev --quiet --drafts --host 127.0.0.1',
    ],
    [
      'bun run dev --drafts --host 127.0.0.1',
      { npm_config_user_agent: 'bun/1.4.5 npm/? node/v26', npm_lifecycle_event: 'dev' },
      'galley dev --quiet',
    ],
  ])('on a taken port, "%s" is said again with a free one', async (typed, env, script?: string) => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    const own = script?.includes('dev') ? ['--quiet'] : []
    const argv = ['dev', ...own, '--drafts', `--port=${port}`, '--host', '127.0.0.1']
    const { code, stderr } = await ran(
      argv,
      { ...env, ...(script && { npm_lifecycle_script: script }) },
      { program: join(process.cwd(), typed.startsWith('galley') ? 'bin/galley' : 'bin/galley.mjs') },
    )
    holder.close()
    const said = stderr.replace(/--port (\d+)\.\n$/, (_, free) =>
      Number(free) > port ? '--port FREE' : free,
    )
    expect([code, said]).toEqual([2, `galley: Port ${port} is taken. Try ${typed} --port FREE`])
  })

  test.each([
    [['--port', '65536'], {}, '--port "65536" is not a port'],
    [['--port', 'http'], {}, '--port "http" is not a port'],
    [[], { PORT: 'http' }, 'PORT "http" is not a port'],
    [
      ['--port', '0', '--host', 'no.such.host.invalid'],
      {},
      'no.such.host.invalid is not an address of this machine (E',
    ],
    [
      ['--port', '0', '--host', '192.0.2.1'],
      {},
      'Write --host 127.0.0.1 for this machine alone, or --host 0.0.0.0',
    ],
    [['--port', '0', '--host', '/run/galley.sock'], {}, 'Unix sockets are not supported.'],
    [['--prot', '0'], {}, '--port'],
    [['--port', '0'], { GALLEY_RATE_LIMIT: 'plenty' }, 'GALLEY_RATE_LIMIT "plenty" is not a limit'],
  ])('refuses %j with %j in one line', async (args, env, text) => {
    const { code, stdout, stderr } = await ran(['serve', '--dir', place.out, ...args], env)
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1])
    expect(stderr).toContain(text)
  })
})

describe.runIf(process.platform === 'linux')('galley serve with few descriptors', () => {
  const shortage =
    /^\S+Z galley: connections: at most 32 can be open, since this process may have 64 files open; raise that \(ulimit -n, LimitNOFILE\) or lower GALLEY_MAX_CONNECTIONS$/m

  test.each([
    ['10000', true],
    ['off', true],
    ['30', false],
  ])(
    'says at the start whether fewer connections fit than GALLEY_MAX_CONNECTIONS=%s',
    { tags: 'nightly' },
    async (most, says) => {
      await place.build()
      const command = [process.execPath, bundled('galley.mjs'), ...serve()]
        .map((word) => `'${word}'`)
        .join(' ')
      const running = shell(`ulimit -n 64 && exec ${command}`, place.dir, { GALLEY_MAX_CONNECTIONS: most })
      started.push(running)
      await running.says(/verified/)
      await endWith(running, 'SIGTERM')
      expect(shortage.test(running.stderr())).toBe(says)
    },
  )
})
