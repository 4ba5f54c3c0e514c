// Published files come from the platform there and from `galley serve` here: the same bytes, with the same headers that matter.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Checks } from '../support/checks.ts'
import { filesBelow } from '../vercel/files.ts'
import type { Running } from '../vercel/function.ts'
import { ask } from '../vercel/wire.ts'

const alike = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
  'content-security-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-robots-tag',
]

export async function checkAssets(
  { check }: Checks,
  worker: Running,
  served: Running,
  folder: string,
): Promise<void> {
  const files = filesBelow(folder).filter((file) => file !== '_headers')
  const pages = ['docs', 'docs/']
  for (const file of [...files, ...pages]) {
    await check(`the same file: /${file}`, async () => {
      const [one, other] = await Promise.all(
        [worker, served].map(({ port }) => ask(port, { name: file, target: `/${file}` })),
      )
      assert.deepEqual([one!.status, other!.status], [200, 200])
      assert.ok(one!.body.equals(other!.body))
      if (files.includes(file)) assert.ok(one!.body.equals(readFileSync(join(folder, file))))
      for (const name of alike) assert.equal(one!.headers[name], other!.headers[name], name)
      const [type, wanted] = [one!, other!].map(({ headers }) => headers['content-type']?.split(';')[0])
      assert.equal(type, wanted)
    })
  }
}
