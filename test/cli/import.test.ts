// galley import: sites of other programs, as small made-up samples, become workspaces that check finds nothing wrong with.
import {
  existsSync,
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
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { main } from '../../bin/main.ts'
import { png } from '../support/picture.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-import-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(files: Record<string, string | Uint8Array>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

async function galley(...argv: string[]) {
  let [stdout, stderr] = ['', '']
  const code = await main({
    argv,
    env: {},
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  })
  return { code, stdout, stderr }
}

const importSite = (...flags: string[]) =>
  galley('import', join(root, 'site'), '--content', join(root, 'content'), ...flags)

const imported = (path: string) => readFileSync(join(root, 'content', path), 'utf8')

/** What check says of everything that was imported. */
async function problems(): Promise<string[]> {
  const { stdout } = await galley('check', '--content', join(root, 'content'), '--json')
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map(({ file, message }) => `${file.slice(root.length)}: ${message}`)
}

interface Report {
  workspaces: {
    name: string
    posts: { file: string; notes: { kind: string; message: string }[] }[]
    kept: string[]
    removed: string[]
  }[]
  pages: string[]
}

async function report(...flags: string[]): Promise<Report> {
  return JSON.parse((await importSite('--json', '--quiet', ...flags)).stdout)
}

const jekyll = {
  'site/_config.yml':
    'title: A site\nurl: https://example.org\nauthor: Ada Ferrer\npermalink: /:year/:month/:day/:title/\n',
  'site/_posts/2015-03-31-5.0.0.md': [
    '---\nlayout: post\nTitle: "Five: a release"\ncategories: [news, releases]\ntags: web css',
    'redirect_from: /old/five.html\nimage: /assets/cover.png\nminutes: 4\n---',
    'See [the next]({% post_url 2015-01-01-oars %}), ![a map]({{ site.baseurl }}/assets/map.png) and [about](/about).\n',
    '{% highlight ruby %}\nputs "{{ x }}"\n{% endhighlight %}\n',
    '{% raw %}`{{ y }}`{% endraw %} stays. {% unknown here %}\n',
  ].join('\n'),
  'site/_posts/2015-01-01-oars.markdown':
    '---\ntitle: Oars\nauthor: Grace Muir\ndate: 2015-01-01 9:30 UTC\npublished: true\n---\n\n# Oars\n\nBack to [here](/2015/01/01/oars/).\n{: .lead}\n',
  'site/_drafts/later.md': '---\ntitle: Later\n---\nNot yet.\n',
  'site/about.md': '---\ntitle: About\n---\nUs.\n',
  'site/assets/cover.png': png(),
  'site/assets/map.png': png(4, 4),
  'site/assets/unused.png': png(5, 5),
}

describe('galley import', () => {
  test('brings a site of Jekyll over, so that check finds nothing wrong', async () => {
    write(jekyll)
    const { code, stderr } = await importSite()
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('3 posts of Jekyll, 1 draft'),
    })
    expect(await problems()).toEqual([expect.stringContaining('{% unknown here %}')])
    expect(imported('blog/posts/2015-03-31-5.0.0.md')).toBe(
      [
        '---',
        'title: "Five: a release"',
        'publishedAt: 2015-03-31',
        'coverImage: images/cover.png',
        'category: news',
        'tags: [releases, web, css]',
        'aliases: [/2015/03/31/5.0.0, /old/five.html]',
        'fields:',
        '  layout: post',
        '  minutes: 4',
        '---',
        'See [the next](2015-01-01-oars.md), ![a map](images/map.png) and [about](/about).',
        '',
        '```ruby',
        'puts "{{ x }}"',
        '```',
        '',
        '`{{ y }}` stays. {% unknown here %}',
        '',
      ].join('\n'),
    )
    expect(imported('blog/posts/2015-01-01-oars.md')).toContain(
      'publishedAt: 2015-01-01T09:30:00Z\nauthors: [grace-muir]\n',
    )
    expect(imported('blog/posts/2015-01-01-oars.md')).toMatch(
      /---\nBack to \[here\]\(2015-01-01-oars\.md\)\.\n$/,
    )
    expect(imported('blog/workspace.yml')).toBe(
      [
        'name: A site',
        'url: https://example.org/{year}/{month}/{day}/{slug}/',
        'slugs: relaxed',
        'defaults:',
        '  authors: [ada-ferrer]',
        '  category: posts',
        'fields:',
        '  layout:',
        '    type: string',
        '  minutes:',
        '    type: number',
        '',
      ].join('\n'),
    )
    expect(imported('blog/authors/grace-muir.yml')).toBe('name: Grace Muir\n')
    expect(readdirSync(join(root, 'content/blog/posts/images')).sort()).toEqual(['cover.png', 'map.png'])
  })

  test('reports post by post what was mapped, changed, left and not imported', async () => {
    write(jekyll)
    const { workspaces, pages } = await report()
    const notes = workspaces[0]!.posts.find(({ file }) => file.includes('5.0.0'))!.notes
    expect(notes.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
      'mapped: Further categories became tags: releases.',
      'left: Stands in the text as it was: {% unknown here %}',
    ])
    expect(pages).toEqual(['about.md'])
    const { stdout } = await importSite()
    expect(stdout).toContain(
      'posts/2015-03-31-5.0.0.md from _posts/2015-03-31-5.0.0.md\n  was at    /2015/03/31/5.0.0, /old/five.html\n',
    )
  })

  test('writes nothing with --dry-run, and never into the source', async () => {
    write(jekyll)
    const before = readdirSync(join(root, 'site'), { recursive: true })
    expect((await importSite('--dry-run')).stderr).toContain('files to write')
    expect(existsSync(join(root, 'content'))).toBe(false)
    expect(readdirSync(join(root, 'site'), { recursive: true })).toEqual(before)
    const inside = await galley('import', join(root, 'site'), '--content', join(root, 'site/content'))
    expect(inside).toMatchObject({ code: 2, stderr: expect.stringContaining('is part of the source') })
  })

  test('changes nothing when it is run again, and keeps and names what was edited or removed', async () => {
    write(jekyll)
    await importSite()
    const first = imported('blog/.galley-import.json')
    expect((await importSite()).stderr).toMatch(/0 files written, \d+ unchanged, 0 kept/)
    expect(imported('blog/.galley-import.json')).toBe(first)
    write({ 'content/blog/posts/2015-01-01-oars.md': '---\ntitle: Mine\n---\n' })
    rmSync(join(root, 'content/blog/posts/later.md'))
    write({ 'site/_posts/2017-01-01-new.md': '---\ntitle: New\n---\nNew.\n' })
    const { workspaces } = await report()
    expect(workspaces[0]).toMatchObject({
      written: ['posts/2017-01-01-new.md'],
      kept: ['posts/2015-01-01-oars.md'],
      removed: ['posts/later.md'],
    })
    expect(imported('blog/posts/2015-01-01-oars.md')).toBe('---\ntitle: Mine\n---\n')
    expect((await importSite()).stdout).toContain(
      'posts/2015-01-01-oars.md was edited since, or is not from an import: it was kept.',
    )
  })

  test('copies only files whose real path lies in the source or in --static', async () => {
    write({
      'site/_config.yml': 'url: https://example.org\n',
      'site/_posts/2020-01-01-a.md':
        '---\ntitle: A\n---\n![x](/secret.png) ![y](/kept.png) ![z](../../outside.png) ![far](https://example.com/far.png)\n',
      'outside.png': png(),
      'media/kept.png': png(),
    })
    symlinkSync(join(root, 'outside.png'), join(root, 'site/secret.png'))
    const { workspaces } = await report('--static', join(root, 'media'))
    expect(readdirSync(join(root, 'content/blog/posts/images'))).toEqual(['kept.png'])
    expect(workspaces[0]!.posts[0]!.notes.map(({ message }) => message)).toEqual([
      '/secret.png is not in the source: it stays an address of the site.',
      '../../outside.png is not in the source: it stays an address of the site.',
      'A picture stays at https://example.com/far.png.',
    ])
    expect(await problems()).toEqual([])
  })

  test('does not write through a symbolic link out of the workspace', async () => {
    write({ ...jekyll, 'elsewhere/kept.txt': '', 'content/blog/.keep': '' })
    symlinkSync(join(root, 'elsewhere'), join(root, 'content/blog/posts'))
    expect(await importSite()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('leads out of the workspace'),
    })
    expect(readdirSync(join(root, 'elsewhere'))).toEqual(['kept.txt'])
  })

  test('exits with 1 if nothing was imported, and with 2 for what it cannot take', async () => {
    write({ 'site/readme.txt': '' })
    expect(await importSite()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing was imported'),
    })
    expect(await importSite('--as', 'jekyl')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean "jekyll"?'),
    })
    expect(await importSite('--into', 'a/b')).toMatchObject({ code: 2 })
    expect(await importSite('--url', 'example.org')).toMatchObject({ code: 2 })
    expect(await importSite('--section', 'nowhere')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no section'),
    })
    expect(await galley('import', join(root, 'none'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('does not exist'),
    })
  })
})

describe('galley import of Hugo', () => {
  test('reads TOML, bundles, shortcodes and languages', async () => {
    write({
      'site/hugo.toml':
        'baseURL = "https://example.org/"\ntitle = "A site"\n[languages.en]\n[languages.de]\n[permalinks]\nposts = "/:year/:slug/"\n',
      'site/content/posts/_index.md': '+++\ntitle = "Posts"\n+++\n',
      'site/content/posts/oars/index.md': [
        '+++\ntitle = "Oars"\ndate = 2020-05-31T10:00:00+02:00\nlastmod = 2020-06-01\ndraft = false\nslug = "on-oars"\naliases = ["/old/Oars/"]\ntags = ["C#", "boats"]\n[cover]\nimage = "cover.png"\nalt = "Two oars"\n+++',
        '{{< figure src="map.png" alt="A map" caption="Where" >}}\n',
        '{{< highlight go "linenos=table" >}}\nfmt.Println("{{")\n{{< /highlight >}}\n',
        'See [tides]({{< ref "tides.md" >}}). {{% notice warning "Mind" %}}\nWet.\n{{% /notice %}}\n\n`{{</* shown */>}}` {{< youtube dQw4w9WgXcQ >}}',
      ].join('\n'),
      'site/content/posts/oars/cover.png': png(),
      'site/content/posts/oars/map.png': png(4, 4),
      'site/content/posts/tides.md':
        '{\n"title": "Tides",\n"date": "2019-01-01"\n}\n\nHigh.\n\n```js\nnever closed\n',
      'site/content/posts/tides.de.md': '---\ntitle: Gezeiten\ndate: 2021-01-02\n---\nHoch.\n',
      'site/content/about.md': '---\ntitle: About\n---\n',
    })
    const { workspaces, pages } = await report()
    expect(await problems()).toEqual([])
    expect(workspaces.map(({ name, posts }) => `${name} ${posts.length}`).sort()).toEqual([
      'blog-de 1',
      'blog-en 2',
    ])
    expect(pages.sort()).toEqual(['content/about.md', 'content/posts/_index.md'])
    const oars = imported('blog-en/posts/oars/index.md')
    expect(oars).toContain('publishedAt: 2020-05-31T10:00:00+02:00\nupdatedAt: 2020-06-01\nslug: on-oars\n')
    expect(oars).toContain(
      'coverImage: cover.png\ntags: [c-sharp, boats]\naliases: [/2020/on-oars, /old/Oars]\nfields:\n  cover_alt: Two oars\n',
    )
    expect(oars).toContain(
      '<figure><img src="map.png" alt="A map"><figcaption>\n\nWhere\n\n</figcaption></figure>',
    )
    expect(oars).toContain('```go\nfmt.Println("{{")\n```')
    expect(oars).toContain('See [tides](../tides.md).')
    expect(oars).toContain('> [!WARNING]\n> **Mind**\n>\n> Wet.\n')
    expect(oars).toContain('`{{< shown >}}`')
    expect(oars).toContain('<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"')
    expect(imported('blog-en/workspace.yml')).toContain(
      'url: https://example.org/{year}/{slug}/\nembeds: [www.youtube-nocookie.com]\nlanguage: en\n',
    )
    expect(imported('blog-en/tags.yml')).toContain('c-sharp:\n  name: C#\n')
    expect(imported('blog-en/posts/tides.md')).toMatch(/never closed\n```\n$/)
    expect(imported('blog-de/workspace.yml')).toContain('language: de\n')
  })
})
