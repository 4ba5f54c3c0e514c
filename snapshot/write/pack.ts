// Writes one workspace as files in a folder of its own.
import { join } from 'node:path'
import { pathKey, postAddress } from '../format/address.ts'
import { packColumns } from '../format/columns.ts'
import { compressor, deflatePiece } from '../format/deflate.ts'
import * as format from '../format/format.ts'
import { compareCodePoints, comparisonOf } from '../format/order.ts'
import { SealedFile, writeSealed } from '../format/sealed-file.ts'
import { TOKENIZER } from '../search/tokenize.ts'
import type { BuiltPost, BuiltWorkspace, PostDetails, Site } from '../types.ts'
import { packCuts, removeRanges } from '../visibility/cuts.ts'
import { packEditions, type WrittenRecords } from '../visibility/editions.ts'
import { packRevisions } from '../visibility/revisions.ts'
import { packContent, readSketch } from './content.ts'
import { familiarOf } from './familiar.ts'
import type { KeptValues } from './kept.ts'
import { writeSearch } from './search.ts'
import { PostWords } from './words.ts'

export interface PackMeans {
  /** What earlier builds have made. */
  kept?: KeptValues | undefined
  /** Called after the contents of each post in each form. */
  onContent?: (() => void) | undefined
}

/**
 * Writes every file of a workspace into an empty folder.
 * @returns the hash that names the folder
 */
export function packWorkspace(dir: string, workspace: BuiltWorkspace, means: PackMeans = {}): string {
  const { kept } = means
  const files: Record<string, format.FileSeal> = {}
  const write = (name: string, content: Uint8Array | string) => {
    files[name] = writeSealed(join(dir, name), content)
  }
  const { categories, tags, authors, posts, media = [], site = noSite } = workspace
  const languages = [...new Set(posts.map(({ languageTag = site.language }) => languageTag))]
  const lists: format.WorkspaceFile = { categories, tags, authors, site, languages }
  write(format.workspaceFile, JSON.stringify(lists))
  const columns = columnsOf(workspace)
  write(format.listFile, packColumns(columns.list))
  write(format.selectionFile, packColumns(columns.selection))
  const addresses = addressesOf(posts, site)
  write(format.feedsFile, packColumns(feedsOf(posts, addresses, site, languages)))
  write(format.namesFile, namesOf(posts))
  write(format.mediaFile, JSON.stringify(media))
  const [metaFiles, detailsFiles] = [format.metaFiles, format.detailsFiles]
  const meta = writeValues(
    dir,
    files,
    metaFiles,
    posts.map(({ meta }) => meta),
  )
  const details = writeValues(
    dir,
    files,
    detailsFiles,
    posts.map(({ details = noDetails }) => details),
  )
  writeRedirects(dir, files, posts)
  const html = writeContents(dir, 'html', posts, means)
  const markdown = writeContents(dir, 'markdown', posts, means, html.sketches)
  write(format.sketchesFile, html.sketches)
  write(format.cutsFile, packCuts({ html: html.cuts, markdown: markdown.cuts }))
  const words = new PostWords(workspace, kept)
  write(format.editionsFile, packEditions(workspace, [meta, details, html, markdown], words))
  const digests = { meta: meta.digests, details: details.digests, html: html.whole, markdown: markdown.whole }
  write(format.revisionsFile, packRevisions(workspace, digests, addresses))
  Object.assign(files, writeSearch(dir, words, workspace.stemmers))
  const deflated: format.DeflatedEntries = { compressor, files: { ...html.files, ...markdown.files } }
  const sealed: format.DeflatedFile = { ...deflated, crc32: format.deflatedChecksum(deflated) }
  writeSealed(join(dir, format.deflatedFile), JSON.stringify(sealed))
  const manifest: format.Manifest = {
    format: format.FORMAT,
    tokenizer: TOKENIZER,
    folder: workspace.folder,
    drafts: workspace.drafts,
    posts: posts.length,
    files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => compareCodePoints(a, b))),
    contents: { html: html.inflated, markdown: markdown.inflated },
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

const noSite: Site = { name: '', description: '', language: 'en', url: null, api: null }

/** By post; without a pattern, they are not known. */
function addressesOf(posts: readonly BuiltPost[], { url }: Site): (string | null)[] {
  return posts.map(({ meta: { slug }, category, publishedAt }) =>
    url === null ? null : postAddress(url, { slug, category, publishedAt }),
  )
}

function feedsOf(
  posts: readonly BuiltPost[],
  addresses: readonly (string | null)[],
  { language }: Site,
  languages: string[],
): format.FeedsFile {
  const indexes = new Map(languages.map((tag, index) => [tag, index]))
  return {
    coverBytes: Float64Array.from(posts, ({ coverBytes = 0 }) => coverBytes),
    language: Uint32Array.from(posts, ({ languageTag = language }) => indexes.get(languageTag)!),
    addressBytes: Uint32Array.from(addresses, (address) => address?.replaceAll('&', '&amp;').length ?? 0),
  }
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
  const compare = comparisonOf(names.map(({ name }) => name))
  names.sort((a, b) => compare(a.name, b.name) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  return names.map(({ name, kind, number }) => `${name}\t${kind}\t${number}\n`).join('')
}

type Seals = Record<string, format.FileSeal>

const noDetails: PostDetails = {
  descriptionIsExcerpt: false,
  cover: null,
  reading: { minutes: 1, words: 0 },
  headings: [],
}

/** Writes an array with a value of each post, and its index. */
function writeValues(
  dir: string,
  files: Seals,
  names: { records: string; index: string },
  values: readonly object[],
): WrittenRecords {
  const digests: string[] = []
  const index = writeRecords(dir, files, names.records, values, (value) => {
    const record = Buffer.from(JSON.stringify(value))
    digests.push(format.sha256(record))
    return record
  })
  files[names.index] = writeSealed(join(dir, names.index), packColumns(index))
  return { digests, cuts: [] }
}

function writeRedirects(dir: string, files: Seals, posts: readonly BuiltPost[]): void {
  const own = posts.map(({ redirects = [] }) => redirects)
  const all = own.flat()
  const records = writeRecords(dir, files, format.redirectsFile, all, (redirect) =>
    Buffer.from(JSON.stringify(redirect)),
  )
  const hashes = all.map(({ from }) => format.redirectHash(pathKey(from)))
  const byHash = [...hashes.keys()].sort((a, b) => hashes[a]! - hashes[b]! || a - b)
  const index: format.RedirectsFile = {
    ...records,
    postStarts: Uint32Array.from(startsOf(own.map(({ length }) => length))),
    hashes: Uint32Array.from(byHash, (number) => hashes[number]!),
    byHash: Uint32Array.from(byHash),
  }
  files[format.redirectsIndexFile] = writeSealed(join(dir, format.redirectsIndexFile), packColumns(index))
}

/** Writes an array of records, one per line. */
function writeRecords<T>(
  dir: string,
  files: Seals,
  name: string,
  items: readonly T[],
  recordOf: (item: T) => Buffer,
): format.RecordIndexFile {
  const file = new SealedFile(join(dir, name))
  const lengths: number[] = []
  const crc32 = new Uint32Array(items.length)
  file.write('[\n')
  for (const [number, item] of items.entries()) {
    if (number > 0) file.write(',\n')
    const record = recordOf(item)
    lengths.push(record.byteLength + format.separatorBytes)
    crc32[number] = format.checksum(record)
    file.write(record)
  }
  file.write('\n]\n')
  files[name] = file.close()
  return { starts: Float64Array.from(startsOf(lengths, format.separatorBytes)), crc32 }
}

interface WrittenContents extends WrittenRecords {
  /** Seals of the files with the pieces. */
  files: Record<string, format.FileSeal>
  /** By post: the digest of its contents with all of their cuts. */
  whole: string[]
  /** Of posts' HTML, as they are stored. */
  sketches: Buffer
  inflated: format.ContentsSeal
}

/** @param known sketches, if they have been made before */
function writeContents(
  dir: string,
  name: format.ContentName,
  posts: readonly BuiltPost[],
  { kept, onContent }: PackMeans,
  known?: Buffer,
): WrittenContents {
  const names = format.contentFiles(name)
  const file = new SealedFile(join(dir, names.pieces))
  const stored: number[] = []
  const whole: string[] = []
  const records: WrittenRecords = { digests: [], cuts: [] }
  const sketches = known ?? Buffer.alloc(sketchRecord * posts.length)
  const storedCrc32 = new Uint32Array(posts.length)
  const lengths = new Uint32Array(posts.length)
  const crc32 = new Uint32Array(posts.length)
  for (const [number, post] of posts.entries()) {
    const packed = packContent(name, post, kept)
    const { cuts, piece } = packed
    file.write(piece)
    stored.push(piece.length)
    storedCrc32[number] = packed.storedCrc32
    lengths[number] = packed.length
    crc32[number] = packed.crc32
    records.digests.push(packed.lasting)
    whole.push(packed.whole)
    if (known === undefined) writeSketch(sketches, number, packed.sketch)
    onContent?.()
    for (const cut of cuts) {
      records.cuts.push({ ...cut, post: number, text: packed.bytes.toString('utf8', cut.from, cut.to) })
    }
  }
  const contentsOf = (number: number) => {
    const { bytes, cuts } = packContent(name, posts[number]!, kept)
    return cuts.length === 0 ? bytes : removeRanges(bytes, cuts)
  }
  const deflatedLength = (number: number) =>
    posts[number]!.cuts?.[name].length ? deflatePiece(contentsOf(number)).length : stored[number]!
  const index: format.PieceIndexFile = {
    starts: Float64Array.from(startsOf(stored)),
    storedCrc32,
    lengths,
    crc32,
    familiar: familiarOf({
      posts: posts.length,
      contentsOf,
      deflatedLength,
      digests: records.digests,
      sketchOf: (number) => readSketch(sketches.subarray(sketchRecord * number)),
      kept,
    }),
  }
  return {
    ...records,
    whole,
    sketches,
    files: {
      [names.pieces]: file.close(),
      [names.index]: writeSealed(join(dir, names.index), packColumns(index)),
    },
    inflated: {
      bytes: lengths.reduce((sum, length) => sum + length, 0),
      sha256: format.sha256(whole.join('')),
    },
  }
}

const sketchRecord = format.sketchBytes.hashes + format.sketchBytes.crc32

function writeSketch(into: Buffer, number: number, sketch: Uint8Array): void {
  into.set(sketch, sketchRecord * number)
  into.writeUInt32LE(format.checksum(sketch), sketchRecord * number + format.sketchBytes.hashes)
}
