// What becomes of each kind of value in front matter, in workspace.yml and in the file of an author: the value that is read, or what
// is said of it. CONTRIBUTING.md says how to write values.txt anew.
import { expect, test } from 'vitest'
import { parseWhatCanBe } from '../../build/parse/yaml/recover.ts'
import type { Field } from '../../build/schema/custom-fields.ts'
import { otherKeysOfPosts } from '../../build/schema/other-keys.ts'
import { authorSchema, labelSchema, postSchema } from '../../build/schema/schemas.ts'
import { validate } from '../../build/schema/validate.ts'
import { settingsSchema } from '../../build/workspace/settings.ts'
import { printable } from '../../snapshot/printable.ts'

const types = ['string', 'number', 'boolean', 'date', 'url', 'select', 'list'] as const
const fields: Field[] = [
  ...types.map((type) => ({
    name: type,
    type,
    required: false,
    ...(type === 'select' && { options: ['a', 'B'] }),
  })),
  { name: 'options', type: 'list', required: false, options: ['one', 'two'] },
]
const needed: Field[] = types.map((type) => ({
  name: type,
  type,
  required: true,
  ...(type === 'select' && { options: ['a'] }),
}))
const post = postSchema({ fields, slugs: 'strict' })
const schemas = {
  post,
  'post with relaxed slugs': postSchema({ fields, slugs: 'relaxed' }),
  'post without known fields': postSchema({ fields: undefined, slugs: 'strict' }),
  'post that needs fields': postSchema({ fields: needed, slugs: 'strict' }),
  settings: settingsSchema,
  author: authorSchema,
  label: labelSchema,
}

const rowsIn = (all: string) => all.trim().split(/ *[|\n] */)

/** As YAML: those in quotes are YAML already. */
const textsIn = (all: string) => rowsIn(all).map((one) => (one.startsWith('"') ? one : JSON.stringify(one)))

const dates = textsIn(String.raw`
  2026-05-31 | " 2026-05-31 " | 2026-05-31T09:30-01:30 | 2026-05-31 09:30 Z | 2026-05-31T09:30+0130
  2026-05-31T09:30:15.1234567891Z | 2026-05-31T09:30  Z | 2026-05-31T09:30+1 | 2026-05-31T9:30 | 2026-05-31x
  2026/5/31 | 2026.5.3 | 20260503 | 3.4.2026 | 3. 4. 2026 | 3/4/2026 | 5-5-2026 | 31/31/2026 | 13/14/2026
  x2026/5/3:10 | x20260503:10 | x3.4.2026:10 | x3/4/2026:10 | xMar 3, 2020:10 | x3 March 2020:10 | 2026/5/312
  202605031 | 3.4.20260 | 3/4/20260 | Mar 3, 20201 | 3 March 20201 | 2020年1月2 | 2020 年 1 月 2 日 | 2020년 1월 2일
  MAR 3 2020 | Sept. 3rd, 2020 | may 22nd 2026 | 1st of may, 2026 | 21. Juni 2026 | Mon 3-Mar-2020
  Monday, June 1, 2026 | Fri. 5 June 2026 | Decembre 24, 2020 | Smarch 3, 2020 | 3 Marches 2020 | 2026/5/3 10:00
  2026/5/3T9:05 | 2026/5/3, 9:05:07 | 2026/5/3 at 9:05 | 2026/5/3 9:05:07.25 | 2026/5/3 9:05:07,2
  2026/5/3 12:30 am | 2026/5/3 12:30 p.m. | 2026/5/3 1:30PM | 2026/5/3 11:30 a.m | 2026/5/3 13:30 pm
  2026/5/3 25:00 | 2026/5/3 10:00 z | 2026/5/3 10:00 utc | 2026/5/3 10:00 GMT+2 | 2026/5/3 10:00 UTC-05:30
  2026/5/3 10:00 -0330 | 2026/5/3 10:00 +02 | 2026/5/3 10:00 CEST | 2026/5/3 10:00 MESZ (Sommer)
  2026/5/3 10:00 (in Berlin) | 3/4/2026 10:00 EST | 2026/5/3 10:00 or so | 2026/5/3, noon, 10:00 | 2026/5/3 10
  3 “March” 2020 | 2026/5/3 10:0 | 2026/5/3 10:00:0 | 2026/5/3 noon | "\"2026-05-31\"" | ““2026-05-31”” | «2026-05-31»
  ‘2026-05-31 | “2026/5/3 10:00 ” | “2026/5/3 ” | “tomorrow” | 2026-02-29 | 2100-02-29 | 2000-02-30 | 0004-2-30
  2026-04-31 | 2026-4-31 10:00 | 2026-00-10 | 2026-13-32 | 2026-05-31T24:00 | 2026-05-31T23:60
  2026-05-31T23:59:60 | 2026-05-31T10:00+25:00 | 2026/5/0 | 20260532
`)

const paths = textsIn(String.raw`
  /a | /a/ | /A/b.html | /a%20b | /é | /a+b | /%C3%A9 | /a? | /a#b | "/a?b\nc" | /?a | /# | /a b | / | // | //a
  a/b | a/ | /a//b | /a// | /a/. | /a/./b | /a/.. | /a/b/../c/ | /../a | /%2e/a | /a/%2E%2e/b | /...
  /%2e%2e%2e | /.a | /a\b | \a/b | "/a\\" | /a/http://b/c | https://example.org/a/?b | HTTPS://Example.org/A
  https://example.org | https://example.org/ | https://example.org/a/../b/ | git+ssh://host/x | S3://b/k
  a.b-c://d/e | /50% | /50%2 | /50%2G | /a%2F% | /a%2f%zz% | /%ff | /%FF | /%E0%A4%A | "/\u0007" | /%07 | /a%0a
  "/\u2028" | /%E2%80%A9 | "/\ud800" | "/a?\u0007" | /%3F | /%23
`).map((one) => `[${one}]`)

const slugs = textsIn(String.raw`
  a | a-1 | A | a b | a_b | a.b | C# | C++ | +1 | #1 | it's | it’s | -a- | .a | a. | a..b | ... | ! | "" | É b
  a# b# | it's o'clock | "cafe\u0301" | "Cafe\u0301" | 日本 語 | İ | "a\u200db" | ½ | ٣ | A.B_c-D | _ | __a__ | a+b | a + b | Ünï+
`)

const patterns = textsIn(String.raw`
  https://example.org/{slug} | http://example.org:8080/{year}/{month}/{day}/{category}/{slug}/
  https://EXAMPLE.org/{slug} | https://exämple.org/ä/{slug} | https://example.org/a b/{slug}
  https://example.org/x/xx/{slug}x | https://example.org/{slug}{slug} | https://example.org/{xslugx}
  https://example.org/{slg} | https://example.org/{Slug} | https://example.org/{}
  https://example.org/{toString} | https://example.org/{slug | https://example.org/slug}
  https://example.org/{a b}/{slug} | https://example.org/about | https://example.org | /blog/{slug}
  example.org/{slug} | ftp://example.org/{slug} | mailto:{slug} | https:example.org/{slug} | https://
  https://{slug} | https://{category}.example.org/{slug} | https://example.org:{day}/
  https://{slug}@example.org/ | https:\\example.org\{slug} | https://ada@example.org/{slug}
  https://:secret@example.org/{slug}@x | https://a:b@c@example.org/{slug} | https://example.org/@{slug}
  https://example.org//{slug} | https://example.org///%2f\{slug} | https://example.org/%2F/a
  https://example.org/%5c{slug} | https://example.org/%09/{slug} | https://example.org/%0A%0d//{slug}
  https://example.org/a//{slug} | https://example.org/%20/{slug} | https://example.org/?p={slug}
  https://example.org/#{slug} | https://example.org/.//{slug} | https://example.org/%0b//{slug}
`)

const urls = textsIn(String.raw`
  https://example.org | http://example.org/a?b#c | HTTPS://Example.org/%20 | https://example.org/a b
  https://exämple.org/ä | https:example.org | https:///example.org | https:\\example.org
  " https://example.org " | "https://example.org/\"a\"" | https://example.org/it's | https://example.org/<a>
  https://example.org/a\b | https://example.org/{a} | ftp://example.org | mailto:ada@example.org | javascript:x
  https:// | example.org | example.org/a | www.example.org | example | a b.org | exa_mple.org | -a.org/b c
  example.org?a | Example.ORG/a | /a | ./a.png | a.png | //example.org/a | \\host\a | #a | ?a | data:image/png;base64,AA
  C:\a.png | a:b | 1:b | img/a.png | ../a.png | ""
`)

const numbers = textsIn(`
  5 | +5 | -5 | 0 | -0 | 007 | 1.5 | 1. | .5 | -.5 | 1e5 | 1E-5 | 1e+5 | 1,5 | -1,5 | 1,5,2 | 1,5e3 | 1 000
  1_000 | 0x10 | NaN | Infinity | "" | " 5" | "5 " | . | e5 | 1e999 | -1e999 | 9007199254740991
  9007199254740992 | -9007199254740993 | 12345678901234567890.5 | +12345678901234567890 | 1e20
`)

const flags = textsIn(`
  true | True | TRUE | tRue | false | False | FALSE | yes | YES | y | Y | on | 1 | no | N | off | OFF | 0 | 2
  truely | untrue | maybe | ""
`)

const hosts = textsIn(`
  example.org | www.Example.org | a-b.c-d.example | localhost | example | a.local | a.localhost | a.internal
  home.arpa | x.home.arpa | a.locals | localhost.org | 10.0.0.1 | [::1] | example.org. | https://example.org
  https://example.org/x | http://Example.org:80 | HTTPS://example.org | example.org:80 | example.org/x | httpsx.org | exämple.org
  ada@example.org | a b | a.1b | a.b1 | "" | *.example.org | ftp://example.org | a..b
`).map((one) => `[${one}]`)

const languages = textsIn(`
  en | EN | pt-BR | zh-Hant-TW | de-1996 | haw | e | engl | en_US | en- | en--US | en-abcdefgh | en-abcdefghi
  x-a | 1n | "" | " en"
`)

const keys = textsIn(`
  blog | a-1_B | v1 | api | status | media | posts | post | categories | tags | authors | openapi.json | docs
  V1 | Posts | "" | a b | ä
`)

const otherKeys = rowsIn(`
  draft: true | draft: Yes | draft: on | draft: 1 | draft: false | draft: perhaps | draft: [true] | Draft: TRUE
  published: true | published: no | published: OFF | published: 0 | published: 2020-01-01 | published: truest
  published: [true] | author: Ada | author: Ada, Grace Muir | author: [Ada, "a: b"] | writers: [Ada]
  author: { name: Ada } | writer: "a,b ,c , d" | author: -a | authorURL: x | author_image_url: x
  author_imageurl: x | authorimage: x | xauthor_name: x | author_names: x | author__name: x | categories: a
  categories: [a] | categories: [a, b] | categories: a, b | categories: [] | keywords: a.b, c_d-e
  topics: [1, x] | permalink: /a/b | permalink: /:year/:slug | url: https://example.org/a
  url: HTTP://example.org | url: a | route: "/a b" | path: /a,b | permalink: "/{slug}" | path: x/https://a/b
  path: /https://a/b | url: HTTPS://example.org/a | slug_: x | date: 2020-01-01 | Date: x | lastmod: x | cover: a.png | headline: x | lang: de | number: 5
  Number: 5 | titel: x | tag: [a] | toc: true | toString: x | redirect_from: [/a] | imagealt: x | excerpt: x
`)

/** Each name that another tool has for a key of ours. */
const synonyms = rowsIn(`
  redirect_from | redirects | author | writer | writers | categories | cover_alt | coverAltText | coverImageAlt
  feature_image_alt | heroImageAlt | image_alt | imageAlt | cover | cover_image | coverimage | featured_image
  featuredImage | featureImage | heroImage | hero | image | thumbnail | banner | ogImage | socialImage | excerpt
  summary | spoiler | abstract | subtitle | lang | locale | created | created_at | createdAt | date | datePublished
  date_published | pubDate | pubDatetime | publish_date | publishDate | published_at | publishedDate
  published_time | publishedDatetime | permalink | url | path | route | keywords | topics | headline
  last_modified_at | last_modified | lastmod | lastModified | lastUpdated | last_updated | last_update | modified
  modifiedAt | modified_at | modDate | modDatetime | updated | updated_at | updatedDate | author_url | authorTitle
  author_image_url | authorImage | author_bio | author_email | author_twitter | author_github | author_link
  author_name | author_avatar
`).map((key) => `${key}: x y`)

const kinds = rowsIn(String.raw`
  title: [a] | title: [a, b] | title: [[a]] | title: {} | title: { a: b } | title: [] | title: ~ | title: ""
  title: " " | title: 5 | title: "\0" | title: "\ud800" | title: "\ud83d\ude00" | description: ""
  coverAlt: "a\0" | coverImage: "" | category: " Caf\u0065\u0301 " | tags: a | tags: a, b | tags: "a , b"
  tags: "" | tags: {} | tags: [a, [b], c] | tags: [a, ~] | tags: [a, "", " "] | tags: [" a "] | authors: []
  authors: ~ | aliases: [a, a b, c] | attribution: x | attribution: {} | attribution: { author: A }
  attribution: { author: "", url: x } | attribution: { author: A, url: https://a.org, at: x, urll: y }
  attribution: { auther: A, url: https://a.org } | attribution: [a] | status: draft | status: drafts
  status: hidden | featured: [] | id: a_B-1 | id: a b | id: "" | fields: x | fields: [] | fields: ~
  fields: { nummer: 1 } | fields: { a: 1 }
`)

const settings = rowsIn(`
  keys: [] | keys: [a, b] | keys: a | name: "" | description: " " | html: trusted | html: trust | broken: warn
  hub: https://hub.example/?a=b | hub: hub.example | hub: ftp://hub.example | broken: no | slugs: relaxed | math: true | math: yes | searchIndex: true | searchIndex: false | searchIndex: {}
  searchIndex: { text: 0 } | searchIndex: { text: 100000 } | searchIndex: { text: 1e3 } | searchIndex: { text: "1x" }
  searchIndex: { text: -1 } | searchIndex: { texts: 1 } | searchIndex: yes | searchIndex: [1] | fields: [] | fields: x
  fields: { a: {} } | fields: { a: x } | fields: { a: { type: strng } } | fields: { a: { type: select } }
  fields: { a: { type: select, options: [] } } | fields: { a: { type: list, options: [] } }
  fields: { a: { type: list, options: [b] } } | fields: { a: { type: url, options: [b] } }
  fields: { a: { type: list, required: true } } | fields: { a: { type: list, required: 1 } } | defaults: {}
  defaults: x | defaults: { authors: [] } | defaults: { authors: a, category: b } | defaults: { author: [a] }
  defaults: { coverImage: "", authorImage: a.png } | default: {} | nmae: x | x: y | {}
`)

const ofAuthors = rowsIn(`
  {} | name: "" | name: Ada | { name: Ada, bio: [a] } | { name: Ada, email: x } | { name: Ada, image: "" } | nam: Ada
  { name: Ada, image: a.png } | { name: Ada, socials: x } | { name: Ada, socials: [{}] } | { name: Ada, socials: [[a]] }
  { name: Ada, socials: [{ platform: x }] } | { name: Ada, socials: [{ url: https://a.org, plattform: x }] }
  { name: Ada, socials: { x: y } } | Name: Ada
`)

const platforms = textsIn(`
  x | twitter | GitHub | " GitHub " | my site | a-1 | 1a | -a | "" | youtube | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
`)

const profiles = textsIn(`
  mailto:ada@a.org | MAILTO:ada@a.org | mailto:/a | http://a.org | ftp://a.org | a.org | xmpp:ada@a.org
`)

const written = textsIn(`
  https://twitter.com/a | https://bsky.app/a | https://WWW.GitHub.com/a | http://youtube.com | github.com/a
  www.x.com a | xhttps://github.com | me
`)

const labels = rowsIn(`
  {} | name: "" | name: A | { name: A, id: a b } | { name: A, description: "" } | { name: A, description: [a] }
  { name: A, descripton: x }
`)

const beside = rowsIn(`
  { date: 2020-01-01, publishedAt: 2020-01-01 } | { categories: [a], category: b } | { keywords: a, tags: [b] }
  { draft: true, status: draft }
`)

const whole = 'number: 5, boolean: true, date: 2026-05-31, url: https://a.org, select: a'
const ofFields = (field: string, values: string[]) => values.map((value) => `fields: { ${field}: ${value} }`)

const rows: [schema: keyof typeof schemas, written: readonly string[]][] = [
  ['post', [...kinds, ...otherKeys, ...synonyms, ...beside]],
  ['post', dates.map((date) => `publishedAt: ${date}`)],
  ['post', paths.map((path) => `aliases: ${path}`)],
  ['post', slugs.map((slug) => `slug: ${slug}`)],
  ['post with relaxed slugs', slugs.map((slug) => `slug: ${slug}`)],
  ['post', slugs.map((slug) => `aliases: [${slug}]`)],
  ['post', urls.map((url) => `attribution: { author: A, url: ${url} }`)],
  ['post', urls.map((url) => `coverImage: ${url}`)],
  ['post', ofFields('number', numbers)],
  ['post', ofFields('boolean', flags)],
  ['post', ofFields('string', rowsIn('"" | " " | a | 5 | [a] | {} | ~'))],
  ['post', ofFields('date', rowsIn('2026-05-31 | 2026-05-31T10:00+01:00 | soon'))],
  ['post', ofFields('url', rowsIn('https://a.org | a.org'))],
  ['post', ofFields('select', rowsIn('a | B | b | A | c | "" | [a]'))],
  ['post', ofFields('list', rowsIn('[] | [a, b] | a | [a, [b]] | ["\\0"] | ~'))],
  ['post', ofFields('options', rowsIn('[] | [one, two, one] | [three] | [onee] | one'))],
  ['post without known fields', rowsIn('fields: x | fields: { a: [b] } | {}')],
  [
    'post that needs fields',
    [
      ...rowsIn('{} | fields: {} | fields: { lst: [x] }'),
      ...rowsIn(`fields: { string: "", ${whole}, list: [] } | fields: { string: a, ${whole}, list: [x] }`),
    ],
  ],
  ['settings', patterns.map((pattern) => `url: ${pattern}`)],
  ['settings', hosts.map((host) => `embeds: ${host}`)],
  ['settings', languages.map((language) => `language: ${language}`)],
  ['settings', keys.map((key) => `key: ${key}`)],
  ['settings', settings],
  ['author', ofAuthors],
  ['author', platforms.map((one) => `{ name: Ada, socials: [{ platform: ${one}, url: https://a.org }] }`)],
  ['author', profiles.map((url) => `{ name: Ada, socials: [{ platform: x, url: ${url} }] }`)],
  ['author', written.map((url) => `{ name: Ada, socials: [${url}] }`)],
  ['label', labels],
]

const others = otherKeysOfPosts([{ name: 'number', type: 'number', required: false }])

/** What is read of keys and their values, and what is wrong with them. */
function becomes(name: keyof typeof schemas, yaml: string): string[] {
  const source = { name: 'The file', file: 'a.yml', text: yaml, yaml, start: 0 }
  const { data } = parseWhatCanBe(source).value
  if (!data) throw new Error(`${yaml} is not YAML`)
  const { value, problems } = validate(
    schemas[name],
    data,
    'a.yml',
    name.startsWith('post') ? others : undefined,
  )
  const own = Object.keys((data.value ?? {}) as object)
  // Without what is so by default.
  const read = Object.fromEntries(Object.entries(value).filter(([key]) => own.includes(key)))
  const told = problems.map(
    ({ line, column, code, message, hint }) => `${line}:${column} ${code} ${message} ${hint}`,
  )
  // No post here has a title, and few have another key for it.
  const isTitle = /^(?:headline|titel)\b/.test(yaml)
  return [JSON.stringify(read), ...told.filter((line) => isTitle || !line.includes('title is missing.'))]
}

test('each becomes what is written down', async () => {
  const all = rows.map(([schema, written]) => {
    const told = written.flatMap((yaml) => [yaml, ...becomes(schema, yaml).map((line) => `  ${line}`)])
    return [`=== ${schema}`, ...told].map(printable).join('\n')
  })
  await expect(`${all.join('\n\n')}\n`).toMatchFileSnapshot('values.txt')
})
