// What is packed and measured in several threads before a snapshot is written: the same as in one, each thing once, and never too much
// at a time.

import { expect, test } from 'vitest'
import type { Helpers } from '../../build/compile/pool/helpers.ts'
import type { PackedTexts } from '../../build/compile/pool/thread.ts'
import { packAhead } from '../../build/publish/pack-ahead.ts'
import { Vocabulary } from '../../packages/search/index.ts'
import { sha256 } from '../../snapshot/format/format.ts'
import { packContents, packText } from '../../snapshot/write/content.ts'
import { measureOf, stretchesOf } from '../../snapshot/write/distinct.ts'
import { indexName, type KeptValues } from '../../snapshot/write/kept.ts'
import { bulkWorkspace, type WholePost, type WholeWorkspace } from '../support/bulk.ts'

function memory() {
  const values = new Map<string, Uint8Array>()
  const get: KeptValues['get'] = (kind, key) => values.get(`${kind} ${key}`)
  const kept: KeptValues = {
    vocabulary: new Vocabulary(),
    get,
    peek: get,
    has: (kind, key) => values.has(`${kind} ${key}`),
    set(kind, key, value) {
      expect(values.has(`${kind} ${key}`), `${kind} ${key} is made twice`).toBe(false)
      values.set(`${kind} ${key}`, value)
    },
  }
  return { values, kept }
}

/** @param isKept whether its posts have keys */
function workspaceOf(folder: string, count: number, isKept: boolean): WholeWorkspace {
  const workspace = bulkWorkspace(folder, count, (number) => `<p>Words of ${number} in ${folder}.</p>`)
  const posts = workspace.posts.map((post, number): WholePost => {
    // That of the tenth depends on other posts.
    const contentKey = isKept && number !== 10 ? sha256(`${folder} ${number}`) : undefined
    return Object.assign(Object.create(post), { markdown: `Words of ${number}.\n`, contentKey })
  })
  return { ...workspace, posts }
}

/** A thread that does what it is told, at once or never. */
function helperOf(isWorking = true) {
  const given = { posts: [] as number[], stretches: [] as number[] }
  const helper = {
    async pack(texts: readonly (readonly [string, string])[]) {
      given.posts.push(texts.length)
      if (!isWorking) return undefined
      return texts.map(([html, markdown]): PackedTexts => [packText(html), packText(markdown)])
    },
    async measure(stretches: readonly Parameters<typeof measureOf>[0][]) {
      given.stretches.push(stretches.length)
      return isWorking ? stretches.map(measureOf) : undefined
    },
  }
  return { given, helpers: { started: [helper] } as unknown as Helpers }
}

const [large, nearly, small] = [
  workspaceOf('large', 1_000, false),
  workspaceOf('nearly', 999, false),
  workspaceOf('small', 140, true),
]
const workspaces = [small]

/** All of it in this thread. */
function expected(): Map<string, Uint8Array> {
  const { values, kept } = memory()
  for (const { posts } of workspaces) {
    for (const post of posts) packContents(post, kept)
    for (const stretch of stretchesOf(posts)) {
      if (stretch.some(({ contentKey }) => contentKey === undefined)) continue
      kept.set('measures', ...measureOf(stretch.map((post) => kept.get('html', post.contentKey!)!)))
    }
  }
  return values
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

const sorted = (values: ReadonlyMap<string, Uint8Array>) =>
  [...values].map(([key, value]) => `${key} ${sha256(value)}`).sort()

test('with a helper, contents and measures are the same, and each is made once', async () => {
  const { values, kept } = memory()
  const { given, helpers } = helperOf()
  await packAhead(workspaces, kept, helpers)
  expect(sorted(values)).toEqual(sorted(expected()))
  const { posts, stretches } = given
  expect([Math.max(...posts) <= 128, Math.max(...stretches) <= 16]).toEqual([true, true])
  // Fewer in the end, so that all threads finish at about the same time.
  expect([posts[0]! > 1, posts.at(-1)]).toEqual([true, 1])
  expect(sum(posts)).toBeLessThan(139)
  // What is known already nobody is given.
  const again = helperOf()
  await packAhead(workspaces, kept, again.helpers)
  expect(again.given.posts).toEqual([])
  expect(again.given.stretches.every((count) => count === 0)).toBe(true)
})

test('words of fewer than a thousand posts are inverted when they are written', async () => {
  const words = await packAhead([large, nearly, small], memory().kept, helperOf().helpers)
  expect([...words.keys()]).toEqual([indexName(large)])
})

test('what a helper that is gone has not made is left to be made when it is written', async () => {
  const { values, kept } = memory()
  const { given, helpers } = helperOf(false)
  await packAhead(workspaces, kept, helpers)
  const all = new Set(sorted(expected()))
  expect(sorted(values).every((one) => all.has(one))).toBe(true)
  const contents = [...values.keys()].filter((key) => !key.startsWith('measures'))
  expect(contents.length).toBe(2 * (139 - sum(given.posts)))
})

test('without a helper, nothing is done ahead', async () => {
  const { values, kept } = memory()
  expect([
    (await packAhead(workspaces, kept, { started: [] } as unknown as Helpers)).size,
    values.size,
  ]).toEqual([0, 0])
})
