// GET …/llms-full.txt of more than a page: no page has more than 5 MB, and all of them together have every post once.
import { expect, test } from 'vitest'
import { bulkWorkspace } from '../support/bulk.ts'
import { testServer } from '../support/server.ts'

const mega = 2 ** 20
/** In MB of UTF-8: the second is as long as a post may be, and twice as long as JSON. */
const megabytes = [2, 5, 1, 2, 1.9, 0.1, 4]
const blog = bulkWorkspace('blog', megabytes.length, () => '')
const texts = ['字', '\n', 'a', '𝒳', '"', 'b', '\u0001']
blog.posts = blog.posts.map((post, n) => {
  const text = texts[n]!
  return { ...post, markdown: text.repeat(Math.floor((megabytes[n]! * mega) / Buffer.byteLength(text))) }
})
const here = testServer([blog])

async function pageOf(query: string) {
  const response = await fetch(`${here.running.url}/v1/blog/llms-full.txt${query}`)
  const text = await response.text()
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1]
  const titles = [...text.matchAll(/^# (Post \d)/gm)].map(([, title]) => title!)
  return { titles, next, bytes: Buffer.byteLength(text) }
}

test('a page ends before 5 MB, and a post as long as that has one of its own', {
  tags: 'nightly',
}, async () => {
  const pages: Awaited<ReturnType<typeof pageOf>>[] = []
  for (
    let next: string | undefined = '?page=1';
    next;
    next = pages.at(-1)!.next?.replace('llms-full.txt', '')
  )
    pages.push(await pageOf(next))
  expect(pages.map(({ titles }) => titles.map((title) => Number(title.at(-1))))).toEqual([
    [0],
    [1],
    [2, 3],
    [4, 5],
    [6],
  ])
  for (const { titles, bytes } of pages) {
    if (titles[0] !== 'Post 1') expect(bytes).toBeLessThan(5 * mega)
    else expect(bytes).toBeLessThan(5 * mega + 500)
  }
  expect(await pageOf('?limit=1&page=4')).toMatchObject({
    titles: ['Post 3'],
    next: 'llms-full.txt?limit=1&page=5',
  })
})

test('what is long is sent while it is made, and compressed', async () => {
  const { headers } = await fetch(`${here.running.url}/v1/blog/llms-full.txt?page=3`)
  expect([headers.get('Content-Length'), headers.get('Content-Encoding')]).toEqual([null, 'gzip'])
})
