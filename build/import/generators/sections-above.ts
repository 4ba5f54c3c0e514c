// What `_index.md` of the folders above a page says, in Hugo and Zola, and what of it Hugo hands down to the page.
import { dirname } from 'node:path/posix'
import { KeyedData, textsOf } from '../frontmatter/keyed.ts'
import { isData } from '../frontmatter/languages.ts'
import { splitSource } from '../frontmatter/split.ts'
import { globMatcher } from '../globs.ts'
import { addTo } from '../lists.ts'
import type { SourceData, SourceSite } from '../source.ts'

/** By the path of a page, those of any language, the nearest first. */
export function sectionsAbove({ tree }: SourceSite): (path: string) => Promise<KeyedData[]> {
  const reading = (async () => {
    const sections = new Map<string, KeyedData[]>()
    for (const { path } of tree.files.filter(({ path }) => /(?:^|\/)_index\.[^/]+$/.test(path))) {
      const { data } = await splitSource(tree.textOf(path) ?? '', false)
      addTo(sections, dirname(path), new KeyedData(data))
    }
    return sections
  })()
  return async (path) => {
    const [sections, above] = [await reading, [] as KeyedData[]]
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
      above.push(...(sections.get(folder) ?? []))
    return above
  }
}

/** What `cascade` of sections, then of the configuration, says of a page. */
export function hugoCascade(
  site: SourceSite,
  roots: readonly string[],
): (path: string) => Promise<KeyedData[]> {
  const above = sectionsAbove(site)
  return async (path) => {
    const root = roots.find((one) => path.startsWith(`${one}/`)) ?? ''
    const page = path.slice(root.length).replace(/(?:\/index)?(?:\.[a-z-]{2,10})?\.\w+$/, '')
    const said = [...(await above(path)), new KeyedData(site.config)].flatMap((data) => data.at('cascade'))
    return said
      .filter(isData)
      .filter((one) => isOn(page, one))
      .map((one) => new KeyedData(one))
  }
}

/** Whether an entry is for a page of the public site. */
function isOn(page: string, entry: SourceData): boolean {
  const keyed = new KeyedData(entry)
  const is = { path: page, kind: 'page', environment: 'production' }
  return Object.entries(is).every(([key, value]) =>
    textsOf(keyed.at(`target.${key}`)).every((glob) => globMatcher(glob)(value)),
  )
}
