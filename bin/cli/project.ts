// Where a command finds content/ and dist/ when no flag names them: from any directory.
import { existsSync } from 'node:fs'
import * as system from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FlagValues } from './command.ts'

/** The folder of this clone, which has content of its own: the answer where nothing nearer is. */
const CLONE = fileURLToPath(new URL('../..', import.meta.url))

/** The content root. */
export function contentOf({ content }: FlagValues): string {
  return String(content ?? below(homeOf(['content']), 'content'))
}

/** What is built into: beside the content that is built by default, else here. */
export function outOf({ content, out }: FlagValues): string {
  return String(out ?? (content === undefined ? below(homeOf(['content']), 'dist') : 'dist'))
}

/** What `dev` builds into, apart from what is published. */
export function devOutOf(values: FlagValues): string {
  return values.out === undefined ? system.join(outOf(values), 'dev') : String(values.out)
}

/** What is served. A server may have no content. */
export function distOf({ dir }: FlagValues): string {
  return String(dir ?? below(homeOf(['dist/data', 'content']), 'dist'))
}

function homeOf(parts: readonly string[]): string {
  return homeFrom(process.cwd(), CLONE, (path) => parts.some((part) => existsSync(system.join(path, part))))
}

/** A part of a home as messages show it. */
function below(home: string, part: string): string {
  return shortestPath(system.join(home, part), process.cwd())
}

/** The nearest folder that is a home, from `from` upwards; else the clone. */
export function homeFrom(
  from: string,
  clone: string,
  isHome: (folder: string) => boolean,
  path: Pick<typeof system, 'dirname'> = system,
): string {
  const parent = path.dirname(from)
  if (isHome(from)) return from
  return parent === from ? clone : homeFrom(parent, clone, isHome, path)
}

/** `path` as seen from `from`; absolute where that is shorter, or the only way, as between two drives. */
export function shortestPath(
  path: string,
  from: string,
  { relative }: Pick<typeof system, 'relative'> = system,
): string {
  const relativePath = relative(from, path) || '.'
  return relativePath.length < path.length ? relativePath : path
}
