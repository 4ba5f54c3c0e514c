// Somebody who is told of changes: a real server on loopback, for https with a certificate made for it.
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const withoutOpenssl = spawnSync('openssl', ['version']).status !== 0

export interface Told {
  path: string
  method: string
  headers: Record<string, string>
  text: string
}

export interface Receiver {
  port: number
  /** To be trusted as an authority. */
  ca: string
  /** All that it was told. */
  told: Told[]
  /** Connections so far, those without a request included. */
  connections(): number
  /** Resolves when it has been told that often. */
  toldTimes(count: number): Promise<Told[]>
  stop(): Promise<void>
}

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void

/** @param answer 204 by default */
export async function startReceiver(
  answer: Answer = (_, response) => response.writeHead(204).end(),
  scheme: 'http' | 'https' = 'https',
): Promise<Receiver> {
  const { key, cert } = scheme === 'https' ? certificate() : { key: '', cert: '' }
  const told: Told[] = []
  const waiting: (() => void)[] = []
  let connections = 0
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const { url = '', method = '', headers } = request
    told.push({ path: url, method, headers: headers as Record<string, string>, text })
    answer(request, response, told.length)
    for (const look of waiting) look()
  }
  const server = scheme === 'https' ? createServer({ key, cert }, listener) : createPlainServer(listener)
  server.on('connection', () => connections++)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    ca: cert,
    told,
    connections: () => connections,
    toldTimes: (count) =>
      new Promise((resolve) => {
        const look = () => told.length >= count && resolve(told)
        waiting.push(look)
        look()
      }),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let made: { key: string; cert: string } | undefined

/** For localhost; one for all suites of a process. */
function certificate(): { key: string; cert: string } {
  if (made) return made
  const folder = mkdtempSync(join(tmpdir(), 'galley-certificate-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...algorithm, '-keyout', keyFile, '-out', certFile, ...names], {
    stdio: 'ignore',
  })
  made = { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') }
  rmSync(folder, { recursive: true })
  return made
}
