// Finds content/ and dist/ from any directory, unless flags name them.
import { existsSync } from 'node:fs'
import * as system from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FlagValues } from './command.ts'

/** The folder of this clone, which has content of its own: the fallback. */
const CLONE = fileURLToPath(new URL('../..', import.meta.url))

/** The content root. */
export function contentOf({ content }: FlagValues): string {
  return String(content ?? below(homeOf(['content']), 'content'))
}

/** The output folder: beside the default content, or in the current folder if --content is given. */
export function outOf({ content, out }: FlagValues): string {
  return String(out ?? (content === undefined ? below(homeOf(['content']), 'dist') : 'dist'))
}

/** The output folder of `dev`, apart from what is published. */
export function devOutOf(values: FlagValues): string {
  return values.out === undefined ? system.join(outOf(values), 'dev') : String(values.out)
}

/** The folder to serve. A server need not have content. */
export function distOf({ dir }: FlagValues): string {
  return String(dir ?? below(homeOf(['dist/data', 'content']), 'dist'))
}

function homeOf(parts: readonly string[]): string {
  return homeFrom(process.cwd(), CLONE, (path) => parts.some((part) => existsSync(system.join(path, part))))
}

/** A folder in a project, as messages show it. */
function below(home: string, part: string): string {
  return shortestPath(system.join(home, part), process.cwd())
}

/** The nearest project folder, from `from` upwards; else the clone. */
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

/** `path` relative to `from`, or absolute if that is shorter or, as between two drives, the only way. */
export function shortestPath(
  path: string,
  from: string,
  { relative }: Pick<typeof system, 'relative'> = system,
): string {
  const relativePath = relative(from, path) || '.'
  return relativePath.length < path.length ? relativePath : path
}
