// How much the client reads unless it is told otherwise: hundreds of megabytes.
import { expect, test } from 'vitest'
import { BrokenReply, createClient } from '../../client/index.ts'
import { all, counting } from './server.ts'

const client = createClient({ baseUrl: 'http://127.0.0.1', key: 'k' })

test('it reads 64 MB of a post, and 256 MB of a list', async () => {
  const piece = 2 ** 24
  const taken = counting(' '.repeat(piece))
  await expect(client.posts.get('a')).rejects.toThrow(BrokenReply)
  await expect(all(client.posts.all())).rejects.toThrow(BrokenReply)
  await expect(client.posts.list()).rejects.toThrow(BrokenReply)
  expect(taken).toEqual([2 ** 26, 2 ** 26, 2 ** 28].map((bytes) => bytes + piece))
})

test('it reads as many posts as there are, each of up to 64 MB', async () => {
  const taken = counting(`{"title":"${'a'.repeat(2 ** 20)}"},`, 200, '{"posts":[')
  let count = 0
  for await (const { title } of client.posts.all()) {
    expect(title).toHaveLength(2 ** 20)
    if (++count === 300) break
  }
  expect(taken[0]).toBeGreaterThan(2 ** 28)
})
