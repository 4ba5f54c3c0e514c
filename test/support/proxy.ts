// A real nginx or Caddy in front of servers, with the configuration of a document or an example, until the end of the test.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { freePort } from './redis.ts'

/** The two whole configurations of examples/server. */
export interface ExampleProxy {
  /** As they are there. */
  lines: string
  /**
   * Starts it with these lines.
   * @param galley the ports of two processes
   */
  start(lines: string, galley: readonly [number, number]): Promise<Listening>
}

export interface Listening {
  /** Where it answers by TLS, and where it redirects there from. */
  port: number
  plainPort: number
  /** The name in its certificate, and the certificate. */
  name: string
  ca: string
}

const example = (name: string) =>
  readFileSync(new URL(`../../examples/server/${name}`, import.meta.url), 'utf8')
const name = 'api.example.org'

export const exampleNginx: ExampleProxy = {
  lines: example('nginx.conf'),
  async start(lines, galley) {
    const [port, plainPort, { key, cert, ca }] = [await freePort(), await freePort(), certificate()]
    const site = replaced(lines, {
      '127.0.0.1:8080': `127.0.0.1:${galley[0]}`,
      '127.0.0.1:8081': `127.0.0.1:${galley[1]}`,
      'listen 80;': `listen 127.0.0.1:${plainPort};`,
      'listen [::]:80;': '',
      'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
      'listen [::]:443 ssl http2;': '',
      '/etc/letsencrypt/live/api.example.org/fullchain.pem': cert,
      '/etc/letsencrypt/live/api.example.org/privkey.pem': key,
    })
    await startNginx(site, port)
    return { port, plainPort, name, ca }
  },
}

export const exampleCaddy: ExampleProxy = {
  lines: example('Caddyfile'),
  async start(lines, galley) {
    const [port, plainPort, { key, cert, ca }] = [await freePort(), await freePort(), certificate()]
    const site = replaced(lines, {
      '127.0.0.1:8080': `127.0.0.1:${galley[0]}`,
      '127.0.0.1:8081': `127.0.0.1:${galley[1]}`,
      // The world cannot reach this machine to vouch for the name.
      'api.example.org {': `api.example.org {\ntls ${cert} ${key}`,
    })
    await startCaddy(site, port, `http_port ${plainPort}\nhttps_port ${port}\ndefault_bind 127.0.0.1`)
    return { port, plainPort, name, ca }
  },
}

function certificate(): { key: string; cert: string; ca: string } {
  const folder = temporaryFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const made = spawnSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert])
  expect(made.status, String(made.stderr)).toBe(0)
  return { key, cert, ca: readFileSync(cert, 'utf8') }
}

/**
 * A configuration with other values in it.
 * @param values by what is written there, all of which has to be
 */
export function replaced(lines: string, values: Record<string, string>): string {
  for (const [written, value] of Object.entries(values)) {
    expect(lines).toContain(written)
    lines = lines.replaceAll(written, value)
  }
  return lines
}

/**
 * @param site what goes into a file of `/etc/nginx/conf.d`, listening at `port`
 * @returns its address over HTTP
 */
export async function startNginx(site: string, port: number): Promise<string> {
  const folder = temporaryFolder()
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder};`,
  )
  const own = `daemon off; master_process off; pid ${folder}/nginx.pid; events {}`
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `${own}\nhttp {\naccess_log off;\n${paths.join('\n')}\n${site}\n}\n`)
  return running(spawn('nginx', ['-e', 'stderr', '-c', file], { stdio: 'ignore' }), port)
}

/**
 * @param site a Caddyfile, listening at `port`
 * @param options global ones, a line each
 */
async function startCaddy(site: string, port: number, options: string): Promise<string> {
  const folder = temporaryFolder()
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\nadmin off\n${options}\n}\n${site}`)
  const home = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const flags = ['run', '--config', file, '--adapter', 'caddyfile']
  return running(spawn('caddy', flags, { stdio: 'ignore', env: home }), port)
}

/** Removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'galley-proxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function running(child: ChildProcess, port: number): Promise<string> {
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  while (child.exitCode === null && !(await answers(port))) await pause(20)
  expect(child.exitCode).toBeNull()
  return `http://127.0.0.1:${port}`
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
