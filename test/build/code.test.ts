// Code in colours: what becomes of it in HTML, what it looks like, and when it stays as it is.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { withColours } from '../../build/compile/coloured.ts'
import { compiler } from '../../build/compile/compile.ts'
import { Memo } from '../../build/memo/memo.ts'
// Which themes there are is for the package to say.
import { CodeReader, styleSheet, themeNames } from '../../packages/colours/index.ts'
import { problemLine } from '../support/problem-line.ts'
import { reader } from '../support/reading.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'
import { settings } from './settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const CODE = 'code: { light: github-light, dark: github-dark }\n'

let place: Workspace
afterEach(() => place?.remove())

const fence = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\`\n`

/** What is served of one post, and what was wrong with it. */
async function served(
  markdown: string,
  { settings = CODE, more = {} as Files, now = undefined as number | undefined } = {},
) {
  place = await workspace({
    'blog/workspace.yml': settings,
    'blog/posts/a.md': postFile({}, markdown),
    ...more,
  })
  const { problems } = await place.build()
  const api = reader(place, now)
  const { post } = await api.get('blog/posts/a')
  api.close()
  return {
    html: post.content as string,
    problems: problems.map((one) => problemLine(one).slice(place.dir.length + 1)),
  }
}

describe('code', () => {
  test('of a known language has classes', async () => {
    const { html, problems } = await served(fence('js', 'const a = "<b>" // & c'))
    expect(problems).toEqual([])
    expect(html).toBe(
      '<pre class="code"><code class="language-js"><span class="code-keyword">const</span> <span class="code-constant">a</span> ' +
        '<span class="code-operator">=</span> <span class="code-string">"&lt;b&gt;"</span> <span class="code-comment">// &amp; c</span>\n</code></pre>\n',
    )
  })

  test.each([
    [
      'of another one',
      fence('nonsense', 'a < b'),
      '<pre class="code"><code class="language-nonsense">a &lt; b\n</code></pre>\n',
    ],
    ['without one', fence('', 'a < b'), '<pre class="code"><code>a &lt; b\n</code></pre>\n'],
    ['that is indented', '    a < b\n', '<pre class="code"><code>a &lt; b\n</code></pre>\n'],
    ['within a line', 'An `a < b`.\n', '<p>An <code>a &lt; b</code>.</p>\n'],
    ['without any', fence('js', ''), '<pre class="code"><code class="language-js">\n</code></pre>\n'],
    ['with markup in it', '<pre><code>a <b>b</b></code></pre>\n', '<pre><code>a <b>b</b></code></pre>\n'],
    [
      'named like a property of objects',
      fence('__proto__', 'a'),
      '<pre class="code"><code class="language-__proto__">a\n</code></pre>\n',
    ],
  ])('%s has none', async (_, markdown, expected) => {
    expect((await served(markdown)).html).toBe(expected)
  })

  test('has names in any case, and those that a language has besides', { tags: 'nightly' }, async () => {
    const { html } = await served(
      ['JavaScript', 'mjs', 'c++', 'sh'].map((name) => fence(name, 'a = "a"')).join('\n'),
    )
    expect(html.match(/<span class="code-string">"a"<\/span>/g)).toHaveLength(4)
  })

  test('has lines that its fence marks, a title, and changes', async () => {
    const { html } = await served(
      fence('{1,3-4} title="a & b.txt"', 'a\nb\n\nd') + fence('ts diff', '- let a\n+let b\n  return'),
    )
    expect(html).toBe(
      '<pre class="code" data-title="a &amp; b.txt"><code data-meta="{1,3-4} title=&quot;a &amp; b.txt&quot;">' +
        '<span class="code-marked">a\n</span>b\n<span class="code-marked">\n</span><span class="code-marked">d\n</span></code></pre>\n' +
        '<pre class="code"><code class="language-ts" data-meta="diff">' +
        '<span class="code-removed">- <span class="code-keyword">let</span> <span class="code-variable">a</span>\n</span>' +
        '<span class="code-added">+<span class="code-keyword">let</span> <span class="code-variable">b</span>\n</span>' +
        '  <span class="code-keyword">return</span>\n</code></pre>\n',
    )
  })

  test.each([
    ["js title='a b.js'", 'a b.js'],
    ['js title=a.js {1}', 'a.js'],
    ['js title="{2} diff"', '{2} diff'],
    ['js title=""', undefined],
    ['js subtitle="a.js"', undefined],
  ])('of a fence with %s is called %s', async (info, title) => {
    const { html } = await served(fence(info, '- a\nb'))
    expect(/data-title="([^"]*)"/.exec(html)?.[1]).toBe(title)
    expect(html.includes('code-marked')).toBe(info.endsWith('{1}'))
    expect(html).not.toContain('code-removed')
  })

  test('names no post that is not out yet', async () => {
    const later = { 'blog/posts/later.md': postFile({ publishedAt: '2026-08-01' }) }
    const markdown = `${fence('js title="later.md"', 'a')}\n[Then](later.md) ![](x.svg)\n`
    const more = {
      ...later,
      'blog/posts/x.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="2"/>',
    }
    place = await workspace({
      'blog/workspace.yml': `${CODE}url: https://example.org/{slug}\n`,
      'blog/posts/a.md': postFile({}, markdown),
      ...more,
    })
    await place.build({ env: { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://a.example' } })
    for (const [now, isOut] of [
      [Date.UTC(2026, 6), false],
      [Date.UTC(2026, 8), true],
    ] as const) {
      const api = reader(place, now)
      const { post } = await api.get('blog/posts/a')
      api.close()
      expect(post.content.includes('later')).toBe(isOut)
      expect(post.content).toContain('<p>')
      expect(post.content).toMatch(
        isOut ? /<a href="https:\/\/example.org\/later">Then<\/a> <img / : /<p>Then <img /,
      )
      expect(post.content).toContain('width="1" height="2" loading="lazy" />')
    }
  })

  test('in a script of an author who is trusted is a text of that script', async () => {
    const script = '<script>\nx = \'<pre><code class="language-js">let a</code></pre>\'\n</script>\n'
    const { html } = await served(`${script}\n${fence('js', 'let a')}`, {
      settings: `${CODE}html: trusted\n`,
    })
    expect(html).toContain(script.trim())
    expect(html.split('<span class="code-keyword">let</span>')).toHaveLength(2)
  })

  test('of more than 200 KB has none, nor has what would be beyond them in its post, which is said once', async () => {
    const large = 'let a\n'.repeat(40_000)
    const most = `// ${'c'.repeat(96)}\n`.repeat(1_700)
    const { html, problems } = await served(
      [large, large, most, most, 'let b'].map((code) => fence('js', code)).join('\n'),
    )
    expect(problems).toEqual([
      'blog/posts/a.md:8:1  warning  too-large  The code that begins with "let a" stays plain, since at most 200 KB of a post are put in colours. Show less of it.',
    ])
    expect(html.match(/code-comment/g)).toHaveLength(1_700)
    expect(html).not.toContain('<span class="code-keyword">let</span> <span class="code-variable">a</span>')
    expect(html).toContain('<span class="code-keyword">let</span> <span class="code-variable">b</span>')
  })

  test('has none in a line of more than 2,000 characters, which is said once', async () => {
    const line = (length: number) => `a = '${'b'.repeat(length - 6)}'`
    const { html, problems } = await served(fence('js', [line(2_000), line(2_001), "a = 'c'"].join('\n')))
    expect(problems).toEqual([
      expect.stringMatching(
        /^blog\/posts\/a\.md:8:1 {2}warning {2}too-large {2}The code that begins with .+ has a line of more than 2,000 characters, which stays plain\. Show less of it\.$/,
      ),
    ])
    expect(html.match(/<span class="code-string">'(?:b{1994}|c)'<\/span>/g)).toHaveLength(2)
    expect(html).toContain(`\na = '${'b'.repeat(1_995)}'\n`)
  })

  // This test calls an internal, since a real text has to be read for twenty seconds: code.nightly.ts does that.
  test('that takes too long is an error of its post, and no other code of it is tried', async () => {
    let tries = 0
    const reader = new CodeReader(() => {
      tries++
      return false
    })
    const file = { displayPath: 'a.md', relativePath: 'posts/a.md' }
    const text = postFile({}, fence('js', 'let a') + fence('js', 'let b'))
    const compiled = compiler(settings())(file, Buffer.from(text))
    const { problems, post } = withColours(compiled, reader)
    expect(post).toBeUndefined()
    expect(problems.map((one) => problemLine(one))).toEqual([
      'a.md:8:1  error  too-complex  The code that begins with "let a" takes too long to be put in colours, or is nested too deeply. Show less of it, or name no language behind its fence.',
    ])
    expect(tries).toBe(1)
  })

  // This test calls an internal, since through the command line twenty seconds of a processor would have to pass.
  test('of one post shares one limit of time', () => {
    const limits: number[] = []
    const reader = new CodeReader((milliseconds, work) => {
      limits.push(milliseconds)
      const until = process.cpuUsage().user + 30_000
      while (process.cpuUsage().user < until);
      work()
      return true
    })
    const file = { displayPath: 'a.md', relativePath: 'posts/a.md' }
    const text = postFile({}, fence('js', 'let a') + fence('js', 'let b'))
    withColours(compiler(settings())(file, Buffer.from(text)), reader)
    expect(limits[0]).toBe(20_000)
    expect(limits[1]).toBeLessThanOrEqual(20_000 - 25)
  })

  test.each([
    ['in a list', '- One\n\n  ```js\n', '  ', '  ```', '12:3'],
    ['in a quotation', '> ```js\n', '> ', '> ```', '10:1'],
    ['that shows changes', '```js diff\n', '+', '```', '10:1'],
  ])('%s is told of at its line', async (_, begins, before, ends, place) => {
    const lines = Array.from({ length: 9_000 }, (_, i) => `${before}let a${i} = '0123456789'\n`)
    const { problems } = await served(`One.\r\n\r\n${begins}${lines.join('')}${ends}\n`)
    expect(problems).toEqual([expect.stringContaining(`blog/posts/a.md:${place}  warning  too-large`)])
  })

  test('of a post that is compiled in another process has them, too', async () => {
    const { html } = await served(`${fence('js', 'let b')}\n${'word '.repeat(60_000)}\n`)
    expect(html).toContain('<span class="code-keyword">let</span>')
  })

  test('is kept for later builds, whatever the theme, as long as it is to be in colours', async () => {
    place = await workspace({
      'blog/workspace.yml': CODE,
      'blog/posts/a.md': postFile({}, fence('js', 'let a')),
    })
    const folder = `${place.dir}/../cache`
    mkdirSync(folder)
    const compiled = async (settings: string) => {
      place.write({ 'blog/workspace.yml': settings })
      const memo = new Memo(folder)
      const { cached } = await place.build({ memo })
      memo.close()
      const api = reader(place)
      const [tag, { post }] = [
        (await api.ask('blog/code.css')).headers.get('etag'),
        await api.get('blog/posts/a'),
      ]
      api.close()
      return { compiled: cached!.files.compiled, isInColours: post.content.includes('code-keyword'), tag }
    }
    const first = await compiled(CODE)
    expect(first).toMatchObject({ compiled: 1, isInColours: true })
    expect(await compiled(CODE)).toEqual({ ...first, compiled: 0 })
    const other = await compiled('code: { light: nord, dark: nord }\n')
    expect(other).toMatchObject({ compiled: 0, isInColours: true })
    expect(other.tag).not.toBe(first.tag)
    expect(await compiled('math: false\n')).toMatchObject({ compiled: 1, isInColours: false })
  })
})

describe('the style sheet', () => {
  const css = async (settings: string) => {
    place = await workspace({ 'blog/workspace.yml': settings, 'blog/posts/a.md': postFile() })
    await place.build()
    const api = reader(place)
    const reply = await api.ask('blog/code.css')
    api.close()
    return reply
  }

  test('has the colours of both themes', async () => {
    const reply = await css(CODE)
    expect(reply.headers.get('content-type')).toBe('text/css; charset=utf-8')
    const [light = '', dark = ''] = (await reply.text()).split('@media (prefers-color-scheme:dark){')
    expect(light).toContain('pre.code{color:#24292e;background-color:#fff}')
    expect(light).toMatch(/\.code-keyword[^{]*\{color:#D73A49\}/)
    expect(dark).toContain('pre.code{color:#e1e4e8;background-color:#24292e}')
    expect(dark).toMatch(/\.code-keyword[^{]*\{color:#F97583\}/)
  })

  test('is empty if code has no colours', async () => {
    const reply = await css('math: false\n')
    expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([200, '0', ''])
  })

  test.each(themeNames())('has at most 4 KB, and no classes but those of docs/api.md: %s', (theme) => {
    const text = styleSheet({ light: theme, dark: theme })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096)
    expect(text).not.toMatch(/url\(|@import|undefined|<|expression/)
    const documented = readFileSync(`${root}/docs/api.md`, 'utf8').match(/`code(?:-[a-z]+)?`/g)!
    const known = new Set(documented.map((name) => name.slice(1, -1)))
    expect(known.size).toBeLessThanOrEqual(40)
    expect(new Set([...text.matchAll(/\.(code[a-z-]*)/g)].map(([, name]) => name))).toEqual(known)
  })
})

describe('settings', () => {
  test.each([
    [
      'code: { light: github-ligth, dark: nord }',
      '1:16  error  bad-choice  code.light "github-ligth" is not a theme of Shiki. Did you mean "github-light"?',
    ],
    [
      'code: { light: ../../x, dark: nord }',
      '1:16  error  bad-choice  code.light "../../x" is not a theme of Shiki. Write a name of https://shiki.style/themes, such as github-light.',
    ],
    ['code: { light: nord }', '1:7  error  missing-field  code.dark is missing. Write dark: …'],
    ['code: true', '1:7  error  wrong-type  code must be a mapping. Write key: value on lines of their own.'],
  ])('%s', async (settings, expected) => {
    place = await workspace({ 'blog/workspace.yml': `${settings}\n`, 'blog/posts/a.md': postFile() })
    const { problems } = await place.build()
    expect(problems.map((one) => problemLine(one).slice(`${place.dir}/blog/workspace.yml:`.length))).toEqual([
      expected,
    ])
  })

  test('say what to install if Shiki is not there', async () => {
    const clone = mkdtempSync(join(tmpdir(), 'galley-without-shiki-'))
    for (const name of [
      'api',
      'bin',
      'build',
      'client',
      'packages',
      'server',
      'snapshot',
      'docs',
      'package.json',
      'vercel.json',
    ])
      cpSync(join(root, name), join(clone, name), { recursive: true })
    mkdirSync(join(clone, 'node_modules'))
    for (const name of readdirSync(join(root, 'node_modules')).filter((name) => !/^\.|shiki/.test(name)))
      symlinkSync(join(root, 'node_modules', name), join(clone, 'node_modules', name))
    place = await workspace({
      'blog/workspace.yml': CODE,
      'blog/posts/a.md': postFile({}, fence('js', 'let a')),
    })
    const args = [join(clone, 'bin/galley.mjs'), 'check', '--no-cache', '--content', place.dir]
    const { stdout = '' } = await promisify(execFile)(process.execPath, args).catch((error) => error)
    rmSync(clone, { recursive: true })
    expect(stdout).toContain(
      'workspace.yml:1:7  error  bad-choice  code needs Shiki 4, which is not installed. Run npm install --save-dev shiki@4 where Galley is installed.',
    )
  })
})
