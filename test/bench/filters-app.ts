// A process that asks for lists by filters of which none is in the cache of lists, and measures CPU; run with a folder to write to, and
// the number of posts. Prints milliseconds per listing of ten slugs.
import type { FieldDefinition } from '../../snapshot/types.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { ask, openApp } from './app.ts'

/** The kinds of lists, each with a number that makes it another one. */
const targets = {
  plain: (i: number) => `limit=10&page=${1 + (i % 400)}`,
  category: (i: number) => `categories=news,none-${i}`,
  number: (i: number) => `fields.minutes.lt=${5 + i / 1e5}`,
  text: (i: number) => `fields.place=place+7&fields.place=none-${i}`,
  list: (i: number) => `fields.topics=topic+3&fields.topics=none-${i}`,
  date: (i: number) =>
    `fields.at.gte=2010-01-01T00:00:${String(i % 60).padStart(2, '0')}.${String(i).padStart(3, '0')}Z`,
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
  return {
    ...post,
    meta: {
      ...post.meta,
      fields: { minutes: (i * 31) % 97, place: `place ${(i * 17) % 1_009}`, at, topics },
    },
  }
})
const fields = [
  field('minutes', 'number'),
  field('place', 'string'),
  field('at', 'date'),
  field('topics', 'list'),
]
const workspaces = [{ ...bulk, fields, posts }]
writeSnapshot(data!, { workspaces, builtAt: null, preview: null, keepPrevious: false })
const app = openApp(data!)

const listings = 300

async function cpuOf(target: (i: number) => string): Promise<number> {
  const list = (i: number) => ask(app, `/v1/demo/posts?select=slug&${target(i)}`, 'identity')
  for (let i = 0; i < listings; i++) await list(i)
  const before = process.cpuUsage()
  for (let i = listings; i < 2 * listings; i++) await list(i)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / listings
}

const measured: Partial<Filtered> = {}
for (const [name, target] of Object.entries(targets)) measured[name as keyof Filtered] = await cpuOf(target)
console.log(JSON.stringify(measured))
