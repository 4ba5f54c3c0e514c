// Search: the first one in a fresh process, many different ones, the cost of building and holding an index; compared with
// engines that load a whole index.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { searchIndexOf } from '../../build/search-index/search-index.ts'
import { corpusNames } from '../support/costly/corpora.ts'
import { installCompetitors } from './competitors.ts'
import type { Material } from './material.ts'
import { syntheticWorkspace } from './posts.ts'
import { attempt, cores, type Failed, measure } from './process.ts'
import { inTurn, least, median } from './rounds.ts'
import { type EngineName, engines } from './search-engines.ts'
import type { HeavySearch } from './search-heavy.ts'
import type { Indexed } from './search-index.ts'
import type { Searched } from './search-other.ts'
import { firstQueries, type Kind } from './search-queries.ts'
import type { ScriptSearch } from './search-scripts.ts'
import type { WarmSearch } from './search-warm.ts'
import type { Spent } from './stopwatch.ts'
import type { WarmSuggestions } from './suggest-warm.ts'
import { digits, type Row } from './table.ts'

const sizes: Size[] = [
  { posts: 1_000 },
  { posts: 10_000, targets: first(20, 50), heavy: 60, scripts: 60, suggestions: 2 },
  { posts: 100_000, targets: first(35, 120), warm: { p50: 2, p99: 15 }, suggestions: 2 },
]
interface Size {
  posts: number
  /** Milliseconds, all of them: of CPU for first searches, of warm ones, and of CPU for the costliest warm one. */
  targets?: Partial<Record<Kind, number>>
  warm?: { p50: number; p99: number }
  heavy?: number
  /** Milliseconds of CPU for the costliest of each script. */
  scripts?: number
  /** Milliseconds of CPU for 99 of 100 suggestions. */
  suggestions?: number
}
const rounds = 15

function first(word: number, sentence: number): NonNullable<Size['targets']> {
  return { exact: word, prefix: word, misspelt: 50, sentence, 'misspelt sentence': sentence }
}

/** Limits for an engine to index the posts, and for another process to load the index and search. */
const most = { gigabytes: 8, minutes: 10 }

export async function* search(material: Material): AsyncGenerator<Row> {
  for (const size of sizes) {
    yield* coldSearches(material, size)
    yield* warmSearches(material, size)
    if (size.suggestions !== undefined) yield* warmSuggestions(material, size.posts, size.suggestions)
    if (size.heavy !== undefined) yield await heavySearches(material, size.posts, size.heavy)
    if (size.scripts !== undefined) yield* scriptSearches(material, size.posts, size.scripts)
    yield* indexes(material, size.posts)
  }
  for (const posts of [1_000, 5_000]) yield browserIndex(posts)
}

async function* coldSearches(material: Material, { posts, targets = {} }: Size): AsyncGenerator<Row> {
  const data = await material.data(posts)
  const script = join(await material.scripts(), 'test/bench/search-cold.js')
  const kinds = Object.keys(firstQueries) as Kind[]
  const ways = kinds.map((kind) => [kind, () => measure<Spent>(script, [data, firstQueries[kind]])] as const)
  const measured = await inTurn(rounds, Object.fromEntries(ways) as Record<Kind, () => Promise<Spent>>)
  for (const kind of kinds) {
    const most = targets[kind]
    yield {
      what: `first search, ${named(posts)}, ${kind}`,
      ...(most !== undefined && { target: { most } }),
      measured: least(measured[kind], 'cpu'),
      unit: 'ms',
      note: `CPU of all threads, opening and the page of posts included; takes ${digits(median(measured[kind], 'milliseconds'))} ms`,
    }
  }
}

async function* warmSearches(material: Material, { posts, warm }: Size): AsyncGenerator<Row> {
  const script = join(await material.scripts(), 'test/bench/search-warm.js')
  const data = await material.data(posts)
  const run = await measure<WarmSearch>(script, [data], { core: cores.server })
  for (const figure of ['p50', 'p99'] as const) {
    yield {
      what: `search, ${named(posts)}, ${figure}`,
      ...(warm && { target: { most: warm[figure] } }),
      measured: run[figure],
      unit: 'ms',
      note: `400 different queries; ${digits(run.memory)} MB of memory at the end`,
    }
  }
}

async function* warmSuggestions(material: Material, posts: number, most: number): AsyncGenerator<Row> {
  const script = join(await material.scripts(), 'test/bench/suggest-warm.js')
  const run = await measure<WarmSuggestions>(script, [await material.data(posts)], { core: cores.server })
  for (const figure of ['p50', 'p99'] as const) {
    yield {
      what: `suggestion, ${named(posts)}, ${figure}, CPU`,
      ...(figure === 'p99' && { target: { most } }),
      measured: run[figure],
      unit: 'ms',
      note: `2,000 different ones, half of two words; the first one ${digits(run.first)} ms, opening included`,
    }
  }
}

async function heavySearches(material: Material, posts: number, most: number): Promise<Row> {
  const script = join(await material.scripts(), 'test/bench/search-heavy.js')
  const { what, cpu, asked } = await measure<HeavySearch>(script, [await material.data(posts)])
  return {
    what: `costliest search, ${named(posts)}, CPU`,
    target: { most },
    measured: cpu,
    unit: 'ms',
    note: `${what}; of ${asked} that are meant to hurt`,
  }
}

async function* scriptSearches(material: Material, posts: number, most: number): AsyncGenerator<Row> {
  const script = join(await material.scripts(), 'test/bench/search-scripts.js')
  for (const name of corpusNames) {
    const data = await material.corpus(name, posts)
    const { what, cpu, least, asked } = await measure<ScriptSearch>(script, [data, name])
    rmSync(data, { recursive: true })
    yield {
      what: `costliest search, ${name}, CPU`,
      target: { most },
      measured: cpu,
      unit: 'ms',
      note: `${what}; of ${asked} that are meant to hurt; ${digits(cpu / least)} times one that finds nothing`,
    }
  }
}

async function* indexes(material: Material, posts: number): AsyncGenerator<Row> {
  installCompetitors()
  const indexed = (which: string, file: string) =>
    attempt<Indexed>('test/bench/search-index.ts', [which, String(posts), file], most)
  yield ownIndex(posts, await indexed('galley', join(material.folder, `galley-${posts}`)))
  for (const which of Object.keys(engines) as EngineName[]) {
    const file = join(material.folder, `${which}-${posts}.json`)
    yield await otherEngine(which, posts, file, await indexed(which, file))
    rmSync(file, { force: true })
  }
}

/** Counted apart: it is downloaded, and no part of what the API searches with. */
function browserIndex(posts: number): Row {
  const began = process.cpuUsage().user
  const index = searchIndexOf(syntheticWorkspace('bench', posts), { text: 0 }, Number.POSITIVE_INFINITY)
  const milliseconds = (process.cpuUsage().user - began) / 1_000
  if ('missing' in index) throw new Error(`there is no search index for browsers: ${index.missing}`)
  return {
    what: `search index for browsers, ${named(posts)}, gzipped`,
    measured: gzipSync(index.json).length / 1e6,
    unit: 'MB',
    note: `${digits(Buffer.byteLength(index.json) / 1e6)} MB as JSON; built in ${digits(milliseconds)} ms of CPU`,
  }
}

function ownIndex(posts: number, built: Indexed | Failed): Row {
  const what = `search index, ${named(posts)}, time to build`
  if ('failed' in built) return { what, unit: 'ms', note: built.failed }
  const { milliseconds, memory } = built
  const note = `from the texts, in one thread, with ${digits(memory)} MB; the others below`
  return { what, measured: milliseconds, unit: 'ms', note }
}

async function otherEngine(
  which: EngineName,
  posts: number,
  file: string,
  built: Indexed | Failed,
): Promise<Row> {
  const what = `${which}, ${named(posts)}, first search (exact)`
  const failed = (why: string): Row => ({ what, unit: 'ms', note: why })
  if ('failed' in built) return failed(`no index: ${built.failed}`)
  const firsts: Partial<Record<Kind, Searched>> = {}
  for (const kind of Object.keys(firstQueries) as Kind[]) {
    const searched = await attempt<Searched>('test/bench/search-other.ts', [which, file, kind], most)
    if ('failed' in searched) return failed(`an index, but no search: ${searched.failed}`)
    firsts[kind] = searched
  }
  const { exact, ...others } = firsts as Record<Kind, Searched>
  const notes = Object.entries(others).map(([kind, { first }]) => `${kind} ${digits(first)}`)
  const { p50, p99, memory } = exact
  return {
    what,
    measured: exact.first,
    unit: 'ms',
    note:
      `${notes.join(', ')}; p50 ${digits(p50)} ms, p99 ${digits(p99)} ms, ${digits(memory)} MB; ` +
      `built in ${digits(built.milliseconds)} ms with ${digits(built.memory)} MB`,
  }
}

function named(posts: number): string {
  return `${posts.toLocaleString('en')} posts`
}
