// Images are served as long as a snapshot in use lists them, and no longer.
import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { graceMs } from '../../server/media.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { testServer } from '../support/server.ts'

let time = Date.UTC(2026, 5, 1)
const names = ['a.png', 'b.png', 'c.png', 'draft.png']
const files = Object.fromEntries(names.map((name) => [`media/${name}`, name]))
const showing = (...media: string[]) => [
  { ...bulkWorkspace('demo', 1, () => media.join()), media },
  { ...bulkWorkspace('other', 1, () => ''), media: ['c.png'] },
]
const here = testServer(showing('a.png'), files, { now: () => time, drafts: true })

const statusOf = async (name: string) => (await fetch(`${here.running.url}/media/${name}`)).status
const answered = async () => {
  const statuses = await Promise.all(names.map(async (name) => ({ name, status: await statusOf(name) })))
  return statuses.filter(({ status }) => status === 200).map(({ name }) => name[0])
}
const show = async (media: string[], preview?: string) => {
  here.publish(showing(...media), preview)
  await here.running.look()
}

describe('an image', () => {
  beforeEach(async () => {
    await show(['a.png'])
    time += graceMs
  })

  test('that no workspace lists is not served, even though the file exists', async () => {
    expect(await answered()).toEqual(['a', 'c'])
  })

  test('of the previous snapshot is served for ten more minutes', async () => {
    await show(['b.png'])
    expect(await answered()).toEqual(['a', 'b', 'c'])
    time += graceMs - 1
    expect(await answered()).toEqual(['a', 'b', 'c'])
    time += 1
    expect(await answered()).toEqual(['b', 'c'])
  })

  test('is served no longer than that even if nobody has requested it before', async () => {
    await show(['b.png'])
    time += graceMs
    expect(await statusOf('a.png')).toBe(404)
  })

  test('is served again as soon as it is used again', async () => {
    await show(['b.png'])
    time += graceMs
    expect(await statusOf('a.png')).toBe(404)
    await show(['a.png', 'b.png'])
    expect(await statusOf('a.png')).toBe(200)
  })

  test('of a preview is gone with it', async () => {
    await show(['a.png', 'draft.png'], 'next')
    expect(await answered()).toEqual(['a', 'c', 'd'])
    await show(['a.png'])
    expect(await answered()).toEqual(['a', 'c'])
  })

  test('whose list cannot be read is a 503, others are served, and it recovers', async () => {
    const data = join(here.dist, 'data')
    // So that nothing is cached yet.
    here.publish(showing('a.png', 'b.png'))
    const { hash } = here.running.snapshots.next().workspaces.get('demo')!
    await here.running.look()
    cpSync(join(data, hash), join(here.dist, 'whole'), { recursive: true })
    writeFileSync(join(data, hash, 'media.json'), '["draft.png"]')
    const statuses = async () => [
      await statusOf('b.png'),
      await statusOf('draft.png'),
      await statusOf('c.png'),
    ]
    expect(await statuses()).toEqual([503, 503, 200])
    rmSync(join(data, hash), { recursive: true })
    renameSync(join(here.dist, 'whole'), join(data, hash))
    expect(await statuses()).toEqual([503, 503, 200])
    time += 1_000
    expect(await statuses()).toEqual([200, 404, 200])
  })
})
