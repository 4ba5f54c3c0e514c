// Fields that are markdown: safe HTML by the pipeline of posts, and their source.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { now, scheduled } from '../support/fixture.ts'
import { png } from '../support/picture.ts'
import { site } from '../support/site.ts'
import { postFile } from '../support/workspace.ts'

const settings = `url: https://example.org/{slug}
fields:
  note: markdown
  steps: { type: list, fields: { text: markdown } }
  asides: { type: list, of: markdown }
`
const note = '|\n  See [tables](a.md), [later](later.md) and [a draft](draft.md).\n\n  ![A quay](quay.png)'
const own = site(
  { env: { BASE_URL: 'https://api.example.org' } },
  {
    'blog/workspace.yml': settings,
    'blog/posts/quay.png': png(60, 40),
    'blog/posts/a.md': postFile({
      note: '"**Bold**<script>alert(1)</script> <b onclick=\\"x\\">b</b>"',
      steps: '[{ text: "# One" }, { text: "[x](javascript:alert(1))" }]',
      asides: '["*a*", "b"]',
    }),
    'blog/posts/b.md': postFile({ note }),
    'blog/posts/none.md': postFile({}),
    'blog/posts/later.md': postFile({ publishedAt: new Date(scheduled).toISOString() }),
    'blog/posts/draft.md': postFile({ status: 'draft' }),
  },
)
const fieldsOf = async (slug: string, query = '', at = now) =>
  (await ask(own.app({ now: () => at }), 'GET', `/v1/blog/posts/${slug}?select=fields&${query}`)).json.post
    .fields

describe('a field that is markdown', () => {
  test('is safe HTML at any depth, and null where it is not set', async () => {
    expect(await fieldsOf('a')).toEqual({
      note: '<p><strong>Bold</strong> <b>b</b></p>\n',
      steps: [{ text: '<h1 id="fields.steps.0.text:one">One</h1>\n' }, { text: '<p><a>x</a></p>\n' }],
      asides: ['<p><em>a</em></p>\n', '<p>b</p>\n'],
    })
    expect(await fieldsOf('none')).toEqual({ note: null, steps: null, asides: null })
  })

  test('is its source with format=markdown, on lists, too', async () => {
    const fields = await fieldsOf('a', 'format=markdown')
    expect(fields.asides).toEqual(['*a*', 'b'])
    const { posts } = (await ask(own.app(), 'GET', '/v1/blog/posts?format=markdown&limit=all')).json
    expect(posts.find(({ slug }: { slug: string }) => slug === 'a').fields).toEqual(fields)
  })

  test('has links and images like texts, and links to posts from their second on', async () => {
    const link = (slug: string, text: string) => `<a href="https://example.org/${slug}">${text}</a>`
    const image =
      /<img src="https:\/\/api\.example\.org\/media\/quay\.[0-9a-f]+\.png" alt="A quay" width="60" height="40" loading="lazy" \/>/
    const { note: before } = await fieldsOf('b')
    expect(before).toContain(`<p>See ${link('a', 'tables')}, later and a draft.</p>`)
    expect(before).toMatch(image)
    const { note: after } = await fieldsOf('b', '', scheduled)
    expect(after).toContain(`<p>See ${link('a', 'tables')}, ${link('later', 'later')} and a draft.</p>`)
    expect((await fieldsOf('b', 'format=markdown')).note).toMatch(
      /^See \[tables\]\(a\.md\), later and a draft\./,
    )
    expect((await fieldsOf('b', 'format=markdown', scheduled)).note).toContain(
      ', [later](later.md) and a draft.',
    )
  })

  test('is no filter, order or facet', async () => {
    for (const query of ['fields.note=x', 'sort=fields.note', 'facets=fields.steps.text'])
      expect((await ask(own.app(), 'GET', `/v1/blog/posts?${query}`)).status).toBe(400)
  })
})
