// What a program keeps from the public, an import does not publish: of each program, a site whose posts are named by what
// is to become of them. `hidden` is a draft, told first and with its reason; `later` is scheduled; `shown` is public.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { writeFiles } from '../support/files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-hidden-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const SECRET = 'hunter2'

const post = (front: string, text = 'Text.') => `---\ntitle: T\n${front}\n---\n${text}\n`

/** A post for each of some lines of front matter, all of the same fate. */
const each = (path: string, fronts: readonly string[], date = 'date: 2020-01-02') =>
  Object.fromEntries(fronts.map((front, at) => [path.replace('*', String(at)), post(`${date}\n${front}`)]))

/** Said in all programs, in words of their documentation or of many sites. */
const always = (folder: string) => ({
  [`${folder}/2020-01-02-shown.md`]: post(
    'date: 2020-01-02\ndraft: false\npublished: true\npublishDate: 2020-01-03',
  ),
  [`${folder}/2020-01-02-later.md`]: post('date: 2099-01-02'),
  ...each(`${folder}/2020-01-03-hidden-*.md`, [
    ...['draft: true', 'draft: "true"', 'draft: yes', 'draft: 1', 'Draft: T', 'isDraft: on', 'wip: true'],
    ...['published: false', 'published: no', "published: 'False'", 'publish: off', 'public: 0'],
    ...['private: true', 'hidden: true', 'hide: true', 'unlisted: true', 'visible: false', 'encrypted: true'],
    ...['status: 草稿', 'status: Entwurf', 'private: 是', 'draft: 真', 'private: ja'],
    ...['status: draft', 'status: Private', 'status: hidden', 'status: scheduled', 'visibility: members'],
    ...[`password: ${SECRET}`, 'password: 1234', `enc_pwd: ${SECRET}`, `lock: { pass-phrase: ${SECRET} }`],
    ...[`passwords: [${SECRET}]`, `secret: ${SECRET}`, `fields:\n  password: ${SECRET}`],
  ]),
  ...each(`${folder}/2020-01-04-shown-*.md`, [
    'password: ""',
    'password: false',
    'password:',
    'hide: [toc]',
    'status: x',
  ]),
})

const hugo = {
  ...always('content/posts'),
  ...each('content/posts/hidden-*.md', [
    ...['render', 'list'].flatMap((key) => [`build: { ${key}: never }`, `_build:\n  ${key}: false`]),
    ...['build: { list: local }', 'build: { render: link }', 'headless: true', 'expiryDate: 2020-02-01'],
    'unpublishdate: 2020-02-01T10:00:00Z',
  ]),
  ...each('content/posts/later-*.md', [
    'publishDate: 2099-02-03',
    'pubdate: 2099-02-03T04:05:06+02:00',
    'published: 2099-01-01',
  ]),
  ...each('content/posts/shown-*.md', ['expiryDate: 2099-01-01', 'build: { render: always, list: true }']),
  'content/posts/hidden-toml.md': '+++\ntitle = "T"\ndate = 2020-01-02\ndraft = true\n+++\nText.\n',
  'content/posts/hidden-toml-build.md':
    '+++\ntitle = "T"\ndate = 2020-01-02\n[build]\nrender = "never"\n+++\nText.\n',
  'content/posts/hidden-toml-end.md':
    '+++\ntitle = "T"\ndate = 2020-01-02\nexpiryDate = 2020-02-01\n+++\nText.\n',
  'content/posts/hidden-broken.md': post('date: 2020-01-02\nbuild:\n  render: never\nbroken: "a "b" c"'),
  'content/posts/hidden-broken-toml.md':
    '+++\ntitle = "T"\ndate = 2020-01-02\n[build]\nrender = "never"\nbroken = "a "b" c"\n+++\nText.\n',
  'content/posts/hidden-json.md': '{ "title": "T", "date": "2020-01-02", "draft": true }\n\nText.\n',
  'content/posts/bundle-shown/index.md': post('date: 2020-01-02'),
  'content/posts/bundle-shown/hidden-resource.md': post('date: 2020-01-02'),
  'content/posts/deep/_index.md': post('cascade: { draft: true }'),
  'content/posts/deep/hidden-below.md': post('date: 2020-01-02'),
  'content/posts/deep/still/hidden-deeper.md': post('date: 2020-01-02'),
  'content/posts/deep/shown-since-it-says-so.md': post('date: 2020-01-02\ndraft: false'),
  'content/posts/_index.md': post(
    [
      'cascade:\n- _target: { path: "/posts/listed/**", kind: "{page,section}" }\n  build: { list: never }',
      '- target: { path: "{/none/**,/posts/b/*}" }\n  draft: true',
      '- target: { path: /posts/staged/**, environment: staging }\n  draft: true',
      '- target: { path: /posts/**, kind: section }\n  draft: true\n- target: { path: /posts/c/d }\n  private: true',
    ].join('\n'),
  ),
  'content/posts/listed/far/hidden-by-target.md': post('date: 2020-01-02'),
  'content/posts/b/Hidden-either.md': post('date: 2020-01-02'),
  'content/posts/c/d/index.md': post('date: 2020-01-02'),
  'content/posts/staged/shown.md': post('date: 2020-01-02'),
  'content/posts/configured/hidden-by-site.md': post('date: 2020-01-02'),
  'content/posts/shown-code.md': post(
    'date: 2020-01-02',
    '```\n{{% encrypt "code" %}}\n```\n\n[a password](/x)',
  ),
  'content/posts/hidden-tag.md': post(
    'date: 2020-01-02',
    `{{% hugo-encryptor "${SECRET}" %}}\nText.\n{{% /hugo-encryptor %}}`,
  ),
  'content/posts/hidden-named-tag.md': post(
    'date: 2020-01-02',
    `{{< members password="${SECRET}" >}}Text.{{< /members >}}`,
  ),
  'hugo.toml':
    "baseURL = 'https://example.org'\n[[cascade]]\ndraft = true\n[cascade.target]\npath = '/posts/configured/**'\n",
}

const sites: Record<string, Record<string, string>> = {
  hugo,
  'hugo with a folder of configuration': {
    'content/posts/shown.md': post('date: 2020-01-02'),
    'content/posts/hidden-by-file.ign.md': post('date: 2020-01-02'),
    'content/posts/plans/hidden-by-cascade.md': post('date: 2020-01-02'),
    'content/posts/staged/shown.md': post('date: 2020-01-02'),
    'content/posts/later-by-own-key.md': post('date: 2020-01-02\nembargo: 2099-01-02'),
    'content/posts/hidden-by-own-end.md': post('date: 2020-01-02\nstale: 2020-02-02'),
    'config/_default/hugo.toml': "baseURL = 'https://example.org'\nignoreFiles = ['\\.ign\\.md$']\n",
    'config/_default/frontmatter.yaml': "publishDate: [embargo, ':default']\nexpiryDate: [stale]\n",
    'config/_default/cascade.yaml': '- draft: true\n  target: { path: /posts/staged/** }\n',
    'config/production/cascade.yaml': '- draft: true\n  target: { path: /posts/plans/** }\n',
  },
  'jekyll without output': {
    '_posts/2020-01-02-hidden.md': post(''),
    '_posts/deep/2020-01-02-hidden-deep.md': post(''),
    '_config.yml': 'url: https://example.org\ncollections: { posts: { output: false } }\n',
  },
  jekyll: {
    ...always('_posts'),
    '_drafts/hidden-draft.md': post('date: 2020-01-02'),
    '_posts/hidden-without-date.md': post('date: 2020-01-02'),
    '_posts/_hidden/2020-01-02-hidden.md': post(''),
    '_posts/secret/2020-01-02-hidden-by-default.md': post(''),
    '_posts/left/2020-01-02-hidden-left-out.md': post(''),
    '_config.yml':
      'url: https://example.org\nexclude: [vendor, _posts/left/]\ndefaults:\n- scope: { path: ./_posts/secret }\n  values: { published: false }\n',
  },
  'jekyll below a folder': {
    'src/_posts/secret/2020-01-02-hidden-by-default.md': post(''),
    'src/_posts/left/2020-01-02-hidden-left-out.md': post(''),
    'src/_posts/2020-01-02-shown.md': post(''),
    '_config.yml':
      'source: src\nexclude: ["**/left/*"]\ndefaults:\n- scope: { path: _posts/secret }\n  values: { hidden: true }\n',
  },
  hexo: {
    ...always('source/_posts'),
    ...each('source/_posts/hidden-tagged-*.md', [
      'tags: diary',
      'tags: [open, diary]',
      'tags:\n- diary\npassword:',
    ]),
    'source/_posts/shown-tagged.md': post('date: 2020-01-02\ntags: [diary]\npassword: ""'),
    'source/_posts/_hidden/hidden.md': post('date: 2020-01-02'),
    'source/_posts/left/hidden-left-out.md': post('date: 2020-01-02'),
    'source/_posts/hidden-variable.md': post(
      `date: 2020-01-02\npassword: ${SECRET}`,
      '{{ page.password }} {{ site.own.password }} {{ site.password }}',
    ),
    'source/_posts/hidden-by-filter.md': post('date: 2020-01-02\nunder-wraps: true'),
    'source/_posts/shown-by-filter.md': post('date: 2020-01-02\nunder-wraps: false'),
    'source/_posts/hidden-by-title.md': post('date: 2020-01-02').replace('title: T', 'title: Diary'),
    'source/_drafts/hidden-draft.md': post('date: 2020-01-02'),
    '_config.yml': `url: https://example.org\npassword: ${SECRET}\nown: { password: ${SECRET} }\nskip_render: _posts/left/**\nencrypt:\n  tags:\n  - { name: diary, password: ${SECRET} }\n  blogs:\n  - { title: Diary, password: ${SECRET} }\nhide_posts: { filter: under-wraps }\n`,
    'package.json': '{"dependencies":{"hexo":"7"}}',
  },
  eleventy: {
    ...always('posts'),
    ...each('posts/hidden-*.md', [
      ...[
        'permalink: false',
        'eleventyExcludeFromCollections: true',
        'eleventyExcludeFromCollections: [posts]',
      ],
      ...[
        'eleventyComputed: { permalink: false }',
        'eleventyComputed:\n  eleventyExcludeFromCollections: true',
      ],
    ]),
    'posts/hidden-program.md': '---js\n{ title: "T", date: "2020-01-02", draft: true }\n---\nText.\n',
    'posts/unwritten/unwritten.json': '{ "permalink": false }',
    'posts/unwritten/hidden-below.md': post('date: 2020-01-02\nredirect_from: /old'),
    'posts/listless/listless.11tydata.js': 'module.exports = { eleventyExcludeFromCollections: true }',
    'posts/listless/hidden-below.md': post('date: 2020-01-02'),
    'posts/ignored/hidden-left-out.md': post('date: 2020-01-02'),
    '.eleventyignore': '# these\nposts/ignored/\n',
    'posts/set-aside/hidden-by-program.md': post('date: 2020-01-02'),
    '.eleventy.js': 'module.exports = (config) => { config.ignores.add("./posts/set-aside/**") }',
  },
  docusaurus: {
    ...always('blog'),
    'blog/_ideas/2020-01-02-hidden.md': post('date: 2020-01-02'),
    'blog/left/2020-01-02-hidden.md': post('date: 2020-01-02'),
    'docusaurus.config.js': "export default { presets: [['classic', { blog: { exclude: ['left/**'] } }]] }",
  },
  astro: {
    ...always('src/content/blog'),
    'src/content/blog/_ideas/hidden.md': post('date: 2020-01-02'),
    ...each('src/content/blog/later-*.md', ['pubDatetime: 2099-01-02T00:00:00Z']),
    'src/content/blog/left/hidden-by-pattern.md': post('date: 2020-01-02'),
    'src/content.config.ts':
      "const blog = defineCollection({ loader: glob({ pattern: ['**/*.md', '!**/left/**'] }) })",
    'astro.config.mjs': '',
  },
  nuxt: {
    ...always('content/blog'),
    'content/blog/hidden.draft.md': post('date: 2020-01-02'),
    'content/blog/_part/hidden.md': post('date: 2020-01-02'),
    'content/blog/left/hidden.md': post('date: 2020-01-02'),
    'content.config.ts':
      "export default defineContentConfig({ collections: { blog: defineCollection({ type: 'page', source: { include: '**', exclude: ['**/left/*'] } }) } })",
    'nuxt.config.ts': '',
  },
  vitepress: {
    ...always('posts'),
    'posts/left/hidden.md': post('date: 2020-01-02'),
    '.vitepress/config.js': "export default { srcExclude: ['**/left/**'] }",
  },
  zola: {
    ...always('content/blog'),
    'content/blog/hidden-render.md': '+++\ntitle = "T"\ndate = 2020-01-02\nrender = false\n+++\nText.\n',
    'content/blog/section/_index.md': '+++\ntitle = "S"\ndraft = true\n+++\n',
    'content/blog/section/hidden.md': post('date: 2020-01-02\ndraft: false'),
    'content/blog/left/hidden.md': post('date: 2020-01-02'),
    'config.toml': "base_url = 'https://example.org'\nignored_content = ['blog/left/*']\n",
  },
  next: {
    ...always('posts'),
    'posts/hidden-exported.mdx': `export const meta = { title: 'T', date: '2020-01-02', password: '${SECRET}' }\n\nText.\n`,
    'posts/shown-constant.mdx': `---\ntitle: T\ndate: 2020-01-02\n---\nexport const password = '${SECRET}'\n\nText.\n`,
    'next.config.js': '',
  },
  markdown: always('posts'),
}

interface Report {
  workspaces: {
    posts: { file: string; isDraft: boolean; aliases: string[]; notes: { message: string }[] }[]
  }[]
}

/** Imports a site or an export, and says what became of its posts, by the names of their files. */
async function fates(from = '') {
  const flags = [join(root, 'site', from), '--content', join(root, 'content'), '--url', 'https://example.org']
  const { stdout } = await ran(['import', ...flags, '--json'])
  const { posts } = (JSON.parse(stdout) as Report).workspaces[0]!
  const listed = (await ran(['list', '--content', join(root, 'content'), '--json'])).stdout.trim().split('\n')
  const status = new Map(listed.map((line) => JSON.parse(line)).map(({ file, status }) => [file, status]))
  const written = readdirSync(join(root, 'content'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  return {
    posts,
    stdout,
    written: written.join('\n'),
    statusOf: (file: string) => [...status].find(([path]) => path.endsWith(`/${file}`))?.[1],
  }
}

/** What the name of a post asks for. */
const wanted = (file: string) =>
  /hidden|shown|later/i.exec(file.replace('bundle-shown/hidden', 'hidden'))?.[0].toLowerCase()

const STATUS: Record<string, string> = { hidden: 'draft', shown: 'published', later: 'scheduled' }

/** @param count of the posts whose names ask for something */
function expectFates({ posts, stdout, written, statusOf }: Awaited<ReturnType<typeof fates>>, count: number) {
  const named = posts.filter(({ file }) => wanted(file) !== undefined)
  expect(named.map(({ file }) => `${file} ${statusOf(file)}`)).toEqual(
    named.map(({ file }) => `${file} ${STATUS[wanted(file)!]}`),
  )
  expect(named.length).toBe(count)
  // Drafts come first, and each says why before anything else.
  const shown = posts.filter(({ isDraft }) => isDraft).length
  expect(posts.slice(shown).filter(({ isDraft }) => isDraft)).toEqual([])
  for (const { notes } of posts.slice(0, shown))
    expect(notes[0]?.message).toMatch(/^It is not public there \(.+\)/)
  expect(stdout + written).not.toContain(SECRET)
}

const write = (files: Record<string, string>) => writeFiles(join(root, 'site'), files)

test.each(Object.entries(sites))(
  'what %s does not show, the import does not publish',
  async (_name, files) => {
    write(files)
    const posts = Object.keys(files).filter(
      (path) => wanted(path) && /\.mdx?$/.test(path) && !path.includes('_index'),
    )
    expectFates(await fates(), posts.length)
  },
)

const published = {
  ...{ type: 'post', status: 'published', visibility: 'public', html: '<p>Text.</p>' },
  ...{ published_at: '2020-01-02T00:00:00.000Z', created_at: '2020-01-01T00:00:00.000Z' },
}
const soon = { status: 'scheduled', published_at: '2099-01-02T00:00:00.000Z' }
const gated = (who: string) => ({
  html: `<p>a</p><!--kg-gated-block:begin ${who} --><p>b</p><!--kg-gated-block:end-->`,
})
const lexical = (visibility: object) => ({
  html: null,
  lexical: JSON.stringify({ root: { children: [{ type: 'html', html: '<p>a</p>', visibility }] } }),
})

const ghost: Record<string, object> = {
  shown: {},
  'shown-teaser': { html: '<p>a</p><!--members-only--><p>b</p>' },
  'shown-to-visitors': gated('nonMember:true memberSegment:""'),
  later: soon,
  'hidden-draft': { status: 'draft' },
  'hidden-sent': { status: 'sent' },
  'hidden-unknown': { status: undefined },
  'hidden-scheduled-before': { status: 'scheduled' },
  'hidden-undated': { status: 'scheduled', published_at: null },
  'hidden-mail': { ...soon, email_only: 1 },
  'hidden-later': { ...soon, visibility: 'paid' },
  ...Object.fromEntries(
    ['members', 'paid', 'tiers', 'filter', 'status:-free'].map((visibility, at) => [
      `hidden-${at}`,
      { visibility },
    ]),
  ),
  'hidden-card': gated('nonMember:false memberSegment:"status:-free"'),
  'hidden-lexical': lexical({ web: { nonMember: false } }),
  'hidden-lexical-mail': lexical({ showOnWeb: false }),
}

const exportOfGhost = (settings: object[] = []) => {
  const posts = Object.entries(ghost).map(([slug, row]) => ({
    ...published,
    ...row,
    id: slug,
    slug,
    title: slug,
  }))
  return JSON.stringify({ db: [{ data: { posts, settings } }] })
}

const item = (slug: string, inner: string, content = 'Text.') =>
  [
    `<item><title>${slug}</title><wp:post_type>post</wp:post_type><wp:post_name>${slug}</wp:post_name>${inner}`,
    `<wp:post_date_gmt>${slug === 'later' ? 2099 : 2020}-01-02 00:00:00</wp:post_date_gmt>`,
    `<content:encoded><![CDATA[${content}]]></content:encoded></item>`,
  ].join('')
const status = (name: string) => `<wp:status>${name}</wp:status>`
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`
const access = (value: string) => meta('_jetpack_newsletter_access', value)

const exportOfWordPress = [
  '<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>T</title>',
  item('shown', status('publish') + access('everybody')),
  item('later', status('future')),
  ...['draft', 'pending', 'private', 'future', 'own-status'].map((name) =>
    item(`hidden-${name}`, status(name)),
  ),
  item('hidden-password', `${status('publish')}<wp:post_password>${SECRET}</wp:post_password>`),
  item('hidden-newsletter', status('publish') + access('paid_subscribers')),
  item(
    'hidden-block',
    status('publish'),
    '<!-- wp:premium-content/container --><p>b</p><!-- /wp:premium-content/container -->',
  ),
  item('hidden-paywall', status('publish'), '<p>a</p><!-- wp:jetpack/paywall /--><p>b</p>'),
  ...['_members_access_role', 'rcp_subscription_level', 'ihc_mb_who', '_wpmem_block'].map((key, at) =>
    item(`hidden-plugin-${at}`, status('publish') + meta(key, '1')),
  ),
  item(
    'hidden-by-serialised',
    status('publish') + meta('um_content_restriction', 'a:1:{s:26:"_um_custom_access_settings";s:1:"1";}'),
  ),
  ...['rcp_access_level', '_wpmem_block'].map((key, at) =>
    item(`shown-plugin-${at}`, status('publish') + meta(key, '0')),
  ),
  ...['membership level="1"', 'restrict', 'mepr-show rules="1"', 'members_only'].map((tag, at) =>
    item(`hidden-by-shortcode-${at}`, status('publish'), `[${tag}]Text.[/${tag.split(' ')[0]}]`),
  ),
  item('shown-shortcode', status('publish'), '[gallery] [restaurant menu="a"] [members], [private]'),
  item('hidden-shortcode', status('publish'), `[locked passwords="${SECRET}"]Text.[/locked]`),
  '</channel></rss>',
].join('\n')

test.each([
  ['Ghost', exportOfGhost(), 19],
  ['WordPress', exportOfWordPress, 24],
])('what %s shows to some, the import does not publish', async (_name, text, count) => {
  write({ export: text })
  expectFates(await fates('export'), count)
})

test('of a private site of Ghost nothing is public', async () => {
  write({ export: exportOfGhost([{ key: 'is_private', value: 'true' }]) })
  const { posts } = await fates('export')
  expect([posts.length, posts.filter(({ isDraft }) => !isDraft)]).toEqual([19, []])
})

test('what is to appear or to end later is told', async () => {
  write({
    'content/posts/ends.md': post('date: 2020-01-02\nexpiryDate: 2099-01-02'),
    'content/posts/later.md': post('date: 2020-01-02\npublishDate: 2099-01-02'),
    'hugo.toml': "baseURL = 'https://example.org'\n",
  })
  const { posts } = await fates()
  expect(posts.map(({ notes }) => notes.map(({ message }) => message))).toEqual([
    ['It is public until 2099-01-02 there, and without an end here.'],
    ['It is not published before 2099-01-02, which became its date.'],
  ])
})

test('a post of which Eleventy writes no page has no old address', async () => {
  write({
    'posts/2020-01-02-unwritten.md': post('permalink: false\nredirect_from: /old'),
    '.eleventy.js': '',
  })
  expect((await fates()).posts.map(({ aliases }) => aliases)).toEqual([[]])
})

test('what sections above FROM pass on counts, too', async () => {
  write({
    'content/_index.md': post('cascade: { draft: true, target: { path: /posts/plans/** } }'),
    'content/posts/_index.md': post('cascade: { build: { list: never }, target: { path: /posts/lists/** } }'),
    'content/posts/all/plans/hidden.md': post('date: 2020-01-02'),
    'content/posts/all/shown.md': post('date: 2020-01-02'),
    'content/posts/lists/hidden.md': post('date: 2020-01-02'),
    'content/posts/plans/hidden.md': post('date: 2020-01-02'),
    'config.toml': "baseURL = 'https://example.org'\n",
  })
  expectFates(await fates('content/posts/plans'), 1)
  rmSync(join(root, 'content'), { recursive: true })
  expectFates(await fates('content/posts/lists'), 1)
  rmSync(join(root, 'content'), { recursive: true })
  const { posts } = await fates('content/posts/all')
  expect(posts.map(({ file, isDraft }) => `${file} ${isDraft}`)).toEqual([
    'posts/plans/hidden.md false',
    'posts/shown.md false',
  ])
})

test.each([
  ...[
    'token',
    'api_key',
    'apiKey',
    'API-KEY',
    'access-token',
    'client_secret',
    'privateKey',
    'Authorization',
    'mapboxToken',
  ],
  ...['credentials', 'accessKey', 'ssh_key', 'authToken', 'signing_key', 'aws_access_key_id', 'smtp_pass'],
  ...['dbPw', 'pw', 'jwt', 'slack-webhook', 'webhook_url', 'DATABASE_URL', 'refreshTokens'],
])('the key %s is not carried over, and is told', async (key) => {
  write({
    'posts/open.md': post(
      `date: 2020-01-02\n${key}: ${SECRET}\nmap: { ${key}: ${SECRET} }\nlist:\n- { ${key}: ${SECRET} }`,
    ),
    'hugo.toml': '',
  })
  const { posts, stdout, written, statusOf } = await fates()
  expect(stdout + written).not.toContain(SECRET)
  expect(statusOf('open.md')).toBe('published')
  expect(posts[0]!.notes.map(({ message }) => message)).toContain(
    `Keys that may hold secrets are not carried over: ${key}, ${key}, ${key}.`,
  )
})

test.each([
  'tokens: 500',
  'keywords: [a]',
  'compass: north',
  'translationKey: oars',
  'monkey: see',
  'bypass: a',
  'passage: b',
  'token: true',
  'secretary: Ada',
])('the key of %s is carried over', async (line) => {
  write({ 'posts/open.md': post(`date: 2020-01-02\n${line}`) })
  const { written, statusOf } = await fates()
  expect(statusOf('open.md')).toBe('published')
  expect(written).toMatch(line.startsWith('keywords') ? /^tags: \[a\]$/m : new RegExp(`^${line}$`, 'm'))
})

test('what only drafts are in stands in no list, and is kept as a comment', async () => {
  write({
    'posts/open.md': post('date: 2020-01-02\ntags: [Open]'),
    'posts/plans.md': post('date: 2020-01-02\ndraft: true\ncategory: Plans\ntags: [Open, Take-over, C#]'),
  })
  const { written, statusOf } = await fates()
  expect(statusOf('plans.md')).toBe('draft')
  expect(written).toContain('tags: [open]\naliases: [/posts/plans]\n# Only drafts have these')
  expect(written).toContain('# category: Plans\n# tags: [Take-over, C#]\n---\n')
  expect(written.match(/take-?over/gi)).toHaveLength(1)
})

test('what data files of Eleventy above FROM say counts, too', async () => {
  write({
    'src/posts/posts.json': '{ "permalink": false }',
    'src/posts/2020/hidden.md': post('date: 2020-01-02'),
    '.eleventy.js': '',
  })
  expectFates(await fates('src/posts/2020'), 1)
})

test('languages that Hugo leaves out stay unseen, and what is passed on to one language does not hide another', async () => {
  write({
    ...each('content/posts/shown-*.md', ['', '']),
    'content/posts/shown-in.nl.md': post('date: 2020-01-02'),
    'content/posts/plans/hidden.nl.md': post('date: 2020-01-02'),
    'content/posts/plans/shown.md': post('date: 2020-01-02'),
    'content/posts/hidden-by-list.de.md': post('date: 2020-01-02'),
    'content/posts/hidden-off.fr.md': post('date: 2020-01-02'),
    'config/_default/languages.toml': '[en]\n[de]\n[fr]\ndisabled = true\n[nl]\n',
    'config/_default/hugo.yaml': 'baseURL: https://example.org\n',
    'config/production/hugo.yaml': 'disableLanguages: [de]\n',
    'config/production/cascade.yaml': '- draft: true\n  target: { lang: nl, path: /posts/plans/** }\n',
  })
  const { statusOf } = await fates()
  const names = ['shown-in.md', 'plans/hidden.md', 'plans/shown.md', 'hidden-by-list.md', 'hidden-off.md']
  expect(names.map(statusOf)).toEqual(['published', 'draft', 'published', 'draft', 'draft'])
})

test.each([
  ['_config.yml', '_posts/2020-01-02-a.md'],
  ['.eleventy.js', 'posts/a.md'],
])('what a condition that is never true hides in a site with %s is not in the text', async (marker, path) => {
  const text =
    'A.\n\n{% if false %}never{% endif %}\n{%- unless true -%}never{%- endunless -%}\n{% if false %}never{% else %}shown{% endif %}\n{% if page.x %}maybe{% endif %}'
  write({ [marker]: '', [path]: post('date: 2020-01-02', text) })
  const { written } = await fates()
  expect(written).not.toContain('never')
  expect(written).toContain('shown\nmaybe')
})

test.each([
  ['source/_posts', { 'scaffolds/post.md': '' }],
  ['posts', { '.eleventy.js': 'module.exports = () => ({ markdownTemplateEngine: "njk" })' }],
])('comments of Nunjucks in %s are not in the text, but in code', async (folder, files) => {
  const text = 'A {# never #} b.\n\n{#\nnever 从不\n#}\n\n`{# code #}`\n\n```\n{# fence #}\n```'
  write({ ...(files as Record<string, string>), [`${folder}/a.md`]: post('date: 2020-01-02', text) })
  const { written } = await fates()
  expect(written).not.toMatch(/never|从不/)
  expect(written).toContain('A  b.\n\n`{# code #}`\n\n```\n{# fence #}\n```')
})

test('a value that hides a post is in the report in few words', async () => {
  write({ 'posts/a.md': post(`date: 2020-01-02\ndraft: ${'桨'.repeat(1000)}`) })
  expect((await fates()).posts[0]!.notes[0]!.message).toBe(
    `It is not public there (draft: ${'桨'.repeat(20)}): it became a draft.`,
  )
})
