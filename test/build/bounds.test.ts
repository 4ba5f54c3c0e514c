// Each bound on what content may hold: what is just within it has no problem, and what is one beyond it has one.
import { expect, test } from 'vitest'
import { check } from '../../build/index.ts'
import { type Files, postFile, workspace } from '../support/workspace.ts'

const some = (count: number) => Array.from({ length: count }, (_, index) => `a${index}-${count}`)
const list = (count: number) => `[${some(count).join(', ')}]`
const letters = (count: number) => 'a'.repeat(count)

const post = (lines: Record<string, string>, text?: string) => ({ 'posts/p.md': postFile(lines, text) })
const settings = (yaml: string) => ({ 'workspace.yml': yaml, ...post({}) })
const author = (yaml: string) => ({ 'authors/ada.yml': `name: Ada\n${yaml}`, ...post({}) })

/** The greatest number, the kind of problem that one more has, and a workspace with that number of something. */
const bounds: Record<string, [most: number, code: string, files: (count: number) => Files]> = {
  'characters in a title': [10_000, 'too-large', (count) => post({ title: letters(count) })],
  'characters in a slug': [10_000, 'too-large', (count) => post({ slug: letters(count) })],
  'authors of a post': [100, 'too-large', (count) => post({ authors: list(count) })],
  'tags of a post': [100, 'too-large', (count) => post({ tags: list(count) })],
  'aliases of a post': [100, 'too-large', (count) => post({ aliases: list(count) })],
  'characters in an id': [64, 'bad-id', (count) => post({ id: letters(count) })],
  'bytes in a file': [
    5 * 1024 * 1024,
    'too-large',
    (count) => post({}, `${' '.repeat(count - Buffer.byteLength(postFile({}, '')) - 1)}\n`),
  ],
  'hours of a time zone': [23, 'bad-date', (count) => post({ updatedAt: `2026-01-01T00:00+${count}:00` })],
  'minutes of a time zone': [59, 'bad-date', (count) => post({ updatedAt: `2026-01-01T00:00-23:${count}` })],
  'hours of a day': [23, 'bad-date', (count) => post({ updatedAt: `2026-01-01T${count}:00` })],
  'minutes of an hour': [59, 'bad-date', (count) => post({ updatedAt: `2026-01-01T23:${count}` })],
  'seconds of a minute': [59, 'bad-date', (count) => post({ updatedAt: `2026-01-01T23:59:${count}Z` })],
  'days of a month': [30, 'bad-date', (count) => post({ updatedAt: `2026-04-${count}` })],
  'months of a year': [12, 'bad-date', (count) => post({ updatedAt: `2026-${count}-01` })],
  'characters in a bio': [10_000, 'too-large', (count) => author(`bio: ${letters(count)}\n`)],
  'profiles of an author': [
    100,
    'too-large',
    (count) =>
      author(
        `socials:\n${some(count)
          .map((name) => `  - { platform: x, url: https://x.org/${name} }\n`)
          .join('')}`,
      ),
  ],
  'keys of a workspace': [100, 'too-large', (count) => settings(`keys: ${list(count)}\n`)],
  'characters in a key': [64, 'bad-key', (count) => settings(`key: ${letters(count)}\n`)],
  'bytes of text in a search index': [
    100_000,
    'wrong-type',
    (count) => settings(`searchIndex: { text: ${count} }\n`),
  ],
  'fields of a workspace': [
    200,
    'bad-field',
    (count) =>
      settings(
        `fields:\n${some(count)
          .map((name) => `  ${name}: { type: string }\n`)
          .join('')}`,
      ),
  ],
  "characters in a field's name": [
    64,
    'bad-field',
    (count) => settings(`fields: { ${letters(count)}: { type: string } }\n`),
  ],
  'items of a field': [
    1_000,
    'too-large',
    (count) => ({
      'workspace.yml': 'fields: { sources: { type: list } }\n',
      ...post({ fields: `{ sources: ${list(count)} }` }),
    }),
  ],
}

const folderOf = (name: string, count: number) => `${name.replaceAll(/\W/g, '')}-${count}`

test('what is within a bound has no problem, and what is one beyond it has one', async () => {
  const files = Object.entries(bounds).flatMap(([name, [most, , made]]) =>
    [most, most + 1].flatMap((count) =>
      Object.entries(made(count)).map(([path, text]) => [`${folderOf(name, count)}/${path}`, text]),
    ),
  )
  const place = await workspace(Object.fromEntries(files))
  try {
    const { problems } = await check({ content: place.dir, env: {} })
    const codesIn = (folder: string) =>
      problems.filter(({ file }) => file.startsWith(`${place.dir}/${folder}/`)).map(({ code }) => code)
    for (const [name, [most, code]] of Object.entries(bounds)) {
      expect([name, codesIn(folderOf(name, most))]).toEqual([name, []])
      expect([name, codesIn(folderOf(name, most + 1))]).toEqual([name, [code]])
    }
  } finally {
    place.remove()
  }
})
