// A real store that speaks S3, on this machine: OpenStack Swift, with its account, container and object servers, one replica of each, in a
// throw-away folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { isInstalled } from './program.ts'
import { freePort } from './redis.ts'

/** For `describe.skipIf`. */
export const withoutSwift =
  !isInstalled('swift-proxy-server', '--help') || !isInstalled('swift-object-server', '--help')
if (withoutSwift)
  console.warn('Buckets are not tried on a real store, since OpenStack Swift is not installed.')

export interface Swift {
  url: string
  /** Variables of commands, as for any other store. */
  env: NodeJS.ProcessEnv
  /** @param access everybody may read it */
  makeBucket(name: string, access?: 'public-read'): Promise<void>
  stop(): Promise<void>
}

const kinds = ['account', 'container', 'object'] as const

export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-swift-'))
  for (const name of ['etc', 'srv/d1']) mkdirSync(join(folder, name), { recursive: true })
  const etc = join(folder, 'etc')
  const write = (name: string, lines: string) => writeFileSync(join(etc, name), lines.replace(/^ +/gm, ''))
  const shared = `[DEFAULT]
    bind_ip = 127.0.0.1
    workers = 0
    swift_dir = ${etc}
    devices = ${join(folder, 'srv')}
    mount_check = false
    user = ${userInfo().username}
    log_address = /dev/null
    `
  write(
    'swift.conf',
    '[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n[storage-policy:0]\nname = one\ndefault = yes\n',
  )
  for (const kind of kinds) {
    const [port, ring] = [await freePort(), join(etc, `${kind}.builder`)]
    const build = (...args: string[]) => execFileSync('swift-ring-builder', [ring, ...args])
    build('create', '4', '1', '1')
    build('add', `r1z1-127.0.0.1:${port}/d1`, '1')
    build('rebalance')
    write(
      `${kind}-server.conf`,
      `${shared}bind_port = ${port}\n[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    )
  }
  const port = await freePort()
  const filters = {
    catch_errors: '',
    cache: 'memcache_servers = 127.0.0.1:1',
    listing_formats: '',
    s3api: 'location = us-east-1\nallow_no_owner = true\ns3_acl = false\ncheck_bucket_owner = false',
    tempauth: 'user_test_tester = testing .admin',
    copy: '',
    slo: '',
    dlo: '',
  }
  const parts = Object.entries(filters).map(([name, more]) => {
    const egg = name === 'cache' ? 'memcache' : name
    return `[filter:${name}]\nuse = egg:swift#${egg}\n${more}\n`
  })
  // It may start before the others do, and would take those for broken for a minute.
  write(
    'proxy-server.conf',
    `${shared}bind_port = ${port}
    [pipeline:main]
    pipeline = ${Object.keys(filters).join(' ')} proxy-server
    [app:proxy-server]
    use = egg:swift#proxy
    account_autocreate = true
    error_suppression_interval = 0
    ${parts.join('')}`,
  )
  const started = [...kinds, 'proxy'].map((kind) =>
    spawn(`swift-${kind}-server`, [join(etc, `${kind}-server.conf`)], { stdio: 'ignore' }),
  )
  const end = () => {
    for (const child of started) child.kill('SIGKILL')
  }
  process.once('exit', end)
  const url = `http://127.0.0.1:${port}`
  const env = {
    AWS_ACCESS_KEY_ID: 'test:tester',
    AWS_SECRET_ACCESS_KEY: 'testing',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_S3: url,
  }
  return {
    url,
    env,
    /** Tries until all of its servers have started. */
    async makeBucket(name, access) {
      const {
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
        AWS_REGION: region,
      } = env
      const asked = { method: 'PUT', headers: access ? { 'X-Amz-Acl': access } : {} }
      const signing = { ...asked, accessKeyId, secretAccessKey, region, service: 's3' }
      for (let tries = 0; ; tries++) {
        const signed = await new AwsV4Signer({ url: `${url}/${name}`, ...signing }).sign()
        const reply = await fetch(signed.url, { method: 'PUT', headers: signed.headers }).catch(
          () => undefined,
        )
        if (reply?.status === 200) return
        if (tries > 1_000) throw new Error(`Swift answers ${reply?.status}`)
        await pause(100)
      }
    },
    async stop() {
      process.off('exit', end)
      await Promise.all(started.map(ended))
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** For one suite: a store with a bucket, what is in front of it, and an address in there of each test's own. */
export function testBucket() {
  const here = {} as { swift: Swift; front: Front; address: string }
  let count = 0
  beforeAll(async () => {
    here.swift = await startSwift()
    here.front = await startFront(here.swift)
    await here.swift.makeBucket('content')
  }, 180_000)
  beforeEach(() => {
    here.address = `s3://content/site-${count++}`
    here.front.fault = undefined
    here.front.change = {}
  })
  afterAll(async () => {
    await here.front?.close()
    await here.swift?.stop()
  })
  return here
}

/** What happens to one request on its way to a store; `undefined` passes it on. */
export type Fault = (
  asked: IncomingMessage,
  reply: ServerResponse,
) => boolean | undefined | Promise<boolean | undefined>

/** Changes replies: their headers, and each chunk of their bodies. */
export interface Change {
  headers?(headers: Record<string, string>): void
  chunk?: ((chunk: Buffer, asked: IncomingMessage, reply: ServerResponse) => Buffer) | undefined
}

export interface Front {
  /** Variables of commands that ask the store through it. */
  env: NodeJS.ProcessEnv
  /** `GET current.json`, with the path after the bucket, of all requests since the last call. */
  asked(): string[]
  /** Looks at each request, and answers it itself by returning true. */
  fault?: Fault | undefined
  change: Change
  close(): Promise<void>
}

/** In front of the store: everything passes through it as it is, and anything can happen to it. */
export async function startFront(swift: Swift): Promise<Front> {
  const paths: string[] = []
  const server = createServer(async (asked, reply) => {
    paths.push(`${asked.method} ${asked.url!.split('/').slice(2).join('/')}`)
    if (await front.fault?.(asked, reply)) return
    // S3 of Swift knows nobody without credentials: its own interface does.
    const isAnonymous = asked.headers.authorization === undefined
    const path = isAnonymous ? `/v1/AUTH_test${asked.url}` : asked.url
    const { hostname, port } = new URL(swift.url)
    const onward = request(
      { hostname, port, path, method: asked.method, headers: asked.headers },
      (answer) => {
        const headers = { ...(answer.headers as Record<string, string>) }
        front.change.headers?.(headers)
        reply.writeHead(answer.statusCode!, headers)
        answer.on('data', (chunk) => reply.write(front.change.chunk?.(chunk, asked, reply) ?? chunk))
        answer.on('end', () => reply.end()).on('error', () => reply.destroy())
      },
    )
    onward.on('error', () => reply.destroy())
    asked.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const front: Front = {
    env: { ...swift.env, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` },
    asked: () => paths.splice(0),
    fault: undefined,
    change: {},
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return front
}
