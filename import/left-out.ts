// Says why a program makes no page of a file among its posts, apart from what the file itself says.

import { relative } from 'node:path/posix'
import { tried } from '../snapshot/tried.ts'
import { KeyedData, textsOf } from './frontmatter/keyed.ts'
import { PRIVACY } from './frontmatter/marks.ts'
import { contentRoots, type Generator } from './generators/generator.ts'
import { globSource } from './globs.ts'
import { cut } from './names.ts'
import type { SourceSite } from './source.ts'

/** @returns the reason, by the path of a file and that below its collection */
export function leftOut(generator: Generator, site: SourceSite) {
  const { paths, below: inside, ...own } = PRIVACY[generator.name] ?? {}
  const { tree, config } = site
  const keyed = new KeyedData(config)
  const configured = (keys: readonly string[] = []) => keys.flatMap((key) => textsOf(keyed.at(key)))
  const lines = (own.ignores ?? []).flatMap((name) => tree.configText(name)?.split('\n') ?? [])
  const { files, globs: inCode } = own.written ?? {}
  const code = files ? tree.files.filter(({ path }) => files.test(path)) : []
  const written = code.flatMap(({ path }) =>
    [...(tree.textOf(path) ?? '').matchAll(inCode!)].map(([, , glob]) => glob!),
  )
  const globs = [...configured(own.excludes), ...lines, ...written].map(
    (glob) => [glob, patternOf(glob)] as const,
  )
  const patterns = configured(own.patterns).flatMap((pattern) => expressionOf(pattern))
  const roots = contentRoots(generator, site)
  return (path: string, below: string): string | undefined => {
    // A folder of Jekyll without a configuration may be any folder.
    const isNamed = Object.keys(config).length > 0 || generator.name !== 'jekyll'
    if (PRIVACY.any!.paths!.test(path) || (isNamed && paths?.test(path)) || inside?.test(below))
      return 'by its folder or its name'
    const places = [path, below, ...roots.map((root) => relative(root, path))]
    const [found] =
      [...globs, ...patterns].find(([, pattern]) => places.some((place) => pattern.test(place))) ?? []
    return found === undefined
      ? generator.hides?.(path, below, site)
      : `the configuration leaves out ${cut(found.trim(), 100)}`
  }
}

/** Makes a pattern of a glob for a file, or for a folder that it is in; without a slash, it may be anywhere. */
function patternOf(written: string): RegExp {
  const glob = written.trim().replace(/^(?:\.?\/)+|\/(?:\*\*)?$/g, '')
  if (glob === '' || /^[!#]/.test(glob)) return /^$/
  return new RegExp(`^${glob.includes('/') ? '' : '(?:.*/)?'}${globSource(glob)}(?:/.*)?$`, 'i')
}

/** More than three quantifiers, or quantified groups, could take too long: such an expression is not tried. */
function expressionOf(written: string): [written: string, pattern: RegExp][] {
  if ((written.match(/[*+?{]/g) ?? []).length > 3 || /\)[*+?{]/.test(written)) return []
  return tried(() => [[written, new RegExp(written)]]) ?? []
}
