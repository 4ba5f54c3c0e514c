// A content folder that changes step by step, built with what earlier builds have kept, and from nothing: both have to make the
// same bytes and report the same problems.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { type BuildOptions, check } from '../../build/index.ts'
import { Memo } from '../../build/memo/memo.ts'
import type { ContentOptions } from '../../build/read.ts'
import { png } from './picture.ts'
import { type Files, postFile, type Workspace, workspace } from './workspace.ts'

type Pick = <T>(from: readonly T[]) => T
type Change = (files: Map<string, Files[string]>, pick: Pick) => void

const names = Array.from({ length: 14 }, (_, i) => `post-${i}`)
const days = Array.from({ length: 9 }, (_, i) => `2025-12-0${i + 1}`)
const blocks = [
  'Harbour and crane.',
  '# Part\n\nThe lighthouse, the Lighthouse.',
  'See [another](post-1.md) and [that](post-2.md#part).',
  'A [page](../pages/page-1.md), and [of posts](../posts/post-3.md).',
  '![A quay](quay.png)',
  '<div id="x" onclick="y()">Raw *HTML* <video src="quay.png"></video></div>',
  '```js\nlet a = 1\n```',
  'A note[^1].\n\n[^1]: Below.',
  '$x^2$ costs {{ money }}',
  'Zürich, 東京 und größere Häuser',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '<iframe src="https://player.example.org/1"></iframe>',
  'word '.repeat(300),
]
const broken = ['[nowhere](gone.md)', '```\nopen', '![missing](gone.png)']
const TAG_LISTS = [
  'a: { name: Aa }\nb: { name: Bb }\n',
  'b: { name: Only }\n',
  'a: { name: Aa, aliases: c }\nb: { name: Bb }\n',
]
const COLLECTIONS = [
  '{ pages: { url: "https://example.org/{path}" }, talks: { sort: -fields.at, fields: { at: date, page: { type: reference, to: pages } } } }',
  '{ pages: { url: "https://example.org/p/{path}" }, talks: { fields: { at: string, page: { type: reference, to: [posts, pages] } } } }',
]

const settings: Record<string, readonly string[]> = {
  name: ['Harbour', 'Quay'],
  html: ['safe', 'trusted'],
  url: ['https://example.org/{slug}', 'https://example.org/{category}/{slug}'],
  math: ['true', 'false'],
  slugs: ['strict', 'relaxed'],
  broken: ['warn', 'error'],
  language: ['en', 'de'],
  embeds: ['[player.example.org]', '[]'],
  searchIndex: ['true', '{ text: 50 }'],
  images: [
    '{ widths: [16], url: "/{width}{path}" }',
    '{ widths: [16, 32], url: "/{width}{path}" }',
    '{ widths: [16], url: "/{width}{path}", sizes: 50vw }',
  ],
  defaults: ['{ authors: [bo], category: news }', '{ coverImage: posts/quay.png }'],
  collections: COLLECTIONS,
  fields: ['{ minutes: { type: number } }', '{ course: { type: string } }', '{ note: markdown }'],
}

const pathOf = (name: string) => `blog/posts/${name}.md`

function written(pick: Pick): string {
  const own = {
    title: pick(['Hello', 'The Harbour', 'Über uns', '"Quoted: one"']),
    publishedAt: pick([...days, '2026-06-01']),
    tags: pick(['[a]', '[a, b]', '[]']),
    category: pick(['news', 'guides']),
  }
  const more = pick<Record<string, string>>([
    {},
    {},
    { status: 'draft' },
    { aliases: '[old-one]' },
    { coverImage: 'quay.png' },
    { fields: '{ minutes: 3 }' },
    { fields: '{ note: "To [one](post-1.md) and ![the quay](quay.png)" }' },
    { fields: '{ note: "To [two](post-2.md)" }' },
    { language: 'de' },
  ])
  const text = Array.from({ length: pick([0, 1, 3]) }, () => pick(blocks)).join('\n\n')
  return postFile({ ...own, ...more }, `${text}\n`)
}

function page(pick: Pick): string {
  const date = pick(['', `publishedAt: ${pick(days)}\n`, 'publishedAt: 2026-06-01\n', 'position: 3\n'])
  const text = Array.from({ length: pick([1, 2]) }, () => pick(blocks)).join('\n\n')
  return `---\n${date}---\n# ${pick(['About', 'A *page*'])}\n\n${text}\n`
}

function posts(files: ReadonlyMap<string, unknown>): string[] {
  return [...files.keys()].filter((path) => /^blog\/.*\.md$/.test(path))
}

/** Other bytes, equally many. */
const swapped = (text: string) => text.replace(/[aeo](?=[^aeo]*$)/, (letter) => (letter === 'o' ? 'a' : 'o'))

/** What may happen to a content folder between two builds. */
const changes: Record<string, Change> = {
  write: (files, pick) => files.set(pathOf(pick(names)), written(pick)),
  edit(files, pick) {
    const path = pick(posts(files))
    files.set(path, `${files.get(path)}\n${pick(blocks)}\n`)
  },
  date(files, pick) {
    const path = pick(posts(files))
    files.set(path, String(files.get(path)).replace(/publishedAt: .*/, `publishedAt: ${pick(days)}`))
  },
  swap(files, pick) {
    const path = pick(posts(files))
    files.set(path, swapped(String(files.get(path))))
  },
  rename(files, pick) {
    const [from, to] = [pick(posts(files)), pathOf(pick([...names, 'moved/deep', 'Über']))]
    const text = files.get(from)!
    files.delete(from)
    files.set(to, text)
  },
  copy: (files, pick) => files.set(pathOf(pick(names)), files.get(pick(posts(files)))!),
  delete: (files, pick) => files.delete(pick(posts(files))),
  break(files, pick) {
    const path = pick(posts(files))
    const text = String(files.get(path))
    const front = () => text.replace('title:', pick(['titel:', 'title: [', 'slug: A B\ntitle:']))
    files.set(path, pick([front, () => `${text}\n${pick(broken)}\n`])())
  },
  mend(files, pick) {
    for (const path of posts(files)) {
      const text = String(files.get(path)).replace(/^(?:titel:|title: \[|slug: A B\ntitle:)/m, 'title:')
      files.set(
        path,
        broken.reduce((all, one) => all.replaceAll(`\n${one}\n`, '\n'), text),
      )
    }
    files.set(
      'blog/workspace.yml',
      `broken: warn\nurl: ${pick(settings.url!)}\ncollections: ${pick(COLLECTIONS)}\n`,
    )
    files.delete('blog/tags.yml')
  },
  settings(files, pick) {
    const key = pick(Object.keys(settings))
    const lines = String(files.get('blog/workspace.yml') ?? '').split('\n')
    const others = lines.filter((line) => line !== '' && !line.startsWith(`${key}:`))
    files.set('blog/workspace.yml', [...others, `${key}: ${pick(settings[key]!)}`, ''].join('\n'))
  },
  lists(files, pick) {
    if (files.has('blog/tags.yml')) files.delete('blog/tags.yml')
    else files.set('blog/tags.yml', pick(TAG_LISTS))
  },
  page: (files, pick) => files.set(`blog/pages/${pick(['page-1', 'page-2', 'deep/index'])}.md`, page(pick)),
  talk: (files, pick) =>
    files.set(
      `blog/talks/${pick(['a.yml', 'b.json'])}`,
      `{ "at": "${pick(days)}", "page": "${pick(['page-1', 'page-2', 'deep'])}" }\n`,
    ),
  picture: (files, pick) => files.set('blog/posts/quay.png', png(pick([1, 2, 20]))),
}

export interface Step {
  change: string
  /** Choices, one after the other. */
  choices: number[]
  /** Goes back to the state before one of the last steps, as another branch would. */
  back: boolean
  /** A process of its own reads the cache. */
  anew: boolean
  /** As `galley dev` does: with a desk, and with what this process remembers. */
  live: boolean
  drafts: boolean
  /** The build is told which files have changed, and sometimes of one that has not. */
  told: 'none' | 'changed' | 'more'
  /** The build's time, in days. */
  day: number
}

export const steps = (count: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      change: fc.constantFrom(...Object.keys(changes), 'write', 'edit', 'edit', 'mend'),
      choices: fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 }),
      back: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
      anew: fc.integer({ min: 0, max: 2 }).map((number) => number === 0),
      live: fc.integer({ min: 0, max: 3 }).map((number) => number > 0),
      drafts: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
      told: fc.constantFrom('none', 'changed', 'more'),
      day: fc.constantFrom(20_400, 20_800),
    }),
    { minLength: count, maxLength: count },
  )

export interface Rebuilt {
  /** How many files came from the cache. */
  taken: number
  compiled: number
  /** How many had to be read to find out. */
  read: number
}

/** Takes the steps one after the other. @throws {Error} where a build with a cache differs from one without */
export async function rebuild(
  taken: readonly Step[],
  differs: (a: unknown, b: unknown) => void,
): Promise<Rebuilt> {
  let files = new Map<string, Files[string]>([
    ['blog/workspace.yml', `broken: warn\ncollections: ${COLLECTIONS[0]}\n`],
    ['blog/pages/page-1.md', '# A page\n\nWith a text.\n'],
    ['blog/posts/quay.png', png(20)],
    ['same/posts/same.md', postFile({}, 'Nobody changes this workspace.\n')],
  ])
  for (const name of names.slice(0, 8)) files.set(pathOf(name), postFile({}, `This is ${name}.\n`))
  const place = await workspace(Object.fromEntries(files))
  const folder = join(place.dir, '..', 'cache')
  mkdirSync(folder)
  // Of few posts.
  const bounds = { least: 2, most: 5, oneIn: 3 }
  let cache = new Memo(folder, { bounds })
  const history: (typeof files)[] = []
  const total = { taken: 0, compiled: 0, read: 0 }
  try {
    for (const { change, choices, back, anew, live, drafts, told, day } of taken) {
      history.push(new Map(files))
      let next = 0
      const pick: Pick = (from) => from[choices[next++ % choices.length]! % from.length]!
      if (back) files = new Map(pick(history.slice(-5)))
      else if (posts(files).length > 1 || change === 'write') changes[change]!(files, pick)
      const changed = new Set(rewrite(place, history.at(-1)!, files))
      if (told === 'more') changed.add(join(place.dir, pick([...files.keys()])))
      if (anew) {
        cache.close()
        cache = new Memo(folder, { bounds })
      }
      const env = { SOURCE_DATE_EPOCH: String(day * 86_400), BASE_URL: 'https://api.example.org' }
      const options = { drafts, env, mixed: true, desk: live }
      const kept = await built(place, place.out, {
        ...options,
        ...{ memo: cache, isTransient: live, changed: told === 'none' ? undefined : changed },
      })
      if (live) cache.save(kept.told.written)
      const clean = await built(place, join(place.dir, '..', 'clean'), options)
      differs(kept.told, clean.told)
      differs(...(await bothChecked({ content: place.dir, env }, folder)))
      total.taken += kept.files.taken
      total.compiled += kept.files.compiled
      total.read += kept.read
    }
    return total
  } finally {
    cache.close()
    place.remove()
  }
}

/**
 * Only what differs, in place or by another file, which gets the name; none has a new time, and many have the old size.
 * @returns the paths that have changed
 */
function rewrite(
  place: Workspace,
  before: ReadonlyMap<string, Files[string]>,
  files: ReadonlyMap<string, Files[string]>,
): string[] {
  const at = (path: string) => join(place.dir, path)
  const gone = [...before.keys()].filter((path) => !files.has(path))
  for (const [path, content] of files) {
    if (before.get(path) === content) continue
    const from = gone.find((other) => before.get(other) === content && existsSync(at(other)))
    if (from !== undefined) {
      mkdirSync(dirname(at(path)), { recursive: true })
      renameSync(at(from), at(path))
      continue
    }
    const isReplaced = before.has(path) && String(content).length % 2 === 0
    place.write({ [isReplaced ? '_new' : path]: content })
    if (isReplaced) renameSync(at('_new'), at(path))
    utimesSync(at(path), 1, 1)
  }
  for (const path of gone) rmSync(at(path), { force: true })
  const written = [...files].flatMap(([path, content]) => (before.get(path) === content ? [] : [path]))
  return [...gone, ...written].map(at)
}

async function built(place: Workspace, out: string, options: Partial<BuildOptions>) {
  if (options.memo === undefined) {
    for (const data of ['data', 'desk']) rmSync(join(out, data), { recursive: true, force: true })
  }
  const { problems, written, workspaces, desk, cached } = await place.build({ ...options, out })
  expectNoNotes(cached?.notes)
  const data = written ? bytesOf(join(out, 'data')) : {}
  const { files = { taken: 0, compiled: 0 }, read = 0 } = cached ?? {}
  const shown = desk && { desk, ...(desk.data === 'data' ? {} : bytesOf(join(out, desk.data))) }
  return { told: { problems, written, workspaces, data, shown }, files, read }
}

/** What a check finds with what builds have kept, and without. */
async function bothChecked(options: ContentOptions, folder: string): Promise<[unknown, unknown]> {
  const cache = new Memo(folder, { isReadOnly: true })
  try {
    return [await check({ ...options, memo: cache }), await check(options)]
  } finally {
    cache.close()
  }
}

function expectNoNotes(notes: readonly string[] = []): void {
  if (notes.length > 0) throw new Error(notes.join('\n'))
}

/** All that the current snapshot consists of, by path. */
function bytesOf(data: string): Record<string, string> {
  const current = readFileSync(join(data, 'current.json'), 'utf8')
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes('.') && !path.startsWith('.') && current.includes(path.slice(0, 32)))
    .sort()
  const hex = files.map((path) => [path, readFileSync(join(data, path)).toString('latin1')])
  return { current, ...Object.fromEntries(hex) }
}
