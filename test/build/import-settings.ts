// What is said before the text, as tables: the ways to set front matter apart, dates, authors, permalinks, routes and
// configurations in code.
import { png } from '../support/picture.ts'
import { type ImportedSite, post, type SiteFiles } from './import-sites.ts'

const words = (text: string) => text.trim().split(/\s+/)

/** All of some keys, then all but the first, and so on: the first that is there counts. */
const fromEach = (keys: string, of: (key: string) => string) =>
  words(keys).map((_, from, all) => all.slice(from).map((key) => `${key}: ${of(key)}`))

/** A post for each of some lines of front matter, with a title and a date. */
const fronts = (folder: string, all: readonly string[]): SiteFiles =>
  Object.fromEntries(
    all.map((front, index) => [
      `${folder}/p${index}.md`,
      post(`title: P${index}\ndate: 2020-01-01\n${front}`, ''),
    ]),
  )

const nested = (depth: number) => `${'['.repeat(depth)}x${']'.repeat(depth)}`

const fences: readonly string[] = [
  '---\ntitle: Yaml\nx: ends with ---\n---x: y\n...\nBody\n---\nBelow\n',
  '\n \n--- YAML \ntitle: Upper\n---  \n\n\nBody\n',
  '---yml\ntitle: Short\n---\nBody\n',
  '--- TOML\ntitle = "Toml" # ends with ---\n---x = "y"\n---\nBody\n',
  'Before\n--- toml\ntitle = "No"\n---\nBody\n',
  '---json\n{"title": "Json \\u0000 \\ud800"}\n---\nBody\n',
  '+++\ntitle = "Plus" # ends with +++\n+++ \nBody\n',
  ';;;\n"title": "Lines",\n;;;\nBody\n',
  '---js\n{ title: "Program" }\n---\nBody\n---\nBelow\n',
  '---JavaScript\n{}\n--- \n\nBody\n',
  '---coffee\n---\n',
  '---\ntitle: Open\n\nBody\n',
  '{"title": "Braces",\n"a": {"b": "c"\n  }\n}\nBody\n',
  '{ "title": "Tight", "d": {\n}, "e": "f"\n} \n\n\nBody\n',
  '{ "title": "Blank" }\n\nBody { "x": 1\n}\n',
  'Text { "title": 1\n}\n\nBody\n',
  'title: Unopened\ntags:\n  - a\n  - b\n\n---\nBody\n---\nBelow\n',
  'label: None\nother: x\n---\nBody\n',
  '---\ntitle: "Broken\nlist: [a, , "b", \'c\']\nempty: []\n  indented: no\nquoted: \'it\'\nnone: ""\nset = t \nlast: [x\n---\nBody\n',
  '---\ntitle: Twice\ntitle: Again\n? {a: b}\n: c\n? [d]\n: e\n1: f\n---\nBody\n',
  '---\ntitle: One two\n---\n# One [*two*](/x){#id}\n\nBody\n',
  `---\ntitle: Tabs\n\ta:\tb\tc\n---\nBody\n`,
  ...[31, 32, 33].map((depth) => `---\ntitle: Deep ${depth}\nx: ${nested(depth)}\n---\nBody\n`),
]

const exported: readonly string[] = [
  'Intro.\n\nexport const meta = { title: "One", date: "2020-01-02", cover: c, by: Ada, n: 1 }Tail;\n\nimport  c  from  "./c.png"\nimport {  Ada, Bo as B } from "x"\nimport c2 from \'./d.png\'\n x import cover from "./no.png"\n x import {no} from "y"\n',
  'export const metadata: Meta = {\n  title: "Two",\n};  \n\n; Body\n',
  'export const frontMatter={title: `Three`}\nBody\n',
  'export const post = {}\nBody\n',
  'export const article = { title: "Open"\nBody\n',
  'export const meta = { title: "Seven", image: map, by: Kim, who: none }\n x import map from "./c.png"\n x import { Kim } from "x"\nimport { a, none as Nobody } from "x"\n',
  'x export const meta = { title: "No" }\nBody\n',
]

const dates = words(
  `·2020-01-02· #2020-01-02 2020-01-02··T·03:04 2020-01-02,,3:04 2020-01-02·at·at·3:04 2020-01-02T3:04·AM 2020-01-02·12:04·A.M.
  2020-01-02·12:04·pm 2020-01-02·1:04·P.M. 2020-01-02·13:04·pm 2020-01-02·3:04·am 2020-01-02·3:04·gmt+2 2020-01-02·3:04·UTC-03:30
  2020-01-02·3:04·xgmt+2 2020-01-02·3:04·(EST) 2020-01-02·3:04·1EST 2020-01-02·3:04·constructor 2020-01-02·00:00·+05:00
  2020-01-02·00:00·-0000 2020-01-02·00:00·+00:30 2020-01-02·3:04·x+05:00 x2020-05 2020-05 2020-00 2020-12-31·23:59:60
  May·5,·2020 Mai·5,·2020 5·sept·2020 31/12/2020 12/31/2020 1.2.2020 2020-01-02·3:04:05,678·cest 2020-01-02·3:04·bst·x`,
).map((date) => `date: ${JSON.stringify(date.replaceAll('·', ' '))}`)

const dateKeys = words(
  `date pubDate pubDatetime publishDate publishedAt publishedDate publishedOn publishedTime datePublished dateTime publicationDate
  published publish publishAt publishOn posted postedAt postedOn postDate added addedAt dateAdded created createdAt createdDate
  creationDate dateCreated time firstPublished releaseDate retrieved_at exported_at`,
)

const datedBy: Record<string, [folder: string, marker: string, text?: string]> = {
  hugo: [
    'content/posts',
    'hugo.yaml',
    'baseURL: https://example.org\nfrontmatter: { date: [":git", born, ":default"] }',
  ],
  jekyll: ['_posts', '_config.yml', 'plugins: []'],
  hexo: ['source/_posts', 'scaffolds/post.md'],
  zola: ['content/blog', 'config.toml', "base_url = 'https://example.org'"],
  eleventy: ['src/posts', '.eleventy.js'],
  docusaurus: ['blog', 'docusaurus.config.js'],
  astro: ['src/content/blog', 'astro.config.mjs'],
  markdown: ['posts', 'notes.txt'],
}

const oddDates = [
  'somewhen: 2021-05-05',
  'somewhen: 2021-05-05\nother: 2021-05-06',
  'somewhen: " 2021-05-05"\nbirthday: 2001-05-05',
  'somewhen: x2021-05-05',
  ...words(
    'updating mod edited revision reviewing expiry events starts ends due until deadline birthday',
  ).map((key) => `${key}: 2021-05-05`),
  ...[
    'Jan 5',
    'Mayday',
    'May 55',
    '5 may',
    '1577934245',
    '15779342451',
    '20200102T',
    '2020年',
    '1-2-2020',
    '3.4.5',
    'x2020-',
    'Sun., dawn',
  ].map((date) => `date: ${JSON.stringify(date)}`),
  ...[
    'xdraft',
    'drafty',
    'Draft',
    'Publishing',
    'publish',
    'PUBLISHED',
    'republish',
    'unpublished',
    'wip',
    'pending',
  ].map((status) => `date: 2020-01-01\nstatus: ${status}`),
  ...words('draft isDraft wip published publish isPublished public').flatMap((key) =>
    [' TRUE ', 'No', 'off', '1', '0', 'x1', 'yes!', 'onx'].map(
      (flag) => `date: 2020-01-01\n${key}: "${flag}"`,
    ),
  ),
]

const people = [
  ...[
    'Ada Ferrer,  Kim Ash',
    'Ada Ferrer,Kim Ash',
    'Ada Ferrer and  Kim Ash',
    'Ada Ferrer & Kim Ash; Bo Elm',
    'Ada Ferrer, Editor',
    'One Two Three Four Five, Kim Ash',
    'One Two Three Four, Kim Ash',
    'Ada, Kim',
    ' , ',
    'Brandy Wine',
    'Ada Ferrer, Kim Ash, ',
  ],
  ...[
    'Ada (x) <a@b.c>',
    'Ada <a@b.c> Ferrer',
    '<a@b.c>',
    'x\n<i>Ada</i> <a@b.c>',
    '<b></b>',
    '@ada',
    'a@b',
    '@@ada',
    '<>x',
    'x <> y',
    '<b>A</b> <i>B</i>',
    '!!!',
    '!'.repeat(40),
    'constructor',
    'bo.json',
    'BO',
  ],
].map((name) => `author: ${JSON.stringify(name)}`)

const person = (lines: readonly string[]) => `authors:\n  - ${lines.join('\n    ')}`

const authors = [
  ...people,
  ...fromEach('name display_name displayName fullName title', (key) => `Named ${key}`).map(person),
  ...fromEach('role job position job_title jobTitle title', (key) => `Is ${key}`).map((lines, index) =>
    person([`name: Role ${index}`, ...lines]),
  ),
  ...fromEach('bio description about short_bio', (key) => `Does ${key}`).map((lines, index) =>
    person([`name: Bio ${index}`, ...lines]),
  ),
  ...fromEach(
    'image_url imageURL image avatar picture photo profile_image',
    (key) => `https://example.com/${key}.png`,
  ).map((lines, index) => person([`name: Image ${index}`, ...lines])),
  person(['name: Avatar', 'avatar: { src: https://example.com/a.png }']),
  ...['m.png', '../m.png', '/img/m.png', 'xhttps://example.com/x.png', 'http://example.com/x.png'].map(
    (image, index) => person([`name: Picture ${index}`, `image: ${image}`]),
  ),
  person(['name: Long', `bio: ${'b'.repeat(10_001)}`]),
  ...fromEach('url website web homepage link to site', (key) => `https://example.com/${key}`).map(
    (lines, index) => person([`name: Site ${index}`, ...lines]),
  ),
  person([
    'name: Hosts',
    ...words('url website web homepage link to site').map(
      (key, i) =>
        `${key}: ${words('https://twitter.com/a https://www.linkedin.com/in/a http://instagram.com:80/a https://mobile.youtube.com/@a xhttps://x.com/a https://constructor/a https://github.com/a')[i]}`,
    ),
  ]),
  person([
    'name: More hosts',
    ...words('url website web homepage').map(
      (key, i) =>
        `${key}: ${words('https://facebook.com/a https://bsky.app/a https://x.com/a https://m.github.com/a')[i]}`,
    ),
  ]),
  person([
    'name: Handles',
    ...words('twitter x github linkedin instagram facebook bluesky youtube').map(
      (key, i) =>
        `${key}: "${['@a', ' @b ', 'c@d', 'e f', 'https://example.com/g', 'xhttps://h', '@@i', 'j.k_l-m'][i]}"`,
    ),
  ]),
  ...words('socials social links').map((key) =>
    person([
      `name: In ${key}`,
      `${key}: { twitter: a, x: b, github: c, linkedin: d, instagram: e, facebook: f, bluesky: g, youtube: h }`,
    ]),
  ),
  person([
    'name: Listed',
    `socials: [{ platform: " Mastodon ", url: https://example.org/@a }, { platform: "9x", url: https://example.org/b }, { platform: ${'p'.repeat(33)}, url: https://example.org/c }, { url: https://example.org/d }, { platform: constructor, url: e }, { platform: twitter, url: f }, { platform: x, url: https://example.org/@a }, text]`,
  ]),
  person([
    'name: Many',
    `socials: [${Array.from({ length: 101 }, (_, i) => `{ url: https://example.org/${i} }`)}]`,
  ]),
  person(['id: Not A Slug', 'name: With id']),
  person(['slug: by-slug', 'name: With slug']),
  person(['key: by-key', 'id: no', 'name: With key']),
  ...['authors', 'author', 'byline', 'params', 'extra'].map((_, from, all) =>
    all
      .slice(from)
      .map((key) =>
        key === 'params' || key === 'extra'
          ? `${key}: { author: By ${key}, authors: Also ${key} }`
          : `${key}: By ${key}`,
      )
      .join('\n'),
  ),
  'extra: { authors: By extra }',
  ...fromEach('authorImageURL authorImage authorAvatar', (key) => `https://example.com/${key}.png`).map(
    (lines, index) => [`author: Beside ${index}`, ...lines].join('\n'),
  ),
  'author: Beside url\nauthorURL: https://example.com/u\nauthorTitle: Titled\nauthorTwitter: b',
]

const labels = [
  ...['tags', 'categories', 'topics', 'keywords', 'tag', 'category'].flatMap((key) => [
    `${key}: " a , B,, a"`,
    `${key}: "a b  c"`,
    `${key}: [" One ", one, ONE]`,
  ]),
  'taxonomies: { categories: [a], category: b, topics: [c], tags: [d], tag: e }',
  'tags:\n  - { name: A, label: B, title: C, slug: D }\n  - { label: B, title: C, slug: D }\n  - { title: C, slug: D }\n  - { slug: D }\n  - { name: [X, Y] }\n  - { x: y }',
  'tags: [caf\u00e9, cafe\u0301, "!!!", "???", C#, c-sharp]',
  `tags: [${'t'.repeat(200)}, ${'t'.repeat(201)}, ${'日'.repeat(70)}]`,
  `categories: [${'n '.repeat(600)}]`,
]

const fields = [
  'flag: "TRUE"\nflag2: xtrue\nnum: "1.50"\nwhen: 2020-01-02T00:00:00Z\nlink: https://example.com/a\nmap: { a: { b: { c: d }, e: f } }',
  'flag: "false"\nflag2: "true"\nnum: 1\nwhen: soon\nlink: " x"\nmap: x\nday: 2020-01-02\nday2: "20200102"',
  'flag: True\nday: 2020-1-3\nday2: 2020-01-03\n"-a b-": x\n" 9z ": y\na_b: z\nlist: [a]',
]

const descriptions = [
  ...['description', 'excerpt', 'summary', 'spoiler', 'desc', 'abstract', 'intro'].map((_, from, all) =>
    all
      .slice(from)
      .map((key) => `${key}: " By ${key} "`)
      .join('\n'),
  ),
  ...[
    'image: xhttps://a.b/c',
    'image: https://a.b/',
    'image: https://a.b/c',
    'image: ftp://a.b/c.png',
    'image: a.PNG?x',
    'image: a.png#',
    'image: a.png?',
    'image: a.pngx',
    'image: a.svg',
    'images: [{ src: s.png, url: u.png, image: i.png }]',
    'images: [{ url: u.png, image: i.png }]',
    'images: [{ image: i.png }, { src: s.png }]',
    'images: [[a.png]]',
  ],
  ...[
    'imageAlt: " A "',
    'imageAltText: B',
    'coverAlt: C\nimageAlt: D',
    'image: { src: a.png, alt: " E " }',
    'image_alt: F',
  ].map((alt) => (alt.startsWith('image: ') ? alt : `image: /img/m.png\n${alt}`)),
  'imageAlt: Alone',
  'attribution: { author: A, url: "https://example.com/x" }',
  'attribution: { author: A, url: x }',
  'attribution: { author: A }',
  'fields: { a: x, b: y }\na: z',
  'fields: x',
  ...['de', 'DE', 'x', 'de_AT', 'deutsch', 'de-'].map((code) => `lang: ${code}`),
  'lang: x\nlanguage: fr\nlocale: fr',
  'featured: x\npinned: yes',
  'pinned: true',
  'sticky: on',
  'featured: no\nsticky: yes',
]

const named = { '_config.yml': 'url: https://example.org\npermalink: /:title/\ntimezone: Europe/Berlin\n' }

const placeholders = words(
  `year month day short_year y_day i_month i_day monthname title slug filename name contentbasename slugorfilename
  slugorcontentbasename section sections categories category path week short_day output_ext Title title[x] title[] none constructor`,
)

const permalinks: SiteFiles = {
  '_config.yml':
    'url: https://example.org\ndefaults:\n  - { scope: { path: "", type: posts }, values: { permalink: /d/:title/ } }\n  - { scope: { path: "A b*" }, values: { permalink: /e/:title/ } }\n  - { scope: { path: "A b/C" }, values: { permalink: /f/:title/ } }\n  - { scope: { path: "", type: pages }, values: { permalink: /g/:title/ } }\n',
  ...Object.fromEntries(
    placeholders.flatMap((name, index) => [
      [
        `A b/C/_posts/2020-10-2${index % 10}-p${index}.a.md`,
        post(`title: The "${name}" of It\npermalink: "/x/:${name}/y${index}/"\ncategories: [D e f, C]`, ''),
      ],
      [`_posts/2021-01-0${(index % 9) + 1}-q${index}.md`, post(`permalink: "/z:${name}-${index}"`, '')],
    ]),
  ),
  ...Object.fromEntries(
    words('date pretty ordinal weekdate none').map((style) => [
      `_posts/2020-01-09-${style}.md`,
      post(`permalink: ${style}\ncategory: Cat`, ''),
    ]),
  ),
  'A b/_posts/2020-01-01-one.md': post('title: One', ''),
  'A b/C/_posts/2020-01-01-two.md': post('title: Two', ''),
  '_posts/2020-01-01-three.md': post('title: Three\nslug: Own', ''),
}

const hugo = (config: string, more: SiteFiles = {}): SiteFiles => ({
  'hugo.yaml': `baseURL: https://example.org/\nparams: { mainSections: [${placeholders.map((_, i) => `s${i}`)}, a] }\n${config}`,
  'content/a/b/one.md': post('title: " One, the  First! -- x--y "\ndate: 2020-10-20\nslug: Own  Slug', ''),
  'content/a/b/c/index.md': post('title: Bundled\ndate: 2020-01-09', ''),
  'content/a/index.x.md': post('title: Indexed\ndate: 2020-01-09', ''),
  'content/a/two.md': post('title: Two -- and  More / x\ndate: 2020-01-09', ''),
  ...more,
})

const site = (files: SiteFiles, flags?: readonly string[]): ImportedSite =>
  flags ? { files, flags } : { files }

/** Routes of frameworks, each with the same posts. */
const routed = (
  marker: string,
  files: readonly string[],
  folders: readonly string[],
  text = '',
): ImportedSite =>
  site({
    [marker]: text,
    CNAME: ' Example.org\n',
    ...Object.fromEntries(files.map((file) => [file, ''])),
    ...Object.fromEntries(
      folders.flatMap((folder) => [
        [`${folder}/one.md`, post('title: One\ndate: 2020-01-02', '')],
        [`${folder}/two/index.md`, post('title: Two\ndate: 2020-01-02', '')],
        [`${folder}/sub/index.x.md`, post('title: Three\ndate: 2020-01-02\nslug: own', '')],
        [`${folder}/indexed.md`, post('title: Four\ndate: 2020-01-02', '')],
        [`${folder}/1.first/2.second.md`, post('title: Five\ndate: 2020-01-02', '')],
      ]),
    ),
  })

const code = (text: string, more: SiteFiles = {}): ImportedSite =>
  site({
    'docusaurus.config.js': text,
    'blog/one.md': post('title: One\ndate: 2020-01-02', ''),
    'news/two.md': post('title: Two\ndate: 2020-01-02', ''),
    ...more,
  })

const plainSite = (files: SiteFiles, flags?: readonly string[]): ImportedSite =>
  site(
    {
      'posts/one.md': post('title: One\ndate: 2020-01-02\nauthor: ada', '[x](two.md)'),
      'posts/two.md': post('title: Two\ndate: 2020-01-02\nauthor: Kim', ''),
      ...files,
    },
    flags,
  )

const inLanguages = (names: readonly string[], config = ''): ImportedSite =>
  site({
    'hugo.yaml': `baseURL: https://example.org/\n${config}`,
    ...Object.fromEntries(names.map((name) => [`content/${name}`, post('title: T\ndate: 2020-01-02', '')])),
  })

export const settings: Record<string, ImportedSite> = {
  'settings-fences': site(
    {
      'hugo.yaml': 'baseURL: https://example.org\n',
      ...Object.fromEntries(fences.map((text, i) => [`content/posts/f${i}.md`, text])),
    },
    ['--section', 'posts'],
  ),
  'settings-exported': site(
    {
      'hugo.yaml': 'baseURL: https://example.org\n',
      ...Object.fromEntries(exported.map((text, i) => [`content/posts/e${i}.mdx`, text])),
      'content/posts/c.png': png(),
    },
    ['--section', 'posts'],
  ),
  'settings-dates': site({
    ...named,
    ...Object.fromEntries(dates.map((front, i) => [`posts/d${i}.md`, post(front, '')])),
  }),
  'settings-date-keys': site(
    Object.fromEntries(
      dateKeys.map((key) => [
        `posts/2019-05-07-${key}.md`,
        post(`${key}: 2020-02-02\nsomewhen: 2021-05-05`, ''),
      ]),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(datedBy).map(([name, [folder, marker, text = '']]) => [
      `settings-dates-of-${name}`,
      site({
        [marker]: text,
        ...Object.fromEntries(
          words('date born publishDate created retrieved_at').map((key) => [
            `${folder}/2019-05-07-${key}.md`,
            post(`${key}: 2020-02-02`, ''),
          ]),
        ),
      }),
    ]),
  ),
  'settings-odd-dates': site(
    { ...named, ...Object.fromEntries(oddDates.map((front, i) => [`posts/d${i}.md`, post(front, '')])) },
    ['--section', 'posts'],
  ),
  'settings-authors': site({
    ...named,
    '_data/authors.yml': 'bo: { name: Bo Elm, twitter: bo }\n',
    'img/m.png': png(),
    ...fronts('posts', authors),
  }),
  'settings-labels': site({ ...named, ...fronts('posts', [...labels, ...fields]) }),
  'settings-unspaced': site({
    'hugo.yaml': 'baseURL: https://example.org\n',
    ...fronts('content/posts', [...labels.slice(0, 18), ...descriptions]),
    'static/img/m.png': png(),
  }),
  'settings-permalinks': site(permalinks),
  'settings-jekyll-source': site({
    '_config.yml': 'source: ./src/\nurl: https://example.org/\npermalink: pretty\n',
    'src/x/_posts/2020-01-02-a.md': post('title: A', ''),
    'srcx/_posts/2020-01-02-b.md': post('title: B', ''),
  }),
  'settings-hugo': site(
    hugo(
      `permalinks:\n${placeholders.map((name, i) => `  s${i}: "/x/:${name}/y${i}/"`).join('\n')}\n  a: { b: c }\n`,
      Object.fromEntries(
        placeholders.flatMap((_, i) => [
          [`content/s${i}/one.md`, post('title: The First -- One\ndate: 2020-10-09', '')],
          [`content/s${i}/sub/two.md`, post('title: Two\ndate: 2021-01-09\nslug: Second', '')],
        ]),
      ),
    ),
  ),
  'settings-hugo-ugly': site(hugo('uglyURLs: { a: "true", b: "false" }\ndisablePathToLower: "true"\n')),
  'settings-hugo-not-ugly': site(
    hugo(
      'uglyURLs: { b: "true" }\ntitle: " "\nlanguages: { de: { title: D }, en: { title: E } }\ndefaultContentLanguageInSubdir: true\n',
      {
        'content/a/one.de.md': post('title: Eins\ndate: 2020-01-02', ''),
        'content/a/one.en.md': post('title: One\ndate: 2020-01-02', ''),
      },
    ),
  ),
  'settings-hugo-german': site(
    hugo(
      'defaultContentLanguage: de\nlanguages: { de: { title: D }, en: { title: E, contentDir: text } }\n',
      {
        'text/a/one.md': post('title: One\ndate: 2020-01-02', ''),
        'content/a/one.en.md': post('title: Eins\ndate: 2020-01-02', ''),
      },
    ),
  ),
  ...Object.fromEntries(
    [':name/:post_title/', ':title', ':title/:category/', ':year-:month-:day/:name.html', ':x/:title'].map(
      (pattern, i) => [
        `settings-hexo-${i}`,
        site({
          '_config.yaml': `url: https://example.org\npermalink: "${pattern}"\nsource_dir: ./te?xt!s/\ndefault_category: dc\n`,
          'package.json': '{ "dependencies": { "hexo": "7" } }',
          'texts/_posts/a/b.md': post('title: B\ndate: 2020-01-02\ncategories: [C, D]', ''),
          'texts/_posts/c.md': post('title: C\ndate: 2020-01-02\nslug: own', ''),
          'texts/_drafts/d.md': post('title: D', ''),
        }),
      ],
    ),
  ),
  'settings-astro': routed(
    'astro.config.cjs',
    [
      'src/pages/posts/[slug].astro',
      'src/pages/[...x].ts',
      'x/src/pages/no/[slug].ts',
      'src/pages/y/[slug].tsx',
    ],
    ['src/content/post', 'src/content/blogs'],
  ),
  'settings-astro-pages': routed('astro.config.mts', [], ['src/pages/blog']),
  'settings-astro-below': routed(
    'astro.config.mjs',
    ['src/pages/x/thoughts/[slug].astro', 'src/pages/thought/[slug].js', 'src/pages/y/thoughts/[slug].astro'],
    ['src/content/thoughts', 'x/src/pages/blog'],
  ),
  'settings-next-pages': routed(
    'next.config.ts',
    ['pages/posts/[slug]/index.jsx', 'x/pages/no/[slug].tsx', 'pages/y/[slug].tsx.bak'],
    ['data/posts'],
  ),
  'settings-next-app': routed(
    'next.config.mjs',
    [
      'src/app/(group)/notes/[id]/page.tsx',
      'x/app/posts/[slug]/page.js',
      'app/posts/[slug]/page.tsx.bak',
      'app/posts/[slug].tsx',
    ],
    ['_posts'],
  ),
  'settings-next-in': routed('next.config.js', [], ['src/app/(a)/blog/(b)']),
  'settings-nuxt': routed('content.config.ts', [], ['content/1.blog']),
  'settings-vitepress': routed(
    '.vitepress/config.mts',
    [],
    ['posts'],
    "export default { srcDir: './', cleanUrls: false }",
  ),
  'settings-plain': routed('README.md', [], ['posts', 'static']),
  'settings-eleventy': site({
    'eleventy.config.cjs': 'module.exports = { dir: { input: "./te.xt/" } }',
    CNAME: 'example.org',
    ...fronts('te.xt/posts', [
      'permalink: "/{{ page.fileSlug }}/{{ slug }}/{{- slug | x }}/"',
      'permalink: "/{{ title | slug }}/{{ title | slug }}/index.html"',
      'permalink: false',
      'permalink: "/{{ x }}/"',
      'permalink: /a/index.html/b',
    ]),
    'te.xt/posts/deep/er/index.md': post('title: I\ndate: 2020-01-02', ''),
    'te.xt/posts/deep/index.x.md': post('title: J\ndate: 2020-01-02', ''),
  }),
  'settings-zola': site({
    'config.toml': 'base_url = "https://example.org"\n',
    'content/a/One.md': '+++\ntitle = "A"\ndate = 2020-01-02\nwhen = 2020-01-02T00:00:00Z\n+++\n',
    'content/a/b/index.md': '+++\ntitle = "B"\ndate = 2020-01-02\npath = "p/q"\nwhen = "soon"\n+++\n',
    'content/a/c/index.md': '+++\ntitle = "C"\ndate = 2020-01-02\nwhen = 2020-01-02T00:00:00.000Z\n+++\n',
    'content/a/index.x.md': '+++\ntitle = "D"\ndate = 2020-01-02\nwhen = 2020-01-02T01:00:00Z\n+++\n',
    'content/none/x.md': '+++\ntitle = "E"\n+++\n',
    'content/none/_index.md': '+++\nsort_by = "date"\n+++\n',
  }),
  ...Object.fromEntries(
    [
      "// url: 'https://no.example'\n/* title: 'No' */ export default { title: 'It\\'s', url: 'https://example.org', baseUrl: '/b/', presets: [['x', { blog: { path: './news/', routeBasePath: 'n' } }]] }",
      'const url = \'https://example.org\', title = `T`\nconst path = "news"\nmodule.exports = { title, url, blog: { path }, other: [title, url] }',
      "export default f({ title: `T \x24{'x'}`, a: { b: { c: 1 } }, url: `https://example.org`, i18n: { locales: ['de', \"en\"], defaultLocale: 'de' }, blog: g({ path: 'news', x: [{ y: 'z' }, (a), [1]] }) })",
      "let url = 'https://example.org'; x = y ? url : 'https://no.example'; export default { url: url, title: x, a: [], 'blog': { \"path\": 'news', n: -1.5, t: true, f: trueish }, }, title: 'Late' }",
      "const x = [title, 'a']\nf(title, url)\nconst title = 'T', y = { a: 1 }\nexport default { ...y, g() { return { title } }, url: 'https://example.org\\/x', blog: { routeBasePath: '/', path: 'bl`og' } }",
      'export default { title: "a \\"b\\" \'c\'", tagline: \'x\' + y, url: "https://example.org", blog: {}, presets: { blog: { path: \'news\' } } }',
    ].map((text, i) => [`settings-code-${i}`, code(text)]),
  ),
  ...Object.fromEntries(
    [
      { 'src/config.ts': 'export const SITE = { website: "https://example.org/x" }' },
      { 'src/consts.TS': "siteUrl = 'https://example.org'", 'a/config.js': "url: 'https://no.example'" },
      {
        'config.tsx': "url: 'https://no.example'",
        'package.json': '{ "homepage": "https://example.org/h#x?y" }',
      },
      { CNAME: 'example', 'public/CNAME': '*.example.org', 'src/CNAME': 'www.Example.org\n' },
      {
        CNAME: 'example.org:80',
        'site.json': '{ "url": "http://127.0.0.1/x" }',
        'src/site.yml': 'url: "https://twitter.com/a"\nsite: "https://example.org"',
      },
      {
        '_data/site.json': '{ "title": "T", "author": "Site Author" }',
        '_data/meta.json': '{ "author": "Meta Author" }',
        'x/data/authors.json': '{ "ada": { "name": "Ada X" } }',
      },
      {
        'data/people/Ada.YML': 'name: Ada Y\n',
        'content/team/kim.json.bak': '{ "name": "No" }',
        '_data/authors/index.yml': 'name: No\n',
        '_data/authors/_indexed.yml': 'name: Yes\n',
        '_data/authors/x_index.yml': 'name: Yes\n',
      },
      {
        'authors.yml':
          '- { id: ada, key: k, username: u, slug: s, name: By id }\n- { key: kim, username: u, slug: s, name: By key }\n- { username: u, slug: s, name: By username }\n- { slug: s, name: By slug }\n- text\n',
      },
      {
        'authors.yml':
          '- { key: ada, username: kim, slug: s, name: By key }\n- { username: kim, slug: s, name: By username }\n',
        '_data/members.toml': '[ada]\nname = "No"\n',
      },
    ].map((files, i) => [`settings-site-${i}`, plainSite(files as SiteFiles)]),
  ),
  ...Object.fromEntries(
    ['https://example.org//', 'HTTPS://Example.org/x/', 'https://localhost:3000', 'no url'].map((url, i) => [
      `settings-url-${i}`,
      site({
        '_config.yml': `url: "${url}"\nbaseurl: /x/\ntimezone: " "\nlanguage: pt_BR_x\npermalink: /:title\n`,
        '_posts/2020-01-02-a.md': post('title: A', '[b](/x/b)'),
        '_posts/2020-01-03-b.md': post('title: B', ''),
      }),
    ]),
  ),
  'settings-languages-0': inLanguages([
    'posts/de/a.md',
    'posts/en/a.md',
    'posts/en/b.md',
    'posts/en/c.md',
    'posts/en/d.md',
    'posts/c.md',
  ]),
  'settings-languages-1': inLanguages(['posts/de/a.md', 'posts/a.md', 'posts/xx/b.md']),
  'settings-languages-2': inLanguages(
    ['de/posts/a.md', 'en/posts/a.md'],
    'params: { mainSections: [de, en] }\n',
  ),
  'settings-languages-3': inLanguages([
    'posts/a.de.md',
    'posts/a.md',
    'posts/b.xx.md',
    'posts/c.de_AT.md',
    'posts/x/de.md',
  ]),
  'settings-languages-4': inLanguages(
    ['posts/a.de.md'],
    'languages: { de: { title: D }, en: { title: E } }\n',
  ),
  'settings-languages-5': inLanguages([
    'posts/de/index.md',
    'posts/index.md',
    'posts/fr/index.md',
    'posts/fr/a/index.md',
    'posts/a/index.md',
    'posts/ja/b.md',
    'posts/ja/c.md',
    'posts/ja/d.md',
    'posts/ja/a/index.md',
  ]),
  'settings-languages-6': inLanguages(
    ['posts/de/a.md', 'posts/b/de/c.md', 'posts/d.md'],
    'languages: { de: { title: D }, en: { title: E }, "9": { title: N } }\n',
  ),
  // What posts are about may end like a language.
  'settings-languages-7': inLanguages([
    'posts/deploying-to-fly.io.md',
    'posts/next.config.ts.md',
    'posts/a.md',
    'posts/a.fr.md',
  ]),
  'settings-languages-8': inLanguages(['posts/deploying-to-fly.io.md', 'posts/a.md']),
  // The date in the name comes before that of the front matter, or after it.
  ...Object.fromEntries(
    ['[":filename", ":default"]', '["date", ":filename"]', '[":filename"]'].map((keys, index) => [
      `settings-hugo-named-${index}`,
      {
        files: {
          'hugo.yaml': `baseURL: https://example.org\nfrontmatter:\n  date: ${keys}\npermalinks:\n  posts: /:year/:slug/\n`,
          'content/posts/2020-01-02-a.md': post('title: A\ndate: 2021-03-04', 'Wet.'),
          'content/posts/2019-05-06-b/index.md': post('title: B\ndate: 2021-03-04', 'Wet.'),
          'content/posts/c.md': post('title: C\ndate: 2021-03-04', 'Wet.'),
        },
      },
    ]),
  ),
  'settings-utc': {
    files: {
      '_config.yml': 'url: https://example.org\ntimezone: Etc/UTC\n',
      '_posts/2020-01-01-a.md': post('title: A\ndate: 2020-01-01 10:00', 'Wet.'),
    },
  },
}
