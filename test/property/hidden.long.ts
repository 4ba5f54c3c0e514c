// A post or an entry that is not visible leaves no trace: at any time, and whenever the build was, every reply equals that of a
// build of that time without the posts that are dated later, and with plain text in place of links to them.
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { ReplyCache } from '../../api/_app/gzip/bodies.ts'
import type { Reply } from '../../api/_app/http/reply.ts'
import { targetOf } from '../../api/_app/http/request.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { seeded, sentence } from '../bench/words.ts'
import { targetsOf } from '../support/asked.ts'
import { readBody } from '../support/body.ts'
import { png } from '../support/picture.ts'
import { type Files, type Workspace, workspace } from '../support/workspace.ts'
import { tries } from './tries.ts'

const day = 86_400_000
const epoch = Date.UTC(2026, 0, 1)
const vocabulary = [
  'harbour',
  'harbours',
  'crane',
  'quay',
  'the',
  'node',
  'stream',
  'streaming',
  '認証',
  'Zürich',
]

/** What a link names: a file by its path, as a URL, and by the labels of its definitions. */
interface Named {
  file: string
  url: string
  label: string
}

/** Ways to name a file: the source, and the text that is left of it. */
const forms: Record<
  string,
  { link: (named: Named, words: string) => string; words: (words: string, named: Named) => string }
> = {
  inline: { link: ({ url }, words) => `[${words}](${url} "there")`, words: (words) => words },
  pointed: { link: ({ file }, words) => `[*${words}*](<${file}#part>)`, words: (words) => `*${words}*` },
  encoded: {
    link: ({ url }, words) => `[${words}](./${url.replace('.', '%2E')})`,
    words: (words) => words,
  },
  decomposed: {
    link: ({ file }, words) => `[${words}](${encodeURI(file.normalize('NFD')).replace('.', '&period;')})`,
    words: (words) => words,
  },
  reference: { link: ({ label }, words) => `[${words}][${label}]`, words: (words) => words },
  collapsed: { link: ({ label }) => `[${label}][]`, words: (_, { label }) => label },
  picture: {
    link: ({ url }, words) => `[![${words}](https://example.org/x.png)](${url})`,
    words: (words) => `![${words}](https://example.org/x.png)`,
  },
  html: {
    link: ({ file }, words) => `<a title="x" href="${file}">${words}</a>`,
    words: (words) => words,
  },
  cited: {
    link: ({ file }, words) => `<q cite="${file}" lang="en">${words}</q>`,
    words: (words) => `<q lang="en">${words}</q>`,
  },
  described: {
    link: ({ file }, words) => `<img src="https://example.org/y.png" longdesc='${file}' alt="${words}">`,
    words: (words) => `<img src="https://example.org/y.png" alt="${words}">`,
  },
  mapped: {
    link: ({ url }, words) => `${words}<map><area href=${url}></map>`,
    words: (words) => `${words}<map></map>`,
  },
  drawn: {
    link: ({ url }, words) => `<svg fill="url(${url}#a)"><a xlink:href='${url}'>${words}</a></svg>`,
    words: (words) => `<svg><a>${words}</a></svg>`,
  },
  watched: {
    link: ({ url }, words) => `<a href="https://example.org" ping="/a ${url}">${words}</a>`,
    words: (words) => `<a href="https://example.org">${words}</a>`,
  },
  styled: {
    link: ({ file }, words) => `<b style="background: url('${file}')" data-x="y">${words}</b>`,
    words: (words) => `<b data-x="y">${words}</b>`,
  },
  noted: {
    link: ({ url }, words) => `<b data-next=${url}>${words}</b>`,
    words: (words) => `<b>${words}</b>`,
  },
  scripted: {
    link: ({ url }, words) => `<i data-go='{"to":"./${url}"}' onclick="go('${url}')">${words}</i>`,
    words: (words) => `<i>${words}</i>`,
  },
  script: {
    link: ({ url }, words) => `${words}<script>go("${url}")</script>`,
    words: (words) => `${words}<script>go("")</script>`,
  },
  framed: {
    link: ({ url }, words) => `${words}<iframe srcdoc="&lt;a href='${url}'&gt;x"></iframe>`,
    words: (words) => `${words}<iframe></iframe>`,
  },
  commented: {
    link: ({ url }, words) => `${words}<!-- more: ${url} -->`,
    words: (words) => `${words}<!-- more:  -->`,
  },
  instructed: {
    link: ({ url }, words) => `${words}<?include ${url}?>`,
    words: (words) => `${words}<?include ?>`,
  },
}

const HEADING = 1

/** What a link is inside of. */
const settings: ((text: string) => string)[] = [
  (text) => `Before ${text} and behind.`,
  (text) => `## Part ${text}`,
  (text) => `> Said\n> ${text}\n> there.`,
  (text) => `- one\n- ${text}\n\n  - [ ] ${text}`,
  (text) => `> 1. > - ${text}`,
  (text) => `> [!NOTE]\n> ${text}`,
  (text) => `<details>\n\n${text}\n\n</details>`,
  (text) => `| a | b |\n|---|---|\n| ${text} | c |`,
  (text) => `- | a |\n  |---|\n  | b | ${text} |\n  | ${text} | c | d`,
  (text) => `Noted[^n].\n\n[^n]: See ${text}\n    and more.`,
  (text) => `[^n]: Nobody sees ${text}`,
]

const prose = fc
  .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 5 })
  .map((list) => list.join(' '))

const post = fc.record({
  title: prose,
  text: prose,
  /** Only a few dates, so that some are equal. */
  day: fc.nat(5),
  updated: fc.nat(5),
  draft: fc.nat(9).map((one) => one === 0),
  featured: fc.boolean(),
  category: fc.constantFrom('News', 'news', 'Élan', 'notes'),
  tags: fc.subarray(['Web Design', 'web-design', 'web design', 'css', 'C#'], { maxLength: 2 }),
  authors: fc.subarray(['ada', 'Ada', 'Bo', 'Cy'], { minLength: 1, maxLength: 2 }),
  series: fc.constantFrom('Shell', 'shell', 'C#', undefined),
  isNumbered: fc.boolean(),
  picture: fc.boolean(),
  fields: fc.record(
    {
      score: fc.integer({ min: -2, max: 2 }),
      kind: fc.constantFrom('talk', 'course'),
      town: fc.constantFrom('harbour', 'Zürich', '𐐨, é'),
      done: fc.boolean(),
      at: fc.nat(5).map((days) => new Date(epoch + days * day).toISOString()),
      link: fc.constantFrom('https://example.org/a', 'https://example.org/b'),
      topics: fc.subarray(['crane', 'quay', 'node']),
      kinds: fc.subarray(['talk', 'course']),
    },
    { requiredKeys: [] },
  ),
  /** The posts that its fields refer to. */
  refers: fc.array(fc.nat(11), { maxLength: 3 }),
  links: fc.array(
    fc.record({
      to: fc.nat(11),
      form: fc.constantFrom(...Object.keys(forms)),
      within: fc.nat(settings.length - 1),
      words: prose,
    }),
    { maxLength: 4 },
  ),
})
type Post = typeof post extends fc.Arbitrary<infer T> ? T : never

const content = fc.record({
  posts: fc.array(post, { minLength: 2, maxLength: 12 }),
  declared: fc.boolean(),
  trusted: fc.boolean(),
  now: fc.nat(5),
  /** The days before that at which the build was made. */
  age: fc.nat(6),
})

type Content = typeof content extends fc.Arbitrary<infer T> ? T : never

const kinds = { options: ['talk', 'course'] }
const definitions = {
  score: { type: 'number' },
  kind: { type: 'select', ...kinds },
  town: { type: 'string' },
  done: { type: 'boolean' },
  at: { type: 'date' },
  link: { type: 'url' },
  topics: { type: 'list' },
  kinds: { type: 'list', ...kinds },
}

const slugOf = (number: number) => `p${(number * 7) % 13}`

/** Lists by fields and dates. */
const byFields = [
  ...Object.keys(definitions).flatMap((name) => [
    `fields.${name}.exists=true&facets=fields.${name},year,month&limit=2`,
    `fields.${name}.exists=false&sort=fields.kind&select=slug`,
  ]),
  ...['score', 'kind', 'town', 'done', 'at', 'link'].map((name) => `sort=-fields.${name}&select=slug`),
  ...[
    'fields.score.lt=1',
    'fields.score.not=0,2',
    'fields.kind=talk',
    'fields.town=harbour&fields.town=Zürich',
  ],
  ...['fields.at.gt=2026-01-02', 'fields.at=2026-01-03', 'fields.done.not=true', 'fields.topics=quay'],
  ...['fields.link=https://example.org/a', 'fields.kinds.not=talk', 'fields.town.lt=1', 'fields.kind=none'],
  ...['fields.place.city.exists=true', 'fields.place.kind=a&sort=-fields.place.opened', 'fields.level.gt=2'],
  ...['next', 'seen', 'parts.about', 'cross'].flatMap((name) => [
    `fields.${name}.exists=true&facets=fields.${name}&select=slug`,
    `fields.${name}.exists=false&select=slug`,
    ...[0, 1, 2, 3].flatMap((to) => [`fields.${name}=${slugOf(to)},css`, `fields.${name}.not=${slugOf(to)}`]),
  ]),
].map((query) => `posts?${query}`)

/** Lists by series, and what they say of them. */
const ofSeries = [
  ...[
    'series',
    'series?select=slug',
    'series/shell',
    'series/c-sharp',
    'series/none',
    'series/was-shell',
    'series/shell/feed.xml',
  ],
  ...[
    'posts?series=shell&include=series',
    'posts?series=was-shell',
    'posts?facets=series&include=series&limit=9',
  ],
]

/** Some have names that have to be encoded in URLs. */
const fileOf = (number: number) => (number % 3 === 1 ? `Größe ${slugOf(number)}.md` : `${slugOf(number)}.md`)

/** @param own the name of the collection @param other that of another one */
const fieldsWith = (own: string, other: string) => `
  level: number
  cross: { type: reference, to: ${other} }
  next: { type: reference, to: [${own}, tags] }
  seen: { type: list, of: { type: reference, to: [${own}, ${other}] } }
  parts: { type: list, fields: { about: { type: reference, to: ${own} }, shot: { type: image, alt: required } } }
  sound: file
  note: markdown
  notes: { type: list, fields: { text: markdown } }
  place: { type: object, fields: { city: string, opened: date, pages: { type: list, of: url }, kind: { type: select, options: [a, b] }, open: boolean } }
${Object.entries(definitions)
  .map(([name, definition]) => `  ${name}: ${JSON.stringify(definition)}`)
  .join('\n')}`

/** Each post is an entry of `notes`, too, and a page without a date links to all of them. */
const declarations = `fields:${fieldsWith('posts', 'notes')}
collections:
  pages: {}
  notes:
    url: "https://example.org/notes/{path}"
    fields:${fieldsWith('notes', 'posts').replaceAll('\n', '\n    ')}`

/** @param folder of the posts that are linked @returns values of fields of every type, without what does not show */
function fieldsOf(
  number: number,
  { refers, picture, day: at }: Post,
  shown: (to: number) => boolean,
  folder: string,
) {
  const [first = number, ...others] = refers
  const shot = picture ? { file: `${slugOf(number)}.png`, alt: 'A quay' } : undefined
  const place = { city: '{"$ref":[]}', opened: '2026-05-31', kind: 'a', open: true }
  return {
    level: at,
    ...(shown(first) && { next: slugOf(first), cross: slugOf(first) }),
    seen: refers.filter(shown).map((to) => (to % 2 === 0 ? slugOf(to) : fileOf(to))),
    parts: others.map((to) => ({ ...(shown(to) && { about: fileOf(to) }), shot })),
    place: at % 2 === 0 ? place : undefined,
    sound: picture ? `${slugOf(number)}.png` : undefined,
    note: refers
      .map((to) =>
        shown(to) ? `To [p${at}](${folder}${encodeURI(fileOf(to))}) and *on*` : `To p${at} and *on*`,
      )
      .join('\n\n'),
    notes: others.map((to) => ({
      text: shown(to) ? `<a href="${folder}${encodeURI(fileOf(to))}">x</a>` : 'x',
    })),
  }
}

/** If `now` is given, without the posts dated after it, and with plain text in place of links to them. */
function filesOf({ posts, declared, trusted }: Content, now?: number): Files {
  const isThere = (one: Post) => !(now !== undefined && one.day > now) && !(now !== undefined && one.draft)
  const files: Files = {
    'w/workspace.yml': `url: "https://example.org/{category}/{year}/{slug}"\nsearchIndex: { text: 300 }\n${declarations}\n${trusted ? 'html: trusted\n' : ''}`,
  }
  const slug = (name: string) =>
    declared ? ({ 'C#': 'c-sharp', Élan: 'elan' }[name] ?? name.toLowerCase().replace(' ', '-')) : name
  if (declared) {
    files['w/tags.yml'] =
      'css: { name: CSS, aliases: was-css }\nweb-design: { name: Web }\nc-sharp: { name: C# }\nother: { name: Other }\n'
    files['w/series.yml'] =
      'shell: { name: The shell, aliases: was-shell }\nc-sharp: { name: C#, complete: true }\nnone: { name: None }\n'
    files['w/categories.yml'] = 'news: { name: News }\nnotes: { name: Notes }\nelan: { name: Élan }\n'
    for (const name of ['Ada', 'Bo', 'Cy']) {
      const isNamed = posts.some((one) => isThere(one) && one.authors.map(slug).includes(name.toLowerCase()))
      const aliases = isNamed ? `aliases: was-${name.toLowerCase()}\n` : ''
      files[`w/authors/${name.toLowerCase()}.yml`] = `name: ${name}\n${aliases}`
    }
  }
  for (const [number, one] of posts.entries()) {
    if (!isThere(one)) continue
    const shows = (to: number) => isThere(posts[to]!)
    const front = {
      title: one.title,
      slug: slugOf(number),
      publishedAt: new Date(epoch + one.day * day).toISOString(),
      updatedAt: new Date(epoch + one.updated * day).toISOString(),
      status: one.draft ? 'draft' : 'published',
      featured: one.featured,
      category: slug(one.category),
      tags: [...new Set(one.tags.map(slug))],
      authors: [...new Set(one.authors.map(slug))],
      ...(one.series && { series: slug(one.series) }),
      ...(one.series && one.isNumbered && { part: 20 - number }),
      aliases: [`was-${number}`, `/old/was-${number}`],
      ...one.fields,
      ...(one.picture && { coverImage: `${slugOf(number)}.png` }),
    }
    const refers = one.refers.map((to) => to % posts.length)
    const values = (folder: string) =>
      fieldsOf(number, { ...one, refers }, (to) => to !== number && shows(to), folder)
    if (one.picture) files[`w/posts/${slugOf(number)}.png`] = png(number + 1)
    const text = bodyOf(one, posts.length, shows, '')
    files[`w/posts/${fileOf(number)}`] =
      `---\n${JSON.stringify({ ...front, ...values('../notes/') })}\n---\n${text}`
    const { featured, category, tags, authors, coverImage, series, part, ...own } = front
    if (one.picture) files[`w/notes/${slugOf(number)}.png`] = png(number + 1)
    const body = bodyOf(one, posts.length, shows, '../posts/')
    files[`w/notes/${fileOf(number)}`] = `---\n${JSON.stringify({ ...own, ...values('') })}\n---\n${body}`
  }
  const lines = posts.map((one, number) => {
    const url = encodeURI(fileOf(number))
    return isThere(one) ? `[post](../posts/${url}) and [note](../notes/${url})` : 'post and note'
  })
  files['w/pages/all.md'] = `# All\n\n${lines.join('\n')}\n`
  return files
}

/** @param folder of the posts that are linked */
function bodyOf(
  { text, links }: Post,
  posts: number,
  shows: (post: number) => boolean,
  folder: string,
): string {
  const known = links.map((link) => {
    const to = link.to % posts
    const file = folder + fileOf(to)
    return { ...link, to, named: { file, url: encodeURI(file), label: `the one of ${to}` } }
  })
  const blocks = known.map(({ to, named, form, within, words }, i) => {
    const { link, words: left } = forms[form]!
    // The id of a heading is made from all of its source that is not a tag, scripts included.
    const isNoTag = form === 'script' || form === 'instructed'
    const stands = settings[isNoTag && within === HEADING ? 0 : within]!
    const block = stands(shows(to) ? link(named, words) : left(words, named))
    // A footnote has one name per post.
    return block.replaceAll('[^n]', `[^n${i}]`)
  })
  const definitions = known.map(({ to, named: { label, url } }) =>
    shows(to) ? `[${label}]: ${url} "t"\n` : '',
  )
  // In HTML, an attribute that names a post is left out as a whole.
  const fences = known.map(({ to, named: { url } }) => `\`\`\`js ${shows(to) ? url : ''}\ncode\n\`\`\`\n`)
  return `${[text, ...blocks].join('\n\n')}\n\n${definitions.join('')}\n${fences.join('\n')}`
}

let places: Workspace[] = []
afterEach(() => {
  for (const place of places) place.remove()
  places = []
})

/** What agents ask. */
function messagesOf(posts: readonly string[], words: readonly string[]): string[] {
  const tool = (name: string, given: object) => ({ method: 'tools/call', params: { name, arguments: given } })
  const asked = [
    { method: 'initialize', params: { protocolVersion: '2025-11-25' } },
    ...['tools/list', 'resources/list', 'resources/templates/list'].map((method) => ({ method })),
    ...posts.flatMap((id) => [
      tool('fetch', { id }),
      tool('related', { id }),
      { method: 'resources/read', params: { uri: `galley://posts/${encodeURIComponent(id)}` } },
    ]),
    ...words.map((query) => tool('search', { query, limit: 20 })),
    tool('list_posts', { limit: 2, page: 2 }),
    tool('list_posts', { sort: '-updatedAt' }),
    tool('list_posts', { where: ['fields.level.gte=0', 'fields.topics=quay'], sort: '-fields.at' }),
    tool('list_posts', { where: ['fields.seen.exists=true', `fields.next.not=${posts[0]}`] }),
    tool('list_topics', {}),
  ]
  return asked.map((message) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }))
}

interface Asking {
  /** The size of the cache of replies. */
  cacheBytes?: number
  messages?: readonly string[]
  /** The time of the build; by default, now. */
  builtAt?: number
}

async function repliesOf(
  files: Files,
  now: number,
  targets: readonly string[],
  { cacheBytes = 100_000, messages = [], builtAt = now }: Asking = {},
) {
  const env = { SOURCE_DATE_EPOCH: String(builtAt / 1000), BASE_URL: 'https://api.example.org' }
  const place = await workspace(files, { env })
  places.push(place)
  const { problems } = await place.build()
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  const snapshots = openSnapshots(`${place.out}/data`)
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  const cache = new ReplyCache(cacheBytes)
  /** Without what names the snapshot's folder: keys are for this process only. */
  const cached: string[] = []
  const recorded = {
    get(key: string) {
      const body = cache.get(key)
      cached.push(`${key.replace(/[0-9a-f]{32}\.\d+ /g, '')}: ${body?.length}`)
      return body
    },
    set: (key: string, body: Uint8Array) => cache.set(key, body),
  }
  const app = createApp({ snapshots, limiter, now: () => now, log: () => {}, cache: recorded })
  try {
    const replies: ({ path: string; encoding: string; body: string } & Pick<Reply, 'status' | 'headers'>)[] =
      []
    const asked = [
      ...targets.map((path) => ({ path, method: 'GET', sent: undefined })),
      ...messages.map((sent) => ({ path: 'mcp', method: 'POST', sent })),
    ]
    for (const { path, method, sent } of asked) {
      for (const encoding of ['identity', 'gzip']) {
        const target = targetOf(`/v1/w/${path}`)
        const header = (name: string) => (name === 'accept-encoding' ? encoding : undefined)
        const given = sent === undefined ? {} : { body: async () => Buffer.from(sent) }
        const reply = await app({ method, target, header, address: undefined, ...given })
        const { status, headers } = reply
        const bytes = await readBody(reply)
        const body = bytes.toString(headers['Content-Encoding'] === undefined ? 'utf8' : 'latin1')
        replies.push({ path, encoding, status, headers, body })
      }
    }
    return { replies, cached }
  } finally {
    snapshots.close()
  }
}

/** A hidden post's definition between two of a visible one: without it, they are one piece of the markdown. */
const between: Content = (() => {
  const one: Post = {
    title: 'harbour',
    text: 'harbour',
    day: 0,
    updated: 0,
    draft: false,
    featured: false,
    category: 'News',
    tags: [],
    authors: ['Ada'],
    series: 'Shell',
    isNumbered: false,
    picture: false,
    fields: {},
    refers: [0, 2],
    links: [],
  }
  const link = (to: number) => ({ to, form: 'inline', within: 0, words: 'harbour' })
  return {
    posts: [
      { ...one, day: 2 },
      { ...one, links: [link(2), link(0), link(2)] },
      { ...one, day: 1 },
    ],
    declared: false,
    trusted: false,
    now: 1,
    age: 3,
  }
})()

test('every reply equals that of a build without what is not visible', async () => {
  await fc.assert(
    fc.asyncProperty(content, async (one) => {
      const now = epoch + one.now * day
      const names = one.posts.map((_, number) => number)
      const earlier = ['authors/was-bo', 'tags/was-css/feed.xml', 'posts?author=was-cy&excludeTags=was-css']
      const posts = names.flatMap((number) => [slugOf(number), `was-${number}`])
      const words = ['harbour', 'quay crane', 'harbuor', '"the crane"', 'str', 'md', 'Zurich 認証']
      const messages = messagesOf(posts, words)
      const targets = [
        '../w',
        '../w?include=fields',
        '../w?snapshot=none',
        ...byFields,
        ...ofSeries,
        ...earlier,
      ].concat(
        targetsOf({
          posts,
          categories: ['news', 'elan'],
          tags: ['css', 'web-design', 'c-sharp'],
          authors: ['ada', 'cy'],
          words,
        }),
      )
      const ofPosts = targets.filter((target) => /^posts?\b/.test(target))
      const builtAt = now - one.age * day
      const entries = ofPosts.map((target) => target.replace(/^posts?/, 'entries/notes'))
      const all = [
        ...targets,
        ...entries,
        'entries/pages',
        'entries/pages/all.md',
        'entries/pages?query=note',
        // It has what was visible at the time of the build, as it says.
      ].filter((target) => one.age === 0 || !target.startsWith('search-index'))
      expect(await repliesOf(filesOf(one), now, all, { messages, builtAt })).toEqual(
        await repliesOf(filesOf(one, one.now), now, all, { messages }),
      )
    }),
    { numRuns: tries(40), examples: [[between]] },
  )
})

test('what is cached, and how long replies are, does not tell of links to scheduled posts', async () => {
  const now = epoch + day
  const random = seeded(1)
  const texts = Array.from({ length: 80 }, () =>
    Array.from({ length: 60 }, () => `${sentence(random, 8, 20)}.`),
  )
  const postOf = (date: number, text: string) =>
    `---\ntitle: A post\npublishedAt: ${new Date(date).toISOString()}\nauthors: [ada]\ncategory: news\n---\n${text}\n`
  const files = (hasLater: boolean): Files => ({
    'w/workspace.yml': 'url: "https://example.org/{slug}"\n',
    ...(hasLater && { 'w/posts/later.md': postOf(now + day, 'Later.') }),
    ...Object.fromEntries(
      texts.map((sentences, number) => {
        const link = number % 8 === 3 ? [hasLater ? '[the words](later.md)' : 'the words'] : []
        return [`w/posts/p${number}.md`, postOf(epoch - number * day, [...sentences, ...link].join('\n\n'))]
      }),
    ),
  })
  // More than the cache holds, over and over.
  const pages = Array.from({ length: 700 }, () => `posts?limit=4&page=${1 + Math.floor(20 * random())}`)
  const [one, other] = [
    await repliesOf(files(true), now, pages, { cacheBytes: 200_000 }),
    await repliesOf(files(false), now, pages, { cacheBytes: 200_000 }),
  ]
  const lengthsOf = ({ replies }: typeof one) => replies.map(({ headers }) => headers['Content-Length'])
  expect(lengthsOf(one)).toEqual(lengthsOf(other))
  expect(one.cached).toEqual(other.cached)
  expect(one.replies).toEqual(other.replies)
})
