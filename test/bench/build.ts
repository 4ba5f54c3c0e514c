// A full build in a fresh process, compared with the straightforward pipeline and with other builders on the same files, and builds that use
// what earlier ones have kept.
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Built, buildsBeside } from './build-beside.ts'
import { type Material, real } from './material.ts'
import { measure, tsx } from './process.ts'
import { inTurn, median, ratio } from './rounds.ts'
import type { Spent } from './stopwatch.ts'
import { digits, type Row } from './table.ts'

const rounds = 3

/** As the command line runs, where threads share what has been stripped of types. */
const stripped = ['--import', './build/typescript/register.mjs']

/** The posts that are built: those of a real blog, where they are at hand, and in a second row, without a bound, synthetic ones. */
interface Posts {
  /** The name of the posts in rows. */
  name: string
  content: string
  /** Where its posts are, the newest folder first. */
  folders: string[]
  targets?: { full: number; changed: number; saved: number }
}

export async function* builds(material: Material, { full }: { full: boolean }): AsyncGenerator<Row> {
  yield await headers()
  const written = writtenPosts(material)
  if (written) yield* buildsOf(material, written)
  else yield { what: 'full build', unit: 'times', note: `skipped: there is no ${real.content}` }
  for (const posts of full ? [1_000, 10_000] : [1_000]) {
    const content = material.content(posts)
    const name = `${posts.toLocaleString('en')} synthetic posts`
    yield* buildsOf(material, { name, content, folders: foldersIn(join(content, 'demo/posts')) })
    yield* buildsBeside(material, posts, (content, out, kept) => {
      mkdirSync(kept, { recursive: true })
      return measure<Built>('test/bench/build-galley.ts', [content, out, kept], { node: stripped })
    })
  }
}

/** A copy, since posts are changed. */
function writtenPosts({ folder }: Material): Posts | undefined {
  const source = join(real.content, real.workspace)
  if (!existsSync(source)) return undefined
  const content = join(folder, 'written')
  cpSync(source, join(content, real.workspace), { recursive: true })
  const folders = foldersIn(join(content, real.workspace, 'posts')).reverse()
  return { name: 'a real blog', content, folders, targets: { full: 0.6, changed: 10, saved: 20 } }
}

function foldersIn(posts: string): string[] {
  return readdirSync(posts)
    .sort((a, b) => Number(a) - Number(b))
    .map((name) => join(posts, name))
}

async function* buildsOf(material: Material, posts: Posts): AsyncGenerator<Row> {
  const { name, content, targets } = posts
  let builds = 0
  const build = (script: string, node: string[]) => {
    const out = join(material.folder, `built ${name} ${++builds}`)
    return measure<Built>(`test/bench/${script}`, [content, out], { node })
  }
  const { galley, straight } = await inTurn(rounds, {
    galley: () => build('build-galley.ts', stripped),
    straight: () => build('build-straight.ts', tsx),
  })
  const figures = (figure: keyof Built, by: number) =>
    [galley, straight].map((spent) => digits(median(spent, figure) / by)).join(' to ')
  yield {
    what: `full build, ${name}`,
    ...(targets && { target: { least: targets.full } }),
    measured: ratio(straight, galley, 'cpu'),
    unit: 'times',
    note: `less CPU than the straight pipeline, Galley's first: ${figures('milliseconds', 1_000)} s, CPU ${figures('cpu', 1_000)} s, memory ${figures('megabytes', 1)} MB`,
  }
  yield* rebuilds(material, posts)
}

async function headers(): Promise<Row> {
  const posts = 2_000
  const parse = (how: string) =>
    measure<Spent>('test/bench/header.ts', [how, String(posts)], { node: stripped })
  const { own, any } = await inTurn(rounds, {
    own: () => parse('parseYaml'),
    any: () => parse('parseAnyYaml'),
  })
  const [took, other] = [own, any].map((spent) => digits((1_000 * median(spent, 'milliseconds')) / posts))
  return {
    what: 'front matter of imported posts',
    target: { least: 4 },
    measured: ratio(any, own, 'milliseconds'),
    unit: 'times',
    note: `against the parser that knows all of YAML: ${other} to ${took} µs a post, in a process that has just begun`,
  }
}

/** With what earlier builds have kept, each change being one sentence more in one post. */
async function* rebuilds(
  material: Material,
  { name, content, folders, targets }: Posts,
): AsyncGenerator<Row> {
  const folder = join(material.folder, `kept ${name}`)
  mkdirSync(folder)
  /** Of a post in the first folder, or in the last: of the newest and of the oldest. */
  const fileIn = (place: number) => {
    const own = folders.at(place)!
    return join(own, readdirSync(own).find((file) => file.endsWith('.md'))!)
  }
  const out = join(material.folder, `rebuilt ${name}`)
  const build = (...kept: string[]) =>
    measure<Spent>('test/bench/build-galley.ts', [content, out, ...kept], { node: stripped })
  await build(folder)
  const change = (place: number) => {
    appendFileSync(fileIn(place), '\nOne sentence more.\n')
    return build(folder)
  }
  const { clean, same, changed, oldest } = await inTurn(rounds, {
    clean: () => build(),
    same: () => build(folder),
    changed: () => change(0),
    oldest: () => change(-1),
  })
  const seconds = [clean, same, changed, oldest].map((spent) => digits(median(spent, 'cpu') / 1_000))
  yield {
    what: `rebuild, 1 post changed of ${name}`,
    ...(targets && { target: { least: targets.changed } }),
    measured: ratio(clean, changed, 'cpu'),
    unit: 'times',
    note: `less CPU than a build from nothing: clean ${seconds[0]} s, nothing changed ${seconds[1]} s, one post ${seconds[2]} s, one of the oldest ${seconds[3]} s`,
  }
  const saves = await measure<Spent[]>(
    'test/bench/build-saves.ts',
    [content, join(material.folder, `saved ${name}`), folder, fileIn(0), '8'],
    { node: stripped },
  )
  yield {
    what: `a save while galley dev runs, ${name}`,
    ...(targets && { target: { least: targets.saved } }),
    measured: ratio(clean, saves, 'cpu'),
    unit: 'times',
    note: `less CPU than a build from nothing; median ${digits(median(saves, 'milliseconds'))} ms, CPU ${digits(median(saves, 'cpu'))} ms, with the desk's`,
  }
}
