// examples/server/galley@.service, and the timer beside it, as far as systemd says without running them: that they are valid, and how much
// the service leaves open.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { galley } from '../support/command.ts'
import { isInstalled } from '../support/program.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const unit = readFileSync(join(root, 'examples/server/galley@.service'), 'utf8')
const isMissing = !isInstalled('systemd-analyze')
if (isMissing) console.warn('The systemd unit is not tried, since systemd-analyze is not installed.')

describe('the unit', () => {
  test('trusts a header only because it listens for this machine alone, and has descriptors for all connections', () => {
    expect(unit).toMatch(/^ExecStart=.* --host 127\.0\.0\.1 --port %i$/m)
    expect(unit).toMatch(/^Environment=TRUSTED_IP_HEADER=X-Real-IP$/m)
    // Told by serve: see below.
    expect(unit).toMatch(/^Type=notify\nNotifyAccess=all$/m)
    expect(Number(/^LimitNOFILE=(\d+)$/m.exec(unit)![1])).toBeGreaterThan(20_000)
  })
})

/** Binds a socket as systemd does, and prints what it is told. Node knows none of this kind. */
const listener =
  'socket(S, AF_UNIX, SOCK_DGRAM, 0); bind(S, sockaddr_un($ARGV[0])); $| = 1; print "bound\n"; while (1) { recv(S, $m, 999, 0); print "$m\n" }'

test.skipIf(!isInstalled('systemd-notify') || !isInstalled('perl', '-v'))(
  'systemd is told when a server answers',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'galley-notify-'))
    const NOTIFY_SOCKET = join(folder, 'socket')
    const systemd = spawn('perl', ['-MSocket', '-e', listener, NOTIFY_SOCKET])
    onTestFinished(() => {
      systemd.kill()
      rmSync(folder, { recursive: true })
    })
    let said = ''
    systemd.stdout.on('data', (text) => {
      said += text
    })
    await expect.poll(() => said).toBe('bound\n')
    const server = galley(['serve', '--dir', folder, '--port', '0', '--json'], { NOTIFY_SOCKET })
    await expect.poll(() => said).toMatch(/^bound\nREADY=1\n/)
    const { url } = JSON.parse((await server.says(/^\{.*\}\n/))[0])
    expect((await fetch(url)).status).toBe(200)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.stderr()).not.toContain('systemd')
  },
)

describe.skipIf(isMissing)('systemd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-unit-'))
  const file = join(folder, 'galley@8080.service')
  beforeAll(() =>
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath).replaceAll('/srv/galley', root)),
  )
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const analyze = (...args: string[]) => {
    const paths = args.at(-1)!.startsWith('/') ? args : [...args, file]
    const { status, stdout, stderr } = spawnSync('systemd-analyze', paths, { encoding: 'utf8' })
    return { status, said: stdout + stderr }
  }

  test('finds no mistake in it', () => {
    expect(analyze('verify', '--man=no')).toEqual({ status: 0, said: '' })
  })

  test('finds none where snapshots come from a bucket', () => {
    const text = readFileSync(join(root, 'examples/server/bucket.conf'), 'utf8')
    const dropIn = join(folder, 'galley@8080.service.d')
    mkdirSync(dropIn)
    writeFileSync(join(dropIn, 'bucket.conf'), text.replace('/usr/bin/node', process.execPath))
    expect(analyze('verify', '--man=no')).toEqual({ status: 0, said: '' })
  })

  test('finds none in the timer that publishes what pushes have left', () => {
    for (const name of ['galley-publish.service', 'galley-publish.timer']) {
      const text = readFileSync(join(root, 'examples/server', name), 'utf8')
      writeFileSync(join(folder, name), text.replaceAll('/srv/galley/', root))
    }
    expect(analyze('verify', '--man=no', join(folder, 'galley-publish.timer'))).toEqual({
      status: 0,
      said: '',
    })
  })

  test('rates what it leaves open at most 2 of 10', () => {
    const { status, said } = analyze('security', '--offline=true', '--threshold=20', '--no-pager')
    expect(status, said).toBe(0)
  })
})
