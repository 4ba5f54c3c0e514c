// How long a new instance spends before it can answer.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Checks } from './checks.ts'
import { run } from './command.ts'

/** The bench checks the import against its target; here only what is plainly wrong fails, even on a busy machine. */
const limit = 150

export async function checkLoading({ check }: Checks, folder: string): Promise<void> {
  await check(`the function is imported within ${limit} ms`, async () => {
    const times: number[] = []
    for (let i = 0; i < 5; i++) times.push(await importTime(join(folder, 'api/index.js')))
    const best = Math.min(...times)
    console.log(`      imported in ${best.toFixed(1)} ms, best of ${times.length}`)
    assert.ok(best <= limit, `${best} ms`)
  })
}

async function importTime(file: string): Promise<number> {
  const url = JSON.stringify(pathToFileURL(file).href)
  const code = `const start = performance.now(); await import(${url}); console.log(performance.now() - start)`
  return Number(await run(process.execPath, ['--input-type=module', '-e', code], { cwd: '/' }))
}
