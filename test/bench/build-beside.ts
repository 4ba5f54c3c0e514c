// Builds beside other builders of the same posts: from nothing, again, and after one post has changed. They make HTML of markdown as it
// is: none of them makes an index or keeps scripts out.
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Material } from './material.ts'
import { measure, root } from './process.ts'
import { inTurn, median, ratio } from './rounds.ts'
import type { Spent } from './stopwatch.ts'
import { digits, type Row } from './table.ts'

export interface Built extends Spent {
  /** The most memory that the process had. */
  megabytes: number
}

interface Builds {
  clean: Built
  same: Built
  changed: Built
}

/** They differ by more than the machine does from hour to hour. */
const rounds = 1

const others = ['eleventy', 'velite', 'content-collections'] as const
const place = join(root, 'test/bench/builders')
const installed = join(place, 'node_modules')

/** @param galley builds a content folder with Galley, with what it keeps in the third folder */
export async function* buildsBeside(
  material: Material,
  posts: number,
  galley: (content: string, out: string, kept: string) => Promise<Built>,
): AsyncGenerator<Row> {
  const count = posts.toLocaleString('en')
  if (!existsSync(installed)) {
    const note = `${others.join(', ')} are not installed: npm ci --ignore-scripts --prefix test/bench/builders`
    yield { what: `beside other builders, ${count} posts`, unit: 'times', note }
    return
  }
  // Eleventy builds nothing below node_modules.
  const folder = mkdtempSync(join(tmpdir(), 'galley-bench-'))
  try {
    const content = join(folder, 'content')
    cpSync(material.content(posts), content, { recursive: true })
    const other = (name: string) => () =>
      inARow(content, join(folder, name), (out) =>
        measure<Built>(join(place, 'builders.mjs'), [name, content, out]),
      )
    const built = await inTurn<'galley' | (typeof others)[number], Builds>(rounds, {
      galley: () => inARow(content, join(folder, 'galley'), (out) => galley(content, out, `${out}-kept`)),
      eleventy: other('eleventy'),
      velite: other('velite'),
      'content-collections': other('content-collections'),
    })
    for (const name of others) yield rowOf(name, posts, built[name], built.galley)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

let builds = 0

async function inARow(
  content: string,
  prefix: string,
  build: (out: string) => Promise<Built>,
): Promise<Builds> {
  const out = `${prefix}-${process.pid}-${++builds}`
  const clean = await build(out)
  const same = await build(out)
  const folder = join(content, 'demo/posts/0')
  appendFileSync(join(folder, readdirSync(folder)[0]!), '\nOne sentence more.\n')
  const changed = await build(out)
  for (const made of [out, `${out}-kept`, `${out}-assets`, join(installed, '.cache', basename(out))]) {
    rmSync(made, { recursive: true, force: true })
  }
  return { clean, same, changed }
}

function rowOf(name: string, posts: number, theirs: readonly Builds[], ours: readonly Builds[]): Row {
  const of = (way: keyof Builds) => [theirs, ours].map((rounds) => rounds.map((one) => one[way]))
  const figures = (way: keyof Builds, figure: keyof Built, by = 1_000) =>
    of(way)
      .map((rounds) => digits(median(rounds, figure) / by))
      .join(' to ')
  const [their = [], own = []] = of('clean')
  return {
    what: `full build beside ${name}, ${posts.toLocaleString('en')} posts`,
    measured: ratio(their, own, 'milliseconds'),
    unit: 'times',
    note: `theirs to ours: ${figures('clean', 'milliseconds')} s, CPU ${figures('clean', 'cpu')} s, memory ${figures('clean', 'megabytes', 1)} MB; nothing changed ${figures('same', 'milliseconds')} s, one post ${figures('changed', 'milliseconds')} s`,
  }
}
