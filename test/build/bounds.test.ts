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
  'characters in the path of an alias': [
    800,
    'too-large',
    (count) => post({ aliases: `[/${letters(count - 1)}]` }),
  ],
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

const fields = (definition: string, value: string) => ({
  'workspace.yml': `fields: { own: ${definition} }\n`,
  ...post({ fields: `{ own: ${JSON.stringify(value)} }` }),
})

/** A value of each kind that is right as it is, and with a sign before or behind it is wrong. */
const exact: Record<string, [right: string, files: (value: string) => Files]> = {
  'a date': ['2026-05-31', (value) => post({ publishedAt: JSON.stringify(value) })],
  'a time': ['2026-05-31T09:00:00.5+01:00', (value) => post({ updatedAt: JSON.stringify(value) })],
  'an id': ['a-1', (value) => post({ id: JSON.stringify(value) })],
  'a slug': ['a-1', (value) => post({ slug: JSON.stringify(value) })],
  'an alias': ['a-1', (value) => post({ aliases: JSON.stringify([value]) })],
  'a path as an alias': ['/a/B.c', (value) => post({ aliases: JSON.stringify([value]) })],
  'a language': ['pt-BR', (value) => post({ language: JSON.stringify(value) })],
  'a boolean': ['true', (value) => post({ featured: JSON.stringify(value) })],
  'a status': ['published', (value) => post({ status: JSON.stringify(value) })],
  'an image': ['https://a.example/x.png', (value) => post({ coverImage: JSON.stringify(value) })],
  'a key': ['a-1', (value) => settings(`key: ${JSON.stringify(value)}\n`)],
  'a URL pattern': ['https://a.example/{slug}', (value) => settings(`url: ${JSON.stringify(value)}\n`)],
  "a field's name": ['a-1', (value) => settings(`fields: { ${JSON.stringify(value)}: { type: url } }\n`)],
  "a field's type": ['list', (value) => settings(`fields: { a: { type: ${JSON.stringify(value)} } }\n`)],
  'a length of texts': ['100', (value) => settings(`searchIndex: { text: ${JSON.stringify(value)} }\n`)],
  'a platform': [
    'github',
    (value) => author(`socials: [{ url: https://a.example, platform: ${JSON.stringify(value)} }]\n`),
  ],
  'a profile': [
    'https://a.example',
    (value) => author(`socials: [{ url: ${JSON.stringify(value)}, platform: x }]\n`),
  ],
  'a number': ['1.5', (value) => fields('{ type: number }', value)],
  'a large number': ['-1e5', (value) => fields('{ type: number }', value)],
  'an option': ['one', (value) => fields('{ type: select, options: [one] }', value)],
  'a URL': ['https://a.example/?b#c', (value) => fields('{ type: url }', value)],
  'a date in a field': ['2026-05-31', (value) => fields('{ type: date }', value)],
}

/** Those may go on. */
const urls = new Set(['a path as an alias', 'an image', 'a profile', 'a URL', 'a URL pattern'])

const around = ['%', '%!', '! %', '%\n!', '!\n%']

const folderOf = (name: string, count: number) => `${name.replaceAll(/\W/g, '')}-${count}`

/** The codes of the problems of each workspace. */
async function codesIn(workspaces: Record<string, Files>): Promise<Record<string, string[]>> {
  const files = Object.entries(workspaces).flatMap(([folder, within]) =>
    Object.entries(within).map(([path, text]) => [`${folder}/${path}`, text]),
  )
  const place = await workspace(Object.fromEntries(files))
  try {
    const { problems } = await check({ content: place.dir, env: {} })
    const inFolder = (folder: string) =>
      problems.filter(({ file }) => file.startsWith(`${place.dir}/${folder}/`)).map(({ code }) => code)
    return Object.fromEntries(Object.keys(workspaces).map((folder) => [folder, inFolder(folder)]))
  } finally {
    place.remove()
  }
}

test('what is within a bound has no problem, and what is one beyond it has one', async () => {
  const all = Object.entries(bounds).flatMap(([name, [most, code, made]]) => [
    { folder: folderOf(name, most), files: made(most), codes: [] as string[] },
    { folder: folderOf(name, most + 1), files: made(most + 1), codes: [code] },
  ])
  const found = await codesIn(Object.fromEntries(all.map(({ folder, files }) => [folder, files])))
  expect(found).toEqual(Object.fromEntries(all.map(({ folder, codes }) => [folder, codes])))
})

test('a value with something before or behind it is another value', async () => {
  const all = Object.entries(exact).flatMap(([name, [right, made]]) =>
    around
      .filter((form) => !urls.has(name) || form.endsWith('%'))
      .map((form) => ({
        folder: folderOf(name, around.indexOf(form)),
        files: made(form.replace('%', right)),
      })),
  )
  const found = await codesIn(Object.fromEntries(all.map(({ folder, files }) => [folder, files])))
  const isWrong = ([folder, codes]: [string, string[]]) => [folder, codes.length > 0]
  expect(Object.fromEntries(Object.entries(found).map(isWrong))).toEqual(
    Object.fromEntries(all.map(({ folder }) => [folder, !folder.endsWith('-0')])),
  )
})
