// Why a program makes no page of a file among its posts, apart from what the file itself says.
import { relative } from 'node:path/posix'
import { KeyedData, textsOf } from './frontmatter/keyed.ts'
import { contentRoots, type Generator } from './generators/generator.ts'
import { globSource } from './globs.ts'
import { cut } from './names.ts'
import type { SourceSite } from './source.ts'

/** @returns the reason, by the path of a file and that below its collection */
export function leftOut(generator: Generator, site: SourceSite) {
  const keyed = new KeyedData(site.config)
  const written = (generator.excludes ?? []).flatMap((key) =>
    key.startsWith('.') ? (site.tree.textOf(key)?.split('\n') ?? []) : textsOf(keyed.at(key)),
  )
  const globs = written.map((glob) => ({ glob: cut(glob.trim(), 100), pattern: patternOf(glob) }))
  const roots = contentRoots(generator, site)
  return (path: string, below: string): string | undefined => {
    if (/(?:^|\/)_drafts\//.test(path) || generator.hides?.(path, below, site))
      return 'by its folder or its name'
    const places = [path, below, ...roots.map((root) => relative(root, path))]
    const found = globs.find(({ pattern }) => places.some((place) => pattern.test(place)))
    return found && `the configuration leaves out ${found.glob}`
  }
}

/** Of a file, or of a folder that it is in; without a slash, wherever that is. */
function patternOf(written: string): RegExp {
  const glob = written.trim().replace(/^(?:\.?\/)+|\/(?:\*\*)?$/g, '')
  if (glob === '' || /^[!#]/.test(glob)) return /^$/
  return new RegExp(`^${glob.includes('/') ? '' : '(?:.*/)?'}${globSource(glob)}(?:/.*)?$`, 'i')
}
