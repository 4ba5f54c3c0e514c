// Whole bodies gzipped: as many as may wait, and none lost.
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Gzip } from '../../server/bodies.ts'

const body = (i: number) => Buffer.alloc(10_000, `body ${i} `)

test('what would be too much together is not gzipped, and place is there again afterwards', async () => {
  const gzip = new Gzip(100_000)
  const packed = await Promise.all(Array.from({ length: 30 }, (_, i) => gzip.pack(body(i))))
  for (const [i, bytes] of packed.entries()) {
    if (i < 10) expect(gunzipSync(bytes!).equals(body(i))).toBe(true)
    else expect(bytes).toBeUndefined()
  }
  expect(await gzip.pack(body(30))).toBeDefined()
})

test('a body that is too large for all the place is gzipped alone', async () => {
  const gzip = new Gzip(1_000)
  const [first, second] = await Promise.all([gzip.pack(body(0)), gzip.pack(body(1))])
  expect([first === undefined, second === undefined]).toEqual([false, true])
})
