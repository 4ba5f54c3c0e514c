// Which pages are kept without their contents, and for how long.
import { expect, test } from 'vitest'
import type { Edition } from '../../api/_app/listing/edition.ts'
import { PageLayouts } from '../../api/_app/listing/layouts.ts'

const stored = Buffer.from('stored')
const contents = {
  isWhole: () => true,
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
