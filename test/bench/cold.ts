// From nothing to the first listing: a fresh process with the function as deployed opens a workspace and answers, compared with one
// that parses all posts.
import { constants } from 'node:buffer'
import { join } from 'node:path'
import { readDeflated, readManifest } from '../../snapshot/folder/manifest.ts'
import { metaFiles } from '../../snapshot/format/format.ts'
import { readCurrent } from '../../snapshot/read/current.ts'
import type { Material } from './material.ts'
import { measure } from './process.ts'
import { inTurn, least, median, ratio } from './rounds.ts'
import type { Spent } from './stopwatch.ts'
import { digits, type Row } from './table.ts'

const sizes = [
  { posts: 1_000 },
  { posts: 10_000, target: { most: 6 } },
  { posts: 100_000, target: { most: 12 } },
]
const rounds = 15

export async function* cold(material: Material): AsyncGenerator<Row> {
  for (const { posts, target } of sizes) {
    const what = `cold open and first listing, ${posts.toLocaleString('en')} posts`
    const { plain, gzip } = await coldListing(material, posts)
    yield { what, unit: 'ms', ...(target && { target }), ...plain }
    yield { what: `${what}, gzip`, unit: 'ms', ...gzip }
  }
}

type Figures = Pick<Row, 'measured' | 'note'>

async function coldListing(material: Material, posts: number): Promise<{ plain: Figures; gzip: Figures }> {
  const data = await material.data(posts)
  const place = await material.deployed(posts)
  const scripts = join(place, 'test/bench')
  const entry = join(place, 'api/index.js')
  const open = (accepted: string) => () => measure<Spent>(join(scripts, 'cold-open.js'), [entry, accepted])
  const ways = { opened: open('identity'), gzipped: open('gzip') }
  const figures = (spent: Spent[], note: string) => ({
    measured: least(spent, 'milliseconds'),
    note: `least of ${rounds}, median ${digits(median(spent, 'milliseconds'))} ms; CPU ${digits(least(spent, 'cpu'))} ms${note}`,
  })
  if (bytesOfPosts(data) > constants.MAX_STRING_LENGTH) {
    const { opened, gzipped } = await inTurn(rounds, ways)
    const note = '; parsing all posts is impossible: no string is so long'
    return { plain: figures(opened, note), gzip: figures(gzipped, '') }
  }
  const file = await material.postsFile(posts)
  const parse = () => measure<Spent>(join(scripts, 'cold-parse.js'), [file])
  const { opened, gzipped, parsed } = await inTurn(rounds, { ...ways, parsed: parse })
  const straight = `${digits(median(parsed, 'milliseconds'))} ms, ${digits(ratio(parsed, opened, 'milliseconds'))} × as long`
  return { plain: figures(opened, `; parsing all posts: ${straight}`), gzip: figures(gzipped, '') }
}

/** What one file of all posts would take at least. */
function bytesOfPosts(data: string): number {
  const { hash } = readCurrent(data).workspaces.get('demo')!
  const { files, contents } = readManifest(join(data, hash), 'demo', hash)
  const { parts } = readDeflated(join(data, hash))
  return (files[metaFiles.records] ?? parts[metaFiles.records])!.bytes + contents.html.bytes
}
