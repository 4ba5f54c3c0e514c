// The url of a workspace: whatever pattern is accepted, posts are on its own host.
import { describe, expect, test } from 'vitest'
import { urlPattern } from '../../build/schema/url-pattern.ts'
import { ask } from '../support/ask.ts'
import { site } from '../support/site.ts'
import { postFile } from '../support/workspace.ts'

const beginnings = ['https://h.example', 'https:h.example', 'https:\\\\h.example', 'https://ada@h.example']
const slashes = ['/', '//', '\\', '/\\', '/%2F', '/%5c', '/.//', '/a/..//', '/\t/', '/%09/', '/a//', '/%2e//']
const rests = [
  ...slashes.map((path) => `${path}{slug}`),
  '{slug}',
  '@{slug}',
  ':{slug}',
  '?{slug}',
  '#{slug}',
  '//',
]
const accepted = beginnings
  .flatMap((host) => rests.map((rest) => host + rest))
  .filter((pattern) => urlPattern.safeParse(pattern).success)

const { app } = site(
  {},
  Object.fromEntries(
    accepted.flatMap((pattern, index) => [
      [`w${index}/workspace.yml`, `url: ${JSON.stringify(pattern)}\n`],
      [`w${index}/posts/other.md`, postFile({ aliases: '[/old]', publishedAt: '2026-01-01' })],
      [`w${index}/posts/from.md`, postFile({ publishedAt: '2026-01-02' }, '[it](other.md)\n')],
    ]),
  ),
)

describe('a pattern for the addresses of posts', () => {
  test('that could lead to another host is refused', () => {
    expect(accepted.map((pattern) => pattern.replace('h.example', 'h'))).toEqual(
      ['https://h', 'https:h', 'https:\\\\h'].flatMap((host) =>
        ['/', '\\', '/a//'].map((path) => `${host}${path}{slug}`).concat(`${host}?{slug}`, `${host}#{slug}`),
      ),
    )
  })

  test('otherwise gives links and redirects that any client takes to its own host', async () => {
    for (const index of accepted.keys()) {
      const { json } = await ask(app(), 'GET', `/v1/w${index}/redirects`)
      const { to } = json.redirects[0]
      expect(new URL(decodeURIComponent(to), 'https://site.example').host).toBe('site.example')
      const { json: from } = await ask(app(), 'GET', `/v1/w${index}/posts/from`)
      const [, href = ''] = /href="([^"]*)"/.exec(from.post.content)!
      expect(href).toMatch(/^https:\/\/h\.example\//)
      expect(href.slice('https://h.example'.length)).toBe(to)
    }
  })
})
