// The limit on the size of snapshots on Vercel.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { WHOLE_FILE } from '../problems/location.ts'
import { type Problem, problemAt } from '../problems/problem.ts'

const MEGABYTE = 1024 * 1024

/** A function on Vercel may have 250 MB unpacked, of which the code takes the rest. */
export const MAX_ON_VERCEL = 230 * MEGABYTE
/** A Worker on Cloudflare may have 64 MB before it is compressed, of which the code takes the rest. */
export const MAX_ON_CLOUDFLARE = 62 * MEGABYTE

/** Bytes of the files in a workspace's folder of `dist/data`. */
export function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

/** The problem if workspaces, given as bytes by content folder, take more than `max` together. */
export function sizeProblem(sizes: ReadonlyMap<string, number>, max: number): Problem | undefined {
  const where = max === MAX_ON_VERCEL ? 'a function on Vercel' : 'a Worker on Cloudflare'
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  if (total <= max) return undefined
  const [largest = '', bytes = 0] = [...sizes].toSorted(([, a], [, b]) => b - a)[0] ?? []
  const mb = (count: number) => `${Math.ceil(count / MEGABYTE)} MB`
  return problemAt(largest, WHOLE_FILE, {
    code: 'too-large',
    message: `The snapshots take ${mb(total)}, and ${where} has room for ${mb(max)}. This workspace is the largest, with ${mb(bytes)}.`,
    hint: 'Move it, or its oldest posts, to a deployment of their own, or run galley serve on a server.',
  })
}
