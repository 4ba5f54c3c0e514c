// Workspaces to dist/: the static files, then the snapshot.
import { join } from 'node:path'
import { writeSnapshot } from '../snapshot/write.ts'
import type { Assembled } from './assemble.ts'
import { isoDate } from './date.ts'
import type { Environment } from './environment.ts'
import type { Problem } from './problem.ts'
import { writePublic } from './public.ts'
import { shownFolder } from './shown.ts'
import { bytesIn, MOST_ON_VERCEL, tooMuch } from './size.ts'

/** Each workspace's hash by folder. What does not fit on Vercel is a problem there. */
export function publish(
  workspaces: readonly Assembled[],
  { content, out }: { content: string; out: string },
  { builtAt, preview, vercel }: Environment,
  problems: Problem[],
): ReadonlyMap<string, string> {
  const data = join(out, 'data')
  writePublic(out)
  const { hashes } = writeSnapshot(data, {
    workspaces,
    builtAt: builtAt === undefined ? null : isoDate(builtAt),
    preview,
    keepPrevious: !vercel,
    media: {
      into: join(out, 'public/media'),
      sources: new Map(workspaces.flatMap(({ files }) => [...files].map(([name, { path }]) => [name, path]))),
    },
  })
  const sizes = [...hashes].map(
    ([folder, hash]) => [`${shownFolder(content)}/${folder}`, bytesIn(join(data, hash))] as const,
  )
  const problem = vercel ? tooMuch(new Map(sizes), MOST_ON_VERCEL) : undefined
  if (problem) problems.push(problem)
  return hashes
}
