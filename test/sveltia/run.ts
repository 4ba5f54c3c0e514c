// `npm run test:sveltia`: Sveltia in chromium edits content by the configuration that `galley init --editor sveltia` writes, and
// Galley reads what it wrote. Installs it in this folder first; half a minute in all.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { main } from '../../bin/main.ts'
import { build, check } from '../../build/index.ts'
import { serve } from '../../server/index.ts'
import { writeFiles } from '../support/files.ts'
import { unlimited } from '../support/server.ts'
import { files } from './content.ts'
import { openEditor, packaged } from './editor.ts'
import { MEANT, uses } from './uses.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
if (!process.env.QUICK)
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: here, stdio: 'inherit' })
const place = mkdtempSync(join(tmpdir(), 'galley-sveltia-'))
const site = join(place, 'site')
mkdirSync(site)

function write(folder: string, all: Iterable<[string, string | Buffer]>): void {
  writeFiles(folder, Object.fromEntries(all))
}

async function init(): Promise<void> {
  const output = { write: () => true }
  const argv = ['init', '--editor', 'sveltia', '--to', site, '--content', join(place, 'content'), '--yes']
  assert.equal(await main({ argv, env: {}, stdout: output, stderr: output }), 0)
}

async function step(name: string, work: () => unknown): Promise<void> {
  await work()
  console.log(`✓ ${name}`)
}

interface Slugged {
  slug: string
}

interface Read extends Record<string, unknown> {
  slug: string
  authors: Slugged[]
  category: Slugged
  tags: Slugged[]
}

/** Every post as the API has it, drafts included, by workspace and slug. */
async function posts(content: string): Promise<Record<string, Record<string, unknown>>> {
  const out = join(content, '../dist')
  const env = { BASE_URL: 'https://api.example.org' }
  const { problems } = await build({ content, out, drafts: true, strict: false, env })
  assert.deepEqual(problems, [])
  const folders = { data: join(out, 'data'), public: join(out, 'public') }
  const options = { port: 0, host: '127.0.0.1', env: unlimited, drafts: true, log: () => {} }
  const running = await serve({ ...folders, ...options })
  try {
    const read = ['blog', 'notes'].map(async (key) => {
      const reply = await fetch(`${running.url}/v1/${key}/posts?include=aliases,cover`)
      const { posts } = (await reply.json()) as { posts: Read[] }
      return posts.map((post) => [`${key}/${post.slug}`, named(post)] as const)
    })
    return Object.fromEntries((await Promise.all(read)).flat())
  } finally {
    await running.close()
  }
}

/** With slugs, since how many posts there are of each is another matter. */
function named({ authors, category, tags, ...post }: Read): Record<string, unknown> {
  const slugs = (all: Slugged[]) => all.map(({ slug }) => slug)
  return { ...post, authors: slugs(authors), category: category.slug, tags: slugs(tags) }
}

const RETITLED = {
  'blog/on-tables': 'On tables: again',
  'blog/on-rivers': 'On rivers, again',
  'notes/trip': '008',
}

try {
  write(join(place, 'content'), Object.entries(files))
  await init()

  await step('the script is that of the package', () => {
    const page = readFileSync(join(site, 'admin/index.html'), 'utf8')
    const { version } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8'))
    const script = readFileSync(join(packaged, 'dist/sveltia-cms.js'))
    assert.ok(
      page.includes(`@sveltia/cms@${version}/dist/sveltia-cms.js"`),
      `index.html is not of ${version}`,
    )
    const hash = createHash('sha384').update(script).digest('base64')
    assert.ok(page.includes(`integrity="sha384-${hash}"`), `the hash of ${version} is sha384-${hash}`)
  })

  await step('the configuration is valid, whatever the host', async () => {
    const schema = JSON.parse(readFileSync(join(packaged, 'schema/sveltia-cms.json'), 'utf8'))
    const isValid = new Ajv({ strict: false, formats: { regex: true, uri: true } }).compile(schema)
    const git = (...args: string[]) => execFileSync('git', args, { cwd: place })
    git('init', '--quiet')
    for (const url of ['', 'git@github.com:a/b.git', 'git@gitlab.com:a/b.git', 'https://codeberg.org/a/b']) {
      git('config', 'remote.origin.url', url)
      rmSync(join(site, 'admin'), { recursive: true, force: true })
      await init()
      const config = parse(readFileSync(join(site, 'admin/config.yml'), 'utf8'))
      assert.ok(isValid(config), JSON.stringify(isValid.errors?.slice(0, 5)))
    }
    git('config', 'remote.origin.url', '')
    rmSync(join(site, 'admin'), { recursive: true })
    await init()
  })

  const before = await posts(join(place, 'content'))
  const inRepository = Object.entries(files).map(
    ([path, text]) => [`content/${path}`, Buffer.from(text)] as const,
  )
  const editor = await openEditor(site, new Map(inRepository))
  try {
    for (const [name, use] of Object.entries(uses)) await step(name, () => use(editor))
    await step('only the hosts of its script and of its fonts were asked', () => {
      assert.deepEqual([...editor.hosts].sort(), ['cdn.jsdelivr.net', 'unpkg.com'])
    })
    const written = join(place, 'written')
    write(written, await editor.files())
    await step('galley check finds no problem in what it wrote', async () => {
      const { problems } = await check({ content: join(written, 'content'), env: {} })
      assert.deepEqual(
        problems.map(({ file, message }) => `${file}: ${message}`),
        [],
      )
    })
    const after = await posts(join(written, 'content'))
    await step('a post that was saved differs in what was changed, and in nothing else', () => {
      for (const [key, title] of Object.entries(RETITLED))
        assert.deepEqual(after[key], { ...before[key], title })
    })
    await step('a new post is read as it was meant', () => {
      const { id: _, cover, coverImage, content, ...post } = after[`blog/${MEANT.slug}`]!
      const text = JSON.stringify(post).replaceAll(/(\/media\/[^"]+)\.[0-9a-f]{16}\./g, '$1.')
      assert.deepEqual(JSON.parse(text), MEANT)
      const { url, alt } = cover as Record<string, unknown>
      assert.deepEqual([url, alt], [coverImage, 'A cat'])
      assert.match(String(coverImage), /^https:\/\/api\.example\.org\/media\/.+\.png$/)
      assert.match(
        String(content),
        /<img src="https:\/\/api\.example\.org\/media\/[^"]+" alt="Two columns" width="3"/,
      )
    })
  } finally {
    await editor.close()
  }
} finally {
  rmSync(place, { recursive: true, force: true })
}
