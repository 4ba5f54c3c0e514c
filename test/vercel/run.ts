// `npm run test:vercel`: builds the committed HEAD with the real Vercel command line and compares the built function with
// `galley serve`. Some thirty seconds, offline but for packages that npm has not cached.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChecks } from '../support/checks.ts'
import { checkAnswers, checkClients } from './answers.ts'
import { checkBadEnvironment, checkDamage, copyOf } from './damage.ts'
import { deploy } from './deployment.ts'
import { type Running, startFunction, withFunction } from './function.ts'
import { checkFunctionFiles, checkStaticFiles } from './layout.ts'
import { checkLimits, lowLimits } from './limits.ts'
import { checkLoading } from './loading.ts'
import { checkParity } from './parity.ts'
import { checkRouting } from './routing.ts'
import { startServe } from './served.ts'
import { checkStaticParity } from './static.ts'
import { checkStores } from './stores.ts'

const checks = createChecks(console.log)
const folder = mkdtempSync(join(tmpdir(), 'galley-vercel-'))
try {
  const deployment = await deploy(folder)
  const damaged = copyOf(deployment.function)
  const pair = (env: NodeJS.ProcessEnv) =>
    Promise.all([
      startFunction(deployment.function, env),
      startServe(deployment.project, join(deployment.project, 'dist'), env),
    ])

  await checkFunctionFiles(checks, deployment)
  await checkStaticFiles(checks, deployment)
  await checkRouting(checks, deployment)
  await checkLoading(checks, deployment.function, deployment.project)
  await withFunction(deployment.function, {}, (running) => checkAnswers(checks, running))
  await between(await pair(limits(1_000_000, 1_000_000)), async (built, served) => {
    await checkParity(checks, deployment, built, served)
    await checkStaticParity(checks, deployment, served)
    await checkClients(checks, built)
  })
  await between(await pair(limits(lowLimits.workspace, lowLimits.fallback)), (built, served) =>
    checkLimits(checks, built, served),
  )
  await checkBadEnvironment(checks, deployment.function)
  await checkStores(checks, deployment.function)
  await checkDamage(checks, damaged)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(checks.summary())
process.exitCode = checks.failed() === 0 ? 0 : 1

async function between(pair: [Running, Running], use: (built: Running, served: Running) => Promise<void>) {
  try {
    await use(...pair)
  } finally {
    await Promise.all(pair.map((running) => running.stop()))
  }
}

/** Limits whose window neither begins nor ends during the tests: otherwise the two could differ by a moment. */
function limits(workspace: number, fallback: number): NodeJS.ProcessEnv {
  const minutes = Date.now() / 60_000
  const window = [60, 61, 67, 71, 79, 97, 113].find(
    (length) => minutes % length > 1 && minutes % length < length - 10,
  )
  return { GALLEY_RATE_LIMIT: `${workspace}/${window}m`, GALLEY_FALLBACK_LIMIT: `${fallback}/${window}m` }
}
