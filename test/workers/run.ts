// `npm run test:workers`: what `galley build --target cloudflare` writes is run in workerd itself, compared with `galley serve`, and
// measured. Wants Node 22 or newer; a minute, most of it for a Worker that is nearly full.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChecks } from '../support/checks.ts'
import { writeContent } from '../vercel/content.ts'
import { startServe } from '../vercel/served.ts'
import { checkAssets } from './assets.ts'
import { checkFiles } from './files.ts'
import { checkFull } from './full.ts'
import { checkHidden, writeTold } from './hidden.ts'
import { checkLimits } from './limits.ts'
import { startWorker } from './miniflare.ts'
import { checkSame, foundKey, writeFound } from './parity.ts'
import { buildFor, installPackages, root } from './project.ts'

if (Number(process.versions.node.split('.')[0]) < 22) {
  console.log('skipped: Miniflare and wrangler want Node 22 or newer')
  process.exit(process.env.CI ? 1 : 0)
}
await installPackages()
const checks = createChecks(console.log)
const folder = mkdtempSync(join(tmpdir(), 'galley-workers-'))
const unlimited = { GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: 'off' }
try {
  const content = join(folder, 'content')
  writeContent(content)
  const queries = writeFound(content)
  writeTold(folder)
  const log = await buildFor(folder, [], { GALLEY_KEYS: `found=${foundKey}` })
  const dist = join(folder, 'dist')
  await checkFiles(checks, dist, log)
  const [worker, served] = await Promise.all([
    startWorker(join(dist, 'worker'), unlimited),
    startServe(root, dist, unlimited),
  ])
  try {
    await checkSame(checks, worker, served, queries)
    await checkAssets(checks, worker, served, join(dist, 'worker/assets'))
    await checks.check('nothing was logged on the way', () => {
      assert.equal(worker.log(), '')
    })
  } finally {
    await Promise.all([worker.stop(), served.stop()])
  }
  await checkHidden(checks, folder)
  await checkLimits(checks, join(dist, 'worker'))
  await checkFull(checks, join(folder, 'full'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(checks.summary())
process.exitCode = checks.failed() === 0 ? 0 : 1
