// Leases: whatever is opened, closed and replaced in the meantime, a reader sees its own workspace to the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { oneOf, seeded } from '../bench/words.ts'
import { contentsIn } from '../support/contents.ts'
import { marked } from '../support/marked.ts'
import { openFiles } from '../support/open-files.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-leases-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

const folders = Array.from({ length: 12 }, (_, i) => `w${i}`)
const posts = 8
const random = seeded(5)

/** By folder, what its posts carry; by hash, the same of all that ever were. */
const markers = new Map<string, string>()
const markerOfHash = new Map<string, string>()

function build(version: number): void {
  for (const folder of folders) {
    if (version === 0 || random() < 0.3) markers.set(folder, `${folder} version ${version}`)
  }
  const workspaces = folders.map((folder) => marked(folder, markers.get(folder)!, posts))
  const { hashes } = writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: true })
  for (const [folder, hash] of hashes) markerOfHash.set(hash, markers.get(folder)!)
}

test('slow readers do not notice evictions and swaps', async () => {
  build(0)
  const snapshots = openSnapshots(data, { maxDescriptors: 6 })
  let swapping = true
  let reads = 0
  const held = new Set<string>()

  async function readSlowly(): Promise<void> {
    const folder = oneOf(random, folders)
    const lease = snapshots.lease(folder)
    const { workspace } = lease
    const { meta, html, markdown } = workspace
    const marker = markerOfHash.get(workspace.hash)!
    expect(marker.startsWith(`${folder} version`)).toBe(true)
    held.add(workspace.hash)
    const read: string[] = []
    for (let post = 0; post < posts; post++) {
      read.push(JSON.parse(Buffer.from(meta.read(post, post + 1)[0]!).toString()).description)
      await setImmediate()
      read.push(...contentsIn(html, post, post + 1))
      await setImmediate()
      read.push(...contentsIn(markdown, post, post + 1))
    }
    const forms = [marker, `<p>${marker}</p>`, `${marker}\n`]
    expect(read).toEqual(Array(posts).fill(forms).flat())
    reads += read.length
    lease.release()
  }

  const readers = Array.from({ length: 24 }, async () => {
    while (swapping) await readSlowly()
  })
  for (let version = 1; version <= 12; version++) {
    for (let turn = 0; turn < 30; turn++) await setImmediate()
    build(version)
    snapshots.reload()
  }
  swapping = false
  await Promise.all(readers)

  expect(snapshots.leases).toBe(0)
  expect(reads).toBeGreaterThan(1_000)
  expect(held.size).toBeGreaterThan(2 * folders.length)
  if (process.platform === 'linux') expect(openFiles(data)).not.toEqual([])
  snapshots.close()
  expect(openFiles(data)).toEqual([])
})
