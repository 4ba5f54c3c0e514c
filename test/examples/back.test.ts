// examples/server: `keep` and `back`, which return to what was published before, while a server answers from it.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../server/index.ts'
import { ran } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { unlimited } from '../support/server.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const folder = fileURLToPath(new URL('../../examples/server/', import.meta.url))

let place: Workspace
let running: Running
const log: string[] = []

beforeEach(async () => {
  place = await workspace(
    {},
    { env: { BASE_URL: 'https://api.example.org', SOURCE_DATE_EPOCH: '1767225600' } },
  )
  log.length = 0
  await publish(1)
  const folders = { data: join(place.out, 'data'), public: join(place.out, 'public') }
  running = await serve({
    ...folders,
    port: 0,
    host: '127.0.0.1',
    env: unlimited,
    log: (line) => log.push(line),
  })
  await running.look()
})
afterEach(async () => {
  await running.close()
  place.remove()
})

/** Another text, another image, another number of posts. */
async function publish(version: number): Promise<void> {
  const text = `Version ${version}. `.repeat(300)
  place.write({
    'demo/posts/cover.png': png(3, 2, version),
    'demo/posts/hello.md': postFile({ title: `Version ${version}`, coverImage: 'cover.png' }, text),
    [`demo/posts/only-${version}.md`]: postFile({ title: 'Only' }),
  })
  expect((await place.build()).problems).toEqual([])
}

function run(script: string, ...args: string[]) {
  const { status, stderr } = spawnSync(join(folder, script), args, { encoding: 'utf8' })
  return { status, stderr }
}

const get = async (path: string) => {
  const response = await fetch(running.url + path)
  return { status: response.status, text: await response.text() }
}

const hello = async () => {
  const { status, text } = await get('/v1/demo/posts/hello?select=title,coverImage')
  return { status, ...JSON.parse(text).post }
}

describe.skipIf(process.platform !== 'linux')('what was kept', () => {
  test('is served again as it was, image and all, with no reply lost on the way', async () => {
    const first = await hello()
    const id = running.snapshots.current().hash
    const kept = join(place.dir, '../kept/first')
    expect(run('keep', place.out, kept)).toEqual({ status: 0, stderr: '' })
    for (const version of [2, 3]) {
      await publish(version)
      await running.look()
    }
    expect(existsSync(join(place.out, 'data', Object.values(workspacesOf(kept))[0]!.hash))).toBe(false)

    let isOver = false
    const statuses = new Set<number>()
    const asking = (async () => {
      for (
        const targets = ['/posts?limit=all', '/posts?query=version', '/posts/hello', '/suggest?query=v'];
        !isOver;
      ) {
        for (const target of targets) statuses.add((await get(`/v1/demo${target}`)).status)
      }
    })()
    expect(run('back', kept, place.out)).toEqual({ status: 0, stderr: '' })
    await running.look()
    isOver = true
    await asking
    expect([...statuses]).toEqual([200])
    expect(running.snapshots.current().hash).toBe(id)
    expect(await hello()).toEqual(first)
    expect((await get(new URL(first.coverImage).pathname)).status).toBe(200)
    expect(log.filter((line) => !/^(?:verified|swapped in): /.test(line))).toEqual([])
    const { code, stdout } = await ran(['check', '--snapshot', '--content', place.dir, '--out', place.out])
    expect([code, stdout]).toEqual([0, expect.any(String)])

    // What is in content/ is published by the next build, as ever.
    await publish(4)
    await running.look()
    expect((await hello()).title).toBe('Version 4')
    expect(readdirSync(join(place.out, 'data')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('is not written over, and what keep has not made is not published', async () => {
    const kept = join(place.dir, '../kept')
    expect(run('keep', place.out, kept).status).toBe(0)
    expect(run('keep', place.out, kept)).toEqual({
      status: 2,
      stderr: `${kept} is there already; name another folder.\n`,
    })
    const empty = join(place.dir, 'demo')
    expect(run('back', empty, place.out)).toEqual({
      status: 2,
      stderr: `${empty} has no data/current.json: name a folder that keep has made.\n`,
    })
    for (const script of ['keep', 'back', 'restart']) expect(run(script).status).toBe(2)
    // A build never changes a file of what it has published, so the kept one is as it was.
    const before = readFileSync(join(kept, 'data/current.json'), 'utf8')
    writeFileSync(join(place.dir, 'demo/posts/hello.md'), postFile({ title: 'New' }))
    await place.build()
    expect(readFileSync(join(kept, 'data/current.json'), 'utf8')).toBe(before)
  })
})

function workspacesOf(dist: string): Record<string, { hash: string }> {
  return JSON.parse(readFileSync(join(dist, 'data/current.json'), 'utf8')).workspaces
}
