// What is in dist/worker, and that wrangler takes it.
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Checks } from '../support/checks.ts'
import { filesBelow } from '../vercel/files.ts'
import { tryDeploying } from './project.ts'

export async function checkFiles({ check }: Checks, dist: string, log: string): Promise<void> {
  const folder = join(dist, 'worker')
  const inside = filesBelow(folder)

  await check(
    'it holds the snapshot whole, the published files, the code and settings, and nothing else',
    () => {
      const inData = filesBelow(join(dist, 'data')).filter((file) => file !== 'public.json')
      const data = inData.map((file) => `app/data/${file}`)
      const published = filesBelow(join(dist, 'public')).map((file) => `assets/${file}`)
      const own = ['app/index.js', 'app/index.js.map', 'assets/_headers', 'wrangler.json']
      assert.deepEqual(inside, [...data, ...published, ...own].sort())
    },
  )
  await check('the code takes what is left of the room for a snapshot', () => {
    assert.ok(statSync(join(folder, 'app/index.js')).size < 2 * 2 ** 20)
  })
  await check('the build says how full it is, and that nothing is counted', () => {
    assert.match(
      log,
      /^Without Upstash, each isolate of a Worker counts requests for itself, so no limit holds\./m,
    )
    assert.match(log, /^The Worker takes \d+ of 64 MB\.$/m)
  })
  await check('wrangler takes it, the data as modules, and the pages as assets only', async () => {
    const said = await tryDeploying(folder)
    const data = filesBelow(join(folder, 'app/data'))
    assert.match(said, new RegExp(`Total \\(${data.length} modules\\)`))
    assert.match(said, /Read \d+ files from the assets directory/)
    assert.match(said, /env\.ASSETS .* Assets/)
    assert.match(said, /--dry-run: exiting now\./)
    assert.doesNotMatch(said, /warning|error/i)
  })
}
