// Which pages are kept without their contents, and for how long.
import { expect, test } from 'vitest'
import type { AppRequest } from '../../api/_app/http/request.ts'
import type { Edition } from '../../api/_app/listing/edition.ts'
import { PageLayouts } from '../../api/_app/listing/layouts.ts'

const stored = Buffer.from('stored')
const contents = {
  storedLength: () => stored.length,
  readStored: (_from: number, _to: number, into: Buffer) => stored.copy(into),
}

/** One that consists of one post's contents. */
function editionOf(folder: string, key: string): Edition {
  return { key, html: contents, workspace: { folder } } as unknown as Edition
}

const page = Buffer.from('[stored]')
const joined = { page, posts: [0], format: 'html', starts: [1] } as const

test("pages go when their workspace's next edition has one, and those of others stay", () => {
  const layouts = new PageLayouts()
  const [blog, next, other] = [editionOf('blog', 'a.0'), editionOf('blog', 'b.0'), editionOf('other', 'c.0')]
  layouts.keep('page of blog', blog, joined)
  layouts.keep('another of blog', blog, joined)
  layouts.keep('page of other', other, joined)
  expect(layouts.read('page of blog', blog)).toEqual(page)
  expect(layouts.read('another of blog', blog)).toEqual(page)
  layouts.keep('page of next', next, joined)
  expect(layouts.read('page of blog', blog)).toBeUndefined()
  expect(layouts.read('another of blog', blog)).toBeUndefined()
  expect(layouts.read('page of next', next)).toEqual(page)
  expect(layouts.read('page of other', other)).toEqual(page)
})

test.each([
  ['as they are numbered', [0, 1, 2]],
  ['backwards', [2, 1, 0]],
  ['with others between them', [0, 2]],
  ['in no order', [1, 2, 0]],
])('contents are joined %s', (_, posts) => {
  const texts = ['first', 'the second', '3rd'].map((text) => Buffer.from(text))
  const several = {
    storedLength: (post: number) => texts[post]!.length,
    readStored: (from: number, to: number, into: Buffer) => Buffer.concat(texts.slice(from, to)).copy(into),
  }
  const edition = { key: 'a.0', html: several, workspace: { folder: 'blog' } } as unknown as Edition
  const page = Buffer.from(`[${posts.map((post) => texts[post]).join(',')}]`)
  const starts = posts.map((post) => page.indexOf(texts[post]!))
  const layouts = new PageLayouts()
  layouts.keep('page', edition, { page, posts, format: 'html', starts })
  expect(layouts.read('page', edition)).toEqual(page)
})

test('a page is not kept if its texts are long', () => {
  const layouts = new PageLayouts()
  const keep = (folder: string, texts: number) => {
    const edition = editionOf(folder, 'a.0')
    const page = Buffer.concat([Buffer.alloc(texts), stored])
    layouts.keep(folder, edition, { page, posts: [0], format: 'html', starts: [texts] })
    return layouts.read(folder, edition)?.length
  }
  expect(keep('most', 256 * 1024)).toBe(256 * 1024 + stored.length)
  expect(keep('more', 256 * 1024 + 1)).toBeUndefined()
})

test('a page is forgotten when its contents are no longer what they were', () => {
  const layouts = new PageLayouts()
  let bytes = stored
  const html = {
    ...contents,
    readStored: (_from: number, _to: number, into: Buffer) => bytes.copy(into),
  }
  const blog = { key: 'a.0', html, workspace: { folder: 'blog' } } as unknown as Edition
  layouts.keep('page', blog, joined)
  expect(layouts.read('page', blog)).toEqual(page)
  bytes = Buffer.from('stowed')
  expect(layouts.read('page', blog)).toBeUndefined()
  bytes = stored
  expect(layouts.read('page', blog)).toBeUndefined()
})

test('the first three pages are compressed as a whole; a HEAD is no page', () => {
  const layouts = new PageLayouts()
  const isFirst = (method: string) => layouts.isFirst({ method } as AppRequest)
  const methods = ['HEAD', 'GET', 'GET', 'HEAD', 'GET', 'HEAD', 'GET']
  expect(methods.map(isFirst)).toEqual([true, true, true, true, true, false, false])
})
