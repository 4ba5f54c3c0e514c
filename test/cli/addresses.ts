// Sites whose posts say in `is` at which addresses their program has them, the public one first: as Jekyll 4.3, Hugo
// 0.111, Hexo 7 and Eleventy 3 do. Without any, nobody can tell.

export const post = (is: string | readonly string[], front = '', text = 'Text.') =>
  `---\ntitle: T\n${front}\nis: ${JSON.stringify([is].flat())}\n---\n${text}\n`

const jekyll = (config: string) => ({ '_config.yml': `url: https://example.org\ndefaults:\n${config}` })
const permalink = (pattern: string) => jekyll(`permalink: "${pattern}"\ntimezone: America/New_York\n`)
const evening = 'date: 2021-03-10T03:04:05Z\ncategories: [Old Books, Arts]'
const hugo = (config: string) => ({ 'hugo.yaml': `baseURL: https://example.org/\n${config}` })
const hexo = (permalink: string, config: string) => ({
  '_config.yml': `url: https://example.org\npermalink: ${permalink}\n${config}`,
  'package.json': '{ "dependencies": { "hexo": "7" } }',
})
const eleventy = (permalink: string) => ({
  '.eleventy.js': 'module.exports = () => ({ dir: { input: "src" } })',
  'src/blog/blog.json': JSON.stringify({ permalink }),
})
const languages = (en: string, de: string) =>
  hugo(`languages:\n  en: { contentDir: ${en} }\n  de: { contentDir: ${de} }\n`)

export const sites: Record<string, Record<string, string>> = {
  'Jekyll, each placeholder': {
    ...permalink(
      '/:collection/:categories/:slugified_categories/:year-:short_year-:month-:i_month-:short_month-:long_month/:day-:i_day-:short_day-:long_day-:y_day/:week-:w_year-:w_day/:hour-:minute-:second/:name/:title/:slug:output_ext',
    ),
    '_posts/2021-1-2-Two_words & more.md': post(
      '/posts/old books/arts/old-books/arts/2021-21-03-3-Mar-March/09-9-Tue-Tuesday-068/10-2021-2/22-04-05/2021-1-2-two-words-more/Two_words-&-more/two-words-more.html',
      evening,
    ),
  },
  'Jekyll, the week of another year': {
    ...permalink('weekdate'),
    '_posts/2021-01-03-sunday.md': post('/2021/W53/Sun/sunday.html'),
    '_posts/2019-12-31-tuesday.md': post('/2019/W01/Tue/tuesday.html'),
  },
  'Jekyll, the permalink of a collection': {
    ...jekyll(
      'permalink: pretty\ncollections:\n  posts:\n    permalink: /news/:year/:i_month/:i_day/:title/\n',
    ),
    '_posts/2021-03-04-oars.md': post('/news/2021/3/4/oars', 'category: river'),
    '_posts/2021-03-05-own.md': post('/a/own.html', 'permalink: /:categories/:title.html\ncategories: a'),
    // What is a style in the configuration is a path in a post.
    '_posts/2021-03-06-styled.md': post('/date', 'permalink: date'),
  },
  'Jekyll, collections without a permalink': {
    ...jekyll('permalink: pretty\ncollections: [recipes]\n'),
    '_posts/2021-03-04-oars.md': post('/2021/03/04/oars'),
  },
  'Jekyll, times': {
    ...jekyll('timezone: America/New_York\n'),
    '_posts/2021-07-05-plain.md': post('/2021/07/04/plain.html', 'date: 2021-07-05 00:10:00'),
    '_posts/2021-07-05-midnight.md': post('/2021/07/04/midnight.html', 'date: 2021-07-05 00:00:00'),
    '_posts/2021-07-05-quoted.md': post('/2021/07/05/quoted.html', 'date: "2021-07-05 00:10:00"'),
    '_posts/2021-07-05-short.md': post('/2021/07/05/short.html', 'date: 2021-07-05 00:10'),
    '_posts/2021-07-05-zoned.md': post('/2021/07/04/zoned.html', 'date: 2021-07-05 03:00:00 +0200'),
    '_posts/2021-07-05-day.md': post('/2021/07/06/day.html', 'date: 2021-07-06'),
  },
  'Jekyll, without a zone': {
    ...jekyll(''),
    '_posts/2021-07-05-zoned.md': post(
      ['/2021/07/04/zoned.html', '/2021/07/05/zoned.html'],
      'date: 2021-07-05 01:00:00 +0200',
    ),
    '_posts/2021-07-05-noon.md': post('/2021/07/05/noon.html', 'date: 2021-07-05 12:00:00 +0200'),
  },
  'Jekyll, categories of folders and of the site': {
    ...jekyll(
      '  - { scope: { path: travel }, values: { categories: [d1, d2] } }\n  - { scope: { path: _posts }, values: { category: d3 } }\n',
    ),
    'travel/_posts/2021-03-04-a.md': post('/travel/d1/d2/x/y/2021/03/04/a.html', 'categories: x y'),
    'travel/Far Away/_posts/in/2021-03-04-b.md': post('/travel/far away/d1/d2/2021/03/04/b.html'),
    '日记/_posts/2021-03-04-c.md': post('/日记/one two/2021/03/04/c.html', 'category: One two'),
    '_posts/2021-03-04-d.md': post('/x/d3/2021/03/04/d.html', 'categories: [x]'),
    '_posts/2021-03-04-e.md': post('/x/y/2021/03/04/e.html', 'categories: [x]\ncategory: y'),
  },
  'Jekyll, a folder of sources': {
    '_config.yml': 'url: https://example.org\nsource: ./src/\nbaseurl: /b\n',
    'src/_posts/2021-03-04-a.md': post('/b/2021/03/04/a.html'),
    'src/travel/_posts/2021-03-04-b.md': post('/b/travel/2021/03/04/b.html'),
  },
  'Jekyll, a folder of collections': {
    '_config.yml': 'url: https://example.org\ncollections_dir: all\n',
    'all/_posts/2021-03-04-a.md': post('/2021/03/04/a.html'),
    'all/deep/_posts/2021-03-04-b.md': post('/deep/2021/03/04/b.html'),
  },
  'Jekyll, with the theme of a gem': {
    '_config.yml': 'url: https://example.org\ntheme: minima\n',
    'travel/_posts/2021-03-04-a.md': post('/travel/2021/03/04/a.html'),
    'work/code/_posts/2021-03-04-b.md': post('/work/code/2021/03/04/b.html'),
  },
  'Jekyll, a placeholder of a plugin': {
    ...permalink('/:year/:nothing/:title/'),
    '_posts/2021-03-04-a.md': post([]),
    '_posts/2021-03-04-b.md': post('/own', 'permalink: /own/'),
  },
  'Hugo, sections that are named like languages': {
    ...hugo('mainSections: [en, cn]\npermalinks:\n  en: /:sections/:year/:month/:slug/\n'),
    'content/en/a.md': post('/en/2021/03/own', 'date: 2021-03-04\nslug: own'),
    'content/en/b.md': post(
      ['/en/2021/03/b', '/en/2021/03/old', '/abs', '/en/2021/up'],
      'date: 2021-03-04\nslug: b\naliases: [old, /abs, ../up/]',
    ),
    'content/cn/water.de.md': post('/cn/water.de', 'date: 2021-03-04'),
    'content/cn/河.md': post('/cn/河', 'date: 2021-03-04'),
  },
  'Hugo, folders for languages': {
    ...languages('content/english', 'content/german'),
    'content/english/posts/a.md': post('/posts/a', 'date: 2021-03-04'),
    'content/german/posts/a.md': post('/de/posts/a', 'date: 2021-03-04'),
    'content/german/posts/b.md': post('/own', 'date: 2021-03-04\nurl: /own/'),
    'content/german/posts/c.md': post('/de/own', 'date: 2021-03-04\nurl: own/'),
    'content/german/posts/d.en.md': post('/posts/d', 'date: 2021-03-04'),
  },
  'Hugo, placeholders': {
    ...hugo(
      'permalinks:\n  posts: "/:sections[1:]/:sections[last]/:sections[0]/:year-:monthname-:weekday-:weekdayname-:yearday/:2006:01:02/:filename/:title/"\n',
    ),
    'content/posts/deep/_index.md': '---\ntitle: Deep\n---\n',
    'content/posts/deep/er/Two words.md': `---\ntitle: "C++ & 100% C#: it's"\ndate: 2021-03-07T23:00:00-05:00\nis: ["/deep/deep/posts/2021-march-0-sunday-66/20210307/two-words/c-100-c%23-its"]\n---\n`,
  },
  'Hugo, names of files': {
    ...hugo('removePathAccents: true\n'),
    'content/posts/2021-03-04-Ünï_c.v2.md': post('/posts/2021-03-04-uni_c.v2', 'date: 2021-03-04'),
    'content/posts/2021-03-04-b/index.md': post('/posts/2021-03-04-b', 'date: 2021-03-04'),
  },
  'Hugo, dates in names of files': {
    ...hugo('frontmatter:\n  date: [":filename", ":default"]\n'),
    'content/posts/2021-03-04-a.md': post('/posts/a'),
    'content/posts/in/2021-03-04-b/index.md': post('/posts/in/b'),
  },
  'Hugo, placeholders in url': {
    ...hugo('uglyURLs: true\n'),
    'content/posts/a.md': post('/x/2021/own', 'date: 2021-03-04\nslug: own\nurl: "/x/:year/:slug/"'),
    'content/posts/b.md': post('/a:b/c', 'date: 2021-03-04\nurl: "/a:b/c"'),
    'content/posts/c.md': post('/posts/c.html', 'date: 2021-03-04'),
  },
  'Hexo, any key': {
    '_config.yml':
      'url: https://example.org\npermalink: :category/:abbrlink/:hour:minute/\npermalink_defaults:\n  abbrlink: none\n',
    'package.json': '{ "dependencies": { "hexo": "7" } }',
    'source/_posts/a.md': post('/uncategorized/3f2c/0304', 'date: 2021-03-04 03:04:05\nabbrlink: 3f2c'),
    'source/_posts/b.md': post('/uncategorized/none/0000', 'date: 2021-03-04'),
  },
  'Hexo, names and categories': {
    ...hexo(':category/:title/:post_title/', 'category_map: { Boats: ships }\n'),
    'source/_posts/sub/2021-03-04-a.md': post(
      '/Big-Cat/sub/2021-03-04-a/t',
      'date: 2021-03-04\ncategories: Big Cat\nslug: x',
    ),
    'source/_posts/b.md': post('/A/ships/b/t', 'date: 2021-03-04\ncategories: [A, Boats]'),
    'source/_posts/c.md': post('/B/C/c/t', 'date: 2021-03-04\ncategories: [[A, D], [B, C]]'),
    'source/_posts/d.md': '---\ntitle: Ünï & (水)\ndate: 2021-03-04\ncategory: x\nis: ["/x/d/uni-水"]\n---\n',
  },
  'Hexo, dates in names': {
    ...hexo(':year/:month/:day/:title/', 'new_post_name: :year-:month-:day-:title.md\n'),
    'source/_posts/2021-03-04-a.md': post('/2021/03/04/a', 'date: 2021-03-04'),
  },
  // It has the clock of the machine that made it.
  'Hexo, built where its zone is or elsewhere': {
    ...hexo(':year/:month/:day/:title/', 'timezone: Asia/Tokyo\n'),
    'source/_posts/a.md': post(['/2021/03/04/a', '/2021/03/03/a'], 'date: 2021-03-04 08:00:00'),
    'source/_posts/b.md': post('/2021/03/04/b', 'date: 2021-03-04 10:00:00'),
    'source/_posts/c.md': post(['/2021/03/04/c', '/2021/03/03/c'], 'date: 2021-03-04'),
  },
  'Hexo, what only its database knows': {
    ...hexo('posts/:id/', ''),
    'source/_posts/a.md': post([], 'date: 2021-03-04'),
  },
  'Next, a route for whatever there is': {
    'next.config.js': 'export default {}',
    'pages/[[...slug]].js': '',
    'posts/in/a.md': post('/in/a', 'date: 2021-03-04'),
  },
  'Next, routes with something before': {
    'next.config.js': 'export default {}',
    'app/[tenant]/posts/[slug]/page.tsx': '',
    'posts/a.md': post([], 'date: 2021-03-04'),
  },
  'Astro, routes of languages': {
    'astro.config.mjs': 'export default {}',
    'src/pages/[lang]/blog/[...id].astro': '',
    'src/content/blog/en/a.md': post('/en/blog/a', 'date: 2021-03-04'),
    'src/content/blog/de/a.md': post('/de/blog/a', 'date: 2021-03-04'),
  },
  'Eleventy, a filter of its own': {
    ...eleventy('news/{{ page.date | ym }}/{{ page.fileSlug }}/index.html'),
    'src/blog/2021-03-04-oars.md': post([]),
    'src/blog/2021-03-05-own.md': post('/own', 'permalink: /own/'),
  },
  'Eleventy, filters that it has': {
    ...eleventy('/{{ section | downcase | slug }}/{{ page.date | date: "%Y/%m/%d" }}/{{ title | slugify }}/'),
    'src/blog/a.md': post('/a-and-b/2021/03/04/t', 'date: 2021-03-04\nsection: "A & B"'),
    'src/blog/b.md':
      '---\ntitle: "Wet, (very) wet!"\nsection: c\ndate: 2021-03-04\nis: ["/c/2021/03/04/wet-very-wet"]\n---\n',
    // Versions differ in it.
    'src/blog/c.md': '---\ntitle: It’s\nsection: c\ndate: 2021-03-04\nis: []\n---\n',
    'src/blog/d.md': '---\ntitle: 水\nsection: c\ndate: 2021-03-04\nis: []\n---\n',
    'src/blog/e.md': post([], 'section: "a.b"\ndate: 2021-03-04'),
    'src/blog/f.md': post([], 'date: 2021-03-04'),
  },
  'Eleventy, conditions': {
    ...eleventy('{% if draft %}x{% else %}{{ page.fileSlug }}{% endif %}/'),
    'src/blog/a.md': post([], 'date: 2021-03-04'),
  },
  'Eleventy, a program': {
    '.eleventy.js': 'module.exports = () => ({ dir: { input: "src" } })',
    'src/blog/blog.11tydata.js': 'module.exports = { permalink: (data) => "/" + data.page.fileSlug }',
    'src/blog/2021-03-04-oars.md': post([]),
    'src/notes/notes.11tydata.js': 'export default { permalink: "/n/{{ page.fileSlug }}/" }',
    'src/notes/2021-03-04-b.md': post('/n/b'),
  },
}
