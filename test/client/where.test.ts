// The client's filters by fields and dates, against a real server.
import { expect, expectTypeOf, test } from 'vitest'
import { createClient, GalleyError, type Where } from '../../client/index.ts'
import type { FieldDefinition, PostMeta } from '../../snapshot/types.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { testServer } from '../support/server.ts'

const optional = { required: false }
const fields: FieldDefinition[] = [
  { name: 'level', type: 'select', options: ['easy', 'hard'], ...optional },
  { name: 'minutes', type: 'number', ...optional },
  { name: 'place', type: 'string', ...optional },
  { name: 'topics', type: 'list', ...optional },
  { name: 'venue', type: 'object', fields: [{ name: 'city', type: 'string', ...optional }], ...optional },
  { name: 'next', type: 'reference', to: ['posts'], ...optional },
]
type Fields = {
  level: 'easy' | 'hard' | null
  minutes: number | null
  place: string | null
  topics: string[] | null
  venue: { city: string | null } | null
  next: { collection: string; id: string; path: string; title: string; url: string | null } | null
}
const valuesOf = (number: number): PostMeta['fields'] => ({
  level: number === 0 ? null : number % 2 === 0 ? 'easy' : 'hard',
  minutes: number === 0 ? null : number,
  place: number === 1 ? 'Washington, DC' : 'Kiel',
  topics: number === 2 ? ['a', 'b'] : ['b'],
  venue: { city: `City ${number}` },
  next: { $ref: number === 4 ? [] : ['posts', `post-${number + 1}`] },
})
const bulk = bulkWorkspace('blog', 5, () => '<p>Text.</p>')
const posts = bulk.posts.map((post, number) => ({
  ...post,
  meta: { ...post.meta, fields: valuesOf(number) },
}))
const here = testServer([{ ...bulk, fields, posts }])
const client = () => createClient<Fields>({ baseUrl: here.running.url, key: 'blog' })

async function found(where: Where<Fields>) {
  const list = await client().posts.list({ where, select: ['slug'] })
  return list.posts.map(({ slug }) => Number(slug.slice('post-'.length)))
}

test.each<[Where<Fields>, number[]]>([
  [{ level: 'easy' }, [2, 4]],
  [{ level: ['easy', 'hard'], minutes: { gte: 2, lt: 4 } }, [2, 3]],
  [{ level: { not: 'easy' } }, [0, 1, 3]],
  [{ minutes: { exists: false } }, [0]],
  [{ place: 'Washington, DC' }, [1]],
  [{ place: ['Washington, DC', 'Kiel'], minutes: 1 }, [1]],
  [{ topics: 'a' }, [2]],
  [{ venue: { city: 'City 3' } }, [3]],
  [{ next: ['post-2', 'post-3'] }, [1, 2]],
  [{ next: { not: 'post-2', exists: true } }, [0, 2, 3]],
  [{ level: undefined as never }, [0, 1, 2, 3, 4]],
  [{ publishedAt: { lt: '1990-01-01' } }, []],
  [{ year: 1990 }, []],
])('finds the posts of %j', async (where, numbers) => {
  expect((await found(where)).sort()).toEqual(numbers)
})

test('orders by a field, and counts its values', async () => {
  const { posts, facets } = await client().posts.list({ sort: '-fields.minutes', facets: ['fields.level'] })
  expect(posts.map(({ fields }) => fields.minutes)).toEqual([4, 3, 2, 1, null])
  expect(facets?.['fields.level']?.map(({ slug, count }) => [slug, count])).toEqual([
    ['easy', 2],
    ['hard', 2],
  ])
})

test('fails where there is no such field', async () => {
  const wrong = { levle: 'easy' } as unknown as Where<Fields>
  await expect(found(wrong)).rejects.toThrow(GalleyError)
})

test('has the types of the fields', () => {
  expectTypeOf<{ level: 'easy' }>().toExtend<Where<Fields>>()
  expectTypeOf<{ level: 'eazy' }>().not.toExtend<Where<Fields>>()
  expectTypeOf<{ minutes: { lte: '10' } }>().not.toExtend<Where<Fields>>()
  const list = () => client().posts.list({ include: ['url', 'fields.next'] })
  expectTypeOf<Awaited<ReturnType<typeof list>>['posts'][0]>().toHaveProperty('url')
})
