// Obsidian: a vault of notes, of which some may be published.
import { flagOf, KeyedData, textsOf } from '../frontmatter/keyed.ts'
import type { SourceValue } from '../source.ts'
import { Mask } from '../text/mask.ts'
import { type Generator, joined, SITE_DATES } from './generator.ts'

/** The keys of notes that are on the site, in Obsidian Publish and in the plugin Digital Garden. */
const PUBLISH = ['publish', 'dg-publish']
const CHOSEN = /^---\n(?:(?!---\n).*\n){0,100}?(?:dg-)?publish: *["']?true\b/

export const obsidian: Generator = {
  name: 'obsidian',
  title: 'Obsidian',
  markers: ['.obsidian'],
  isLast: true,
  config: [],
  content: () => [''],
  statics: [''],
  dialect: 'obsidian',
  dates: () => SITE_DATES,
  hides: (path) =>
    /(?:^|\/)\d{4}-\d{2}-\d{2}\.md$/.test(path)
      ? 'a daily note'
      : /(?:^|\/)_?templates?\//i.test(path)
        ? 'a template'
        : undefined,
  // If some notes are chosen, the others are private.
  inherited: ({ tree }) => {
    const isChosen = tree.files.some(
      ({ path }) => /\.md$/.test(path) && CHOSEN.test(tree.textOf(path)?.slice(0, 10_000) ?? ''),
    )
    return (_path, own) =>
      isChosen && !PUBLISH.some((key) => flagOf(own.at(key))) ? [new KeyedData({ publish: 'false' })] : []
  },
  // https://help.obsidian.md/publish/permalinks
  addresses: ({ data, path }) => {
    const [own = path.replace(/\.\w+$/, '').replaceAll(' ', '+')] = textsOf(data.at('permalink'))
    return [joined(own)]
  },
  isAssumed: ({ data }) => data.at('permalink') === undefined,
  prepare: (post) => {
    const { data } = post
    for (const [key, value] of Object.entries(data)) data[key] = withoutBrackets(value)
    // Aliases are other names of a note, and none of its addresses.
    const { aliases, 'dg-publish': garden, tags, ...rest } = data
    const prose = new Mask().hideCode(post.body)
    const inText = [...prose.matchAll(/(?<!\S)#(?=[\p{N}_/-]{0,50}[\p{L}_/-])([\p{L}\p{N}_/-]{1,100})/gu)]
    const all = [...textsOf(tags).flatMap((one) => one.split(/[,\s]+/)), ...inText.map(([, tag]) => tag!)]
    post.data = { ...rest, otherNames: aliases, tags: all.map((tag) => tag.replace(/^#/, '')) }
    if (garden !== undefined) post.data.publish ??= garden
  },
}

/** The name in a property that is a link, as `"[[Note|text]]"`. */
function withoutBrackets(value: SourceValue): SourceValue {
  if (Array.isArray(value)) return value.map(withoutBrackets)
  return typeof value === 'string' ? value.replace(/^!?\[\[([^[\]|]*)(?:\|[^[\]]*)?\]\]$/, '$1') : value
}
