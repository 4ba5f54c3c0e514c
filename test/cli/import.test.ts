// galley import: sites of other programs, as small made-up samples, become workspaces that check finds nothing wrong with.

import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inFolder, ran } from '../support/command.ts'
import { type Files, writeFiles } from '../support/files.ts'
import { jpeg, png, tiff } from '../support/picture.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-import-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (files: Files) => writeFiles(root, files)

const galley = (...argv: string[]) => ran(argv)

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
    gone: string[]
  }[]
  pages: string[]
  notImported: { folder: string; files: { path: string; reason: string; remedy?: string }[] }[]
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
      stderr: expect.stringContaining('3 posts, 1 page of Jekyll, 1 draft'),
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
        'minutes: 4',
        '---',
        'See [the next](2015-01-01-oars.md), ![a map](images/map.png) and [about](../pages/about.md).',
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
        '  minutes: number',
        'collections:',
        '  pages:',
        '    url: https://example.org/{path}/',
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
      'mapped: {% highlight %} became what it means.',
      'mapped: {% post_url %} became what it means.',
      'left: Stands in the text as it was: {% unknown here %}',
    ])
    expect(pages).toEqual([])
    const { stdout } = await importSite('--verbose')
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
    expect(inside).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${join(root, 'site/content/blog')} is part of the source`),
    })
  })

  test('imports no workspace into itself, nor a part of it', async () => {
    write({ 'content/blog/posts/a.md': '---\ntitle: A\ndate: 2020-01-02\n---\n' })
    const into = ['--content', join(root, 'content')]
    for (const from of ['content', 'content/blog', 'content/blog/posts'])
      expect((await galley('import', join(root, from), ...into)).stderr).toContain('is part of the source')
    expect(await galley('import', join(root, 'content/blog'), ...into, '--into', 'b')).toMatchObject({
      code: 0,
    })
  })

  test('knows again what it would write as it is', async () => {
    write(jekyll)
    const [, written] = /(\d+) files written/.exec((await importSite()).stderr)!
    const all = imported('blog/.galley-import.json')
    write({ 'content/blog/.galley-import.json': '{}' })
    expect((await importSite()).stderr).toContain(`0 files written, ${written} unchanged, 0 kept`)
    expect(imported('blog/.galley-import.json')).toBe(all)
  })

  test('makes content/ in the current folder if there is none here or above', async () => {
    write({ ...jekyll, 'here/.keep': '' })
    const { stdout } = await inFolder(join(root, 'here'), () => galley('import', '../site'))
    expect(stdout).toContain('content/blog\n')
    expect(existsSync(join(root, 'here/content/blog/posts'))).toBe(true)
  })

  test('changes nothing when it is run again, and keeps and names what was edited or removed', async () => {
    write(jekyll)
    await importSite()
    const first = imported('blog/.galley-import.json')
    expect(first).toBe(`${JSON.stringify(JSON.parse(first), null, 2)}\n`)
    const { files, ...facts } = JSON.parse(first)
    expect(facts).toEqual({ version: 1, generator: 'jekyll' })
    expect(Object.keys(files)).toEqual(Object.keys(files).toSorted())
    expect((await importSite()).stderr).toMatch(/0 files written, \d+ unchanged, 0 kept/)
    expect(imported('blog/.galley-import.json')).toBe(first)
    write({ 'content/blog/posts/2015-01-01-oars.md': '---\ntitle: Mine\n---\n' })
    rmSync(join(root, 'content/blog/posts/later.md'))
    // What an import of the same process id left when it was killed is in the way of none.
    const leftOver = `content/blog/posts/.galley-import-${process.pid}.tmp`
    write({ 'site/_posts/2017-01-01-new.md': '---\ntitle: New\n---\nNew.\n', [leftOver]: 'x' })
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

  test('keeps and names what an earlier run has written and the source has no longer', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 23 }, (_, i) => [
        `site/_posts/2018-01-01-old-${i}.md`,
        `---\ntitle: Old ${i}\n---\nOld.\n`,
      ]),
    )
    write({ ...jekyll, ...many })
    await importSite()
    expect((await report()).workspaces[0]!.gone).toEqual([])
    renameSync(join(root, 'site/_posts/2018-01-01-old-0.md'), join(root, 'site/_posts/2018-01-01-moved.md'))
    const kept = imported('blog/posts/2018-01-01-old-0.md')
    const { workspaces } = await report()
    expect(workspaces[0]).toMatchObject({
      written: ['posts/2018-01-01-moved.md'],
      gone: ['posts/2018-01-01-old-0.md'],
    })
    expect(imported('blog/posts/2018-01-01-old-0.md')).toBe(kept)
    // Until it is removed.
    expect((await importSite()).stdout).toContain(
      'posts/2018-01-01-old-0.md is from an earlier import, and not in the source any more: it was kept.',
    )
    rmSync(join(root, 'content/blog/posts/2018-01-01-old-0.md'))
    expect((await report()).workspaces[0]!.gone).toEqual([])
    for (const path of Object.keys(many)) rmSync(join(root, path), { force: true })
    const { stdout } = await importSite('--quiet')
    expect(stdout.match(/is from an earlier import/g)).toHaveLength(20)
    expect(stdout).toContain('So it is with 2 further files.')
  })

  test('names pages that are no posts by folder, those of twenty, and counts the others', async () => {
    const pages = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => [`site/folder-${from + i}/page.md`, 'A.\n'])
    write({ ...jekyll, ...Object.fromEntries(pages(0, 20)), 'site/folder-0/more.md': 'A.\n' })
    const { stderr } = await importSite()
    expect(stderr.match(/^Not imported, since it is no post: /gm)).toHaveLength(19)
    expect(stderr).toMatch(/^Not imported, since they are no posts: 2 in folder-0\/: more\.md, page\.md$/m)
    expect(stderr).toMatch(
      /^Pages are in no folder .* To import some of them as posts, write --section _drafts,_posts,FOLDER\.$/m,
    )
    write(Object.fromEntries(pages(20, 21)))
    expect((await importSite()).stderr).toMatch(/^Nor was 1 further page\.$/m)
    expect((await importSite('--quiet')).stderr).toBe('')
  })

  test('says of what is left out how much there is, why, and how to have it', async () => {
    const folders = Array.from({ length: 22 }, (_, i) => [`site/_posts/${i}/_a.md`, 'A.\n'])
    const org = Array.from({ length: 12 }, (_, i) => [`site/_posts/0/${i}.org`, ''])
    write({ ...jekyll, ...Object.fromEntries([...folders, ...org]), 'site/_posts/0/_b.md': 'B.\n' })
    const { stderr } = await importSite('--quiet')
    const names = '0.org, 1.org, 10.org, 11.org, 2.org, 3.org, 4.org, 5.org, 6.org, 7.org and 2 more'
    const of0 = `_a.md, _b.md (2 files, a name with _ in front; to have them, rename them); ${names} (12 files, .org is not imported; to have them, write them as markdown)`
    expect(stderr).toContain(`Not imported from _posts/0/: ${of0}.\n`)
    expect(stderr).toContain(
      'Not imported from _posts/10/: _a.md (a name with _ in front; to have it, rename it).\n',
    )
    expect(stderr).toMatch(
      /^Nor were those of 2 further folders, which --json names: _posts\/\d+\/_a\.md and the like \(2 files, a name with _ in front; to have them, rename them\)\.$/m,
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
      'https://example.com/far.png is on another site and stays there.',
    ])
    expect(await problems()).toEqual([])
  })

  test('takes no folder behind a symbolic link for a site', async () => {
    write({
      'outside/hugo.toml': 'baseURL = "https://example.org/"\n',
      'outside/content/posts/b.md': '---\ndate: 2020-01-01\n---\nOutside.\n',
      'site/posts/a.md': '---\ndate: 2020-01-01\n---\nInside.\n',
    })
    symlinkSync(join(root, 'outside'), join(root, 'site/docs'))
    expect((await importSite()).stderr).toContain('1 post of plain markdown')
    expect(readdirSync(join(root, 'content/blog/posts'))).toEqual(['a.md'])
  })

  test('names a folder of --static that is not there', async () => {
    write(jekyll)
    const none = join(root, 'none')
    expect(await importSite('--static', none)).toMatchObject({
      code: 2,
      stderr: `galley: The folder of --static ${none} does not exist.\n`,
    })
  })

  test('names what is too large, without reading it', async () => {
    const sparse = (path: string, bytes: number) => {
      write({ [path]: '' })
      truncateSync(join(root, path), bytes)
    }
    write({ 'site/_posts/2020-01-01-a.md': '---\ntitle: A\n---\n![f](/film.mp4)\n' })
    sparse('site/film.mp4', 200 * 2 ** 20 + 1)
    sparse('export.xml', 400 * 2 ** 20 + 1)
    const { workspaces } = await report('--url', 'https://example.org', '--dry-run')
    expect(workspaces[0]!.posts[0]!.notes.map(({ message }) => message)).toEqual([
      'film.mp4 was not copied: it has more than 200 MB.',
    ])
    expect(await galley('import', join(root, 'export.xml'), '--content', join(root, 'content'))).toEqual({
      code: 2,
      stdout: '',
      stderr: `galley: ${join(root, 'export.xml')} has more than 400 MB. Export it in parts.\n`,
    })
  })

  // Patterns that go back and forth would take hours for each of these.
  test('imports what is long for its kind as fast as anything else', async () => {
    const spaces = ' '.repeat(50_000)
    write({
      'site/_posts/2020-01-01-a.md': `Note: a word\n${'    code\n'.repeat(5_000)}end\n`,
      'site/_posts/2020-01-02-b.md': `---\ntitle: B\ndate: "2020-01-02${spaces}x"\n---\n`,
      'site/_posts/2020-01-03-c.md': `---\nauthor: "Ada${spaces}Ferrer, <${'<a'.repeat(50_000)}"\n---\n`,
      'site/_posts/2020-01-04-d.md': `---\n---\n\n<!-- e -->${spaces}f`,
      'site/_posts/2020-01-05-e.md': `---\n---\n# E${' '.repeat(5_000)}f #\n`,
    })
    const { workspaces } = await report()
    expect(workspaces[0]!.posts.map(({ file }) => file)).toEqual([
      'posts/2020-01-01-a.md',
      'posts/2020-01-02-b.md',
      'posts/2020-01-03-c.md',
      'posts/2020-01-04-d.md',
      'posts/2020-01-05-e.md',
    ])
    expect(imported('blog/posts/2020-01-05-e.md')).toMatch(/^---\ntitle: E\s+f\n/)
  })

  test('does not write through a symbolic link out of the workspace', async () => {
    write({ ...jekyll, 'elsewhere/kept.txt': '', 'content/blog/.keep': '' })
    symlinkSync(join(root, 'elsewhere'), join(root, 'content/blog/posts'))
    expect(await importSite()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('leads elsewhere'),
    })
    expect(readdirSync(join(root, 'elsewhere'))).toEqual(['kept.txt'])
    rmSync(join(root, 'content/blog'), { recursive: true })
    symlinkSync(join(root, 'elsewhere'), join(root, 'content/blog'))
    expect(await importSite()).toMatchObject({ code: 2 })
    expect(readdirSync(join(root, 'elsewhere'))).toEqual(['kept.txt'])
  })

  test('shows in colours what was lost', async () => {
    write({
      ...jekyll,
      'site/_posts/2016-01-01-gone.md': '---\ntitle: Gone\nlayout: x\n---\n![a](/none.png) {% unknown %}\n',
    })
    const flags = ['--content', join(root, 'content')]
    const { stdout } = await ran(['import', join(root, 'site'), ...flags], { FORCE_COLOR: '1' })
    const colours = [...stdout.matchAll(/\u001b\[(\d+)m(draft|mapped|changed|dropped|missing|left) /g)].map(
      ([, colour, kind]) => `${kind} ${colour}`,
    )
    expect(new Set(colours)).toEqual(new Set(['draft 33', 'mapped 2', 'missing 33', 'left 36', 'dropped 33']))
  })

  test('exits with 1 if nothing was imported, and with 2 for what it cannot take', async () => {
    write({ 'site/readme.txt': '' })
    for (const flags of [[], ['--quiet']]) {
      expect(await importSite(...flags)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Nothing was imported'),
      })
    }
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
    const { workspaces, pages, notImported } = await report()
    expect(await problems()).toEqual([])
    expect(workspaces.map(({ name, posts }) => `${name} ${posts.length}`).sort()).toEqual([
      'blog-de 1',
      'blog-en 2',
    ])
    expect(pages).toEqual([])
    const paths = ['content/about.md', 'content/posts/_index.md']
    const lists = paths.map((path) => ({ path, reason: 'no text of its own' }))
    expect(notImported.flatMap(({ files }) => files)).toEqual(lists)
    const oars = imported('blog-en/posts/oars/index.md')
    expect(oars).toContain('publishedAt: 2020-05-31T10:00:00+02:00\nupdatedAt: 2020-06-01\nslug: on-oars\n')
    expect(oars).toContain(
      'coverImage: cover.png\ncoverAlt: Two oars\ntags: [c-sharp, boats]\naliases: [/2020/on-oars, /old/Oars]\n',
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

describe('galley import of other folders', () => {
  const post = (front: string, text: string) => `---\n${front}\n---\n${text}\n`

  test.each([
    [
      'Docusaurus',
      {
        'site/docusaurus.config.js':
          "const url = 'https://example.org'\nexport default { title: 'A site', url, baseUrl: '/', presets: [['classic', { blog: { routeBasePath: 'news' } }]] }\n",
        'site/blog/authors.yml': 'ada:\n  name: Ada Ferrer\n  title: Editor\n  url: https://github.com/ada\n',
        'site/blog/2021-08-26-oars/index.mdx': post(
          'title: Oars\nauthors: [ada]',
          'import Tabs from "@theme/Tabs"\nimport map from "./map.png"\n\n<Tabs>\n  <TabItem label="One">\n\n    Inside.\n\n  </TabItem>\n</Tabs>\n\n<img src={map} className="wide" style={{ width: 3 }} />\n\n{/* truncate */}\n\n:::danger[Stop]\n\nNo.\n\n:::',
        ),
        'site/blog/2021-08-26-oars/map.png': png(),
      },
      'blog/posts/2021-08-26-oars/index.md',
      [
        'authors: [ada]\naliases: [/news/2021/08/26/oars]\n---\n**One**\n\nInside.\n\n<img src="map.png" class="wide" />\n\n> [!CAUTION]\n> **Stop**\n>\n> No.\n',
      ],
    ],
    [
      'Astro',
      {
        'site/astro.config.mjs':
          "export default defineConfig({ site: 'https://example.org', base: '/site' })\n",
        'site/src/pages/writing/[slug].astro': '',
        'site/src/content/writing/oars.md': post(
          'title: Oars\npubDatetime: 2020-01-02T03:04:05Z\nheroImage: ../../assets/cover.jpg\nauthor: { name: Ada Ferrer, twitter: "@ada" }',
          'A <Vec> and `<Vec>`. [Up](/site/writing/oars/)\n\n<Note>\nWet.\n</Note>',
        ),
        'site/src/assets/cover.jpg': png(),
      },
      'blog/posts/oars.md',
      [
        'publishedAt: 2020-01-02T03:04:05Z\ncoverImage: images/cover.png\nauthors: [ada-ferrer]\naliases: [/site/writing/oars]\n',
        '> [!NOTE]\n> Wet.\n',
      ],
    ],
    [
      'Hexo',
      {
        'site/_config.yml': 'title: A site\nurl: https://example.org\npermalink: :year/:title/\n',
        'site/package.json': '{ "dependencies": { "hexo": "7" } }',
        'site/source/_posts/Big-Oars.md':
          'title: Oars\ndate: 2020/1/2 3:04\ncategories:\n- [boats, parts]\n---\n{% asset_img map.png A map %}\n\n{% note warning %}\nWet.\n{% endnote %}\n\n- {% post_link tides The tides %}\n\n<!-- more -->\n\n{% codeblock lang:js %}\nlet a\n{% endcodeblock %}\n',
        'site/source/_posts/Big-Oars/map.png': png(),
        'site/source/_posts/tides.md': post('title: Tides\ndate: 2019-01-01\npublished: false', 'High.'),
      },
      'blog/posts/Big-Oars.md',
      [
        'publishedAt: 2020-01-02T03:04:00Z\ncategory: boats\ntags: [parts]\naliases: [/2020/Big-Oars]\n',
        '![A map](images/Big-Oars/map.png)\n\n> [!WARNING]\n> Wet.\n\n- [The tides](tides.md)\n\n```js\nlet a\n```\n',
      ],
    ],
    [
      'Zola',
      {
        'site/config.toml': 'base_url = "https://example.org"\ntitle = "A site"\n',
        'site/content/_index.md': '+++\nsort_by = "date"\n+++\n',
        'site/content/oars.md':
          '+++\ntitle = "Oars"\npath = "2015/12/10/Oars-1.5"\n[taxonomies]\ntags = ["boats"]\n[extra]\nrelease = true\n+++\n\n[Tides](@/tides.md#high) {{ youtube(id="dQw4w9WgXcQ") }}\n',
        'site/content/tides.md': '+++\ntitle = "Tides"\ndate = 2014-01-01\n+++\n\n## High\n',
      },
      'blog/posts/oars.md',
      [
        'publishedAt: 2015-12-10\nslug: Oars-1.5\ntags: [boats]\naliases: [/2015/12/10/Oars-1.5]\nextra:\n  release: true\n',
        '[Tides](https://example.org/tides/#high) ',
      ],
    ],
    [
      'Eleventy',
      {
        'site/.eleventy.js': 'module.exports = () => ({ dir: { input: "src" } })\n',
        'site/CNAME': 'example.org\n',
        'site/src/blog/blog.json': '{ "layout": "post.njk" }',
        'site/src/blog/oars.md': post(
          "title: Oars\ndate: 2019-07-01 16:45\npermalink: '/essays/{{ page.fileSlug }}/'\nauthor: Ada Ferrer",
          '{% highlight "js" %}\nlet a\n{% endhighlight %}\n\n![A map]({{ "/img/map.png" | url }}){width=3}\n\n<iframe src="https://example.com/frame"></iframe>\n',
        ),
        'site/src/img/map.png': png(),
      },
      'blog/posts/oars.md',
      [
        'aliases: [/essays/oars]',
        '```js\nlet a\n```\n\n![A map](images/map.png)\n\n<a href="https://example.com/frame">Embedded page</a>\n',
      ],
    ],
    [
      'VitePress',
      {
        'site/.vitepress/config.ts':
          "export default { title: 'A site', sitemap: { hostname: 'https://example.org' }, cleanUrls: true }\n",
        'site/posts/oars.md': post(
          'title: Oars\ndate: 2021-01-11',
          '# Oars\n\n[[toc]]\n\n::: tip\nDry.\n:::\n\n## New {#fresh}\n\n<script setup>\nlet a\n</script>\n',
        ),
      },
      'blog/posts/oars.md',
      ['aliases: [/posts/oars]\n', '> [!TIP]\n> Dry.\n\n## <a id="fresh"></a>New\n'],
    ],
    [
      'Nuxt',
      {
        'site/nuxt.config.ts': "export default defineNuxtConfig({ site: { url: 'https://example.org' } })\n",
        'site/content/blog/1.oars.md': post(
          'title: Oars\ndate: 2024-08-22T10:00:00.000Z\ncategory: Release\nauthors:\n  - { name: Ada Ferrer, avatar: { src: "https://example.com/ada.png" }, to: "https://bsky.app/profile/ada" }',
          '::note{title="Mind"}\nWet.\n::\n\n::button-link{to="/about"}\nMore\n::\n\n::read-more{to="/more"}\n::\n\n```bash [Terminal]\nls\n```',
        ),
      },
      'blog/posts/1.oars.md',
      [
        'slug: oars\nauthors: [ada-ferrer]\ncategory: release\naliases: [/blog/oars]\n',
        '> [!NOTE]\n> **Mind**\n>\n> Wet.\n',
        '[More](/about)\n\n[Read more](/more)\n',
      ],
    ],
    [
      'Next.js',
      {
        'site/package.json': '{ "dependencies": { "next": "15" }, "homepage": "https://example.org" }',
        'site/app/[slug]/page.tsx': '',
        'site/public/on-oars/index.md': post(
          "title: 'Oars'\ndate: '2025-09-02'\nspoiler: Wood.",
          'Wet. ![](./map.png)',
        ),
        'site/public/on-oars/map.png': png(),
      },
      'blog/posts/on-oars/index.md',
      ['publishedAt: 2025-09-02\ndescription: Wood.\naliases: [/on-oars]\n---\nWet. ![](map.png)\n'],
    ],
  ])('brings a site of %s over', async (title, files, file, parts) => {
    write(files as Record<string, string | Uint8Array>)
    const { code, stderr } = await importSite()
    expect(stderr).toContain(` of ${title}, `)
    expect(code).toBe(0)
    for (const part of parts) expect(imported(file)).toContain(part)
    const errors = (await galley('check', '--content', join(root, 'content'), '--json')).stdout
    expect(errors.split('\n').filter((line) => line.includes('"severity":"error"'))).toEqual([])
  })
})

describe('galley import of posts', () => {
  test('drafts what has no date, whatever dates the others have', async () => {
    const dated = Array.from({ length: 10 }, (_, day) => [
      `site/posts/oars-${day}.md`,
      `---\ndate: 2020-01-1${day}\n---\nWet.\n`,
    ])
    write({ ...Object.fromEntries(dated), 'site/posts/about.md': '# About\n\nUs.\n' })
    const { notImported, workspaces } = await report()
    expect(notImported).toEqual([])
    const about = workspaces[0]!.posts.find(({ file }) => file === 'posts/about.md')
    expect(about!.notes.map(({ message }) => message)).toEqual([
      'It has no date, neither in its front matter nor in its name: it became a draft.',
    ])
    expect(imported('blog/posts/about.md')).toBe(
      '---\ntitle: About\nstatus: draft\naliases: [/posts/about]\n---\nUs.\n',
    )
  })

  test('leaves code alone, closes what is open, and reports tags that stay', async () => {
    const text = [
      '`{{ x }}` and Vec<T>',
      '    indented {% tag %}',
      '```js\n:::note\nimport a from "b"\n```',
      ':::custom\nInside.\n:::',
      'Stays {{ here }}.',
      '~~~\nopen',
    ].join('\n\n')
    write({ 'site/posts/a.md': `---\ntitle: A\ndate: 2020-01-01\nauthor: null\n---\n${text}` })
    const { workspaces } = await report()
    expect(imported('blog/posts/a.md').split('---\n')[2]).toBe(
      `${text.replace('Vec<T>', 'Vec\\<T>').replace(':::custom\nInside.\n:::', 'Inside.')}\n~~~\n`,
    )
    expect(workspaces[0]!.posts[0]!.notes.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
      'left: Stands in the text as it was: {{ here }}',
      'dropped: Markup without a counterpart, whose text stays: ::custom',
    ])
  })

  test('takes the dated folders beside one with a usual name, unless that is the name of a blog', async () => {
    const dated = '---\ntitle: A\ndate: 2020-01-01\n---\nWet.\n'
    write({
      'site/astro.config.mjs': '',
      'site/src/content/notes/a.md': dated,
      'site/src/content/daily/b.md': dated,
      'site/src/content/about/c.md': '---\ntitle: About\n---\nUs.\n',
    })
    const folders = async () => (await report('--dry-run')).workspaces[0]!.posts.map(({ file }) => file)
    expect(await folders()).toEqual(['posts/b.md', 'posts/a.md'])
    write({ 'site/src/content/blog/d.md': dated })
    expect(await folders()).toEqual(['posts/d.md', 'posts/a.md'])
  })

  test('reads what MDX exports in place of front matter, and shows the pieces that it imports', async () => {
    write({
      'site/package.json': '{ "dependencies": { "next": "15" } }',
      'site/src/pages/oars/index.mdx': [
        "import { ada } from '@/authors'\nimport card from './card.png'\nimport Steps from './steps.mdx'\n",
        "export const meta = {\n  title: 'Oars',\n  date: `2020-05-31`,\n  authors: [ada],\n  image: card,\n}\n",
        'Wet.\n\n<Steps />\n\n<Other />\n',
      ].join('\n'),
      'site/src/pages/oars/steps.mdx': '```js\nrow()\n```\n',
      'site/src/pages/oars/card.png': png(),
      'site/src/pages/tides/index.mdx':
        "export const meta = { title: 'Tides', date: '2020-05-30' }\n\nHigh.\n",
    })
    const remedy = 'name all folders of posts with --section'
    const steps = { path: 'src/pages/oars/steps.mdx', reason: 'a piece of other pages', remedy }
    expect((await report()).notImported).toEqual([{ folder: 'src/pages/oars', files: [steps] }])
    expect(imported('blog/posts/oars/index.md')).toBe(
      '---\ntitle: Oars\npublishedAt: 2020-05-31\ncoverImage: card.png\nauthors: [ada]\naliases: [/oars]\n---\nWet.\n\n```js\nrow()\n```\n',
    )
  })

  test('keeps a fence in its list, and shows what was protected from templates', async () => {
    const text = [
      '- Item\n\n  ```js\nlet a\n  let b\n```\n',
      '{% raw %}The {{ variable }}{% endraw %}, <code>{{ x }}</code> and `{% raw %}{{ y }}{% endraw %}`.\n',
    ]
    write({ 'site/_posts/2020-01-01-a.md': `---\ntitle: A\n---\n${text.join('\n')}` })
    await importSite()
    expect(await problems()).toEqual([])
    expect(imported('blog/posts/2020-01-01-a.md').split('---\n')[2]).toBe(
      '- Item\n\n  ```js\n  let a\n    let b\n  ```\n\nThe &#123;{ variable }}, <code>&#123;{ x }}</code> and `{{ y }}`.\n',
    )
  })

  test('leads links to headings by the ids that these have here', async () => {
    const headings =
      '## 1. x86_64 First\n\n## What’s <em>new</em>? 🎉\n\n### Fix the oars ([#12](https://example.org/12)) by me\n'
    const links = [
      '#_1-x86-64-first',
      'b.md#1.-x86_64-first',
      'b.md#what-s-new',
      'b.md#fix-the-oars-12httpsexampleorg12',
      '#none',
    ]
    write({
      'site/posts/a.md': `---\ntitle: A\ndate: 2020-01-01\n---\n${headings}\n${links.map((link) => `[x](${link})`).join(' ')}\n`,
      'site/posts/b.md': `---\ntitle: B\ndate: 2020-01-01\n---\n${headings}\n`,
    })
    await importSite('--url', 'https://example.org')
    const ids = [
      '#1-x86_64-first',
      'b.md#1-x86_64-first',
      'b.md#whats-new-',
      'b.md#fix-the-oars-12-by-me',
      '#none',
    ]
    expect(imported('blog/posts/a.md')).toContain(ids.map((id) => `[x](${id})`).join(' '))
    expect(await problems()).toEqual([expect.stringContaining('no heading "none"')])
  })

  test('gives files names that every system takes, and names addresses that cannot be kept', async () => {
    const post = (slug: string) => `---\ntitle: A\ndate: 2020-01-01\nslug: "${slug}"\n---\nWet.\n`
    write({
      'site/hugo.toml': 'baseURL = "https://example.org/"\n',
      'site/content/posts/con.md': post('con'),
      'site/content/posts/Deep/a.md': post('字'.repeat(400)),
      'site/content/posts/deep/b.md': post('a/../b'),
    })
    const { workspaces } = await report()
    expect(await problems()).toEqual([])
    const posts = workspaces[0]!.posts
    expect(posts.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['posts/con-1.md', 'posts/Deep/a.md', 'posts/Deep/b.md']),
    )
    const dropped = posts.flatMap(({ notes }) => notes.filter(({ kind }) => kind === 'dropped'))
    expect(dropped.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'Its old address /posts/deep/a/../b: it is not how browsers ask for it.',
        expect.stringMatching(/^Its old address \/posts\/deep\/字+…: it has more than 800 characters\.$/),
      ]),
    )
  })

  test('names images after what they are, whatever they are called', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>'
    const shown = ['map.png', 'photo.JPEG', 'photo.jpg', 'page.png'].map((name) => `![x](${name})\n`)
    write({
      'site/posts/a.md': `---\ntitle: A\ndate: 2020-01-01\n---\n${shown.join('')}`,
      'site/posts/map.png': svg,
      'site/posts/photo.JPEG': jpeg(3, 2, tiff(1)),
      'site/posts/photo.jpg': png(),
      'site/posts/page.png': `<!doctype html><body>${svg}`,
    })
    const { workspaces } = await report()
    const names = readdirSync(join(root, 'content/blog/posts'), { recursive: true, encoding: 'utf8' })
    expect(
      names
        .filter((name) => /\.(?!md)/.test(name))
        .map((name) => basename(name))
        .sort(),
    ).toEqual([...['map.svg', 'photo.jpeg', 'photo.png']])
    expect(JSON.stringify(workspaces[0]!.posts[0]!.notes)).toContain('page.png was not copied: it is damaged')
  })

  test('takes no date of another kind for that of the post, and says how to have it', async () => {
    write({
      'site/posts/a.md':
        '---\ntitle: A\nlaunched: 2020-05-31\nlastmod: 2021-01-01\nexpires: 2030-01-01\n---\n',
      'site/posts/b.md': '---\ntitle: B\nadded: May 31 2020\n---\n',
    })
    const { workspaces } = await report()
    expect(workspaces[0]!.posts[0]!.notes[0]!.message).toBe(
      'It has no date but that of its last change, 2021-01-01. Write launched or expires as date if it was published then.',
    )
    expect(imported('blog/posts/a.md')).toContain('publishedAt: 2021-01-01\nalias')
    expect(imported('blog/posts/b.md')).toContain('publishedAt: 2020-05-31\nalias')
  })

  test('takes no name for a workspace that the API or a system reserves', async () => {
    for (const name of ['posts', 'media', 'con', 'LPT1', '..', '.a', '-', '/tmp', ''])
      expect(await importSite('--into', name)).toMatchObject({ code: 2 })
  })

  test('reads a configuration above FROM only if it is really there', async () => {
    write({
      'site/posts/a.md': '---\ntitle: A\ndate: 2020-01-01\n---\n',
      'outside/hugo.toml': 'title = "Secret"\n',
    })
    symlinkSync(join(root, 'outside/hugo.toml'), join(root, 'site/hugo.toml'))
    await galley('import', join(root, 'site/posts'), '--content', join(root, 'content'))
    expect(imported('blog/workspace.yml')).not.toContain('Secret')
  })
})

describe('galley import of exports', () => {
  const importFile = (file: string, ...flags: string[]) =>
    galley('import', join(root, file), '--content', join(root, 'content'), ...flags)

  test('reads the JSON of Ghost', async () => {
    const posts = [
      {
        id: '1',
        slug: 'on-oars',
        title: 'On oars',
        status: 'published',
        featured: 1,
        published_at: '2021-03-24T04:34:10.000Z',
        feature_image: '__GHOST_URL__/content/images/2021/03/cover.png',
        html: [
          '<p>See <a href="__GHOST_URL__/tides/">tides</a>.</p>',
          '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1 | 2</td><td>x</td></tr></tbody></table>',
          '<table><tr><td colspan="2">Wide</td></tr><tr><td>1</td><td>2</td></tr></table>',
          '<pre><code class="language-js">let a = `&lt;b&gt;`\n\n</code></pre>',
          '<figure class="kg-card kg-image-card"><img src="/content/images/2021/03/cover.png" alt="Wood"><figcaption>Old</figcaption></figure>',
          '<figure class="kg-embed-card"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe></figure>',
          '<p>Wet<sup id="fnref1"><a href="#fn1">1</a></sup>.</p><ol><li id="fn1">Very. <a href="#fnref1">↩</a></li></ol>',
        ].join(''),
      },
      {
        id: '2',
        slug: 'tides',
        title: 'Tides',
        status: 'draft',
        html: null,
        lexical: JSON.stringify({
          root: { children: [{ type: 'paragraph', children: [{ type: 'text', text: 'High', format: 1 }] }] },
        }),
      },
      { id: '3', slug: 'about', type: 'page', title: 'About', html: '<p>Us</p>' },
    ]
    const data = {
      posts,
      tags: [
        { id: 't1', name: 'C# and more', slug: 'sharp' },
        { id: 't2', name: '#internal', slug: 'hash-internal' },
      ],
      users: [{ id: 'u1', name: 'Ada Ferrer', slug: 'ada', bio: 'Edits.', twitter: '@ada' }],
      posts_tags: [
        { post_id: '1', tag_id: 't1', sort_order: 0 },
        { post_id: '1', tag_id: 't2', sort_order: 1 },
      ],
      posts_authors: [{ post_id: '1', author_id: 'u1' }],
      settings: [{ key: 'title', value: 'A site' }],
    }
    write({ 'export.json': JSON.stringify({ db: [{ data }] }), 'images/2021/03/cover.png': png() })
    const { code, stderr } = await importFile(
      'export.json',
      '--url',
      'https://example.org',
      '--static',
      join(root, 'images'),
    )
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('2 posts, 1 page of Ghost, 2 drafts'),
    })
    const text = imported('blog/posts/on-oars.md')
    expect(text).toContain(
      'publishedAt: 2021-03-24T04:34:10Z\nfeatured: true\ncoverImage: images/2021/03/cover.png\nauthors: [ada]\ncategory: sharp\naliases: [/on-oars]\n---\nSee [tides](tides.md).\n',
    )
    expect(text).toContain('| A | B |\n| --- | --- |\n| 1 \\| 2 | x |\n')
    expect(text).toContain('<td colspan="2">Wide</td>')
    expect(text).toContain('```js\nlet a = `<b>`\n```\n')
    expect(text).toContain(
      '<figure><img src="images/2021/03/cover.png" alt="Wood"><figcaption>Old</figcaption></figure>',
    )
    expect(text).toContain(
      '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" allowfullscreen></iframe>',
    )
    expect(text).toContain('Wet[^1].')
    expect(text).toContain('[^1]: Very.')
    expect(imported('blog/posts/tides.md')).toContain('**High**')
    expect(imported('blog/authors/ada.yml')).toBe(
      'name: Ada Ferrer\nbio: Edits.\nsocials:\n  - platform: x\n    url: https://x.com/ada\n',
    )
    expect(imported('blog/categories.yml')).toContain('sharp:\n  name: C# and more\n')
    expect(await problems()).toEqual([expect.stringContaining('is a draft')])
  })

  test('reads the WXR of WordPress, with blocks and without', async () => {
    const item = (id: number, name: string, type: string, content: string, more = '') =>
      `<item><title>${name} &amp; more</title><link>https://example.org/2020/05/${name}/</link><dc:creator><![CDATA[ada]]></dc:creator><content:encoded><![CDATA[${content}]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_date>2020-05-31 10:00:00</wp:post_date><wp:post_date_gmt>2020-05-31 08:00:00</wp:post_date_gmt>${name === 'tides' ? '' : `<wp:post_name>${name}</wp:post_name>`}<wp:status>publish</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>`
    const xml = `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>A site</title><link>https://example.org</link><language>en-US</language><wp:base_blog_url>https://example.org</wp:base_blog_url><wp:author><wp:author_login>ada</wp:author_login><wp:author_display_name>Ada Ferrer</wp:author_display_name></wp:author>${[
      item(
        1,
        'oars',
        'post',
        'First line\nsecond.\n\n[caption id="x" width="3"]<img src="https://example.org/wp-content/uploads/2020/05/map.png" alt="Map" /> A map[/caption]\n\nhttps://youtu.be/dQw4w9WgXcQ\n\n[contact-form id="3"]\n\n[gallery]',
        '<category domain="category" nicename="boats"><![CDATA[Boats]]></category><category domain="post_tag" nicename="wood-tag"><![CDATA[Wood]]></category><wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>',
      ),
      item(
        2,
        'tides',
        'post',
        '<!-- wp:paragraph --><p>High <del>low</del>, see <a href="https://example.org/2020/05/oars/">oars</a>.</p><!-- /wp:paragraph -->\n<!-- wp:code --><pre class="wp-block-code"><code>a &lt; b</code></pre><!-- /wp:code -->',
      ),
      item(3, 'about', 'page', 'Us'),
      item(
        9,
        'cover',
        'attachment',
        '',
        '<wp:post_parent>1</wp:post_parent><wp:attachment_url>https://example.org/wp-content/uploads/2020/05/map.png</wp:attachment_url>',
      ),
    ].join('')}</channel></rss>`
    write({ 'export.xml': xml, 'uploads/2020/05/map.png': png() })
    const { code, stdout } = await importFile('export.xml', '--verbose', '--static', join(root, 'uploads'))
    expect(code).toBe(0)
    expect(stdout).toContain('left      Stands in the text as it was: [contact-form id="3"]')
    const oars = imported('blog/posts/oars.md')
    expect(oars).toContain(
      'title: oars & more\npublishedAt: 2020-05-31T08:00:00Z\ncoverImage: images/2020/05/map.png\nauthors: [ada]\ncategory: boats\ntags: [wood-tag]\naliases: [/2020/05/oars]\n',
    )
    expect(oars).toContain(
      'First line  \nsecond.\n\n<figure><img src="images/2020/05/map.png" alt="Map"><figcaption>A map</figcaption></figure>\n',
    )
    expect(oars).toMatch(/\n!\[\]\(images\/2020\/05\/map\.png\)\n/)
    expect(oars).toContain(
      '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="Video on YouTube" allowfullscreen></iframe>',
    )
    expect(imported('blog/posts/tides.md')).toContain(
      'High ~~low~~, see [oars](oars.md).\n\n```\na < b\n```\n',
    )
    expect(await problems()).toEqual([])
  })

  test('reads all pages of Marble, with the key in a header and nowhere else', async () => {
    const asked: (string | undefined)[] = []
    const marble = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization}`)
      const page = Number(new URL(request.url!, 'http://localhost').searchParams.get('page'))
      const isKnown = request.headers.authorization === 'secret'
      const post = {
        id: `cm6ytuq9x${page}`,
        slug: `oars-${page}`,
        title: `Oars ${page}`,
        content: '<p>Wet <strong>wood</strong>.</p>',
        description: 'Wood.',
        coverImage: 'https://example.com/cover.png',
        publishedAt: '2020-05-31T08:00:00.000Z',
        updatedAt: '2020-06-01T08:00:00.000Z',
        featured: page === 1,
        authors: [
          {
            id: 'a',
            name: 'Ada Ferrer',
            slug: 'ada',
            bio: null,
            role: 'Editor',
            image: null,
            socials: [{ platform: 'github', url: 'https://github.com/ada' }],
          },
        ],
        category: { id: 'c', name: 'Boats', slug: 'the-boats', description: '' },
        tags: [{ id: 't', name: 'Wood', slug: 'wood' }],
        attribution: { author: 'The Typographer', url: 'https://example.org/a' },
        fields: { minutes: 4, level: null },
      }
      response.writeHead(isKnown ? 200 : 401, { 'Content-Type': 'application/json' })
      response.end(
        JSON.stringify(
          isKnown
            ? {
                posts: [post],
                pagination: { limit: 100, currentPage: page, nextPage: page < 2 ? page + 1 : null },
              }
            : { error: 'Unauthorized' },
        ),
      )
    })
    await once(marble.listen(0, '127.0.0.1'), 'listening')
    try {
      const api = `http://127.0.0.1:${(marble.address() as AddressInfo).port}`
      const argv = ['import', api, '--content', join(root, 'content'), '--url', 'https://example.org']
      const run = (key: string | undefined) => ran(argv, key === undefined ? {} : { MARBLE_API_KEY: key })
      expect(await run(undefined)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('MARBLE_API_KEY is not set'),
      })
      expect(await run('wrong')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('does not accept the key'),
      })
      asked.length = 0
      expect(await run('secret')).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('2 posts of Marble'),
      })
      expect(asked).toEqual([1, 2].map((page) => `/v1/posts?limit=100&page=${page}&format=html secret`))
      expect(imported('blog/posts/oars-1.md')).toBe(
        [
          '---',
          'title: Oars 1',
          'publishedAt: 2020-05-31T08:00:00Z',
          'updatedAt: 2020-06-01T08:00:00Z',
          'id: cm6ytuq9x1',
          'description: Wood.',
          'featured: true',
          'coverImage: https://example.com/cover.png',
          'authors: [ada]',
          'category: the-boats',
          'tags: [wood]',
          'attribution:',
          '  author: The Typographer',
          '  url: https://example.org/a',
          'aliases: [/oars-1]',
          'minutes: 4',
          '---',
          'Wet **wood**.',
          '',
        ].join('\n'),
      )
      expect(await problems()).toEqual([])
      expect(await galley('import', 'http://example.org/v1', '--content', root)).toMatchObject({ code: 2 })
    } finally {
      marble.close()
    }
  })

  /** What import says of a Marble that gives these replies, one after the other and then the last again. */
  async function marbleThat(
    ...replies: [status: number, body: string, headers?: Record<string, string>][]
  ): Promise<{ code: number; stderr: string; asked: string[] }> {
    const asked: string[] = []
    const marble = createServer((request, response) => {
      const [status, body, headers = {}] = replies[Math.min(asked.length, replies.length - 1)]!
      asked.push(request.url!)
      response.writeHead(status, headers).end(body)
    })
    await once(marble.listen(0, '127.0.0.1'), 'listening')
    const api = `http://127.0.0.1:${(marble.address() as AddressInfo).port}`
    const argv = ['import', `${api}/v1/`, '--content', join(root, 'content'), '--quiet']
    const { code, stderr } = await ran(argv, { MARBLE_API_KEY: 'key' })
    marble.close()
    return { code, stderr: stderr.replace(api, 'API'), asked }
  }

  test('takes of Marble what is a post, however little it says, and waits as long as it is told', async () => {
    const wait = { 'retry-after': '0.001' }
    const little = [
      null,
      3,
      'x',
      {},
      {
        id: 'only-id',
        tags: [null, { name: 'T' }, 'x'],
        status: 'draft',
        publishedAt: '2020-01-02',
        authors: 'x',
      },
    ]
    const more = {
      posts: [
        { slug: 'named', category: { name: 'News' }, content: 3, featured: 'yes' },
        ...['twice', 'TWICE', '!!!', 'named', 'x'.repeat(65)].map((id, index) => ({ slug: `p${index}`, id })),
      ],
      pagination: { nextPage: 3 },
    }
    const { code, asked } = await marbleThat(
      [429, '', wait],
      [429, '{', wait],
      [200, JSON.stringify({ posts: little, pagination: { nextPage: 2 } })],
      [200, JSON.stringify(more)],
      [200, '{"posts":[]}'],
    )
    expect([code, asked.map((url) => /page=\d+/.exec(url)![0])]).toEqual([
      0,
      ['page=1', 'page=1', 'page=1', 'page=2', 'page=3'],
    ])
    expect(readdirSync(join(root, 'content/blog/posts')).sort()).toEqual([
      'named.md',
      'only-id.md',
      'p0.md',
      'p1.md',
      'p2.md',
      'p3.md',
      'p4.md',
      'post.md',
    ])
    // Of those that are an id of ours, and no other post's.
    const ids = [0, 1, 2, 3, 4].map((n) => /^id: (.*)/m.exec(imported(`blog/posts/p${n}.md`))?.[1])
    expect(ids).toEqual(['twice', ...Array(4).fill(undefined)])
    expect(imported('blog/posts/named.md')).toBe(
      '---\ntitle: named\nstatus: draft\ncategory: news\naliases: [/named]\n---\n3\n',
    )
    expect(imported('blog/posts/only-id.md')).toMatch(
      /publishedAt: 2020-01-02\nstatus: draft\n[\s\S]*# tags: \[T, X\]\n/,
    )
    expect(imported('blog/posts/post.md')).toBe('---\ntitle: post\nstatus: draft\naliases: [/post]\n---\n\n')
  })

  test('asks Marble for ten thousand pages at most, of 200 MB each', async () => {
    let asked = 0
    const argv = ['import', 'https://example.org', '--content', join(root, 'content'), '--quiet']
    const answeredWith = async (bodyOf: () => { length: number }[]) => {
      // Through sockets, so many requests would take seconds.
      vi.stubGlobal('fetch', () => ({ ok: true, status: 200, body: bodyOf() }))
      return (await ran(argv, { MARBLE_API_KEY: 'key' })).stderr
    }
    try {
      await answeredWith(() => [Buffer.from(`{"posts":[],"pagination":{"nextPage":${++asked + 1}}}`)])
      expect(asked).toBe(10_000)
      expect(await answeredWith(() => [{ length: 200 * 1024 * 1024 }, { length: 1 }])).toBe(
        'galley: A page of posts has more than 200 MB.\n',
      )
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test.each<[string, [number, string, Record<string, string>?], number]>([
    [
      'Marble answered 429 to API/v1/posts?limit=100&page=1&format=html.',
      [429, '', { 'retry-after': '0.001' }],
      5,
    ],
    ['Marble answered 500 to API/v1/posts', [500, '{}'], 1],
    ['Marble does not accept the key in MARBLE_API_KEY.', [403, '{}'], 1],
    ['Marble does not accept the key in MARBLE_API_KEY.', [401, '{}'], 1],
    ["What API answers is not JSON. Is this the address of Marble's API?", [200, '<html>'], 1],
    ["What API answers is not JSON. Is this the address of Marble's API?", [204, ''], 1],
    ['API/v1 does not answer as Marble does: there are no posts in its reply.', [200, '{"posts":{}}'], 1],
    ['API cannot be reached: unexpected redirect.', [302, '', { location: 'https://example.org/' }], 1],
  ])('says of Marble: %s', async (message, reply, times) => {
    const { code, stderr, asked } = await marbleThat(reply)
    expect([code, stderr, asked.length]).toEqual([2, expect.stringContaining(`galley: ${message}`), times])
  })

  test.each<[string[], object, string]>([
    [
      ['https://api.example.org', '--as', 'hugo'],
      {},
      'https://api.example.org is an address. Only posts of Marble are read over the network.',
    ],
    [
      ['https://api.example.org'],
      { MARBLE_API_KEY: 'a b' },
      'MARBLE_API_KEY is not a key: it has spaces or other characters.',
    ],
    [
      ['http://example.org/v1'],
      { MARBLE_API_KEY: 'a' },
      'http://example.org/v1 would send your key unencrypted. Write https://.',
    ],
    ...['http://nolocalhost', 'http://localhost.example', 'http://x127.0.0.1.example'].map(
      (url): [string[], object, string] => [
        [url],
        { MARBLE_API_KEY: 'a' },
        `${url} would send your key unencrypted. Write https://.`,
      ],
    ),
    [['.', '--as', 'ghost'], {}, '--as ghost needs the file that it exported, and '],
    [
      ['.', '--as', 'marble'],
      {},
      '--as marble needs the address of its API, such as https://api.marblecms.com, and ',
    ],
  ])('given %j, it says what is wrong', async (argv, env, message) => {
    const { code, stdout, stderr } = await ran(
      ['import', ...argv, '--content', join(root, 'content')],
      env as NodeJS.ProcessEnv,
    )
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`galley: ${message}`)
  })

  test('takes no other file', async () => {
    write({ 'export.json': '[]' })
    expect(await importFile('export.json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('neither JSON of Ghost, Hashnode or dev.to nor XML of WordPress'),
    })
  })
})
