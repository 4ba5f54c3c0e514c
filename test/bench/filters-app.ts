// A process that asks for lists by filters of which none is in the cache of lists, and measures CPU; run with a folder to write to, and
// the number of posts. Prints milliseconds per listing of ten slugs.
import type { FieldDefinition } from '../../snapshot/types.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { ask, openApp } from './app.ts'
import { median } from './rounds.ts'

/** The kinds of lists, each with a number that makes it another one. */
const targets = {
  plain: (i: number) => `limit=10&page=${1 + (i % 400)}`,
  category: (i: number) => `categories=news,none-${i}`,
  number: (i: number) => `fields.minutes.lt=${5 + i / 1e5}`,
  text: (i: number) => `fields.place=place+7&fields.place=none-${i}`,
  list: (i: number) => `fields.topics=topic+3&fields.topics=none-${i}`,
  reference: (i: number) => `fields.next=post-${7 + i},none-${i}`,
  pointed: (i: number) => `fields.seen=post-${i}`,
  date: (i: number) =>
    `fields.at.gte=2026-01-01T00:00:${String(i % 60).padStart(2, '0')}.${String(i).padStart(3, '0')}Z`,
  year: (i: number) => `year=2025,${1000 + i}`,
  eight: (i: number) =>
    `fields.minutes.gte=0&fields.minutes.lt=${50 + i / 1e5}&fields.minutes.not=3&fields.place.exists=true&fields.place.not=none&fields.topics.not=none&fields.at.gte=1990-01-01&fields.at.exists=true`,
}
export type Filtered = Record<keyof typeof targets, number>

const [data, count] = process.argv.slice(2)
const field = (name: string, type: FieldDefinition['type']) => ({ name, type, required: false })
const bulk = bulkWorkspace('demo', Number(count), () => '')
const posts = bulk.posts.map((post, i) => {
  const at = new Date(Date.UTC(2000, 0) + ((i * 7_919) % 10_000) * 86_400_000).toISOString()
  const topics = [1, 2, 3].map((n) => `topic ${(i * n) % 11}`)
  const to = (n: number) => ({ $ref: ['posts', `post-${(i * n) % Math.min(bulk.posts.length, 1_009)}`] })
  return {
    ...post,
    // A category that as few posts have as pass the filters: a long match costs more.
    category: i % 20 === 0 ? 'news' : 'other',
    meta: {
      ...post.meta,
      fields: {
        ...{ minutes: (i * 31) % 97, place: `place ${(i * 17) % 1_009}`, at, topics },
        ...{ next: to(17), seen: [{ $refs: 0 }, to(3), to(5), to(7)] },
      },
    },
  }
})
const fields = [
  field('minutes', 'number'),
  field('place', 'string'),
  field('at', 'date'),
  field('topics', 'list'),
  { ...field('next', 'reference'), to: ['posts', 'tags'] },
  { ...field('seen', 'list'), of: { type: 'reference' as const, to: ['posts'], required: false } },
]
const categories = ['news', 'other'].map((slug) => ({ ...bulk.categories[0]!, id: slug, slug }))
const workspaces = [{ ...bulk, categories, fields, posts }]
writeSnapshot(data!, { workspaces, builtAt: null, preview: null, keepPrevious: false })
const app = openApp(data!)

const [rounds, listings] = [11, 40]

/** CPU of a listing in milliseconds. @param from the number of the first one */
async function cpuOf(target: (i: number) => string, from: number): Promise<number> {
  const before = process.cpuUsage()
  for (let i = from; i < from + listings; i++)
    await ask(app, `/v1/demo/posts?select=slug&${target(i)}`, 'identity')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / listings
}

// The kinds take turns, so that the machine and the code are as warm for each; the first rounds do not count.
const measured: Record<string, number>[] = []
for (let round = 0; round < rounds; round++) {
  const one: Record<string, number> = {}
  for (const [name, target] of Object.entries(targets)) one[name] = await cpuOf(target, round * listings)
  if (round > 1) measured.push(one)
}
const names = Object.keys(targets)
console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, median(measured, name)]))))
