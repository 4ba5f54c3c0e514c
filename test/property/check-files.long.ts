// `galley check FILE…` tells what a check of everything tells of these files, in any content.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { check } from '../../build/index.ts'
import { between, oneOf, type Random, seeded } from '../bench/words.ts'
import { png } from '../support/picture.ts'
import { type Files, workspace } from '../support/workspace.ts'

const now = Date.UTC(2026, 5, 1)
const names = ['a', 'b', 'c', '2026-01-02-d', 'e/index', 'e/f', 'B', 'g h']

const some = <T>(random: Random, most: number, all: readonly T[]) =>
  Array.from({ length: between(random, 0, most) }, () => oneOf(random, all))

/** Lines of which some are right, and many only together with another file. */
const keys = [
  'slug: a',
  'slug: b',
  'id: a',
  'aliases: [/a, old]',
  'aliases: [/news/b, a]',
  'aliases: [/b, /a/, b, c]',
  'status: draft',
  'publishedAt: 2027-01-01',
  'publishedAt: tomorrow',
  'publishedAt: "2026-01-02',
  'category: News',
  'category: sport',
  'tags: [One, two]',
  'tags: [one, one, "Two"]',
  'authors: [Ada]',
  'coverImage: p.png',
  'titel: x',
]
const texts = [
  ...names.flatMap((name) => [`[x](${name}.md)`, `[x](../${name}.md#rows)`, `[y](${name}.md#row)`]),
  '# Rows',
  '![p](p.png) ![q](../q.png)',
  '[gone](gone.md) <a href="a.md">b</a>',
  '```\nopen',
  '<video src="q.png"></video> {{ x }}',
  '[[a]]',
]
const settings = [
  'url: https://h.example/{slug}',
  'url: https://h.example/{category}/{slug}',
  'url: nowhere',
  'broken: warn',
  '',
]
const lists = [
  'news: { name: News }\n',
  'sport: Sport\nnews: { name: [x] }\n',
  '- x\n',
  'one: { name: One }\none: {}\n',
]

function postIn(random: Random): string {
  const lines = new Map(
    ['title: A', 'publishedAt: 2026-01-01', 'authors: [ada]', 'category: news', ...some(random, 3, keys)].map(
      (line) => [line.split(':')[0], line],
    ),
  )
  return `---\n${[...lines.values()].join('\n')}\n---\n${some(random, 4, texts).join('\n\n')}\n`
}

function contentOf(random: Random): Files {
  const files: Files = {}
  for (const folder of ['blog', 'docs'].slice(0, between(random, 1, 2))) {
    for (const name of names.slice(0, between(random, 2, names.length)))
      files[`${folder}/posts/${name}.md`] = postIn(random)
    files[`${folder}/workspace.yml`] =
      `${oneOf(random, settings)}\n${oneOf(random, ['', 'key: same\n', 'defaults: { authors: [Ada] }\n'])}`
    for (const list of ['categories.yml', 'tags.yml'].filter(() => between(random, 0, 2) === 0)) {
      files[`${folder}/${list}`] = oneOf(random, lists)
    }
    if (between(random, 0, 2) === 0)
      files[`${folder}/authors/ada.yml`] = oneOf(random, ['name: Ada\n', 'nam: Ada\n'])
    if (between(random, 0, 1) === 0) files[`${folder}/posts/p.png`] = png(1)
    if (between(random, 0, 3) === 0) files[`${folder}/other/x.md`] = 'x'
  }
  return files
}

describe('a check of some files', () => {
  test('finds exactly what a check of everything finds in them', async () => {
    for (let seed = 0; seed < 120; seed++) {
      const random = seeded(seed)
      const files = contentOf(random)
      const place = await workspace(files)
      try {
        const options = { content: place.dir, env: {}, now }
        const { problems } = await check(options)
        const paths = Object.keys(files).map((path) => join(place.dir, path))
        for (const only of [[oneOf(random, paths)], [oneOf(random, paths)], some(random, 3, paths)]) {
          const own = await check({ ...options, only: new Set(only) })
          const expected = problems.filter(({ file }) =>
            only.some((path) => path === file || path.startsWith(`${file}/`)),
          )
          expect(own.problems, `seed ${seed}: ${only}`).toEqual(expected)
        }
      } finally {
        place.remove()
      }
    }
  })
})
