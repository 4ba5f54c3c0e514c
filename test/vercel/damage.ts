// A damaged snapshot inside the function: a clear 503, or a body that is cut off; never wrong bytes, never a complete body.
import assert from 'node:assert/strict'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Checks } from '../support/checks.ts'
import { largePosts } from './content.ts'
import { type Running, withFunction } from './function.ts'
import { ask } from './wire.ts'

/** @param folder a function that may be damaged */
export async function checkDamage({ check }: Checks, folder: string): Promise<void> {
  const data = join(folder, 'dist/data')
  const { workspaces } = JSON.parse(readFileSync(join(data, 'current.json'), 'utf8'))
  const large = join(data, workspaces.large.hash)

  await check('a body that cannot be read to its end is cut', async () => {
    flipLast(join(large, 'content.html.deflated'))
    await withFunction(folder, {}, async (running) => {
      // The dev server's proxy ends what was cut as if it were complete.
      const answer = await ask(running.direct, { name: 'cut', target: '/v1/large/posts?limit=all' })
      assert.equal(answer.cut, true)
      assert.throws(() => JSON.parse(answer.body.toString()))
    })
  })
  await check('a damaged record is a 503, and /status tells of it', async () => {
    await withFunction(folder, {}, async (running) => {
      assert.deepEqual(await statusOf(running), [200, undefined])
      const target = `/v1/large/posts?limit=1&page=${largePosts}`
      assert.equal((await ask(running.port, { name: 'record', target })).status, 503)
      assert.deepEqual(await statusOf(running), [200, true])
    })
  })
  await check('a damaged workspace is a 503, the others are answered', async () => {
    writeFileSync(join(large, 'manifest.json'), '{}')
    await withFunction(folder, {}, async (running) => {
      const damaged = await ask(running.port, { name: 'damaged', target: '/v1/large/posts' })
      assert.equal(damaged.status, 503)
      assert.equal(JSON.parse(damaged.body.toString()).error, 'Snapshot unavailable')
      assert.equal((await ask(running.port, { name: 'whole', target: '/v1/small/posts' })).status, 200)
      assert.match(running.log(), /manifest\.json/)
      assert.deepEqual(await statusOf(running), [503, undefined])
    })
  })
  await check('a function without snapshots answers 503', async () => {
    rmSync(join(data, 'current.json'))
    await withFunction(folder, {}, async (running) => {
      assert.equal((await ask(running.port, { name: 'none', target: '/v1/small/posts' })).status, 503)
    })
  })
}

/** The status of /status, and whether it reports damage. */
async function statusOf({ port }: Running): Promise<[number, unknown]> {
  const { status, body } = await ask(port, { name: 'status', target: '/status' })
  return [status, JSON.parse(body.toString()).damaged]
}

export async function checkBadEnvironment({ check }: Checks, folder: string): Promise<void> {
  const env = { GALLEY_RATE_LIMIT: 'plenty' }
  await check('a mistake in the environment is logged once, and the default limits hold', () =>
    withFunction(folder, env, async ({ port, log }) => {
      for (let i = 0; i < 3; i++) {
        const { status, headers } = await ask(port, { name: 'any', target: '/v1/small/posts' })
        assert.deepEqual([status, headers['x-ratelimit-limit']], [200, '200'])
      }
      assert.equal(log().match(/GALLEY_RATE_LIMIT/g)?.length, 1)
    }),
  )
}

/** The last post of the list is changed, so that most of the body is sent before the damage is met. */
function flipLast(file: string): void {
  const bytes = readFileSync(file)
  bytes[bytes.length - 20]! ^= 1
  writeFileSync(file, bytes)
}

export function copyOf(folder: string): string {
  const copy = `${folder}-damaged`
  cpSync(folder, copy, { recursive: true })
  return copy
}
