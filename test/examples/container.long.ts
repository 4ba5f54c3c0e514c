// examples/container without Docker: the steps of its Dockerfile in empty root folders, with the context that .dockerignore leaves; then
// its command and its health check as another user, on a read-only root. In place of node:24-slim stand this system's programs, and
// in place of `npm ci` the packages that are installed here.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { writeFiles } from '../support/files.ts'
import { freePort } from '../support/redis.ts'
import { postFile } from '../support/workspace.ts'
import { cannotEnter, containerExample, type Image, imageOf, instructionsOf, start } from './image.ts'

const clone = fileURLToPath(new URL('../../', import.meta.url))
const packages = join(clone, 'node_modules')
if (cannotEnter) console.warn('The container is not tried, since it takes root and the right to mount.')

describe.skipIf(cannotEnter)('the image of a clone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-image-'))
  const context = join(folder, 'context')
  const secret = 'not-to-be-published'
  let image: Image

  beforeAll(() => {
    for (const name of [
      'api',
      'bin',
      'build',
      'docs',
      'server',
      'packages',
      'snapshot',
      'package.json',
      'package-lock.json',
      'vercel.json',
    ])
      cpSync(join(clone, name), join(context, name), { recursive: true })
    const files = {
      'content/demo/posts/hello.md': postFile({ title: 'Hello' }),
      'content/demo/posts/draft.md': postFile({ title: secret, status: 'draft' }),
      'content/.git/HEAD': secret,
      '.git/HEAD': secret,
      '.env': secret,
      'content/demo/.env.local': secret,
      'dist/data/current.json': secret,
      'notes.txt': secret,
    }
    writeFiles(context, files)
    image = imageOf(context, folder, { GALLEY: 'bin/galley.mjs' }, packages)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('has what is published, and no sources, no history, no secrets', () => {
    const app = join(image.root, 'app')
    expect(existsSync(join(app, 'dist/data/current.json'))).toBe(true)
    expect(readdirSync(app)).not.toEqual(expect.arrayContaining(['content']))
    expect(spawnSync('grep', ['-rl', secret, app], { encoding: 'utf8' }).stdout).toBe('')
  })

  test('answers as another user, on a read-only root, is healthy, and stops when it is asked to', async () => {
    const port = String(await freePort())
    const at = (words: string[]) => words.map((word) => word.replaceAll('8080', port))
    const healthy = async () => (await once(start(image, packages, at(image.healthCheck)), 'exit'))[0]
    const server = start(image, packages, at(image.command), { TRUSTED_IP_HEADER: 'X-Real-IP' })
    const ended = once(server, 'exit')
    try {
      expect(image.user).toBe('node')
      await expect.poll(healthy).toBe(0)
      const status = await fetch(`http://127.0.0.1:${port}/status`)
      expect(await status.json()).toMatchObject({ status: 'ok', builtAt: '2026-05-28T20:26:40.000Z' })
      const list = await fetch(`http://127.0.0.1:${port}/v1/demo/posts?select=title`)
      expect(((await list.json()) as { posts: unknown }).posts).toEqual([{ title: 'Hello' }])
      const { stdout } = spawnSync('grep', ['^Uid', `/proc/${server.pid}/status`], { encoding: 'utf8' })
      expect(stdout).toBe('Uid:\t1000\t1000\t1000\t1000\n')
      const written = start(image, packages, ['sh', '-c', 'touch /tmp/x && ! touch /app/x && ! touch /x'])
      expect((await once(written, 'exit'))[0]).toBe(0)
    } finally {
      server.kill('SIGTERM')
    }
    expect(await ended).toEqual([0, null])
    expect(await healthy()).toBe(1)
  })
})

describe('what Docker would be told', () => {
  test('packages are installed before anything that changes with a post is copied', () => {
    const steps = instructionsOf(containerExample('Dockerfile')).map(
      ([operation, rest]) => `${operation} ${rest}`,
    )
    const install = steps.findIndex((step) => step.startsWith('RUN npm ci'))
    const copied = steps.filter((step) => step.startsWith('COPY'))
    expect(copied[0]).toBe('COPY package.json package-lock.json *.tgz ./')
    expect(steps.indexOf('COPY . .')).toBeGreaterThan(install)
    expect(steps.indexOf(copied[0]!)).toBeLessThan(install)
  })

  test('compose trusts a header only because nobody but this host reaches the port', () => {
    const { galley, valkey } = parse(containerExample('compose.yaml')).services
    expect(galley.environment).toMatchObject({
      TRUSTED_IP_HEADER: 'X-Real-IP',
      REDIS_URL: 'redis://valkey:6379',
    })
    expect(galley.ports).toEqual(['127.0.0.1:8080:8080'])
    expect(valkey.ports).toBeUndefined()
    for (const service of [galley, valkey]) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    }
  })
})
