// The built function and `galley serve` are one app: the same requests in the same order get the same answers.
import assert from 'node:assert/strict'
import type { Checks } from '../support/checks.ts'
import type { Running } from './function.ts'
import { type Known, requests } from './requests.ts'
import { refused } from './targets.ts'
import { type Answer, ask, type RawRequest } from './wire.ts'

/** Of the connection, or of the second: nothing the app decides. */
const unlike = ['date', 'connection', 'keep-alive', 'transfer-encoding']

export async function checkParity({ check }: Checks, built: Running, served: Running): Promise<void> {
  const both = (exchange: RawRequest) =>
    Promise.all([ask(portFor(built, exchange), exchange), ask(served.port, exchange)])
  const [first] = await both({ name: 'first', target: '/v1/small/posts' })
  const known = learn(first)
  for (const exchange of requests(known)) {
    await check(`the same answer: ${exchange.name}`, async () => same(...(await both(exchange))))
  }
  for (const target of refused) {
    await check(`refused by both: ${target}`, async () => {
      const [one, other] = await both({ name: target, target })
      assert.deepEqual([one.status, other.status], [400, 400])
    })
  }
}

/** The dev server's proxy takes `//a/b` and whole URLs for other hosts; the platform's does not. */
function portFor(built: Running, { target }: RawRequest): number {
  return /^\/(?![/\\])/.test(target) ? built.port : built.direct
}

function learn({ headers, body }: Answer): Known {
  const [post] = JSON.parse(body.toString()).posts
  return { etag: headers.etag!, snapshot: headers['x-snapshot-id']!, postId: post.id }
}

export function same(one: Answer, other: Answer): void {
  assert.deepEqual(comparable(one), comparable(other))
  assert.ok(one.body.equals(other.body), `bodies differ: ${one.body.length} and ${other.body.length} bytes`)
}

function comparable({ status, headers, cut }: Answer) {
  const kept = Object.entries(headers).filter(([name]) => !unlike.includes(name))
  return { status, cut, headers: Object.fromEntries(kept.sort()) }
}
