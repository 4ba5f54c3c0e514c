// Thousands of accents on one letter, wherever they are written: they take about as long as on many letters.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { check } from '../../build/index.ts'
import { importFrom } from '../../import/index.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { tries } from '../property/tries.ts'
import { ask } from '../support/ask.ts'
import { writeFiles } from '../support/files.ts'
import { timesAsLong } from '../support/ratio.ts'
import { type Files, postFile, workspace } from '../support/workspace.ts'
import { type MarkedText, markedText, postPlaces, yamlPlaces } from './marks.ts'

/** Quadratic time takes more than twenty times as long. */
const bound = 10

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-marks-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(folder: string, files: Files): string {
  writeFiles(join(root, folder), files)
  return join(root, folder)
}

/** How many times as long the work takes for a long run as for short ones of the same marks. */
function ratioOf(
  files: (text: string) => Files,
  { long, short }: MarkedText,
  count: number,
  work: (folder: string) => unknown,
): Promise<number> {
  const [long_, short_] = [write('long', files(long(count))), write('short', files(short(count)))]
  return timesAsLong(
    () => work(long_),
    () => work(short_),
    bound,
  )
}

describe.each([
  ['a post', postPlaces, 20_000],
  ['YAML', yamlPlaces, 6_000],
] as const)('in %s', (_file, places, count) => {
  test.each(Object.entries(places))('as or within: %s', async (_name, files) => {
    const checked = (content: string) => check({ content, env: {} })
    await checked(write('first', files('a')))
    await fc.assert(
      fc.asyncProperty(markedText, async (text) => {
        expect(await ratioOf(files, text, count, checked), text.name).toBeLessThan(bound)
      }),
      { numRuns: tries(8), endOnFailure: true },
    )
  })
})

const item = (text: string) => `<item><title>${text}</title><link>https://${text}.org/${text}/</link>
<dc:creator>${text}</dc:creator><category domain="category" nicename="${text}"><![CDATA[${text}]]></category>
<content:encoded><![CDATA[<p id="${text}">${text} <a href="https://${text}.org/${text}#${text}">x</a></p>
<iframe src="https://${text}.com/"></iframe>]]></content:encoded><wp:post_name>${text}</wp:post_name>
<wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`
const front = (text: string) =>
  ['title', 'slug', 'url', 'permalink', 'author', 'tags', 'categories', 'aliases', 'image', 'description']
    .map((key) => `${key}: ${text}\n`)
    .join('')
const markdown = (text: string) =>
  `---\n${front(text)}date: 2020-01-02\n---\n# ${text}\n\n${text} [x](/${text}#${text}) ![](${text}.png)\n<iframe src="https://${text}.com/"></iframe>\n`
const sources: Record<string, (text: string) => Files> = {
  hugo: (text) => ({
    'hugo.toml': `baseURL = "https://example.org"\ntitle = "${text}"\n`,
    'content/posts/a.md': markdown(text),
  }),
  jekyll: (text) => ({
    '_config.yml': `title: ${text}\nurl: https://${text}.org\n`,
    '_posts/2020-01-02-a.md': markdown(text),
  }),
  hexo: (text) => ({
    '_config.yml': `title: ${text}\nurl: https://example.org\npermalink: :title/\n`,
    'source/_posts/a.md': markdown(text),
  }),
  zola: (text) => ({
    'config.toml': `base_url = "https://example.org"\ntitle = "${text}"\n`,
    'content/a.md': markdown(text),
  }),
  wordpress: (text) => ({
    'export.xml': `<?xml version="1.0"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>${text}</title><link>https://example.org</link>${item(text)}</channel></rss>`,
  }),
}

test.each(Object.entries(sources))('in what is imported from %s', async (as, files) => {
  const imported = (folder: string) =>
    importFrom({
      from: as === 'wordpress' ? join(folder, 'export.xml') : folder,
      as,
      content: join(root, 'content'),
      into: 'blog',
      sections: [],
      statics: [],
      url: undefined,
      isDry: true,
      fields: ['all'],
      now: Date.UTC(2026, 0, 1),
      env: {},
      errorsIn: async () => [],
    })
  const { workspaces } = await imported(write('first', files('a')))
  expect(workspaces.length).toBe(1)
  await fc.assert(
    fc.asyncProperty(markedText, async (text) => {
      expect(await ratioOf(files, text, 30_000, imported), text.name).toBeLessThan(bound)
    }),
    { numRuns: tries(8), endOnFailure: true },
  )
})

test('in what is searched, listed and told of a post, which is found', async () => {
  const marks = ['\u0345', '\u0301', '\u0315', '\u0323', '\u0327', '\u0334']
  const long = `a${marks.map((mark) => mark.repeat(20)).join('')}`
  const post = (text: string): Files => {
    const host = text.repeat(20_000 / [...text].length)
    return { 'posts/b.md': postFile({ tags: `[${long}]`, title: long }, `${text} [x](//${host}.org/)\n`) }
  }
  const site = Object.entries({
    long: post(marks.map((mark) => mark.repeat(3_000)).join('')),
    short: post('a\u0301\u0323'),
  })
  const place = await workspace(
    Object.fromEntries(
      site.flatMap(([name, files]) => [
        [`${name}/workspace.yml`, 'url: https://example.org/{slug}\nsearchIndex: { text: 100000 }\n'],
        ...Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]),
      ]),
    ),
  )
  await place.build()
  const snapshots = openSnapshots(`${place.out}/data`)
  const app = createApp({
    snapshots,
    limiter: createLimiter({ limits: { workspace: null, fallback: null } }),
    now: () => Date.UTC(2100, 0),
    log: () => {},
  })
  const get = (path: string) => ask(app, 'GET', `/v1/${path}`)
  const name = encodeURIComponent(long)
  for (const path of [`long/posts?tags=${name}`, `long/posts?search=${name}`, `long/tags/${name}`]) {
    const { status, json } = await get(path)
    expect([path, status, json.posts?.length ?? 1]).toEqual([path, 200, 1])
  }
  for (const path of ['feed.xml', 'feed.json', 'search-index.json', 'posts/b', 'posts?include=related']) {
    const ratio = await timesAsLong(
      () => get(`long/${path}`),
      () => get(`short/${path}`),
      bound,
    )
    expect(ratio, path).toBeLessThan(bound)
  }
  snapshots.close()
  place.remove()
})
