// What the command line leaves on a machine, and what it takes from there: snapshots go where they are meant to, and
// nothing of other users' is believed.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { galleyFromSources as galley, urlOf } from '../support/command.ts'
import { startSwift, withoutSwift } from '../support/swift.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace

// One post for the thread that builds, and one for a process of its own.
beforeEach(async () => {
  const long = postFile({}, 'More than has a first try. '.repeat(15_000))
  place = await workspace({ 'demo/posts/a.md': postFile(), 'demo/posts/long.md': long })
})
afterEach(() => place.remove())

/** Variables that say where temporary files and a user's own go. */
const away = (folder: string) => ({
  TMPDIR: folder,
  TEMP: folder,
  TMP: folder,
  HOME: folder,
  XDG_CACHE_HOME: folder,
})

/** Builds, and then serves until it answers. */
async function buildAndServe(env: NodeJS.ProcessEnv): Promise<void> {
  const building = galley(['build', '--content', place.dir, '--out', place.out], env)
  expect(await building.ended, building.stderr()).toBe(0)
  const serving = galley(['serve', '--dir', place.out, '--port', '0'], env)
  try {
    const url = await urlOf(serving)
    expect((await fetch(`${url}/v1/demo/posts/long`)).status).toBe(200)
    await serving.says(/verified: /)
  } finally {
    serving.process.kill('SIGKILL')
    await serving.ended
  }
}

const clone = fileURLToPath(new URL('../..', import.meta.url))

/** Each file of the sources, and when it was changed. */
function sources(): string[] {
  const folders = ['api', 'bin', 'build', 'server', 'snapshot']
  const below = folders.flatMap((folder) =>
    readdirSync(join(clone, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  return [...readdirSync(clone), ...below, 'node_modules'].map(
    (name) => `${name} ${statSync(join(clone, name)).mtimeMs}`,
  )
}

test('building and serving leave nothing in the temporary folder, the home folder or the clone', async () => {
  const empty = join(dirname(place.dir), 'temporary')
  mkdirSync(empty)
  const before = sources()
  await buildAndServe(away(empty))
  expect(readdirSync(empty)).toEqual([])
  expect(sources()).toEqual(before)
})

test('building and serving need no temporary folder, and none that can be made', async () => {
  const none = join(dirname(place.dir), 'file')
  writeFileSync(none, '')
  await buildAndServe(away(join(none, 'missing')))
})

test.skipIf(withoutSwift)('following a bucket leaves nothing but in its own folder', async () => {
  const empty = join(dirname(place.dir), 'temporary')
  mkdirSync(empty)
  const swift = await startSwift()
  try {
    await swift.makeBucket('content')
    const env = { ...away(empty), ...swift.env }
    const building = galley(['build', '--content', place.dir, '--out', place.out], env)
    expect(await building.ended, building.stderr()).toBe(0)
    const pushing = galley(['bucket', 'push', 's3://content/blog', '--dir', place.out], env)
    expect(await pushing.ended, pushing.stderr()).toBe(0)
    const [before, own] = [[...sources(), ...readdirSync(dirname(place.dir))], join(place.out, 'own')]
    const serving = galley(['serve', '--from', 's3://content/blog', '--dir', own, '--port', '0'], env)
    const url = await urlOf(serving)
    await expect.poll(async () => (await fetch(`${url}/v1/demo/posts/long`)).status).toBe(200)
    serving.process.kill('SIGKILL')
    await serving.ended
    expect([...sources(), ...readdirSync(dirname(place.dir))]).toEqual(before)
    expect(readdirSync(empty)).toEqual([])
    expect(readdirSync(own).sort()).toEqual(['data', expect.stringMatching(/^incoming-/), 'public'])
  } finally {
    await swift.stop()
  }
})
