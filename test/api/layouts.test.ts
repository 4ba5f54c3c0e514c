// An internal, since no reply tells which pages are kept without their contents: in which order these are joined again.
import { expect, test } from 'vitest'
import type { AppRequest } from '../../api/_app/http/request.ts'
import type { Edition } from '../../api/_app/listing/edition.ts'
import { PageLayouts } from '../../api/_app/listing/layouts.ts'

test.each([
  ['as they are numbered', [0, 1, 2]],
  ['backwards', [2, 1, 0]],
  ['with others between them', [0, 2]],
  ['in no order', [1, 2, 0]],
])('contents are joined %s', (_, posts) => {
  const texts = ['first', 'the second', '3rd'].map((text) => Buffer.from(text))
  const several = {
    storedLength: (post: number) => texts[post]!.length,
    pieces: (from: number, to: number) => texts.slice(from, to).map((deflated) => ({ deflated })),
  }
  const edition = { html: several } as unknown as Edition
  const page = Buffer.from(`[${posts.map((post) => texts[post]).join(',')}]`)
  const starts = posts.map((post) => page.indexOf(texts[post]!))
  const layouts = new PageLayouts()
  layouts.keep('page', edition, { page, posts, format: 'html', starts })
  expect(layouts.read('page', edition)).toEqual(page)
})

test('the first three pages are compressed as a whole; a HEAD is no page', () => {
  const layouts = new PageLayouts()
  const isFirst = (method: string) => layouts.isFirst({ method } as AppRequest)
  const methods = ['HEAD', 'GET', 'GET', 'HEAD', 'GET', 'HEAD', 'GET']
  expect(methods.map(isFirst)).toEqual([true, true, true, true, true, false, false])
})
