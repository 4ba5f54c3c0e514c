// A fix takes its problem away and brings no other that has no fix, however a file is written.
import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { check } from '../../build/index.ts'
import type { Problem } from '../../build/problems/problem.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'
import { tries } from './tries.ts'

const site = {
  'blog/workspace.yml':
    'url: https://example.org/{slug}\nfields: { minutes: { type: number }, level: { type: select, options: [easy, hard] } }\n',
  'blog/tags.yml': 'web: { name: Web }\njavascript: { name: JavaScript }\n',
  'blog/categories.yml': 'news: { name: News }\nessays: { name: Essays }\n',
  'blog/authors/ada.yml': 'name: Ada\n',
  'blog/posts/other.md': postFile({}, '# Rows\n'),
}

/** Ways to write a key, and what stands behind it. */
const lines: [keys: string[], values: string[]][] = [
  [
    ['title', 'Title', 'titel', '"titel"', 'headline', '? titel\n'],
    [' A', ' "A: b"', " ['A # b']", ' >\n  A\n  b', '\n  - A', ' &a A', ' |-\n  titel: x', ' a\n  b'],
  ],
  [
    ['publishedAt', 'date', 'PublishedAt', "'pubDate'", 'published'],
    [
      ' 2026-05-31',
      ' 31.5.2026',
      " '2026/5/31'",
      ' "May 31, 2026, 5:30 pm"',
      ' 05/06/2026',
      ' [2026-5-31]',
      '\n- 31.5.2026',
    ],
  ],
  [
    ['category', 'categories', 'Category', 'categroy'],
    [
      ' news',
      ' nwes',
      ' "essay"',
      ' [news]',
      " [ 'nwes' , ]",
      '\n  - news',
      '\n- "news"',
      ' [\n  News\n  ]',
      ' !!str nwes',
    ],
  ],
  [
    ['tags', 'Tags', 'keywords', 'tgas'],
    [
      ' [web, javscript]',
      ' "wbe"',
      '\n  - web\n  - "javscript"',
      ' [[web]]',
      ' [web, "javascrip\\x74"]',
      ' web, javascript',
    ],
  ],
  [
    ['authors', 'author', 'Authors'],
    [' ada', ' [ada]', ' [Ada]', '\n  - aad', ' {}'],
  ],
  [
    ['status', 'draft', 'featured', 'featurd'],
    [' yes', ' true', ' "no"', ' draft', ' drafft', ' [draft]'],
  ],
  [
    ['fields', 'Fields'],
    [
      ' {minuts: 5}',
      '\n  minuts: [5]\n  "level": esay',
      ' { "minutes": "2,5", level: [hard]}',
      ' {"minuts":5}',
    ],
  ],
  [['attribution'], [' { autor: Ada, url: example.org/a }', '\n  author: [Ada]\n  Url: https://example.org']],
  [
    ['updatedAt', 'lastmod'],
    [' 2026-05-31', ' 1/2/2026', ' “2026-05-31”', ' *a', ' 2026-5-31T10:00'],
  ],
  [
    ['slug', 'permalink'],
    [' A_b', ' /old/', ' a-b', ' [a b]'],
  ],
]
const texts = [
  '',
  '[x](othr.md)',
  '![x](<othr.md#rows>)',
  '<a href="other.html#row">x</a>',
  '`[x](othr.md)`\n\n[y]: othr.md\n[x][y]',
  '| a |\n|-|\n| [x](ohter.md) |',
]

const line = fc
  .constantFrom(...lines)
  .chain(([keys, values]) => fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...values)))
const post = fc.record({
  lines: fc.uniqueArray(fc.tuple(line, fc.constantFrom('', '', ' # c', '\n# c', '\n')), {
    minLength: 3,
    maxLength: 9,
    selector: ([[key]]) => key,
  }),
  text: fc.constantFrom(...texts),
  end: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\ufeff'),
})

function written({ lines, text, end, mark }: typeof post extends fc.Arbitrary<infer P> ? P : never): string {
  const front = lines.map(([[key, value], after]) => `${key}:${value}${after}`).join('\n')
  return mark + `---\n${front}\n---\n${text}\n`.replaceAll('\n', end)
}

const named = ({ file, line, message }: Problem) => `${file}:${line} ${message}`
const textOf = (file: string) => readFileSync(file, 'utf8').replace(/^\ufeff/, '')
const found = async (place: Workspace) => (await check({ content: place.dir, env: {} })).problems
const messages = (problems: readonly Problem[]) =>
  new Set(problems.map(({ file, message }) => `${file} ${message}`))

async function given(posts: string[]): Promise<Workspace> {
  const files = posts.map((text, index) => [`${String.fromCharCode(97 + index)}/posts/p.md`, text])
  const around = posts.flatMap((_, index) =>
    Object.entries(site).map(([path, text]) => [path.replace('blog', String.fromCharCode(97 + index)), text]),
  )
  return workspace(Object.fromEntries([...around, ...files]))
}

const posts = fc.array(post.map(written), { minLength: 4, maxLength: 4 })

test('each fix, on its own, is right', async () => {
  let applied = 0
  const property = fc.asyncProperty(posts, fc.nat(), fc.nat(), async (posts, which, choice) => {
    const place = await given(posts)
    try {
      const before = await found(place)
      const chosen = new Map<string, Problem>()
      for (const file of new Set(before.map(({ file }) => file))) {
        const fixable = before.filter((one) => one.file === file && one.fix)
        if (fixable.length > 0) chosen.set(file, fixable[which % fixable.length]!)
      }
      applied += chosen.size
      for (const [file, { fix }] of chosen) {
        const { from, to, text, others = [] } = fix!
        const old = readFileSync(file, 'utf8')
        const mark = old.startsWith('\ufeff') ? 1 : 0
        const now = [text, ...others][choice % (1 + others.length)]
        writeFileSync(file, old.slice(0, from + mark) + now + old.slice(to + mark))
      }
      const after = await found(place)
      const [old, left] = [messages(before), after.map(named)]
      for (const problem of chosen.values()) {
        const same = before.filter((one) => named(one) === named(problem)).length
        expect(left.filter((name) => name === named(problem)).length, named(problem)).toBeLessThan(same)
      }
      const fresh = after.filter(({ file, message, fix }) => !fix && !old.has(`${file} ${message}`))
      expect(fresh.map((one) => [named(one), textOf(one.file)])).toEqual([])
    } finally {
      place.remove()
    }
  })
  await fc.assert(property, { numRuns: tries(160) })
  expect(applied).toBeGreaterThan(10)
})
