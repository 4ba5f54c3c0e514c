// Links between files, to the site, and to posts that readers do not have; and what is left of these in a build.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { png } from '../picture.ts'
import { type Files, postFile, type Workspace, workspace } from '../workspace.ts'
import { get } from './reading.ts'

let place: Workspace
afterEach(() => place?.remove())

const env = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org' }

async function content(text: string, url: string | undefined, files: Files = {}, drafts = false) {
  place = await workspace(
    {
      'blog/workspace.yml': url === undefined ? 'name: Blog\n' : `url: "${url}"\n`,
      'blog/posts/hello.md': postFile({}, text),
      'blog/posts/old/größe.md': postFile({ publishedAt: '2025-01-02T23:30:00-05:00', category: 'essays' }),
      ...files,
    },
    { env },
  )
  const { problems } = await place.build({ drafts })
  const codes = problems.map(({ code }) => code)
  const { post } = await get(place, 'blog/posts/hello?format=html').catch(() => ({ post: undefined }))
  return { codes, html: post?.content }
}

describe('a link to the file of another post', () => {
  test.each([
    ['https://example.org/blog/{slug}', 'https://example.org/blog/gr%C3%B6%C3%9Fe'],
    ['https://example.org/blog/', 'https://example.org/blog/gr%C3%B6%C3%9Fe'],
    [
      'https://example.org/{category}/{year}/{month}/{day}/{slug}.html',
      'https://example.org/essays/2025/01/03/gr%C3%B6%C3%9Fe.html',
    ],
  ])('becomes its address by %s', async (url, address) => {
    const { codes, html } = await content('[*x*](old/größe.md?a=1#b "t")\n', url)
    expect(codes).toEqual([])
    expect(html).toBe(`<p><a href="${address}?a=1#b" title="t"><em>x</em></a></p>\n`)
  })

  test('leads to the place in it that is meant', async () => {
    const { html } = await content(
      '[a](other.md#here) [b](other.md?x#there) [c](hello.md#here)\n',
      'https://x.org',
      {
        'blog/posts/other.md': postFile({}, '# There\n\n<p id="here">x</p><p id="there">x</p>\n'),
      },
    )
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'https://x.org/other#user-content-here',
      'https://x.org/other?x#there',
      'https://x.org/hello#here',
    ])
  })

  test('is an error where it leads nowhere, or no address is known', async () => {
    expect((await content('[x](old/none.md)\n', 'https://example.org')).codes).toEqual(['dangling-link'])
    place.remove()
    expect((await content('[x](old/größe.md)\n', undefined)).codes).toEqual(['no-url'])
  })
})

describe('a path from the root', () => {
  test('belongs to the site, where that is known', async () => {
    const text = '[x](/about) ![y](/img/y.png)\n'
    expect((await content(text, 'https://example.org/blog/{slug}')).html).toBe(
      '<p><a href="https://example.org/about">x</a> <img src="https://example.org/img/y.png" alt="y" /></p>\n',
    )
    place.remove()
    expect((await content(text, undefined)).html).toBe(
      '<p><a href="/about">x</a> <img src="/img/y.png" alt="y" /></p>\n',
    )
  })

  test('is no cover where the site is not known', async () => {
    const cover = { 'blog/posts/c.md': postFile({ coverImage: '/c.png' }) }
    expect((await content('x\n', undefined, cover)).codes).toEqual(['no-url'])
    place.remove()
    expect((await content('x\n', 'https://example.org', cover)).codes).toEqual([])
    const { post } = await get(place, 'blog/posts/c')
    expect(post.coverImage).toBe('https://example.org/c.png')
  })
})

describe('a link to a draft', () => {
  const text =
    'Before [the *words*](zanzibar-draft.md "zanzibar-title") and [more][m].\n\n[m]: <zanzibar-draft.md#x>\n'
  const files = {
    'blog/posts/zanzibar-draft.md': postFile({ status: 'draft' }, '![x](zanzibar.png)\n'),
    'blog/posts/zanzibar.png': png(),
  }

  test('is text where drafts are left out, and nothing tells of the draft or its images', async () => {
    const { codes, html } = await content(text, 'https://example.org', files)
    expect(codes).toEqual(['draft-link', 'draft-link'])
    expect(html).toBe('<p>Before the <em>words</em> and more.</p>\n')
    for (const name of readdirSync(place.out, { recursive: true, encoding: 'utf8' })) {
      const path = join(place.out, name)
      expect(name).not.toContain('zanzibar')
      if (statSync(path).isFile()) expect(readFileSync(path, 'latin1')).not.toContain('zanzibar')
    }
  })

  test('leads to it where drafts are shown', async () => {
    const { html } = await content(text, 'https://example.org', files, true)
    expect(html).toContain('<a href="https://example.org/zanzibar-draft" title="zanzibar-title">')
    expect(readdirSync(join(place.out, 'public/media'))).toHaveLength(1)
  })
})

test('a link to a post that appears later is a warning', async () => {
  const later = { 'blog/posts/later.md': postFile({ publishedAt: '2026-06-01' }, '[back](hello.md)\n') }
  expect((await content('[x](later.md)\n', 'https://example.org', later)).codes).toEqual(['later-link'])
})
