// Why a program makes no page of a file among its posts, apart from what the file itself says.
import { KeyedData, textsOf } from './frontmatter/keyed.ts'
import { contentRoots, type Generator } from './generators/generator.ts'
import { leftOutMatcher } from './globs.ts'
import { cut } from './names.ts'
import type { SourceSite } from './source.ts'

/** @returns the reason, by the path of a file and that below its collection */
export function leftOut(
  generator: Generator,
  site: SourceSite,
): (path: string, below: string) => string | undefined {
  const keyed = new KeyedData(site.config)
  const written = (generator.excludes ?? []).flatMap((key) =>
    key.startsWith('.') ? (site.tree.textOf(key)?.split('\n') ?? []) : textsOf(keyed.at(key)),
  )
  const globs = written.map((glob) => ({ glob: cut(glob.trim(), 100), isOut: leftOutMatcher(glob) }))
  const roots = contentRoots(generator, site).map((root) => `${root}/`)
  return (path, below) => {
    if (/(?:^|\/)_drafts\//.test(path) || generator.hides?.(path, below, site))
      return 'by its folder or its name'
    const inside = roots.filter((root) => path.startsWith(root)).map((root) => path.slice(root.length))
    const found = globs.find(({ isOut }) => [path, below, ...inside].some(isOut))
    return found && `the configuration leaves out ${found.glob}`
  }
}
