// A scheduled post leaves no trace in the Worker's replies before its date, and is in them from then on, without a build.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { targetsOf } from '../support/asked.ts'
import type { Checks } from '../support/checks.ts'
import { writeFiles } from '../support/files.ts'
import { postFile } from '../support/workspace.ts'
import { same } from '../vercel/parity.ts'
import { startServe } from '../vercel/served.ts'
import { ask } from '../vercel/wire.ts'
import { startWorker } from './miniflare.ts'
import { buildFor, root } from './project.ts'

const later = ['p3', 'p5', 'p8']
const posts = Array.from({ length: 10 }, (_, n) => `p${n}`)

/** A part of content that names posts of later, or the words that are left of that. */
function contentOf(hasLater: boolean): Record<string, string> {
  const files: Record<string, string> = {
    'w/workspace.yml': 'url: "https://example.org/{category}/{slug}"\nsearchIndex: { text: 300 }\n',
  }
  for (const [n, slug] of posts.entries()) {
    const isLater = later.includes(slug)
    if (isLater && !hasLater) continue
    const to = posts[(n + 2) % posts.length]!
    const link = hasLater || !later.includes(to) ? `[crane ${to.slice(1)}](${to}.md)` : `crane ${to.slice(1)}`
    files[`w/posts/${slug}.md`] = postFile(
      {
        title: isLater ? `Secret quay ${n}` : `Harbour ${n}`,
        publishedAt: isLater ? `2990-01-1${n}` : `2024-01-1${n}`,
        category: isLater ? 'quays' : 'news',
        tags: isLater ? '[hidden]' : '[web]',
        authors: isLater ? '[zoe]' : '[ada]',
        aliases: `[was-${n}]`,
      },
      `The harbour and its ${isLater ? 'unseenword' : 'cranes'}.\n\n- See ${link}.\n`,
    )
  }
  return files
}

export function writeTold(folder: string): void {
  writeFiles(join(folder, 'hidden/content'), contentOf(true))
  writeFiles(join(folder, 'told/content'), contentOf(false))
}

const unlimited = { GALLEY_RATE_LIMIT: 'off', GALLEY_FALLBACK_LIMIT: 'off' }

export async function checkHidden({ check }: Checks, folder: string): Promise<void> {
  const [hidden, told] = ['hidden', 'told'].map((name) => join(folder, name)) as [string, string]
  await Promise.all([hidden, told].map((project) => buildFor(project)))
  const [worker, served] = await Promise.all([
    startWorker(join(hidden, 'dist/worker'), unlimited),
    startServe(root, join(told, 'dist'), unlimited),
  ])
  const targets = targetsOf({
    posts: [...posts, ...posts.map((_, n) => `was-${n}`)],
    categories: ['news', 'quays'],
    tags: ['web', 'hidden'],
    authors: ['ada', 'zoe'],
    words: ['harbour', 'unseenword', 'unsenword', 'secret', 'quay', 'cranes'],
  })
  try {
    await check(`what is scheduled leaves no trace in ${targets.length} replies`, async () => {
      for (const path of targets) {
        const exchange = { name: path, target: `/v1/w/${path}` }
        const [one, other] = await Promise.all([worker, served].map(({ port }) => ask(port, exchange)))
        try {
          same(one!, other!)
        } catch (error) {
          throw new Error(`${path}: ${(error as Error).message}`)
        }
      }
    })
  } finally {
    await Promise.all([worker.stop(), served.stop()])
  }
  await check('a scheduled post is there from its time on', () => appears(told))
  await check('a preview is another Worker, with drafts, and hidden from search engines', () =>
    previews(told),
  )
}

/** Asks a Worker again and again that has a post of a moment later. */
async function appears(project: string): Promise<void> {
  const due = new Date(Date.now() + 12_000).toISOString()
  writeFiles(join(project, 'content'), { 'w/posts/due.md': postFile({ title: 'Due', publishedAt: due }) })
  await buildFor(project)
  const worker = await startWorker(join(project, 'dist/worker'), unlimited)
  try {
    const get = async () => (await ask(worker.port, { name: 'due', target: '/v1/w/post/due' })).status
    const first = await get()
    const wasEarly = Date.now() < Date.parse(due)
    if (wasEarly) assert.equal(first, 404)
    while (Date.now() <= Date.parse(due)) await pause(100)
    assert.equal(await get(), 200)
  } finally {
    await worker.stop()
  }
}

async function previews(project: string): Promise<void> {
  writeFiles(join(project, 'content'), { 'w/posts/draft.md': postFile({ title: 'Draft', status: 'draft' }) })
  const place = join(project, 'preview')
  await buildFor(project, ['--drafts', '--out', place])
  const worker = await startWorker(join(place, 'worker'), unlimited)
  try {
    const get = (target: string) => ask(worker.port, { name: target, target })
    const [draft, desk, script] = await Promise.all(
      ['/v1/w/post/draft', '/docs/desk', '/docs/desk/main.js'].map(get),
    )
    assert.deepEqual([draft!.status, desk!.status, script!.status], [200, 200, 200])
    for (const { headers } of [draft!, desk!, script!])
      assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
    assert.match(desk!.headers['content-security-policy'] ?? '', /^[^,]*trusted-types desk-frame$/)
    assert.equal(script!.headers['access-control-allow-origin'], undefined)
  } finally {
    await worker.stop()
  }
}
