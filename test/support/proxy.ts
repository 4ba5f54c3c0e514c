// A real nginx or Caddy in front of a server, with the configuration of a document or an example, until the end of the test.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'

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

/** @param site a Caddyfile, listening at `port` */
export async function startCaddy(site: string, port: number): Promise<string> {
  const folder = temporaryFolder()
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\nadmin off\n}\n${site}`)
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
