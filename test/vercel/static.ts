// Static files come from the CDN there and from `galley serve` here: the same bytes, readable by any origin.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Checks } from './checks.ts'
import type { Deployment } from './deployment.ts'
import { filesBelow } from './files.ts'
import type { Running } from './function.ts'
import { ask } from './wire.ts'

export async function checkStaticParity(
  { check }: Checks,
  { output }: Deployment,
  served: Running,
): Promise<void> {
  const folder = join(output, 'static')
  for (const file of filesBelow(folder)) {
    await check(`galley serve has the published /${file}`, async () => {
      const answer = await ask(served.port, { name: file, target: `/${file}` })
      assert.equal(answer.status, 200)
      assert.ok(answer.body.equals(readFileSync(join(folder, file))))
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      assert.equal(answer.headers['x-ratelimit-limit'], undefined)
    })
  }
}
