// Made-up sites once more, as tables: what is written in many ways, each way once, where names mean several files.
import { png } from '../support/picture.ts'
import { type ImportedSite, post, type SiteFiles } from './import-sites.ts'

const product = (firsts: readonly string[], seconds: readonly string[]) =>
  firsts.flatMap((first) => seconds.map((second) => first + second))

/** Pictures that differ in size, so that the report tells which one was copied. */
const pictures = (paths: readonly string[]): SiteFiles =>
  Object.fromEntries(paths.map((path, index) => [path, png(3 + index, 3)]))

/** A line for few ways, so that a difference is a line. */
const links = (hrefs: readonly string[]) =>
  hrefs.map((href, i) => `[${i}](${href})${i % 5 === 4 ? '\n' : ' '}`).join('')
const images = (hrefs: readonly string[]) =>
  hrefs.map((href, i) => `![${i}](${href})${i % 4 === 3 ? '\n' : ' '}`).join('')

const beginnings = [
  '',
  './',
  '../',
  '/',
  '/b/',
  'sub//',
  '@/',
  '@site/',
  '~/',
  'x@site/',
  'x@/',
  'x~/',
  'https://example.org/',
  'https://www.example.org/b/',
  'HTTPS://Www.Example.org//',
  '//example.org/b/',
  '///b/',
  'https://other.example.org/b/',
]

const toPosts = [
  ...product(beginnings, ['one', 'same.md', 'tales/same/', 'folder', 'old-one']),
  ...product(['', '/', 'https://example.org/b/'], ['one.MD?x#part', 'tales/one/index.html?#part', 'one#a?b']),
  ...[
    '',
    '#',
    '#part',
    '?page=2',
    'one?',
    'one.mdown',
    '/one.mdown',
    'a:b.md',
    'sub/a:b.md',
    'git+ssh://h/one',
  ],
  ...['x:one', '/config.yml', '../../config.yml', 'folder/index.md', 'zzz/one.md', '/content/tales/same.md'],
  ...[
    '/tales/same.md',
    '/posts/moved.md',
    '/moved.md',
    'moved',
    '/posts/sub/same.md',
    '/sub/same.md',
    'one/two',
  ],
]

const toFiles = [
  ...product(beginnings, ['m.png', 'x/m.png', 'only.png', 'n.png']),
  ...product(
    ['', '/', '/b/'],
    ['m.png?x#y', 'pics/M.png', 'wp-content/uploads/2020/u.png', 'content/images/2020/u.png'],
  ),
  ...[
    'v1./m.png',
    'images/2020/v.png',
    '../../../only.png',
    'pics/k.png',
    'zz/deep/d.png',
    'h.png',
    'M.png',
    'one/m.png',
  ],
]

const names = [
  'one',
  'tales/same',
  '/one/',
  'one.md#part',
  'zzz/one',
  'zzz/moved.md',
  '@/tales/same.md',
  'one/zzz',
  'old-one',
]

const book: SiteFiles = {
  'content/posts/one.md': post('title: One\ndate: 2020-01-01', links(toPosts.slice(90)), '## Part'),
  'content/posts/two.md': post('title: Two\ndate: 2020-01-02', images(toFiles)),
  'content/posts/two/m.png': png(40, 3),
  'content/posts/sub/three.md': post(
    'title: Three\ndate: 2020-01-03',
    links(toPosts),
    images(toFiles),
    names
      .map((name) => `{{< ref "${name}" >}} {{< relref path="${name}" >}} [x]({{< ref "${name}" >}})`)
      .join('\n'),
    `<a href=" one.md ">a</a> <A HREF='one.md'>b</A> <img SRC=m.png> <img src="x/m.png" srcset="m.png 1x,  x/m.png?y 2x, n.png"> <a\nhref = "one.md">c</a> <image href="m.png"/> <use href="m.png"/> <link href="m.png"> <video poster="m.png" data-src="x/m.png"></video>`,
    `[a]: one.md\n[b]: <one.md> "T"\n> [c]:\tm.png\n    [d]: one.md\n[^e]: one.md\n\n[f]( <one.md> "T") [g](<m.png>) ![h [i](one.md)](m.png) \\![j](one.md) [k]\\(one.md) [l](one\\.md) [m](one(1).md) [n](../a b.png) [o](no such.png) ![p](a b.png "T") [q](a b c.png)`,
  ),
  'content/posts/sub/same.md': post('title: Same\ndate: 2020-01-04', 'Wet.'),
  'content/posts/sub/a:b.md': post('title: Colon\ndate: 2020-01-04', 'Wet.'),
  'content/posts/a:b.md': post('title: Colon\ndate: 2020-01-04', 'Wet.'),
  'content/posts/folder/index.md': post(
    'title: Folder\ndate: 2020-01-05',
    links(['one', '../one', '../same.md', 'm.png', './']),
    images(['m.png', 'x/m.png', '../m.png']),
  ),
  'content/posts/moved.md': post('title: Moved\ndate: 2020-01-06\nurl: /else/where/', 'Wet.'),
  'content/posts/one.mdown': post('title: Mdown\ndate: 2020-01-06\nurl: /mdown/', 'Wet.'),
  'content/posts/index.md': post('title: Index\ndate: 2020-01-07', links(['one', '#part', '?x', ''])),
  'content/tales/same.md': post(
    'title: Same tale\ndate: 2020-01-04\naliases: [old-one, /b/older]',
    links(toPosts.slice(0, 15)),
  ),
  'content/tales/one.md': post('title: One tale\ndate: 2020-01-04', images(toFiles.slice(0, 12)), '## Part'),
  'xone.md': '# One\n',
  'site/one.md': '# One\n',
  ...pictures([
    'm.png',
    'xm.png',
    'content/m.png',
    'content/posts/m.png',
    'content/posts/sub/x/m.png',
    'static/m.png',
    'static/x/m.png',
    'static/posts/n.png',
    'static/a/n.png',
    'static/b/m.png',
    'assets/only.png',
    'src/n.png',
    'app/m.png',
    'pics/v1./m.png',
    'static/pics/M.png',
    'static/a b.png',
    'src/xm.png',
    'content/posts/folder/m.png',
    'q/deep/d.png',
    'qq/deep/d.png',
    'media/h.png',
    'media/H.png',
    'media/2020/u.png',
    'media/2020/U.png',
    'media/y/2020/v.png',
    'media/pics/k.png',
    'media/pics/K.png',
  ]),
}

/** All of some arguments, then all but the first, and so on: the first that is there counts. */
const fromEach = (keys: string, textFor: (key: string, index: number) => string) =>
  keys.split(' ').map((_, from, all) =>
    all
      .map((key, index) => `${key}="${textFor(key, index)}"`)
      .slice(from)
      .join(' '),
  )

const picture = (key: string) => `/p/${key}.png`
const id = (key: string, index: number) => `${key}-0${index}`
const kinds = ['tip', 'warning', 'important', 'caution', 'tip', 'warning']

/** `{{< name arguments >}}inside{{< /name >}}` for each of some arguments. */
const tags = (name: string, args: readonly string[], inside?: string) =>
  args
    .map((one) => `{{< ${name} ${one} >}}${inside === undefined ? '' : `${inside}{{< /${name} >}}`}`)
    .join('\n')

const tagged: SiteFiles = {
  'content/posts/figures.md': post(
    'title: Figures\ndate: 2020-01-01',
    tags('figure', [
      ...fromEach('src url image imagepath image_path path file filename link', picture),
      ...fromEach('src alt title caption', picture),
      ...fromEach('src attrlink attr caption', (key) => `${key} *x*`),
      'src="a.png" width="30%"',
      'src="a.png" width="300"',
      'src="a.png" attr="By" link="/x"',
      'url="a.png" link="/x"',
      ...['a.png?x', 'a.JPG#x', 'x.pngx', 'a.gif', 'a.svg', 'a.webp', 'a.avif', 'a.jpeg'].map(
        (one) => `t "${one}"`,
      ),
      'src=""',
      'src="a.png" caption=""',
    ]),
    tags('figure', ['src="a.png"', 'src="a.png" caption="C"', 'src="a.png" attr="A"'], ' inner '),
    tags('img', [
      ...fromEach('src url path', picture),
      ...fromEach('alt title', picture).map((one) => `src="a.png" ${one}`),
      ...[
        'a b.png',
        '"a.png" "one" "two" 30 40% "5 px"',
        '"one" "a.png" "two"',
        'src="{x}.png"',
        'src="a<b>c<d>.png" alt="a [b] [c] `d`"',
      ],
      'src="a.png" caption="C"',
    ]),
    tags('imgc', ['"a.png"', '""']),
    tags('ximg', ['"a.png"']),
    tags('image-lazy-very-long-name', ['"a.png"']),
  ),
  'content/posts/players.md': post(
    'title: Players\ndate: 2020-01-02',
    tags('youtube', [
      ...fromEach('id v videoid src url video', id),
      ...[
        'abcd',
        'abcde',
        'a'.repeat(20),
        'a'.repeat(21),
        'ab de',
        'https://youtu.be/abcdef',
        'https://www.youtube.com/watch?x=1&v=abcdef',
      ].map((one) => `"${one}"`),
      ...[
        'https://youtube-nocookie.com/embed/abcdef?x',
        '//www.youtube.com/shorts/abcdef',
        'https://example.org/abcdef',
        'https://youtube.com/watch?v=abcdef#v=ghijkl',
      ].map((one) => `"${one}"`),
      'id="abcdef" title="A *b* \\"c\\" <i>d</i>  e"',
      'id="a{b}" title="x"',
      '',
    ]),
    tags('vimeo', ['"https://vimeo.com/video/123456"', '"https://vimeo.com/123456"', '12345', '1234']),
    tags('instagram', [
      ...fromEach('id v src url video videoid tweetid tweetlink link', id),
      ...[
        '"//example.org/x"',
        '"https://example.org//x"',
        '"a<b"',
        '"a b"',
        '"x//y" "z"',
        'title="A [b] [c]" id="x"',
      ],
    ]),
    tags('gist', [
      'user="u" username="v" id="1.js"',
      'username="v" id="1"',
      'id="1"',
      '"u" "1.js"',
      '"1.jsx"',
      'id="https://gist.github.com/u/1.js"',
      '"u" "u"',
      '',
    ]),
    tags('tweet', [
      ...fromEach('id tweetid url link tweetlink', id),
      '"u" "1"',
      '"1"',
      'user="u" id="1"',
      '"u/status/1"',
      '"https://x.com/u" ',
      '',
    ]),
    tags('video', [
      ...fromEach('src url mp4 mp3 webm source', picture),
      ...[
        '"a" "b.mp4"',
        '"a/b"',
        'src="a b.mp4"',
        'src="{x}.mp4"',
        'src="a.mp4" poster="p.png"',
        'src="a.mp4" poster="{p}"',
        'x="y"',
      ],
    ]),
    tags('audio', ['', 'src="own.mp3"'], '<source src=\'in.mp3\'><source src="second.mp3">'),
  ),
  'content/posts/blocks.md': post(
    'title: Blocks\ndate: 2020-01-03',
    tags(
      'code',
      [
        ...fromEach('lang language', id),
        '"c++"',
        '"linenos=table" "go"',
        '"hl_lines" "js"',
        '"line_number" "x" "y"',
        '"a b" "c#"',
        'lang="lang-js"',
        'lang="language:ts"',
        '',
      ],
      'x',
    ),
    tags('code', ['"go"']),
    tags('details', [...fromEach('summary title label', id), '"A" "b"', ''], ' x '),
    tags('quote', [...fromEach('author source cite', id), '"A" "b"', ''], ' x '),
    tags('details', ['"A"']),
    tags('quote', ['"A"']),
    tags(
      'link',
      [
        ...fromEach('path href to url', (key) => `/${key}`),
        '"blocks"',
        '"blocks#x?y"',
        '"blocks?y#x"',
        '"https://example.org/x"',
        '"ftp://x"',
        '"x/https:"',
        '',
      ],
      ' L ',
    ),
    tags('ref', ['"blocks"', '"/posts/blocks/"', '"none"', '"/none"']),
    tags('postlink', [
      '"blocks"',
      '"blocks" "The" "text"',
      '"blocks" "T" true',
      '"blocks" true',
      '"blocks" untrue',
      '',
    ]),
    tags('postlink', ['"blocks"'], 'inner'),
    tags('file', [
      ...fromEach('src href path caption title', id),
      'src="a b"',
      'src="a.pdf" title="A [b] [c]"',
      '',
    ]),
    tags('kbd', ['"A" "B"', '']),
    tags('kbd', ['"A"'], 'C'),
    tags(
      'note',
      [
        ...fromEach('type kind variant level color class', (_key, index) => kinds[index]!),
        ...fromEach('title heading label header', id),
        ...[
          '"tip" "T"',
          '"other" "T"',
          '"T"',
          '"tip"',
          'title="Note"',
          'title="note" type="tip"',
          'title="Tip" type="tip"',
          'type="x"',
          'class="tip" "T"',
        ],
      ],
      'x',
    ),
    tags('note', [...fromEach('text content description', id), '']),
    tags('tip', ['"warning" "T"', 'type="warning" "T"'], 'x'),
    tags('mycallout', [''], 'x'),
    tags('myadmonition', [''], 'x'),
    tags('mynotice', [''], 'x'),
    tags('alerted', [''], 'x'),
    tags('mark', [''], 'x'),
    tags('comment', [''], 'x'),
    ...['mark', 'comment', 'toc', 'tableofcontents', 'br', 'hr', 'more', 'raw', 'center'].map((name) =>
      tags(name, ['']),
    ),
    ...['Note.html', 'no_te', 'no-te/', 'note.md', 'note.liquid', 'note.njk', 'NOTE', 'noteHTML'].map(
      (name) => tags(name, [''], 'x'),
    ),
  ),
}

export const tables: Record<string, ImportedSite> = {
  'tables-links': {
    files: {
      'config.yml': 'baseURL: https://www.example.org/b/\nparams: { mainSections: [posts, tales] }\n',
      ...book,
    },
    flags: ['--static', 'media'],
  },
  'tables-tags': { files: { 'config.yml': 'baseURL: https://example.org\n', ...tagged } },
}
