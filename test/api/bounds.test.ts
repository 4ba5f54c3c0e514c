// What is streamed, waits its turn, or is read at once, exactly from where on.

import { describe, expect, test } from 'vitest'
import { mostPosts } from '../../api/_app/around/related.ts'
import type { WorkspaceExchange } from '../../api/_app/listing/exchange.ts'
import { linesOf, metaBytes } from '../../api/_app/feeds/site.ts'
import { textBody } from '../../api/_app/feeds/text-body.ts'
import { textPartsOf } from '../../api/_app/feeds/text-parts.ts'
import { isSmall, isStream, type MadeBody, type ReplyHead } from '../../api/_app/http/reply.ts'
import type { Edition } from '../../api/_app/listing/edition.ts'
import { redirectsBody } from '../../api/_app/redirects/body.ts'
import { wholeSearchIndex } from '../../api/_app/routes/search-index.ts'
import { monotonicNow } from '../../api/_app/turns/turn.ts'
import { Work } from '../../packages/search/index.ts'
import { Allowance } from '../../packages/search/query/work.ts'
import { noTurn } from '../support/turn.ts'

const lease = { clone: () => ({ release: () => {} }) }
const isWhole = ({ body }: Pick<MadeBody, 'body'>) => !isStream(body)
const head = { key: 'k', source: 's', headers: { ETag: '"e"' } } as unknown as ReplyHead

test.each([
  [1_023, true],
  [1_024, false],
])('a body of %i bytes is too small for gzip: %j', (bytes, small) => {
  expect(isSmall(bytes)).toBe(small)
})

test.each([
  [1, 8],
  [89, 8],
  [90, 9],
  [5_009, 500],
  [100_000, 500],
])('of %i posts, a word makes %i related at most', (visible, most) => {
  expect(mostPosts(visible)).toBe(most)
})

describe('text', () => {
  async function made(bytes: number, parts: readonly string[], cached?: string) {
    let admitted = 0
    const admit = <T>(work: () => Promise<T>) => {
      admitted++
      return work()
    }
    const cache = { get: (key: string) => (key === 'k' && cached ? Buffer.from(cached) : undefined) }
    async function* text() {
      yield* parts
    }
    const exchange = { lease, admit, cache, turn: noTurn } as unknown as WorkspaceExchange
    const { body } = await textBody(exchange, head, { bytes, text })
    const chunks: number[] = []
    if (isStream(body)) for await (const chunk of body.chunks()) chunks.push(chunk.length)
    else chunks.push(...body.map((piece) => piece.length))
    return { isCostly: isStream(body) ? body.isCostly : undefined, admitted, chunks }
  }

  test('of a quarter of a megabyte waits its turn, and of much more is streamed', async () => {
    const parts = ['a'.repeat(65_535), 'b', 'c'.repeat(65_536), '', 'd']
    const chunks = [65_536, 65_536, 1]
    expect(await made(262_144, parts)).toEqual({ admitted: 0, chunks })
    expect(await made(262_145, parts)).toEqual({ admitted: 1, chunks })
    expect(await made(800_000, parts)).toEqual({ admitted: 1, chunks })
    expect(await made(800_001, parts)).toEqual({ isCostly: true, admitted: 0, chunks })
    expect(await made(1, [])).toEqual({ admitted: 0, chunks: [] })
  })

  test('that another request has made meanwhile is not made again', async () => {
    expect((await made(262_145, ['text'], 'known')).chunks).toEqual([5])
    expect((await made(262_144, ['text'], 'known')).chunks).toEqual([4])
  })

  test('comes in parts of 32 KB', async () => {
    const lengths = async (count: number) => {
      const parts: number[] = []
      for await (const part of textPartsOf(Buffer.from(`"${'a'.repeat(count)}"`), noTurn))
        parts.push(part.length)
      return parts
    }
    expect(await lengths(0)).toEqual([])
    expect(await lengths(32_768)).toEqual([32_768])
    expect(await lengths(32_769)).toEqual([32_768, 1])
  })
})

describe('lines', () => {
  const editionOf = (lengths: readonly number[], read: [number, number][] = []) => {
    const meta = {
      length: (post: number) => lengths[post]!,
      read: (from: number, to: number) => {
        read.push([from, to])
        return lengths.slice(from, to).map((_, i) => Buffer.from(JSON.stringify({ slug: `p${from + i}` })))
      },
    }
    return { workspace: { meta } } as unknown as Edition
  }

  test('are of 500 posts at once, or of 64 KB, unless one has more', async () => {
    const readOf = async (lengths: readonly number[], from = 0) => {
      const read: [number, number][] = []
      let text = ''
      const lineOf = ({ slug }: { slug: string }, post: number) => `${slug}=${post} `
      for await (const part of linesOf(editionOf(lengths, read), from, lengths.length, lineOf, noTurn))
        text += part
      expect(text).toBe(
        lengths
          .map((_, i) => `p${i}=${i} `)
          .slice(from)
          .join(''),
      )
      return read
    }
    expect(await readOf(Array(1_001).fill(1))).toEqual([
      [0, 500],
      [500, 1_000],
      [1_000, 1_001],
    ])
    expect(await readOf([1, 65_535, 1, 65_536, 70_000, 2], 0)).toEqual([
      [0, 2],
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 6],
    ])
    expect(await readOf([9, 1, 65_534, 1, 1], 1)).toEqual([
      [1, 4],
      [4, 5],
    ])
    expect(await readOf([])).toEqual([])
  })

  test('are measured up to a megabyte', () => {
    expect(metaBytes(editionOf([5, 6, 7, 8]), 1, 3)).toBe(13)
    const megabyte = 2 ** 20
    expect(metaBytes(editionOf([megabyte, 1, 1]), 0, 3)).toBe(megabyte + 1)
    expect(metaBytes(editionOf([megabyte + 1, 1]), 0, 2)).toBe(megabyte + 1)
  })
})

test('redirects of more than a megabyte are streamed', async () => {
  const madeOf = async (bytes: number) => {
    const records = {
      length: (number: number) => (number === 0 ? bytes - 1 : 1),
      read: (from: number, to: number) => Array.from({ length: to - from }, () => Buffer.from('{}')),
    }
    const exchange = {
      edition: { workspace: { redirects: { records } } },
      lease,
      turn: noTurn,
    } as unknown as WorkspaceExchange
    const pagination = { totalItems: 2 } as never
    return isWhole(await redirectsBody(exchange, { from: 0, to: 2 }, 'json', pagination))
  }
  expect([await madeOf(1_000_000), await madeOf(1_000_001)]).toEqual([true, false])
})

describe('a search index', () => {
  /** What is answered with one of 2 posts, in an edition of `visible` ones, while snapshots are at `current`. */
  const madeOf = ({ bytes = 2, visible = 2, current = ['blog', 'h'] }) => {
    const workspace = { folder: 'blog', hash: 'h', posts: 3 }
    const [folder, hash] = current
    const snapshots = {
      searchIndex: () => ({ hash: 'i', bytes, posts: 2, pieces: () => [Buffer.from('{}')] }),
      current: () => ({ workspaces: new Map([[folder, { ...workspace, hash }]]) }),
    }
    const request = { header: () => undefined }
    const edition = { workspace, first: 3 - visible }
    const exchange = { edition, snapshots, request, headers: {}, query: '' }
    return wholeSearchIndex(exchange as unknown as WorkspaceExchange)
  }

  test('of more than four megabytes is streamed', () => {
    expect([isWhole(madeOf({ bytes: 4_000_000 })), isWhole(madeOf({ bytes: 4_000_001 }))]).toEqual([
      true,
      false,
    ])
  })

  test('has no posts that are not visible, unless it was replaced while the request was answered', () => {
    expect(() => madeOf({ visible: 1 })).toThrow('The published content cannot be read at the moment')
    for (const current of [
      ['blog', 'later'],
      ['other', 'h'],
    ]) {
      expect(madeOf({ visible: 1, current }).status).toBe(200)
    }
    expect([2, 3].map((visible) => madeOf({ visible }).status)).toEqual([200, 200])
  })
})

describe('the steps of a search', () => {
  test('are counted until it is time for a turn', async () => {
    const work = new Work(1, noTurn)
    const { left } = work
    work.note(left - 1)
    expect([work.left, work.isDue, work.steps]).toEqual([1, false, left - 1])
    work.note(1)
    expect([work.left, work.isDue, work.steps]).toEqual([0, true, left])
    await work.pause()
    expect([work.left, work.isDue, work.steps]).toEqual([left, false, left])
    work.places.spend(5)
    work.spelling.spend(7)
    expect([work.left, work.steps]).toEqual([left - 12, left + 12])
  })

  test('are as many as there are posts to search, as if there were 10,000 at least', () => {
    const most = (posts: number) => [
      new Work(posts, noTurn).places.left,
      new Work(posts, noTurn).spelling.left,
    ]
    expect([0, 10_000, 20_000].map(most)).toEqual([
      [1_000_000, 2_500_000],
      [1_000_000, 2_500_000],
      [2_000_000, 5_000_000],
    ])
  })

  test('of one kind are taken up to their limit, by whoever has a share', () => {
    const noted: number[] = []
    const allowance = new Allowance(10, (steps) => noted.push(steps))
    expect([allowance.spend(4), allowance.left, allowance.isSpent]).toEqual([true, 6, false])
    const [one, other] = allowance.shares(2)
    expect([one!.left, other!.left]).toEqual([3, 3])
    expect([one!.spend(3), one!.isSpent, allowance.spent]).toEqual([true, true, 7])
    expect([other!.spend(4), other!.isSpent, other!.spend(1)]).toEqual([false, true, false])
    expect([allowance.spent, allowance.isSpent, allowance.spend(1)]).toEqual([10, true, false])
    expect(noted.reduce((sum, steps) => sum + steps)).toBe(10)
    expect(new Allowance(10, () => {}).shares(3).map(({ left }) => left)).toEqual([3, 3, 3])
  })
})

test('waiting is measured by a clock that nobody sets', () => {
  const before = process.hrtime.bigint()
  const now = monotonicNow()
  const after = process.hrtime.bigint()
  const [earliest, latest] = [Number(before / 1_000n) / 1e3, Number(after / 1_000n + 1n) / 1e3]
  expect([now >= earliest, now <= latest]).toEqual([true, true])
})
