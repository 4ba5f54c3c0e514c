// How soon the page of `galley dev --edit` follows what somebody types, with 1,000 posts: real ones, if they are at hand. Some of the
// changes are saved, and the time until such a build is done stands beside that of a preview.
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Material, real } from './material.ts'
import { printed, start, stop } from './process.ts'
import { digits, type Row } from './table.ts'

const posts = 1_000
const changes = 200
/** One of so many changes is saved. */
const saved = 10

export async function* typing(material: Material): AsyncGenerator<Row> {
  const place = join(material.folder, 'typing')
  const blog = join(real.content, real.workspace)
  const isReal = existsSync(blog)
  if (isReal) cpSync(blog, join(place, 'content/demo'), { recursive: true })
  const content = isReal ? join(place, 'content') : material.content(posts)
  const flags = ['--content', content, '--out', join(place, 'out'), '--port', '0']
  const env = { GALLEY_CACHE: 'off' }
  const dev = start('bin/galley.mjs', ['dev', '--edit', ...flags], { env, quiet: true })
  const [, url] = await printed(dev, /answers at (\S+)/)
  const names = readdirSync(join(content, 'demo/posts'), { recursive: true, encoding: 'utf8' })
  const file = `posts/${names.filter((name) => name.endsWith('.md')).sort()[posts / 2]}`
  const { previews, builds } = await typed(url!, file, readFileSync(join(place, 'out/desk-token'), 'utf8'))
  await stop(dev)
  const of = `${isReal ? 'real' : 'synthetic'} posts`
  yield {
    what: 'from a change of the text to its preview, 90 % of them',
    target: { most: 150 },
    measured: share(previews, 0.9),
    unit: 'ms',
    note: `half within ${digits(share(previews, 0.5))} ms, all within ${digits(share(previews, 1))} ms; ${of}`,
  }
  yield {
    what: 'a build of the same change, against its preview',
    measured: share(builds, 0.5) / share(previews, 0.5),
    unit: 'times',
    note: `from a save to the end of its build: ${digits(share(builds, 0.5))} ms; ${of}`,
  }
}

/** A sentence that grows at the end of a post: what each preview took and, of what is saved, each build. */
async function typed(
  url: string,
  file: string,
  token: string,
): Promise<{ previews: number[]; builds: number[] }> {
  const local = `${url}/docs/desk/local`
  const source = `${local}/edit/source?workspace=demo&file=${encodeURIComponent(file)}`
  const page = { origin: url, 'sec-fetch-site': 'same-origin', 'galley-desk': token }
  const own = { ...page, 'content-type': 'application/json' }
  const json = async <T>(asked: Promise<Response>) => (await asked).json() as Promise<T>
  const state = async (after = '') =>
    (await json<{ build: string }>(fetch(`${local}/state?after=${after}`))).build
  const read = await fetch(source, { headers: page })
  let [tag, build] = [read.headers.get('etag')!, await state()]
  let { text } = (await read.json()) as { text: string }
  let written = text.length
  const times = { previews: [] as number[], builds: [] as number[] }
  for (let change = 1; change <= changes; change++) {
    text += change % 8 === 0 ? ' ' : 'a'
    const began = performance.now()
    const body = JSON.stringify({ workspace: 'demo', file, text })
    const { post } = await json<{ post: unknown }>(
      fetch(`${local}/edit/preview`, { method: 'POST', headers: own, body }),
    )
    times.previews.push(performance.now() - began)
    if (!post) throw new Error(`${file} has no preview`)
    if (change % saved > 0) continue
    const ended = state(build)
    const saving = performance.now()
    const edits = [{ from: written, to: written, text: text.slice(written) }]
    const headers = { ...own, 'if-match': tag }
    tag = (await fetch(source, { method: 'PUT', headers, body: JSON.stringify({ edits }) })).headers.get(
      'etag',
    )!
    written = text.length
    build = await ended
    times.builds.push(performance.now() - saving)
  }
  return times
}

function share(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(part * sorted.length) - 1]!
}
