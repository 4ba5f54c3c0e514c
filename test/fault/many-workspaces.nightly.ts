// Sixty workspaces on 512 descriptors, whose snapshots are swapped every 50 ms or so: slow readers of whole lists get their own
// workspace's posts, of one snapshot, and nothing else.
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { seeded } from '../bench/words.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { pause, request, type ServerProcess, startServer } from './process.ts'

const workspaces = 60
const posts = 24
/** More than 1 MB of posts is a stream. */
const postBytes = 42_000
const readers = 40
const watchEvery = 50

const root = mkdtempSync(join(tmpdir(), 'galley-many-'))
const data = join(root, 'data')
const current = join(data, 'current.json')
/** current.json of both generations; the folders of both exist all the time. */
const generations: string[] = []
let server: ServerProcess

function marker(folder: string, generation: string): string {
  return `<p>${folder} ${generation}</p>`
}

beforeAll(async () => {
  for (const generation of ['A', 'B']) {
    const built = Array.from({ length: workspaces }, (_, i) => {
      const text = marker(`w${i}`, generation)
      return bulkWorkspace(`w${i}`, posts, () => text.repeat(Math.ceil(postBytes / text.length)))
    })
    writeSnapshot(data, { workspaces: built, builtAt: null, preview: null, keepPrevious: true })
    generations.push(readFileSync(current, 'utf8'))
  }
  server = await startServer(data, { watchInterval: watchEvery, descriptors: 512 })
})

afterAll(async () => {
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
})

/** Reads a whole list a chunk at a time. @returns its generation */
async function readSlowly(folder: string, wait: number): Promise<string> {
  const response = await request(`${server.url}/v1/${folder}/posts?limit=all`)
  const chunks: Buffer[] = []
  for await (const chunk of response) {
    chunks.push(chunk)
    await pause(wait)
  }
  const text = Buffer.concat(chunks).toString()
  expect(response.statusCode, text.slice(0, 300)).toBe(200)
  const list: { posts: { content: string }[] } = JSON.parse(text)
  expect(list.posts).toHaveLength(posts)
  const [, generation = ''] = /^<p>w\d+ ([AB])<\/p>/.exec(list.posts[0]!.content) ?? []
  const own = marker(folder, generation)
  for (const { content } of list.posts) expect(content.split(own).join('')).toBe('')
  return generation
}

test('each reply contains only its own workspace, from one snapshot, while everything changes', async () => {
  const random = seeded(500)
  const seen = {
    replies: 0,
    folders: new Set<string>(),
    generations: new Set<string>(),
    descriptors: 0,
    swaps: 0,
  }
  // However fast the machine is.
  const isEnough = () =>
    seen.replies > 400 && seen.folders.size > 50 && seen.generations.size === 2 && seen.swaps > 100
  const swapping = (async () => {
    while (!isEnough()) {
      writeFileSync(`${current}.next`, generations[seen.swaps++ % 2]!)
      renameSync(`${current}.next`, current)
      seen.descriptors = Math.max(seen.descriptors, server.descriptors())
      // In no step with the server, which looks as often.
      await pause(2 * random() * watchEvery)
    }
  })()
  const reading = Array.from({ length: readers }, async () => {
    while (!isEnough()) {
      const folder = `w${Math.floor(random() * workspaces)}`
      seen.generations.add(await readSlowly(folder, random() * 30))
      seen.folders.add(folder)
      seen.replies++
    }
  })
  await Promise.all([swapping, ...reading])
  console.log(
    `${seen.replies} replies of ${seen.folders.size} workspaces, ${seen.swaps} swaps, at most ${seen.descriptors} descriptors`,
  )
  expect(seen.descriptors).toBeLessThanOrEqual(400)
  expect(server.log()).not.toMatch(/internal error|unavailable|cut off/)
})
