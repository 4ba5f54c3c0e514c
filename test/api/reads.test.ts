// What is read of a snapshot again and again: what a process has opened or loaded, it keeps.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { expect, test } from 'vitest'
import type { App } from '../../api/_app/app.ts'
import { ask } from '../support/ask.ts'
import { site } from '../support/site.ts'

const { app } = site()
const { openSync, readSync } = fs

const targets = [
  '/posts',
  '/posts?limit=2&page=3&format=text',
  '/posts?include=related,neighbors,aliases,cover,reading,headings,jsonld,revision,url',
  '/posts?facets=tags,authors,category&select=slug',
  '/posts?query=the&highlight=true',
  '/posts?query=teh&sort=relevance',
  '/posts?query=%22the+first%22&select=slug',
  '/posts/welcome',
  '/posts/welcome.md',
  '/post/none',
  '/tags',
  '/categories/news',
  '/suggest?query=th',
  '/redirects',
  '/feed.xml',
  '/sitemap.xml',
  '/llms.txt',
  '/llms-full.txt',
]

/** How often files are opened, and how often something is read of one. */
async function counted(work: () => Promise<unknown>): Promise<string> {
  let [opened, read] = [0, 0]
  const count = {
    openSync: (...args: Parameters<typeof openSync>) => {
      opened++
      return openSync(...args)
    },
    readSync: (...args: Parameters<typeof readSync>) => {
      read++
      return readSync(...args)
    },
  }
  Object.assign(fs, count)
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    Object.assign(fs, { openSync, readSync })
    syncBuiltinESMExports()
  }
  return `${opened} ${read}`
}

test('files stay open, and of what requests have loaded nothing is read again', async () => {
  const counts: string[] = []
  for (const target of targets) {
    // Each has replies of its own, and the snapshot in common.
    const asked = () => ask(app(), 'GET', `/v1/demo${target}`)
    await asked()
    counts.push(`${target} ${await counted(asked)}`)
  }
  expect(counts.join('\n')).toMatchInlineSnapshot(`
    "/posts 0 1
    /posts?limit=2&page=3&format=text 0 1
    /posts?include=related,neighbors,aliases,cover,reading,headings,jsonld,revision,url 0 2
    /posts?facets=tags,authors,category&select=slug 0 0
    /posts?query=the&highlight=true 0 2
    /posts?query=teh&sort=relevance 0 0
    /posts?query=%22the+first%22&select=slug 0 0
    /posts/welcome 0 2
    /posts/welcome.md 0 2
    /post/none 0 0
    /tags 0 0
    /categories/news 0 0
    /suggest?query=th 0 0
    /redirects 0 0
    /feed.xml 0 20
    /sitemap.xml 0 0
    /llms.txt 0 0
    /llms-full.txt 0 20"
  `)
})

test('what is known of a reply is kept for targets of up to 1,024 characters, four megabytes in all', async () => {
  const head = async (one: App, target: string, tag?: string) =>
    (
      await one({
        method: 'HEAD',
        target,
        header: (name) => (name === 'if-none-match' ? tag : undefined),
        address: '',
      })
    ).headers
  const target = (length: number) => '/v1/demo/posts/welcome?own='.padEnd(length, 'a')
  /** What is read for a 304 after other requests. */
  const readAfter = async (length: number, others: readonly string[] = []) => {
    const one = app({ limits: { workspace: null, fallback: null } })
    const { ETag } = await head(one, target(length))
    for (const other of others) await head(one, other)
    return counted(() => head(one, target(length), ETag))
  }
  expect([await readAfter(1_024), await readAfter(1_025)]).toEqual(['0 0', '0 1'])
  const others = Array.from({ length: 2_000 }, (_, i) => `/v1/demo/tags?limit=1&own=${i}-`.padEnd(1_024, 'a'))
  const { Link } = await head(app(), others[0]!)
  const room = 4 * 2 ** 20 - (1_024 + 600)
  const most = Math.floor(room / (1_024 + Link!.length + 600))
  expect([
    await readAfter(1_024, others.slice(0, most)),
    await readAfter(1_024, others.slice(0, most + 1)),
  ]).toEqual(['0 0', '0 1'])
})
