// Whatever becomes of the token of a link, it opens what it was made for or is answered like one for a post that is not there. Tokens are
// made by the function that `galley share` calls, since the command goes by the clock.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../api/_app/app.ts'
import { tokenFor } from '../../api/_app/http/share-token.ts'
import { type Answer, ask } from '../support/ask.ts'
import { now } from '../support/fixture.ts'
import { site } from '../support/site.ts'
import { postFile } from '../support/workspace.ts'
import { fixed, tries } from './tries.ts'

const secret = 'Xr4TqENsRjCkV8vxnLqbB2'
const env = { SOURCE_DATE_EPOCH: String(now / 1_000) }
const { app } = site(
  { drafts: true, env },
  {
    'blog/posts/a.md': postFile({ title: 'A draft', status: 'draft', id: 'a-id' }),
    'blog/posts/b.md': postFile({ title: 'B', status: 'draft', slug: 'b-id', aliases: '[b-alias]' }),
    'news/posts/c.md': postFile({ title: 'C', status: 'draft', id: 'c-id' }),
  },
)
const soon = now / 1_000 + 60
const good = tokenFor('blog', 'a-id', soon, secret)

let running: App
let missing: Answer
const opened = (token: string, by = running) => ask(by, 'GET', '/shared', { 'galley-share': token })

beforeAll(async () => {
  const limits = { workspace: null, fallback: null }
  running = app({ limits, shareSecrets: [secret] })
  missing = await opened(tokenFor('blog', 'gone', soon, secret))
  expect(missing).toMatchObject({ status: 404, json: { error: 'Post not found' } })
  expect(await opened(good)).toMatchObject({ status: 200, json: { post: { title: 'A draft' } } })
})

const opensNothing = async (token: string) => {
  expect([token, await opened(token)]).toEqual([token, missing])
}

fixed('each bit of it counts, and each of its characters', async () => {
  const bytes = Buffer.from(good, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    await opensNothing(changed.toString('base64url'))
  }
  for (let i = 0; i < good.length; i++) {
    for (const other of ['', 'A', '_', '=', ' ', '\n', 'é'].filter((one) => one !== good[i]))
      await opensNothing(good.slice(0, i) + other + good.slice(i + 1))
    await opensNothing(good.slice(0, i))
  }
})

fixed('only one spelling of it is known', async () => {
  const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const spellings = [...last].map((one) => good.slice(0, -1) + one).filter((one) => one !== good)
  const same = spellings.filter((one) => Buffer.from(one, 'base64url').equals(Buffer.from(good, 'base64url')))
  const standard = Buffer.from(good, 'base64url').toString('base64')
  const others = [`${good}=`, ` ${good}`, `${good} `, `${good}, ${good}`, `"${good}"`, encodeURI(`é${good}`)]
  for (const one of [...spellings, ...others, `${standard}=`, good + good]) await opensNothing(one)
  // Else the length of this token would leave no bits for other spellings.
  expect(same.length).toBeGreaterThan(0)
})

fixed('nothing else that is signed by it or like it opens anything', async () => {
  const tokens = [
    tokenFor('blog', 'a-id', soon, `${secret}x`),
    tokenFor('blog', 'a-id', soon, ''),
    tokenFor('blog', 'a-id', soon - 60, secret),
    tokenFor('blog', 'a-id', -soon, secret),
    tokenFor('blog', 'a-id', Number.NaN, secret),
    tokenFor('blog', 'a-id', Number.POSITIVE_INFINITY, secret),
    tokenFor('blog', '', soon, secret),
    tokenFor('blog', 'c-id', soon, secret),
    tokenFor('news', 'a-id', soon, secret),
    tokenFor('gone', 'a-id', soon, secret),
    tokenFor('blog', 'b-id', soon, secret),
    tokenFor('blog', 'b-alias', soon, secret),
    tokenFor('blog', 'a-id'.padEnd(64, 'x'), soon, secret),
    tokenFor('blog', 'a'.repeat(10_000), soon, secret),
    'A'.repeat(10_000),
    '日本'.repeat(50),
    '',
  ]
  for (const token of tokens) await opensNothing(token)
  expect((await opened(tokenFor('blog', 'a-id', soon - 59, secret))).status).toBe(200)
})

test('no text opens anything, nor does any when there is no secret', async () => {
  const without = app({ limits: { workspace: null, fallback: null } })
  for (const by of ['', 'undefined', secret])
    expect(await opened(tokenFor('blog', 'a-id', soon, by), without)).toEqual(missing)
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), opensNothing),
    { numRuns: tries(300) },
  )
})
