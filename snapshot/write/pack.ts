// Writes one workspace as files in a folder of its own.
import { join } from 'node:path'
import { packColumns } from '../format/columns.ts'
import * as format from '../format/format.ts'
import { compareCodePoints } from '../format/order.ts'
import { SealedFile, writeSealed } from '../format/sealed-file.ts'
import { BlockWriter } from '../search/blocks.ts'
import { StemWriter } from '../search/stems.ts'
import { TOKENIZER } from '../search/tokenize.ts'
import { IndexWriter } from '../search/write.ts'
import { SuggestionWriter } from '../suggest/write.ts'
import type { BuiltPost, BuiltWorkspace } from '../types.ts'
import { type Encoded, encode, packCuts, removeRanges } from '../visibility/cuts.ts'
import { packEditions, type Records } from '../visibility/editions.ts'

/**
 * Writes every file of a workspace into an empty folder.
 * @returns the hash that names the folder
 */
export function packWorkspace(dir: string, workspace: BuiltWorkspace): string {
  const files: Record<string, format.FileSeal> = {}
  const write = (name: string, content: Uint8Array | string) => {
    files[name] = writeSealed(join(dir, name), content)
  }
  const { categories, tags, authors, posts, media = [] } = workspace
  const lists: format.WorkspaceFile = { categories, tags, authors }
  write(format.workspaceFile, JSON.stringify(lists))
  const columns = columnsOf(workspace)
  write(format.listFile, packColumns(columns.list))
  write(format.selectionFile, packColumns(columns.selection))
  write(format.namesFile, namesOf(posts))
  write(format.mediaFile, JSON.stringify(media))
  const { meta, html, markdown } = format.fragmentFiles
  const records = {
    meta: writeFragments(dir, files, meta, posts, (post) => ({
      bytes: Buffer.from(JSON.stringify(post.meta)),
      cuts: [],
    })),
    html: writeFragments(dir, files, html, posts, (post) => encode(post.html, post.cuts?.html)),
    markdown: writeFragments(dir, files, markdown, posts, (post) =>
      encode(post.markdown, post.cuts?.markdown),
    ),
  }
  write(format.cutsFile, packCuts({ html: records.html.cuts, markdown: records.markdown.cuts }))
  write(format.editionsFile, packEditions(workspace, Object.values(records)))
  writeIndex(dir, files, workspace)
  const manifest: format.Manifest = {
    format: format.FORMAT,
    tokenizer: TOKENIZER,
    folder: workspace.folder,
    drafts: workspace.drafts,
    posts: posts.length,
    files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => compareCodePoints(a, b))),
  }
  const bytes = Buffer.from(JSON.stringify(manifest))
  writeSealed(join(dir, format.manifestFile), bytes)
  return format.hashOf(bytes)
}

function columnsOf({ categories, tags, authors, posts }: BuiltWorkspace) {
  const categoryOf = columnOf(categories, posts, ({ category }) => [category])
  const tagsOf = columnOf(tags, posts, (post) => post.tags)
  const authorsOf = columnOf(authors, posts, (post) => post.authors)
  const list: format.ListFile = {
    publishedAt: Float64Array.from(posts, ({ publishedAt }) => publishedAt),
    category: categoryOf.values,
    tagStarts: tagsOf.starts,
    tags: tagsOf.values,
    categoryPosts: categoryOf.counts,
    tagPosts: tagsOf.counts,
  }
  const selection: format.SelectionFile = {
    updatedAt: Float64Array.from(posts, ({ updatedAt }) => updatedAt),
    featured: Uint32Array.from(posts.flatMap(({ meta }, number) => (meta.featured ? [number] : []))),
    authorStarts: authorsOf.starts,
    authors: authorsOf.values,
    authorPosts: authorsOf.counts,
  }
  return { list, selection }
}

/** Which items of a list posts name, as indexes, and how many posts name each. */
function columnOf(
  list: readonly { slug: string }[],
  posts: readonly BuiltPost[],
  slugsOf: (post: BuiltPost) => string[],
) {
  const indexOf = indexIn(list)
  const values = posts.map((post) => slugsOf(post).map(indexOf))
  const counts = new Uint32Array(list.length)
  for (const index of values.flat()) counts[index]! += 1
  const starts = startsOf(values.map(({ length }) => length))
  return { starts: Uint32Array.from(starts), values: Uint32Array.from(values.flat()), counts }
}

/** The start of each item, and the end of the last. */
function startsOf(lengths: readonly number[], first = 0): number[] {
  const starts = [first]
  for (const length of lengths) starts.push(starts.at(-1)! + length)
  return starts
}

/** @returns a function that gives a slug's index in the list; posts name no other slugs */
function indexIn(list: readonly { slug: string }[]): (slug: string) => number {
  const indexes = new Map(list.map(({ slug }, index) => [slug, index]))
  return (slug) => {
    const index = indexes.get(slug)
    if (index === undefined) throw new Error(`a post names ${slug}, which is not in its workspace's lists`)
    return index
  }
}

function namesOf(posts: readonly BuiltPost[]): string {
  const kinds = Object.keys(format.nameKinds)
  const names = posts.flatMap(({ meta, aliases }, number) => [
    { name: meta.slug, kind: 's', number },
    { name: meta.id, kind: 'i', number },
    ...aliases.map((name) => ({ name, kind: 'a', number })),
  ])
  names.sort((a, b) => compareCodePoints(a.name, b.name) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  return names.map(({ name, kind, number }) => `${name}\t${kind}\t${number}\n`).join('')
}

function writeFragments(
  dir: string,
  files: Record<string, format.FileSeal>,
  name: format.FragmentName,
  posts: readonly BuiltPost[],
  recordOf: (post: BuiltPost) => Encoded,
): Records {
  const file = new SealedFile(join(dir, `${name}.json`))
  const lengths: number[] = []
  const records: Records = { digests: [], cuts: [] }
  const checksums = new Uint32Array(posts.length)
  file.write('[\n')
  for (const [number, post] of posts.entries()) {
    if (number > 0) file.write(',\n')
    const { bytes: record, cuts } = recordOf(post)
    lengths.push(record.byteLength + format.separatorBytes)
    checksums[number] = format.checksum(record)
    records.digests.push(format.sha256(cuts.length === 0 ? record : removeRanges(record, cuts)))
    for (const cut of cuts) {
      records.cuts.push({ ...cut, post: number, text: record.toString('utf8', cut.from, cut.to) })
    }
    file.write(record)
  }
  file.write('\n]\n')
  files[`${name}.json`] = file.close()
  const starts = Float64Array.from(startsOf(lengths, format.separatorBytes))
  const index: format.FragmentIndexFile = { starts, crc32: checksums }
  files[`${name}.index.bin`] = writeSealed(join(dir, `${name}.index.bin`), packColumns(index))
  return records
}

/** In the index, posts are counted from the oldest. */
function writeIndex(
  dir: string,
  files: Record<string, format.FileSeal>,
  { posts, stemmers = new Map() }: BuiltWorkspace,
): void {
  const index = new IndexWriter()
  const suggestions = new SuggestionWriter(index.ids)
  const stems = new StemWriter(stemmers)
  for (let entry = 0; entry < posts.length; entry++) {
    const { terms, language } = posts[posts.length - 1 - entry]!
    index.title.add(entry, terms.title)
    index.content.add(entry, terms.content)
    suggestions.add(entry, terms)
    if (language === undefined) continue
    stems.add(entry, language, terms.title)
    stems.add(entry, language, terms.content)
  }
  const blocks = (name: string) => new BlockWriter(new SealedFile(join(dir, name)))
  const postings = blocks(format.postingsFile)
  const positions = blocks(format.positionsFile)
  const bits = blocks(format.bitsFile)
  const { terms, beginnings, spelling, offsets } = index.finish({ postings, positions, bits })
  files[format.postingsFile] = postings.close()
  files[format.positionsFile] = positions.close()
  files[format.bitsFile] = bits.close()
  const search: format.SearchFile = {
    postings: Uint32Array.from(postings.checksums),
    positions: Uint32Array.from(positions.checksums),
    bits: Uint32Array.from(bits.checksums),
  }
  const lengths: format.LengthsFile = {
    titleLengths: Uint32Array.from(index.title.lengths.reverse()),
    contentLengths: Uint32Array.from(index.content.lengths.reverse()),
  }
  const whole: Record<string, Uint8Array | string> = {
    [format.termsFile]: terms,
    [format.beginningsFile]: beginnings,
    [format.stemsFile]: stems.lines(),
    [format.spellingFile]: packColumns(spelling),
    [format.suggestionsFile]: packColumns(suggestions.columns(offsets)),
    [format.lengthsFile]: packColumns(lengths),
    [format.searchFile]: packColumns(search),
  }
  for (const [name, content] of Object.entries(whole)) files[name] = writeSealed(join(dir, name), content)
}
