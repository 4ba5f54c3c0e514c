// Static files come from the CDN there and from `galley serve` here: the same bytes, readable by any origin.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Checks } from '../support/checks.ts'
import type { Deployment } from './deployment.ts'
import { filesBelow } from './files.ts'
import type { Running } from './function.ts'
import { publishedHeaders } from './routing.ts'
import { ask } from './wire.ts'

export async function checkStaticParity(
  { check }: Checks,
  deployment: Deployment,
  served: Running,
): Promise<void> {
  const { output } = deployment
  const folder = join(output, 'static')
  const told = publishedHeaders(deployment)
  for (const file of filesBelow(folder)) {
    await check(`galley serve has the published /${file}`, async () => {
      const answer = await ask(served.port, { name: file, target: `/${file}` })
      assert.equal(answer.status, 200)
      assert.ok(answer.body.equals(readFileSync(join(folder, file))))
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      assert.equal(answer.headers['x-ratelimit-limit'], undefined)
      for (const [name, value] of Object.entries(told(`/${file}`))) {
        assert.equal(answer.headers[name.toLowerCase()], value)
      }
    })
  }
  await check('scripts in a published drawing cannot run, there and here', () => {
    const drawing = filesBelow(folder).find((file) => /^media\/.*\.svg$/.test(file))
    assert.match(told(`/${drawing}`)['Content-Security-Policy'] ?? '', /sandbox$/)
    assert.equal(told('/media/small/a.pdf')['Content-Security-Policy'], undefined)
  })
}
