// A full build in a fresh process, compared with the straightforward pipeline and with other builders on the same files.
import { appendFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Built, buildsBeside } from './build-beside.ts'
import type { Material } from './material.ts'
import { measure, tsx } from './process.ts'
import { inTurn, median, ratio } from './rounds.ts'
import type { Spent } from './stopwatch.ts'
import { digits, type Row } from './table.ts'

const rounds = 3

/** As the command line runs, where threads share what has been stripped of types. */
const stripped = ['--import', './build/typescript/register.mjs']

export async function* builds(material: Material, { full }: { full: boolean }): AsyncGenerator<Row> {
  yield await headers()
  for (const posts of full ? [1_000, 10_000] : [1_000]) {
    const content = material.content(posts)
    let builds = 0
    const build = (script: string, node: string[]) => {
      const out = join(material.folder, `built-${posts}-${++builds}`)
      return measure<Built>(`test/bench/${script}`, [content, out], { node })
    }
    const { galley, straight } = await inTurn(rounds, {
      galley: () => build('build-galley.ts', stripped),
      straight: () => build('build-straight.ts', tsx),
    })
    const speed = [galley, straight].map((spent) => digits((posts * 1_000) / median(spent, 'milliseconds')))
    const cpu = [galley, straight].map((spent) => digits(median(spent, 'cpu') / 1_000))
    const memory = [galley, straight].map((spent) => digits(median(spent, 'megabytes')))
    yield {
      what: `full build, ${posts.toLocaleString('en')} posts`,
      target: { least: 2.1 },
      measured: ratio(straight, galley, 'milliseconds'),
      unit: 'times',
      note: `against the straight pipeline: ${speed.join(' to ')} posts a second; CPU ${cpu.join(' to ')} s, memory ${memory.join(' to ')} MB`,
    }
    yield* buildsBeside(material, posts, (content, out, kept) => {
      mkdirSync(kept, { recursive: true })
      return measure<Built>('test/bench/build-galley.ts', [content, out, kept], { node: stripped })
    })
    yield* rebuilds(material, posts)
  }
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
async function* rebuilds(material: Material, posts: number): AsyncGenerator<Row> {
  const content = material.content(posts)
  const folder = join(material.folder, `kept-${posts}`)
  mkdirSync(folder)
  const folders = readdirSync(join(content, 'demo/posts')).sort((a, b) => Number(a) - Number(b))
  /** Of a post in the first folder, or in the last: of the newest and of the oldest. */
  const fileIn = (place: number) => {
    const own = join(content, 'demo/posts', folders.at(place)!)
    return join(own, readdirSync(own)[0]!)
  }
  const out = join(material.folder, `rebuilt-${posts}`)
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
    what: `rebuild, 1 of ${posts.toLocaleString('en')} posts changed`,
    target: { least: posts > 1_000 ? 30 : 10 },
    measured: ratio(clean, changed, 'cpu'),
    unit: 'times',
    note: `less CPU than a build from nothing: clean ${seconds[0]} s, nothing changed ${seconds[1]} s, one post ${seconds[2]} s, one of the oldest ${seconds[3]} s`,
  }
  const saves = await measure<Spent[]>(
    'test/bench/build-saves.ts',
    [content, join(material.folder, `saved-${posts}`), folder, fileIn(0), '8'],
    { node: stripped },
  )
  yield {
    what: `a save while galley dev runs, 1 of ${posts.toLocaleString('en')} posts`,
    target: { least: posts > 1_000 ? 40 : 20 },
    measured: ratio(clean, saves, 'cpu'),
    unit: 'times',
    note: `less CPU than a build from nothing; median ${digits(median(saves, 'milliseconds'))} ms, CPU ${digits(median(saves, 'cpu'))} ms, with the desk's`,
  }
}
