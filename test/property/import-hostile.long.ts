// Sources that nobody would write by hand: whatever is in them, the import ends, check refuses nothing of what it wrote,
// nothing else is written, and another run changes nothing.
import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../support/characters.ts'
import { ran } from '../support/command.ts'
import { png } from '../support/picture.ts'
import { nasty } from './nasty.ts'

/** In CI always the same sites: what nobody has met yet is no fault of the change at hand. */
const tries = { numRuns: 4, ...(process.env.CI ? { seed: 6 } : {}) }

const long = fc.constantFrom('x'.repeat(300), '字'.repeat(300), '👩'.repeat(300), 'a/'.repeat(500))

/** As names, paths and values. */
const trap = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[
        '..',
        '../..',
        '/../x',
        '.',
        '',
        ' ',
        '~',
        '/',
        '//evil.example/x',
        'C:\\x',
        '%2e%2e/x',
        '%',
        '%00',
        'a\nb',
        'a\u2028b',
      ],
      ...[
        '__proto__',
        'constructor',
        'toString',
        'hasOwnProperty',
        'index',
        'README',
        'con',
        'NUL',
        'aux.md',
        'com1',
        'x.',
        '-',
        '_x',
      ],
      ...[
        'Oars',
        'oars',
        'OARS',
        'oa\u0308rs',
        'oärs',
        '{slug}',
        '{{ x }}',
        '{% x %}',
        'true',
        'null',
        '0',
        '1e999',
        '[',
        '{',
        '&a',
        '*a',
        '- x',
      ],
      ...[
        '2020-02-30',
        '99999-01-01',
        '2020-01-01',
        'javascript:alert(1)',
        'https://',
        'http://[',
        'https://a:b@c/',
        '👩\u200d👩',
        '\ufeff',
      ],
    ),
  },
  { weight: 1, arbitrary: long },
  { weight: 2, arbitrary: nasty },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 8 }) },
)

const key = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...[
        'title',
        'date',
        'updated',
        'draft',
        'published',
        'description',
        'author',
        'authors',
        'category',
        'categories',
        'tags',
        'slug',
        'url',
      ],
      ...[
        'permalink',
        'path',
        'aliases',
        'redirect_from',
        'image',
        'cover',
        'lang',
        'featured',
        'fields',
        'attribution',
        'id',
        'status',
      ],
    ),
  },
  { weight: 1, arbitrary: trap },
)

const value = fc.oneof(
  { weight: 5, arbitrary: trap as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: fc.array(trap, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.dictionary(key, trap, { maxKeys: 3 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.dictionary(fc.constantFrom('name', 'url', 'image', 'socials', 'key'), trap), {
      maxLength: 2,
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(120, 20_000).map(nested) },
)

function nested(depth: number): unknown {
  let inner: unknown = 'x'
  for (let level = 0; level < Math.min(depth, 2_000); level++) inner = level % 2 ? [inner] : { a: inner }
  return inner
}

const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[
        '# Oars',
        '## Oars {#oars}',
        '```js\nopen',
        '~~~',
        '> [!NOTE]',
        '- a\n\n  ```\nb\n  ```',
        '    code',
        '[a](b.md)',
        '[a](oars.md#none)',
        '[a][b]',
      ],
      ...[
        '![a](../../secret.png)',
        '![a](map.png)',
        '![a](</etc/passwd>)',
        '[a](javascript:alert(1))',
        '<a href="../x">',
        '<img src=map.png>',
        '[^1]',
        '[^1]: b',
      ],
      ...[
        '<script>x</script>',
        '<iframe src="https://evil.example">',
        '<video src="map.png">',
        '<svg><use href="#x"/></svg>',
        '<A b={',
        '<Note>',
        '</Note>',
      ],
      ...[
        '{{< figure src="map.png" >}}',
        '{{< ref "x" >}}',
        '{% include x.html %}',
        '{% post_url x %}',
        '{% raw %}',
        '{% endraw %}',
        '{{ x',
        '::: tip',
        ':::',
        '::a{b="c"}',
      ],
      ...[
        'import x from "./map.png"',
        'export const meta = {',
        '<<<<<<< a',
        '=======',
        '>>>>>>> b',
        '---',
        '+++',
        '$$\\a$$',
        '\uE0000\uE001',
        '<!--',
        '-->',
      ],
    ),
  },
  { weight: 1, arbitrary: trap },
)

const post = fc.record({
  name: fc.oneof(
    fc.constantFrom(
      'oars',
      'Oars',
      'tides',
      'index',
      '2020-01-01-a',
      'con',
      'deep/er/oars',
      'Deep/index',
      '_x',
    ),
    trap,
  ),
  ending: fc.constantFrom('.md', '.md', '.mdx', '.markdown', '.html'),
  data: fc.dictionary(key, value, { maxKeys: 6 }),
  text: fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('\n\n')),
  form: fc.constantFrom('yaml', 'yaml', 'json', 'toml', 'crlf', 'bom', 'latin1', 'nul', 'none', 'open'),
})
type HostilePost = typeof post extends fc.Arbitrary<infer T> ? T : never

/** As the bytes of a file. */
function written({ data, text, form }: HostilePost): Buffer {
  const json = JSON.stringify({ title: 'Oars', date: '2020-01-01', ...data })
  const lines = Object.entries(data).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const yaml = `---\ndate: 2020-01-01\n${lines.join('\n')}\n---\n${text}`
  if (form === 'json') return Buffer.from(`${json}\n\n${text}`)
  if (form === 'toml')
    return Buffer.from(`+++\ndate = 2020-01-01\n${lines.join('\n').replaceAll(': ', ' = ')}\n+++\n${text}`)
  if (form === 'crlf') return Buffer.from(yaml.replaceAll('\n', '\r\n'))
  if (form === 'bom') return Buffer.from(`\ufeff---\n${json}\n---\n${text}`)
  if (form === 'latin1') return Buffer.from(`${yaml}\xe4`, 'latin1')
  if (form === 'nul') return Buffer.from(`${yaml}\0`)
  if (form === 'open') return Buffer.from(`---\n${lines.join('\n')}\n${text}`)
  return Buffer.from(
    form === 'none' ? text : `---\ndate: 2020-01-01\ntitle: Oars\n${json.slice(1, -1)}\n---\n${text}`,
  )
}

/** The folder of posts, and what tells the program. */
const programs: Record<string, [posts: string, files: (config: unknown) => Record<string, string>]> = {
  hugo: ['content/posts', (config) => ({ 'hugo.json': JSON.stringify(config) })],
  jekyll: ['_posts', (config) => ({ '_config.yml': JSON.stringify(config) })],
  docusaurus: [
    'blog',
    (config) => ({
      'docusaurus.config.js': `export default ${JSON.stringify(config)}`,
      'blog/authors.yml': '__proto__: { name: x }',
    }),
  ],
  astro: [
    'src/content/blog',
    (config) => ({ 'astro.config.mjs': `export default ${JSON.stringify(config)}` }),
  ],
  next: [
    'posts',
    () => ({ 'package.json': '{"dependencies":{"next":"15"},"homepage":"https://example.org"}' }),
  ],
  nuxt: ['content/blog', () => ({ 'nuxt.config.ts': '' })],
  vitepress: ['posts', (config) => ({ '.vitepress/config.ts': `export default ${JSON.stringify(config)}` })],
  zola: ['content', () => ({ 'config.toml': 'base_url = "https://example.org"\n' })],
  hexo: ['source/_posts', (config) => ({ '_config.yml': JSON.stringify(config), 'scaffolds/x': '' })],
  eleventy: ['posts', () => ({ 'eleventy.config.js': '' })],
  pelican: ['content', () => ({ 'pelicanconf.py': "SITEURL = 'https://example.org'\n" })],
  nikola: ['posts', () => ({ 'conf.py': "SITE_URL = 'https://example.org/'\n" })],
  markdown: ['posts', () => ({})],
}

const config = fc
  .dictionary(
    fc.constantFrom(
      'title',
      'url',
      'baseURL',
      'baseUrl',
      'permalink',
      'permalinks',
      'author',
      'authors',
      'language',
      'languages',
      'timezone',
    ),
    value,
    { maxKeys: 3 },
  )
  .map((some) => ({ url: 'https://example.org', ...some }))

/** What stands in a folder: the hash of each file, and links, which are not followed: one leads back up. */
function contentsOf(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name)
      const stats = lstatSync(path)
      const below = stats.isDirectory() ? contentsOf(path).map((entry) => `${name}/${entry}`) : []
      const hash = stats.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
      return [`${name} ${stats.mode} ${hash}`, ...below]
    })
}

const galley = (...argv: string[]) => ran(argv)

/** Imports what `write` puts into a folder, twice, and checks what came of it. */
async function tryImport(write: (folder: string) => string): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'galley-import-hostile-'))
  try {
    mkdirSync(join(root, 'site'))
    writeFileSync(join(root, 'secret.png'), png())
    const from = write(join(root, 'site'))
    const before = contentsOf(root)
    const run = () => galley('import', from, '--content', join(root, 'content'), '--json')
    const { code, stdout, stderr } = await run()
    expect([0, 1, 2], stderr).toContain(code)
    if (code === 2) return
    const others = () => contentsOf(root).filter((entry) => !/^content[ /]/.test(entry))
    expect(others()).toEqual(before)
    if (JSON.parse(stdout).workspaces.length === 0) return
    const checked = await galley('check', '--content', join(root, 'content'), '--json')
    const problems = checked.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    expect(
      problems.filter(({ severity, code }) => severity === 'error' && code !== 'merge-conflict'),
    ).toEqual([])
    const first = contentsOf(join(root, 'content'))
    for (const { written, kept, removed } of JSON.parse((await run()).stdout).workspaces)
      expect({ written, kept, removed }).toEqual({ written: [], kept: [], removed: [] })
    expect(contentsOf(join(root, 'content'))).toEqual(first)
    expect(first.join('\n')).not.toContain(createHash('sha256').update(png()).digest('hex'))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function put(folder: string, path: string, bytes: string | Buffer): void {
  try {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  } catch {
    // The system has no such names.
  }
}

test.each(Object.entries(programs))(
  'a hostile site of %s is imported, and check refuses nothing',
  async (_name, [folder, filesFor]) => {
    await fc.assert(
      fc.asyncProperty(fc.array(post, { minLength: 1, maxLength: 6 }), config, (posts, config) =>
        tryImport((site) => {
          for (const [path, text] of Object.entries(filesFor(config))) put(site, path, text)
          for (const one of posts) {
            const name = one.name
              .split('/')
              .filter((part) => !/^\.{0,2}$/.test(part))
              .join('/')
              .replaceAll('\0', '')
            put(site, join(folder, name + one.ending), written(one))
          }
          put(site, join(folder, 'map.png'), png(3, 3))
          mkdirSync(join(site, folder, 'empty'), { recursive: true })
          symlinkSync(site, join(site, folder, 'loop'))
          symlinkSync('../../../../../../../../etc/passwd', join(site, folder, 'passwd.md'))
          symlinkSync(join(site, '../secret.png'), join(site, folder, 'secret.png'))
          return site
        }),
      ),
      tries,
    )
  },
)

test('a hostile export of Ghost is imported, and check refuses nothing', async () => {
  const row = fc.dictionary(
    fc.constantFrom(
      'id',
      'slug',
      'title',
      'html',
      'lexical',
      'mobiledoc',
      'status',
      'published_at',
      'feature_image',
      'custom_excerpt',
      'type',
    ),
    fc.oneof(trap, piece, value),
    { maxKeys: 6 },
  )
  const data = fc.record({
    posts: fc.array(row, { maxLength: 5 }),
    tags: fc.array(fc.record({ id: fc.constantFrom('1', '2'), name: value, slug: value })),
    users: fc.array(
      fc.record({ id: fc.constantFrom('1', '2'), name: value, slug: value, bio: value, website: value }),
    ),
    posts_tags: fc.constant([{ post_id: '1', tag_id: '1' }]),
    settings: fc.array(fc.record({ key: fc.constantFrom('title', 'url', 'lang'), value })),
  })
  await fc.assert(
    fc.asyncProperty(data, (data) =>
      tryImport((site) => {
        const posts = data.posts.map((row, index) => ({
          id: String(index),
          slug: `oars-${index % 2}`,
          ...row,
        }))
        put(site, 'export.json', JSON.stringify({ db: [{ data: { ...data, posts } }] }))
        return join(site, 'export.json')
      }),
    ),
    tries,
  )
})

test('a hostile export of WordPress is imported, and check refuses nothing', async () => {
  const bomb =
    '<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
  const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', '')}]]>`
  const item = fc
    .dictionary(
      fc.constantFrom(
        'title',
        'link',
        'dc:creator',
        'content:encoded',
        'excerpt:encoded',
        'wp:post_id',
        'wp:post_name',
        'wp:status',
        'wp:post_date_gmt',
        'pubDate',
      ),
      fc.oneof(trap, piece, fc.constantFrom('&b;&c;&#0;&#xd800;&lt;', '[gallery ids="1"]', '[caption]')),
    )
    .map((some) => {
      const parts = Object.entries(some).map(
        ([name, text]) => `<${name}>${text.length % 2 ? cdata(text) : text}</${name}>`,
      )
      return `<item>${parts.join('')}<wp:post_type>post</wp:post_type></item>`
    })
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 4 }), (items) =>
      tryImport((site) => {
        const channel = `<title>A</title><wp:base_site_url>https://example.org</wp:base_site_url>${items.join('')}`
        put(
          site,
          'export.xml',
          `<?xml version="1.0"?>${bomb}<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${channel}</channel></rss>`,
        )
        return join(site, 'export.xml')
      }),
    ),
    tries,
  )
})
