// GET /v1/{key}?include=fields: the workspace's own fields, as it defines them.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { now } from '../support/fixture.ts'
import { site } from '../support/site.ts'
import { postFile } from '../support/workspace.ts'

const fields = `
  minutes: { type: number }
  level: { type: select, options: [easy, "</hard>"], required: true }
  sources: { type: list }
  kinds: { type: list, options: [a, b] }
  since: { type: date }
`
const post = postFile({ fields: '{ level: easy, since: 2026-01-02 }' })
const settings = (text: string) => ({ 'blog/workspace.yml': `fields:${text}`, 'blog/posts/a.md': post })
const own = site({}, { ...settings(fields), 'plain/posts/a.md': postFile({}) })
const optional = site({}, settings(fields.replace(', required: true', '')))

const get = (path: string, one = own) => ask(one.app({ now: () => now }), 'GET', `/v1/${path}`)

describe('include=fields', () => {
  test('tells of each field in the order of the settings', async () => {
    const { json } = await get('blog?include=fields')
    expect(json.workspace.fields).toEqual([
      { name: 'minutes', type: 'number', required: false },
      { name: 'level', type: 'select', required: true, options: ['easy', '</hard>'] },
      { name: 'sources', type: 'list', required: false },
      { name: 'kinds', type: 'list', required: false, options: ['a', 'b'] },
      { name: 'since', type: 'date', required: false },
    ])
    const { fields: values } = (await get('blog/posts/a')).json.post
    expect(Object.keys(values)).toEqual(json.workspace.fields.map(({ name }: { name: string }) => name))
    const { fields: _, ...without } = json.workspace
    expect((await get('blog')).json.workspace).toEqual(without)
  })

  test('is empty where none are defined', async () => {
    expect((await get('plain?include=fields')).json.workspace.fields).toEqual([])
  })

  test('is a 400 for anything else', async () => {
    const { status, json } = await get('blog?include=field')
    expect([status, json.details[0].message]).toEqual([
      400,
      'include names "field", which is not a further field; the further fields are fields, collections.',
    ])
  })

  test('changes the tag and the snapshot with the definitions, and no revision', async () => {
    const [one, other] = [await get('blog?include=fields'), await get('blog?include=fields', optional)]
    expect(one.headers.ETag).not.toBe(other.headers.ETag)
    expect(one.headers['X-Snapshot-Id']).not.toBe(other.headers['X-Snapshot-Id'])
    const revisions = await Promise.all(
      [own, optional].map(async (site) => (await get('blog/posts?select=revision', site)).json.posts),
    )
    expect(revisions[0]).toEqual(revisions[1])
  })
})
