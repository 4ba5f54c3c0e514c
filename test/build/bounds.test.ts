// Each bound on what content may hold: what is just within it has no problem, and what is one beyond it has one.
// CONTRIBUTING.md says how to write bounds.txt anew.
import { expect, test } from 'vitest'
import { printProblems } from '../../bin/terminal/problems.ts'
import { check } from '../../build/index.ts'
import type { Problem } from '../../build/problems/problem.ts'
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
  'characters in the text of a cover': [10_000, 'too-large', (count) => post({ coverAlt: letters(count) })],
  'characters in the name of a category': [
    10_000,
    'too-large',
    (count) => post({ category: letters(count) }),
  ],
  'characters in a bio': [10_000, 'too-large', (count) => author(`bio: ${letters(count)}\n`)],
  'characters in a role': [10_000, 'too-large', (count) => author(`role: ${letters(count)}\n`)],
  "characters in an author's name": [
    10_000,
    'too-large',
    (count) => ({ 'authors/ada.yml': `name: ${letters(count)}\n`, ...post({}) }),
  ],
  'characters in the address of a picture': [
    10_000,
    'too-large',
    (count) => author(`image: https://a.example/${letters(count - 18)}\n`),
  ],
  'characters in the address of a profile': [
    10_000,
    'too-large',
    (count) => author(`socials: [{ platform: x, url: https://a.example/${letters(count - 18)} }]\n`),
  ],
  "characters in a tag's name": [
    10_000,
    'too-large',
    (count) => ({ 'tags.yml': `web: { name: ${letters(count)} }\n`, ...post({}) }),
  ],
  "characters in a tag's description": [
    10_000,
    'too-large',
    (count) => ({ 'tags.yml': `web: { name: Web, description: ${letters(count)} }\n`, ...post({}) }),
  ],
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
  "characters in a workspace's name": [10_000, 'too-large', (count) => settings(`name: ${letters(count)}\n`)],
  "characters in a workspace's description": [
    10_000,
    'too-large',
    (count) => settings(`description: ${letters(count)}\n`),
  ],
  'characters in the addresses of posts': [
    10_000,
    'too-large',
    (count) => settings(`url: https://a.example/${letters(count - 24)}{slug}\n`),
  ],
  ...Object.fromEntries(
    ['coverImage', 'authorImage'].map((name) => [
      `characters in the default for ${name}`,
      [
        10_000,
        'too-large',
        (count) => settings(`defaults: { ${name}: https://a.example/${letters(count - 18)} }\n`),
      ],
    ]),
  ),
  'hosts whose frames are kept': [
    100,
    'too-large',
    (count) =>
      settings(
        `embeds: [${some(count)
          .map((name) => `${name}.example`)
          .join(', ')}]\n`,
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

/** The problems of each workspace, and those of all as they are printed. */
async function problemsIn(
  workspaces: Record<string, Files>,
): Promise<{ by: Record<string, readonly Problem[]>; printed: string }> {
  const files = Object.entries(workspaces).flatMap(([folder, within]) =>
    Object.entries(within).map(([path, text]) => [`${folder}/${path}`, text]),
  )
  const place = await workspace(Object.fromEntries(files))
  try {
    const { problems } = await check({ content: place.dir, env: {} })
    let printed = ''
    printProblems(problems, { write: (text) => (printed += text) }, {})
    const inFolder = (folder: string) =>
      problems.filter(({ file }) => file.startsWith(`${place.dir}/${folder}/`))
    return {
      by: Object.fromEntries(Object.keys(workspaces).map((folder) => [folder, inFolder(folder)])),
      printed: printed.replaceAll(`${place.dir}/`, ''),
    }
  } finally {
    place.remove()
  }
}

test('what is within a bound has no problem, and what is one beyond it has one', async () => {
  const all = Object.entries(bounds).flatMap(([name, [most, code, made]]) => [
    { folder: folderOf(name, most), files: made(most), codes: [] as string[] },
    { folder: folderOf(name, most + 1), files: made(most + 1), codes: [code] },
  ])
  const { by, printed } = await problemsIn(
    Object.fromEntries(all.map(({ folder, files }) => [folder, files])),
  )
  const found = Object.entries(by).map(([folder, problems]) => [folder, problems.map(({ code }) => code)])
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(all.map(({ folder, codes }) => [folder, codes])),
  )
  await expect(printed).toMatchFileSnapshot('bounds.txt')
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
  const { by } = await problemsIn(Object.fromEntries(all.map(({ folder, files }) => [folder, files])))
  const isWrong = ([folder, problems]: [string, readonly Problem[]]) => [folder, problems.length > 0]
  expect(Object.fromEntries(Object.entries(by).map(isWrong))).toEqual(
    Object.fromEntries(all.map(({ folder }) => [folder, !folder.endsWith('-0')])),
  )
})
