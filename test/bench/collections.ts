// Three collections against one with as many files, and a page of entries against a page of posts with the same texts.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Built } from './build-beside.ts'
import type { Listed } from './collections-app.ts'
import { writeContent } from './content.ts'
import type { Material } from './material.ts'
import { syntheticPost } from './posts.ts'
import { cores, measure } from './process.ts'
import { inTurn, median, ratio } from './rounds.ts'
import { digits, type Row } from './table.ts'

const rounds = 5
/** The number of files in each of three collections. */
const entries = 1_000

export async function* collections({ folder, scripts }: Material): AsyncGenerator<Row> {
  const place = (name: string) => join(folder, `collections-${name}`)
  const posts = writeContent(place('posts'), 'demo', 3 * entries)
  const single = writeEntries(place('one'), ['pages'], 3 * entries)
  const several = writeEntries(place('three'), ['pages', 'notes', 'talks'], entries)
  const build = (content: string) => () =>
    measure<Built>('test/bench/build-galley.ts', [content, `${content}-built`], {
      node: ['--import', './build/typescript/register.mjs'],
    })
  await build(posts)()
  const { one, three } = await inTurn(rounds, { one: build(single), three: build(several) })
  const many = 'three collections against one of as many files'
  const compared = (figure: 'cpu' | 'megabytes', unit: string, by: number) => ({
    measured: ratio(three, one, figure),
    unit: 'times' as const,
    note: `${digits(median(three, figure) / by)} to ${digits(median(one, figure) / by)} ${unit}`,
  })
  yield { what: `full build, ${many}`, target: { most: 1.3 }, ...compared('cpu', 's of CPU', 1_000) }
  yield { what: `memory, ${many}`, target: { most: 1.3 }, ...compared('megabytes', 'MB', 1) }

  const script = join(await scripts(), 'test/bench/collections-app.js')
  const list =
    (content: string, route: string, ...more: string[]) =>
    () => {
      const args = [join(`${content}-built`, 'data'), `/v1/demo/${route}?limit=10`, ...more]
      return measure<Listed>(script, args, { core: cores.server })
    }
  const listed = await inTurn(rounds, {
    one: list(single, 'entries/pages'),
    three: list(several, 'entries/pages'),
    posts: list(posts, 'posts'),
    cachedEntries: list(single, 'entries/pages', 'cached'),
    cachedPosts: list(posts, 'posts', 'cached'),
  })
  const row = (some: readonly Listed[], others: readonly Listed[], figure: keyof Listed) => ({
    measured: ratio(some, others, figure),
    unit: 'times' as const,
    note: `${digits(median(some, figure))} to ${digits(median(others, figure))} ms of CPU`,
  })
  const { one: entriesOf, three: fewer, cachedEntries, cachedPosts } = listed
  yield { what: `cold first list, ${many}`, target: { most: 1.3 }, ...row(fewer, entriesOf, 'cold') }
  const page = 'a page of entries against a page of posts'
  yield { what: page, target: { most: 1.1 }, ...row(entriesOf, listed.posts, 'warm') }
  yield { what: `${page}, cached`, target: { most: 1.1 }, ...row(cachedEntries, cachedPosts, 'warm') }
  yield { what: `${page}, cold`, target: { most: 1.1 }, ...row(entriesOf, listed.posts, 'cold') }
}

/** Writes `count` files of the synthetic posts' texts for each collection. @returns `content` */
function writeEntries(content: string, names: readonly string[], count: number): string {
  const workspace = join(content, 'demo')
  mkdirSync(workspace, { recursive: true })
  const url = (name: string) => `  ${name}: { url: "https://example.org/${name}/{path}" }\n`
  writeFileSync(join(workspace, 'workspace.yml'), `collections:\n${names.map(url).join('')}`)
  names.forEach((name, place) => {
    mkdirSync(join(workspace, name))
    for (let number = 0; number < count; number++) {
      const { meta, markdown } = syntheticPost(place * count + number)
      const front = `title: ${meta.title}\ndescription: ${meta.description}\npublishedAt: ${meta.publishedAt}`
      writeFileSync(join(workspace, name, `${meta.slug}.md`), `---\n${front}\n---\n${markdown}`)
    }
  })
  return content
}
