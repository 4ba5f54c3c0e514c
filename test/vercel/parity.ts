// The built function and `galley serve` are one app: the same requests in the same order get the same answers.
import assert from 'node:assert/strict'
import type { Checks } from '../support/checks.ts'
import type { Deployment } from './deployment.ts'
import type { Running } from './function.ts'
import { type Known, requests } from './requests.ts'
import { publishedHeaders } from './routing.ts'
import { refused } from './targets.ts'
import { type Answer, ask, type RawRequest } from './wire.ts'

/** Of the connection, or of the second: nothing the app decides. */
const unlike = ['date', 'connection', 'keep-alive', 'transfer-encoding']

export async function checkParity(
  { check }: Checks,
  deployment: Deployment,
  built: Running,
  served: Running,
): Promise<void> {
  const told = publishedHeaders(deployment)
  const both = async (exchange: RawRequest) => {
    const [one, other] = await Promise.all([
      ask(portFor(built, exchange), exchange),
      ask(served.port, exchange),
    ])
    return [underDocs(exchange, one, told), other] as const
  }
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

/** Below `/docs`, the platform adds the headers of files to whatever the function answers. */
function underDocs(
  { target }: RawRequest,
  answer: Answer,
  told: ReturnType<typeof publishedHeaders>,
): Answer {
  if (!target.startsWith('/docs/')) return answer
  const added = Object.entries(told(target)).map(([name, value]) => [name.toLowerCase(), value])
  return { ...answer, headers: { ...Object.fromEntries(added), ...answer.headers } }
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
