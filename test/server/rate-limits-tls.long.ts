// Limits counted in a Redis behind TLS, by a server that trusts its certificate and by one that does not.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../../server/index.ts'
import { endWith, galley, urlOf } from '../support/command.ts'
import { isInstalled } from '../support/program.ts'
import { freePort, type RedisServer, startRedis, withoutRedis } from '../support/redis.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

describe.skipIf(withoutRedis || !isInstalled('openssl'))('a Redis behind TLS', () => {
  let place: Workspace
  let folder: string
  let secured: RedisServer
  let env: NodeJS.ProcessEnv

  beforeAll(async () => {
    place = await workspace({ 'demo/posts/hello.md': postFile() })
    await place.build()
    folder = mkdtempSync(join(tmpdir(), 'galley-tls-'))
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const request = `req -x509 -newkey rsa:2048 -nodes -keyout ${key} -out ${certificate} -days 2`
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    execFileSync('openssl', [...request.split(' '), ...names], { stdio: 'ignore' })
    const port = await freePort()
    const files = `--tls-cert-file ${certificate} --tls-key-file ${key} --tls-ca-cert-file ${certificate}`
    secured = await startRedis([...`--tls-port ${port} --tls-auth-clients no ${files}`.split(' ')])
    await secured.client.call('ACL', 'SETUSER', 'galley', 'on', '>p@ss', '~*', '&*', '+@all')
    env = { REDIS_URL: `rediss://galley:p%40ss@localhost:${port}/2`, NODE_EXTRA_CA_CERTS: certificate }
  })

  afterAll(async () => {
    await secured?.stop()
    place.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('counts as the user, and in the database, that the URL names', async () => {
    const started = galley(['serve', '--dir', place.out, '--port', '0'], env)
    const url = await urlOf(started)
    for (let i = 0; i < 4; i++) expect((await fetch(`${url}/v1/demo/posts`)).status).toBe(200)
    const status = await (await fetch(`${url}/status`)).json()
    expect(status, started.stderr()).toMatchObject({ limiter: 'redis', limiterDegraded: false })
    await endWith(started, 'SIGINT')
    expect(started.stdout() + started.stderr()).not.toContain('p@ss')
    const numbered = secured.client.duplicate({ db: 2 })
    expect(await numbered.keys('galley:*')).not.toEqual([])
    numbered.disconnect()
    expect(await secured.client.keys('galley:*')).toEqual([])
  })

  test('decides alone, and says so, if the certificate is not trusted', async () => {
    const log: string[] = []
    const { url, close } = await serve({
      data: `${place.out}/data`,
      port: 0,
      host: '127.0.0.1',
      env: { REDIS_URL: env.REDIS_URL },
      log: (line) => log.push(line),
      info: () => {},
    })
    for (let i = 0; i < 4; i++) expect((await fetch(`${url}/v1/demo/posts`)).status).toBe(200)
    const status = await (await fetch(`${url}/status`)).json()
    await close()
    expect(status).toMatchObject({ limiter: 'redis', limiterDegraded: true })
    expect(log).toEqual([
      expect.stringMatching(/^rate limits: Redis is failing \(DEPTH_ZERO_SELF_SIGNED_CERT\)/),
    ])
  })
})
