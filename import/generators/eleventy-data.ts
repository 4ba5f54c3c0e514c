// Eleventy's data cascade, as far as its files say it in literals: a post has what its own front matter lacks from data files
// named like it or its folders, the nearest first, and then from its layouts.
import { basename, dirname, join } from 'node:path/posix'
import { KeyedData, textsOf } from '../frontmatter/keyed.ts'
import { dataOfFile, isData } from '../frontmatter/languages.ts'
import { literalsIn } from '../frontmatter/literals.ts'
import { splitSource } from '../frontmatter/split.ts'
import type { SourceData, SourceSite } from '../source.ts'
import type { SourceTree } from '../tree.ts'

const DATA_ENDS = ['.11tydata.js', '.11tydata.mjs', '.11tydata.cjs', '.11tydata.json', '.json']

/** Layouts may have layouts. */
const MAX_LAYOUTS = 10

/** Returns a reader of the data of a post, by its path and its own front matter. Each file is read once. */
export function eleventyData({
  tree,
  config,
}: SourceSite): (path: string, own: KeyedData) => Promise<KeyedData[]> {
  const layouts = layoutsIn(tree, isData(config.dir) ? config.dir : {})
  const known = new Map<string, Promise<KeyedData[]>>()
  const read = (path: string) => {
    const reading = known.get(path) ?? dataIn(path, tree)
    known.set(path, reading)
    return reading
  }
  return async (path, own) => {
    const all: KeyedData[] = []
    for (const file of namesOfData(path)) all.push(...(await read(file)))
    let [name] = [own, ...all].flatMap((data) => textsOf(data.at('layout')))
    for (let depth = 0; name && depth < MAX_LAYOUTS; depth++) {
      const bare = withoutEnding(name)
      const file = layouts.get(name) ?? layouts.get(bare) ?? layouts.get(basename(bare))
      const more = file ? await read(file) : []
      all.push(...more)
      ;[name] = more.flatMap((data) => textsOf(data.at('layout')))
    }
    return all
  }
}

/** Paths of layouts by what posts may call them: their path in their folder, or an alias, which mostly is their name. */
function layoutsIn({ files }: SourceTree, dir: SourceData): Map<string, string> {
  const own = ['layouts', 'includes'].flatMap((key) => textsOf(dir[key]).slice(0, 1))
  const folders = ['_layouts', '_includes', ...own]
  const layouts = new Map<string, string>()
  for (const { path } of files.toSorted((a, b) => a.path.length - b.path.length)) {
    for (const folder of folders) {
      const [, within] = `/${path}`.split(`/${folder}/`)
      if (within === undefined) continue
      const bare = withoutEnding(within)
      for (const name of [within, bare, basename(bare)]) if (!layouts.has(name)) layouts.set(name, path)
    }
  }
  return layouts
}

function withoutEnding(path: string): string {
  return path.replace(/\.[^./]+$/, '')
}

/** Lists the names of the files that may have data for a post, the most important first. */
function namesOfData(path: string): string[] {
  const bases = [withoutEnding(path)]
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    bases.push(`${folder}/${basename(folder)}`)
  return bases.flatMap((base) => DATA_ENDS.map((end) => base + end))
}

/** Reads the data of a file, and what it says of keys that are computed. */
async function dataIn(path: string, tree: SourceTree): Promise<KeyedData[]> {
  const text = tree.configText(path) ?? ''
  const read = path.endsWith('.json')
    ? await dataOfFile(path, text)
    : /\.[mc]?js$/.test(path)
      ? literalsIn(text)
      : (await splitSource(text)).data
  if (!isData(read)) return []
  const computed = isData(read.eleventyComputed) ? read.eleventyComputed : {}
  // Only a program knows the permalink that it makes.
  const isMade =
    /\.[mc]?js$/.test(path) &&
    [text, ...importedIn(path, text, tree)].some((one) => /(?<![\w$.])permalink["']?\s*[:(,]/.test(one))
  if (isMade && computed.permalink === undefined) read.permalink ??= `{{ ${path} }}`
  return [read, computed].map((data) => new KeyedData(data))
}

/** The modules beside it that a module imports. */
function importedIn(path: string, text: string, tree: SourceTree): string[] {
  const names = text.matchAll(/(?:\bfrom|\brequire\(|\bimport)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g)
  return Array.from(names, ([, name = '']) => join(dirname(path), name)).flatMap((name) =>
    ['', '.js', '.cjs', '.mjs', '/index.js'].flatMap((end) => tree.configText(name + end) ?? []).slice(0, 1),
  )
}
