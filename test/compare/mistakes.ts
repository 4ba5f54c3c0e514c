// Files with mistakes in them, each of which somebody makes one day: in a post, in the other files of a workspace, and in
// names and places.
import { between, oneOf, type Random, seeded } from '../bench/words.ts'
import { type Files, type Post, writeWorkspace, writtenPost } from './workspaces.ts'

type Slip = (post: Post, random: Random) => string | Uint8Array | undefined

/** Another line of front matter, in place of one with the same key if there is one. */
const line = (...lines: string[]): Slip[] =>
  lines.map((written) => (post, random) => {
    const key = /^\w+: /.exec(written)?.[0]
    const at = key ? post.header.findIndex((one) => one.startsWith(key)) : -1
    post.header.splice(at < 0 ? between(random, 0, post.header.length) : at, at < 0 ? 0 : 1, written)
    return undefined
  })

const more = (...texts: string[]): Slip[] =>
  texts.map((text) => ({ body }, random) => {
    body.splice(between(random, 0, body.length), 0, text)
    return undefined
  })

/** The file as a whole becomes another. */
const whole =
  (change: (text: string, random: Random) => string | Uint8Array): Slip =>
  (post, random) =>
    change(Buffer.from(writtenPost(post, random)).toString(), random)

/** What other programs call our keys. */
const otherKeys =
  `redirect_from redirects author writer writers categories cover_alt coveralttext coverimagealt
  feature_image_alt heroimagealt image_alt imagealt cover cover_image featured_image featuredimage featureimage heroimage hero image
  thumbnail banner ogimage socialimage excerpt summary spoiler abstract subtitle lang locale created created_at createdat date
  datepublished date_published pubdate pubdatetime publish_date publishdate published_at publisheddate published_time
  publisheddatetime permalink url path route keywords topics headline last_modified_at last_modified lastmod lastmodified
  lastupdated last_updated last_update modified modifiedat modified_at moddate moddatetime updated updated_at updateddate authorUrl
  author_title author_image_url authorBio author_email author_twitter author_github author_link author_name author_avatar draft
  published level minutes`
    .split(/\s+/)
    .reduce<string[][]>((groups, key, index) => {
      if (index % 10 === 0) groups.push([])
      groups.at(-1)!.push(key)
      return groups
    }, [])

/** Mistakes, and families of them. */
const slips: readonly (Slip | readonly Slip[])[] = [
  line(
    'title: Galley: a guide',
    'title: "open',
    "title: 'it's'",
    'title: @x',
    'title: *x',
    'title: &x y',
    'title: !x y',
    'title: %x',
    'title: `x`',
    'title: [a',
    'title: {a',
    'title: - a',
    'title: > a',
    'title: "a" b',
    'title: "\\d"',
    'title: ? a',
    'title: [a, , b]',
    'title: {a: b',
    'title: a\n  b: c',
    'title: |x',
  ),
  line(
    '\ttitle: x',
    ' indented: x',
    'no colon here',
    '- item',
    '? key',
    'a b c: d',
    '"quoted key": x',
    '[a]: b',
    '<<: *x',
    '{ a: b }',
    '!!str a: b',
    '...',
    '--- x',
    '%YAML 1.2',
    'key:value',
    ': x',
    `${'k'.repeat(1_100)}: x`,
    'tags:\n - a\n  - b',
    'tags: [a\n  - b]',
    'x: &a [*a]',
  ),
  line('title: x #12', 'tags: [a] #no', 'description: about #this and that'),
  line(
    'tag: [web]',
    'Title: x',
    'date: 2026-01-01',
    'layout: post',
    'image: x',
    'draft: true',
    'toc: true',
    'categories: [a]',
    '__proto__: x',
    'constructor: x',
  ),
  (post) => void post.header.push(post.header[0]!),
  (post) => void post.header.shift(),
  (post) => void post.header.splice(1, 1),
  line('title:', 'title: ""', 'title: " "', 'title: ~', 'publishedAt:', 'authors: []', 'category: ""'),
  line(
    'title: [a]',
    'title: { a: b }',
    'tags: web, css',
    'tags: { a: b }',
    'tags: [[a]]',
    'tags: [1, true, ~]',
    'featured: yes',
    'featured: 1',
    'authors: ada',
    'category: [news]',
    'fields: x',
    'fields: [a]',
    'attribution: x',
    'aliases: x',
    'description: [x]',
  ),
  line(
    'publishedAt: tomorrow',
    'publishedAt: 2026/5/31',
    'publishedAt: 31.5.2026',
    'publishedAt: 2026-02-30',
    'publishedAt: 2026-13-01',
    'publishedAt: 10000-01-01',
    'publishedAt: 2026-05-31T25:00',
    'publishedAt: 2026-05-31T10:00+25:00',
    'publishedAt: May 31, 2026',
    'publishedAt: 2026-5-1',
    'publishedAt: 20260531',
    'publishedAt: 2026-05-31 10:00',
    'publishedAt: 0000-01-01',
    'publishedAt: 1767225600',
    'updatedAt: never',
    'updatedAt: 2026-05',
    'fields: { when: soon }',
  ),
  line(
    'slug: Not A Slug',
    'slug: a_b',
    'slug: a--b',
    'slug: -a',
    'slug: ÄB',
    'slug: a/b',
    'slug: ""',
    `slug: ${'a'.repeat(300)}`,
    'slug: "!!!"',
    'aliases: [A B]',
    'aliases: [a, a]',
    'slug: İ',
    'aliases: [/a, /A, /a/]',
    'aliases: [https://old.example.org/a?b, /a//b, /50%]',
  ),
  line('id: post no. 1', `id: ${'a'.repeat(65)}`, 'id: ä', 'id: ""', 'id: a.b'),
  line(
    'attribution: { author: Ada, url: www.example.org/a }',
    'attribution: { author: Ada, url: example }',
    'attribution: { url: "ftp://a" }',
    'attribution: { author: A, url: "https://" }',
    'attribution: { author: A, url: "javascript:x" }',
    'coverImage: www.example.org/a.png',
    'coverImage: "https://exa mple.org"',
    'attribution: {}',
  ),
  line(
    'status: publish',
    'status: Draft',
    'status: hidden',
    'fields: { level: medium }',
    'fields: { level: Easy }',
    'fields: { sources: x }',
    'fields: { minutes: many }',
    'fields: { minute: 4 }',
    'fields: { minutes: 1e999 }',
  ),
  line('title: "New\\0"', 'title: "a\\ud800b"', 'description: "\\x00"', 'tags: ["a\\0"]'),
  line(
    'authors: [adda]',
    'authors: [Ada, ada]',
    'authors: [nobody]',
    'authors: ["???"]',
    `authors: [${Array.from({ length: 120 }, (_, index) => `a${index}`).join(', ')}]`,
  ),
  line('category: essay', 'category: News', 'category: nothing like it', 'category: "?"'),
  line(
    'tags: [wev]',
    'tags: [web, web]',
    'tags: [Web, c-sharp]',
    'tags: ["C#", C#]',
    'tags: ["!"]',
    'tags: [Machine learning]',
    'tags: [MACHINE LEARNING, x]',
  ),
  line(
    'coverImage: map.png',
    'coverImage: ../../../x.png',
    'coverImage: /site.png',
    'coverImage: img/broken.png',
    'coverImage: hello.md',
    'coverImage: "#x"',
    'coverImage: data:image/png;base64,AA',
  ),
  line('slug: taken', 'aliases: [taken]', 'id: taken', 'slug: TAKEN', 'id: Taken'),
  more(
    '![A map](maps/city.png)',
    '<img src="nowhere.png" srcset="no1.png 1x, no2.png 2x">',
    '![x](Map.PNG)',
    '![][n]\n\n[n]: no.svg',
    '<video src=no.mp4 poster=no.png></video>',
    '![x](img/map.png/)',
    '![x](%E0%A4%A)',
    '![x](_hidden.png)',
    '![x](map.xyz)',
    '> ![x](no.png) ![y](no.png)\n> ![z](no%20p.png)',
  ),
  more(
    '![x](../../../pictures/map.png)',
    '[x](../../../../other/posts/a.md)',
    '<a href="../../..">x</a>',
    '![x](..)',
    '[x](../../%2e%2e/%2e%2e/a.md)',
  ),
  more(
    'As I [said](helo.md).',
    '[x](no.md#a) and [y](no.md#b)',
    '<a href=no.md>x</a>',
    '[x][y]\n\n[y]: no.md',
    '[x](no)',
    '[x](no/)',
    '[x](a b.md)',
    '[x](post.html)',
    '[x](img)',
    '[x](.)',
    '[unused]: no.md',
    '<area href="no.md"><q cite="no.md">q</q>',
    '| [x](no.md) |\n|--|\n| [y](no.md) |',
    'Foot[^f]\n\n[^f]: [x](no.md)',
    '- [x](no.md)\n  > [y](<no.md> "t")',
    '[x](no.md), [x](no.md), [x](no.md)',
    '日本 [x](no.md) 𐐨 [y](no.md)',
  ),
  more('[x](broken-image.svg) ![y](img/broken.png) ![z](img/text.svg) ![a](img/empty.gif)'),
  more(
    '[d](draft.md) [l](later.md) <a href="draft.md">d</a> ![x](draft.md)',
    '[d][]\n\n[d]: draft.md\n[l]: later.md',
  ),
  (post) => void post.body.push('```js\nconst one = 1'),
  (post) => void post.body.push('> ~~~~\n> open\n> ~~~'),
  (post) => void post.body.push(`${'> '.repeat(600)}deep`),
  whole((text) => text.replace(/^\ufeff?---\n/, '')),
  whole((text) => `\n${text}`),
  whole((text) => ` ${text}`),
  whole((text) => text.replace(/\n---\r?\n/, '\n')),
  whole((text) => text.replace(/\n---\r?\n/, '\n--- x\n')),
  whole((text) => text.replace(/\n---\r?\n/, '\n----\n')),
  whole((text) => text.replace(/^\ufeff?---/, '---   ')),
  whole((text) => text.replaceAll('---\n', '+++\n')),
  whole((text) => `---json\n${text}`),
  whole(() => '{ "title": "x" }\n'),
  whole(() => ''),
  whole(() => '---\n---\n'),
  whole(() => '---\n'),
  whole(() => '---\n- a\n- b\n---\nx\n'),
  whole(() => '---\ntext\n---\nx\n'),
  whole((text) => Buffer.from(`${text}Café`, 'latin1')),
  whole((text) => Buffer.from(text, 'utf16le')),
  whole((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  whole((text) => `${text}a\0b\n`),
  whole((text) => text.replace('title', 'ti\0tle')),
  whole((text) =>
    Buffer.concat([Buffer.from(text), Buffer.from([0xc3]), Buffer.from('\nx'), Buffer.from([0xff, 0xfe])]),
  ),
  whole(
    () =>
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n',
  ),
  whole((text) => text.replaceAll('\n', '\r')),
  whole((text, random) => text.slice(0, between(random, 1, text.length))),
  whole((text, random) => {
    const at = between(random, 0, text.length)
    return (
      text.slice(0, at) +
      oneOf(random, [':', '"', "'", '\t', '- ', '#', '&a ', '*', '[', '}', '---\n', '<', '`']) +
      text.slice(at)
    )
  }),
  line(
    'publishedAt: 2/1/2026',
    'publishedAt: 2/13/2026',
    'publishedAt: 13/2/2026',
    'publishedAt: 31/31/2026',
    'publishedAt: 2026-05-31 10:00 am',
    'publishedAt: 2026-05-31 12:30 AM',
    'publishedAt: 2026-05-31 1:30:15 p.m. EST',
    'publishedAt: 2026-05-31T10:00 UTC+2',
    'publishedAt: 2026-05-31T10:00 +0200',
    'publishedAt: 2026-05-31T24:00Z',
    'publishedAt: 2026-05-31T10:60Z',
    'publishedAt: 2026-05-31T10:00:60Z',
    'publishedAt: 2026-05-31T10:00:00+14:01',
    'publishedAt: 2026-06-31',
    'publishedAt: 2025-02-29',
    'publishedAt: " 2026-05-31 "',
    'publishedAt: ２０２６-05-31',
    'publishedAt: Sun, 31 May 2026 10:00 GMT',
    'publishedAt: 31st of May 2026',
    'publishedAt: May 2026',
    'publishedAt: 2026-05',
    'publishedAt: 26-05-31',
    'publishedAt: 2026-005-31',
    'updatedAt: [2026-05-31]',
    'updatedAt: 2000-01-01',
  ),
  line(
    'slug: a-',
    'slug: "-"',
    'slug: 2026-05-31-x',
    'slug: index',
    'slug: a.b',
    'slug: "a\\u0301"',
    `slug: ${'é'.repeat(120)}`,
    `slug: ${'é'.repeat(121)}`,
    'aliases: [a?b, "a#b", "/a\\\\b", /a/../b, /%2e%2e/a, " a ", "", ~]',
    'aliases: [a/b, /, //a, "/a b", /ä, a.html]',
    `aliases: [/${'a'.repeat(799)}, /${'a'.repeat(800)}]`,
    `aliases: [${Array.from({ length: 101 }, (_, i) => `a${i}`)}]`,
    `tags: [${Array.from({ length: 101 }, (_, i) => `t${i}`)}]`,
    `title: ${'t'.repeat(10_001)}`,
    'id: __proto__',
    'id: -a',
  ),
  line(
    'excerpt: x',
    'permalink: /x',
    'pubDate: 2026-01-01',
    'author: ada',
    'tittle: x',
    'TAGS: [a]',
    'cover_image: x.png',
    'published: true',
    'keywords: [a]',
    'lastmod: 2026-01-01',
    'summary: [x]',
    '"": x',
    '? [a]\n: b',
    'fields: { __proto__: x, constructor: y }',
    'fields: { sources: [a, a, ""], when: 2026-02-30, level: [easy] }',
    'fields: { sources: [[a]], minutes: "4 " }',
    'status: [draft]',
    'featured: "true"',
    'language: de_AT',
    'language: "x"',
    'language: deutsch',
    'coverAlt: x',
    'coverImage: " map.png "',
    'coverImage: img/broken.png?x',
    'coverImage: //example.org/x.png',
    'coverImage: img/film.mp4',
    'coverImage: https://example.org',
  ),
  line(
    'title: a: b: c',
    'title: "a": b',
    "title: 'a' 'b'",
    'title: \'a" b',
    'title: "a\n\nb',
    'title: "\\x4"',
    'title: "\\u12"',
    'title: [a]: b',
    'title: [a b',
    'title: a ]',
    'title: {a}',
    'title: {a, b: }',
    'title: , a',
    'title: "" x',
    'title:a',
    'title : a',
    'title: |\nx',
    'title: >2\n  x',
    'title: *x\ntags: *y',
    'title: &x a\nid: &x b\nslug: *x',
    'title: ! a',
    'title: !!int a',
    'tags: [- a]',
    'tags: [a,, b]',
    'tags: [a #b, c]',
    'tags: [a: b]',
    'tags: -a',
    'tags:\n- a\n-b',
    'tags:\n  - a\n - b\n  - c',
    'tags:\n\t- a',
    'a: b\n c: d',
    'a: b\n  - c',
    '<<<<<<< HEAD\na: b\n=======\na: c\n>>>>>>> other',
    '# only a comment\n #x',
    'a: "b" #c',
    'a: b#c',
    'a: b\t#c',
    'a: b #c #d',
    'a: "x #y"',
  ),
  more(
    '[label] (https://example.org/a) and [label](https://example.org/a b) and (label)[https://example.org/a]',
    '[ label ] ( https://example.org ) [x] [y] [^a] (b)',
    '[[wiki link]] [[a|b]] ![[img.png]] [[ spaced ]] [[1]] [[-]] [[a#b]]',
    '[ ] not a task (https://example.org) [x](  ) [x](#) [x](#none) [y](#First)',
    '\\[escaped](x.md) `[code] (https://example.org)` [b](<https://example.org/a b',
    '{{ x }} {% if x %} {%- end -%} {{{ y }}} {# z #} <%= w %> :::note [[toc]] {:toc} {{< y >}}',
    '<Component /> <Foo a={b}>c</Foo> <my-element>d</my-element> <T> List<String> <br/> <Vec<T>>',
    '<font color=red>a</font> <center>b</center> <marquee>c</marquee> <blink>d</blink> <o:p>e</o:p> <b:if cond=x>f</b:if>',
    '<div style="color:red" style="x" onclick="y" data-z="w" aria-label="v" role="u" class="t">s</div>',
    '<video src="https://example.org/a.mp4" autoplay muted loop controls playsinline></video> <audio autoplay src="https://example.org/a.mp3"></AUDIO>',
    '<img src="data:image/png;base64,AA"> <img src=" data:x"> <img src=""> <img alt="x"> <a href="">x</a> <a href=" ">y</a>',
    '<iframe src="https://example.org/x"></iframe> <iframe src="http://example.org"></iframe> <iframe srcdoc=x></iframe> <iframe></iframe>',
    '<input type=checkbox> <button>x</button> <form action=x></form> <select><option>y</select> <object></object> <embed src=x>',
    'Foot[^one] [^two] [^ one ] [^ONE]\n\n[^one]: A.\n[^one]: B.\n[^three]: C.',
    '[ref][none] [none][] ![none] [ref]\n\n[ref]: x y z\n[other]:no.md',
    '![x](no.png =100x) ![y]( no.png ) ![z](no.png){width=3} ![alt](no.png "title)',
    'a <!-- never closed\n\nlater [x](no.md)',
    '<pre>\n\n[x](no.md)\n\n</pre> <code>[y](no.md)</code> <p>[z](no.md)</p>',
    '<p>\n[x](no.md)\n</p>\n\n<p>\n\n[y](no.md)\n\n</p>',
    '<a href="no.md?x#y">a</a> <a href="no&#46;md">b</a> <a href=no.md>c</a> <a HREF = \'no.md\'>d</a> <a href="no.md" href="yes.md">e</a>',
    '[a](no.md "t") [b](<no.md>) [c](no.md?x) [d](./no.md) [e](../posts/no.md) [f](/no.md) [g](no%2Emd) [h](NO.md) [i](no.MD)',
    '[a](draft.md#x) [b](taken.md#first) [c](taken.md#none) [d](#a-post) [e](taken.md?a#none) [f](taken#x) [g](taken.html)',
    '![a](img/broken.png) ![b](img) ![c](img/) ![d](img/broken) ![e](img/broken.PNG) ![f](IMG/broken.png) ![g](broken.png) ![h](posts/img/broken.png)',
    '<img srcset="img/no1.png, img/no2.png 2x,img/no3.png 3x , , no4.png 4x"> <source srcset="no5.png"> <img src="no, comma.png">',
    '<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> other',
    '\tcode\n\n```\nnever closed',
    `${'a '.repeat(300)}[x](no.md)`,
    '\u202e[x](no.md)\u202c \u0007 \u001b[31mred \ufffd',
  ),
  whole((text) => text.replace(/\n---\r?\n/, '\n---\n---\n')),
  whole((text) => text.replace(/^---/, '--')),
  whole((text) => text.replace(/^---/, '----')),
  whole((text) => text.replace(/^---/, '–––')),
  whole((text) => `\u00a0${text}`),
  whole((text) => `<!-- x -->\n${text}`),
  whole((text) => `# Heading\n\n${text}`),
  whole((text) => text.replaceAll('\n', '\u2028')),
  whole(() => '---\ntitle: x\n...\nText.\n'),
  whole(() => ';;;\ntitle: x\n;;;\n'),
  whole(() => '+++\n[extra]\ntitle = "x"\n+++\nText.\n'),
  whole(() => 'title: x\ndate: 2026-01-01\n---\nText.\n'),
  otherKeys.map((keys) => whole(() => `---\n${keys.map((key) => `${key}: x\n`).join('')}---\nText.\n`)),
  more(
    '<img src="ftp://example.org/a.png"> <video src="javascript:x"></video> <a href="javascript:x">x</a> <q cite="data:x">y</q>',
  ),
]

/** The number of posts of a workspace that make one mistake each, in turn; the rest make two or three, by lot. */
export function writeMistaken(files: Files, folder: string, number: number, count: number): void {
  const random = seeded(1_000 + number)
  const posts = writeWorkspace(files, folder, number, count)
  for (const [index, post] of posts.entries()) {
    const chosen =
      index < slips.length
        ? [slips[index]!]
        : Array.from({ length: between(random, 1, 3) }, () => oneOf(random, slips))
    let written: string | Uint8Array | undefined
    for (const slip of chosen) {
      written = (Array.isArray(slip) ? oneOf(random, slip) : slip)(post, random) ?? written
    }
    files.set(`${folder}/${post.inside}`, written ?? writtenPost(post, random))
  }
  writeTargets(files, folder)
}

/** One short post for each of the mistakes, the same each time. */
export function writeEach(files: Files, folder: string): void {
  writeWorkspace(files, folder, 0, 0)
  for (const [index, slip] of slips.flat().entries()) {
    const random = seeded(index)
    const inside = `posts/${index}.md`
    const header = ['title: A post', 'publishedAt: 2026-01-01', 'authors: [ada]', 'category: news']
    const post: Post = { inside, others: [], header, body: ['First.', 'Second.'] }
    files.set(`${folder}/${inside}`, slip(post, random) ?? writtenPost(post, random))
  }
  writeTargets(files, folder)
}

/** What the mistakes lead to. */
function writeTargets(files: Files, folder: string): void {
  files.set(`${folder}/posts/img/broken.png`, new Uint8Array([0x89, 0x50, 0x4e, 0x47]))
  files.set(`${folder}/posts/img/text.svg`, 'a picture of a map')
  files.set(`${folder}/posts/img/empty.gif`, '')
  files.set(`${folder}/posts/draft.md`, '---\ntitle: Draft\nstatus: draft\n---\nx\n')
  files.set(`${folder}/posts/later.md`, '---\ntitle: Later\npublishedAt: 2099-01-01\n---\nx\n')
  files.set(
    `${folder}/posts/taken.md`,
    '---\ntitle: Taken\npublishedAt: 2001-01-01\n---\n[x](draft.md) [y](later.md)\n',
  )
}

const settings = [
  'embeds: [https://www.example.org/player, localhost]',
  'key: the blog',
  'key: api',
  'keys: []',
  'keys: [a, a]',
  'keys: [a b]',
  'key: a\nkeys: [b]',
  `key: ${'k'.repeat(65)}`,
  'language: English',
  'language: e',
  'language: en_US',
  'html: loose',
  'html: Trusted',
  'url: example.org',
  'url: https://example.org/{slugg}',
  'url: "https://example.org/{"',
  'url: /blog/{slug}',
  'url: https://{category}.example.org/{slug}',
  'url: https://{slug}',
  'url: https:{day}/{slug}',
  'url: https://example.org:{day}/{slug}',
  'fields: { level: { type: select } }',
  'fields: { level: { type: slect, options: [a] } }',
  'fields: { 1a: { type: string } }',
  'fields: { a: { type: number, options: [a] } }',
  'fields: { a: { type: select, options: [a, a] } }',
  'fields: { a: { type: list, options: [] } }',
  'fields: { a: { } }',
  'fields: { a: x }',
  'fields: [a]',
  'fields: { __proto__: { type: string } }',
  'fields: { a: { type: string, required: perhaps, requird: true } }',
  'defaults: { author: [ada] }',
  'defaults: { authors: [] }',
  'defaults: { authors: [nobody] }',
  'defaults: { category: none }',
  'defaults: { coverImage: no.png, authorImage: ../x.png }',
  'default: {}',
  '- a',
  'text',
  'a: b: c',
  '{',
  'name: ""',
  'name: [a]',
  '',
  '# nothing',
  'name: a\nname: b',
  'name: x #1',
  'url: https://example.org//{slug}',
  'url: https://example.org/a/..//%2f{slug}?b',
  'url: https://ada:secret@example.org/{slug}',
]

const lists = [
  'news: News',
  'news: {}',
  '- news',
  'News: { name: News }',
  'news: { name: News, id: "a b" }',
  'news: { name: a, nme: b }',
  'a: { name: A, id: x }\nb: { name: B, id: x }',
  'a: { name: A }\na: { name: B }',
  `a: { name: A, description: ${'d'.repeat(10_001)} }`,
  'a: { name: "\\0" }',
  'a b: { name: A }',
  'x',
  '',
  '"": { name: A }',
  '1: { name: One }',
  'true: { name: T }',
  'é: { name: A }\ne\u0301: { name: B }',
  'a: { name: A',
  'a: &x { name: A }\nb: *x',
  'a: &x { name: A, y: *x }',
]

const authors = [
  'name: Ada\nsocials:\n  - platform: GitHub\n    url: https://github.com/ada',
  'name: Ada\nsocials: [{ platform: gihub, url: https://a.org }]',
  'name: Ada\nsocials: [{ platform: x }]',
  'name: Ada\nsocials: [{ url: a.org, platform: website }]',
  'name: Ada\nsocials: { x: y }',
  'name: Ada\nsocials: [x]',
  'role: Editor',
  'name: [A]',
  'name: Ada\nimage: no.png',
  'name: Ada\nimage: ../posts/img/map.png',
  'name: Ada\nimage: ../../x.png',
  'name: Ada\nid: "a b"',
  'name: Ada\nemail: a@b',
  '',
  'text',
  `name: Ada\nbio: ${'b'.repeat(10_001)}`,
  'name: Ada #1',
  'name: Ada\n\trole: x',
  'name: "\\ud800"',
]

/** A post with this front matter besides what it needs, and this text. */
function postWith(header: string, text = 'x', date = '2026-05-31'): string {
  return `---\ntitle: A\n${date && `publishedAt: ${date}\n`}authors: [grace]\ncategory: news\n${header && `${header}\n`}---\n${text}\n`
}

/** What people bring along from elsewhere, where it is easy to give advice that leads astray: files of a workspace. */
const astray: readonly Record<string, string>[] = [
  { 'posts/hidden.md': postWith('draft: false') },
  { 'posts/dated.md': postWith('published: true') },
  { 'posts/2025-10-26-named.md': postWith('', 'x', '') },
  { 'posts/component.mdx': postWith('', 'import A from "a"\n\n<Button />') },
  { 'posts/old.markdown': '+++\ntitle = "x"\ndate = 2020-01-01\n+++\n[x](no.md)\n' },
  { 'posts/docusaurus.md': postWith('authorURL: https://example.org') },
  { 'posts/own.md': postWith('layout: post\ntoc: true') },
  { 'posts/cased.md': postWith('Date: 2020-01-01\nurl: /a/b', 'x', '') },
  { 'posts/twice.md': postWith('date: 2020-01-01\nkeywords: one, two\npermalink: /:year/:title/') },
  ...[
    '2026-05-31 0:00:00',
    '2026-05-31 10:00:00 UTC',
    'Mar 3, 2020',
    'June 2, 2026',
    '07/13/2026',
    '3rd of May 2020',
    '2020年1月2日',
    'Sat Jan 04 2020 10:00:00 GMT+0100 (CET)',
    '2026-02-30',
    '“2026-05-31”',
  ].map((date) => ({ 'posts/date.md': postWith('', 'x', date) })),
  { 'posts/name.md': postWith('', 'x').replace('[grace]', '[Grace Muir]') },
  {
    'posts/template.md': postWith(
      '',
      '[x]({{ config.url }}) [y]({{url}}) ![z]({{ base }}/a b.png) ![z]({{base}}/a.png)',
    ),
  },
  { 'posts/video.md': postWith('', '<video src="v.mp4"></video>'), 'posts/v.mp4': 'x' },
  {
    'posts/object.md': postWith('', '<object data="a.pdf"></object> <embed src="b.pdf">'),
    'posts/a.pdf': 'x',
    'posts/b.pdf': 'x',
  },
  { 'posts/film.md': postWith('', '<video src="film.mov"></video>') },
  ...['\n', '--\n', '—\n', '...\n'].map((end) => ({
    'posts/open.md': postWith('').replace('---\nx', `${end}x`),
  })),
  { 'posts/far.md': postWith('', '[x](../../each/posts/taken.md)') },
  {
    'posts/links.md': postWith('', '[x](oars), [y](www.example.org), [z](oars.html)'),
    'posts/2026-10-01-oars.md': postWith(''),
  },
  { 'tags.yml': 'wood: Wood\n', 'posts/a.md': postWith('tags: [wood]') },
  { 'authors/bob.yml': 'name: Bob\nsocials: [https://x.com/bob]\n' },
  { 'posts/list.md': postWith('tags:\n  - wood\n    - javascript') },
  { 'posts/list.md': postWith('tags:\n  - wood\n - javascript') },
  { 'posts/older.md': postWith('', '[x](newer.md)'), 'posts/newer.md': postWith('', 'x', '2026-06-01') },
  {
    'posts/silent.md': postWith(
      '',
      '![x](images/my pic.png)\n\n[a] (oars.md)\n\n[[oars]]\n\n## There\n\n[j](#ther)',
    ),
  },
  { 'posts/theirs.md': postWith('', '## New {#new}\n\n<pre>{{ code }}</pre>\n') },
  {
    'posts/both.md': postWith(
      '<<<<<<< HEAD\nfeatured: true\n=======\nfeatured: x\n>>>>>>> other\nlayout: post',
      '[x](no.md)',
    ),
  },
]

/** A small workspace for each of the mistakes in files beside posts. */
export function writeOthers(files: Files): void {
  const post =
    '---\ntitle: A\npublishedAt: 2026-01-01\nauthors: [ada]\ncategory: news\ntags: [web]\n---\n[b](b.md)\n'
  const sound = { 'posts/a.md': post, 'posts/b.md': post.replace('[b](b.md)', 'x').replace('fields', '') }
  const write = (folder: string, more: Record<string, string>) => {
    for (const [path, text] of Object.entries({ ...sound, ...more })) files.set(`${folder}/${path}`, text)
  }
  for (const [index, text] of settings.entries()) write(`settings-${index}`, { 'workspace.yml': `${text}\n` })
  for (const [index, text] of lists.entries()) {
    write(`categories-${index}`, { 'categories.yml': text })
    write(`tags-${index}`, { 'tags.yml': text })
  }
  for (const [index, text] of authors.entries()) write(`authors-${index}`, { 'authors/ada.yml': text })
  for (const [index, own] of astray.entries()) {
    const settings = 'name: A\nurl: https://example.org/{slug}\n'
    const all = { 'workspace.yml': settings, 'authors/grace.yml': 'name: Grace Muir\n', ...own }
    for (const [path, text] of Object.entries(all)) files.set(`astray-${index}/${path}`, text)
  }
  write('v1', {})
  write('same-key-1', { 'workspace.yml': 'key: same' })
  write('same-key-2', { 'workspace.yml': 'key: same' })
  write('keyed', {})
  for (const path of PLACES) files.set(path, /\.md/i.test(path) ? post : 'name: x\n')
  files.set('large/posts/large.md', `${post}${'word '.repeat((5.1 * 2 ** 20) / 5)}`)
  files.set('large/posts/complex.md', `${post}\n${'> '.repeat(20_000)}x\n`)
  files.set('large/posts/many.md', `${post}\n${'[x](no.md) '.repeat(250)}\n`)
}

const PLACES = [
  'posts/first.md',
  'authors/a.yml',
  'hello.md',
  'README.md',
  'categories.yml',
  'photo.png',
  'empty/notes.txt',
  'docs/a/b.md',
  ...[
    'new.md',
    'notes.txt',
    'post/new.md',
    'Posts/x.md',
    'drafts/a.txt',
    'posts/new.markdown',
    'posts/new.MD',
    'posts/new.mdx',
    'posts/data.yml',
    'posts/x.png',
    'authors/sub/a.yml',
    'authors/a.yaml',
    'authors/a.md',
    'authors/Ada Ferrer.yml',
    'Workspace.yml',
    'workspace.yaml',
    'category.yml',
    'tags.json',
    'LICENSE',
    '_hidden.md',
    '.dot.md',
    'posts/_draft.md',
    'posts/My First Post.md',
    'posts/2026-05-31-.md',
    'posts/UPPER.md',
    'posts/index.md',
    'posts/a/index.md',
    'posts/same.md',
    'posts/Same.md',
    'posts/sub/same.md',
    'posts/new\npost.md',
    'posts/a_b.md',
    'posts/é.md',
    'posts/e\u0301.md',
    'posts/CON.md',
    'posts/a .md',
    'inner/posts/a.md',
  ].map((path) => `places/${path}`),
  `places/posts/${'a/'.repeat(33)}deep.md`,
]

/** Symbolic links, by their path: where they lead. */
export const LINKS: Record<string, string> = {
  'places/posts/outside.md': '../../large/posts/large.md',
  'places/posts/elsewhere.md': '/etc/hostname',
  'places/posts/again': '.',
  'places/posts/nowhere.md': 'nothing.md',
  'places/posts/loop.md': 'loop.md',
  'places/posts/twin.md': 'a.md',
  'places/outside': '../large',
  linked: 'large',
}

/** Nobody may read these. */
export const LOCKED = ['places/posts/locked.md', 'places/posts/locked']
