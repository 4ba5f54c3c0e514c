// Writes one workspace as files in a folder of its own.

import { join } from 'node:path'
import { packColumns } from '../../packages/search/basics/columns.ts'
import { compareCodePoints, comparisonOf } from '../../packages/search/basics/order.ts'
import { TOKENIZER, type WordIndex, writeSearch } from '../../packages/search/index.ts'
import { pathKey, postAddress } from '../format/address.ts'
import { compressor, deflatePiece } from '../format/deflate.ts'
import * as format from '../format/format.ts'
import { writeSealed } from '../format/sealed-file.ts'
import type { BuiltPost, BuiltWorkspace, PostDetails, PostNumber, Site } from '../types.ts'
import { packCuts } from '../visibility/cuts.ts'
import { type KnownEditions, packEditions, type WrittenRecords } from '../visibility/editions.ts'
import { type KnownRevisions, packRevisions } from '../visibility/revisions.ts'
import { lastingContent, packContent } from './content.ts'
import { distinctOf, type Measured } from './distinct.ts'
import {
  between,
  type EarlierContents,
  type EarlierLists,
  type EarlierPack,
  type EarlierRecords,
  fewParts,
  numbersIn,
} from './earlier.ts'
import { SealedFiles } from './files.ts'
import { indexName, type KeptValues } from './kept.ts'
import { RecordWriter } from './records.ts'
import { wordsOf } from './words.ts'

export interface PackDeps {
  /** What earlier builds have made. */
  kept?: KeptValues | undefined
  /** Words of which some have been inverted, by `indexName`. */
  words?: ReadonlyMap<string, WordIndex> | undefined
  /** Called after the contents of each post in each form. */
  onContent?: (() => void) | undefined
}

/**
 * Writes every file of a workspace into an empty folder.
 * @returns the hash that names the folder
 */
export function packWorkspace(dir: string, workspace: BuiltWorkspace, deps: PackDeps = {}): string {
  const files = new SealedFiles(dir)
  try {
    const contents = packInto(files, workspace, deps)
    return writeManifest(dir, workspace, files.seals(), contents)
  } catch (error) {
    files.abandon()
    throw error
  }
}

interface PackedContents {
  inflated: Record<format.ContentName, format.ContentsSeal>
  distinct: string
}

function packInto(files: SealedFiles, workspace: BuiltWorkspace, deps: PackDeps): PackedContents {
  const { kept } = deps
  const { posts, media = [], mediaSeals } = workspace
  const packs = posts.length <= mostKept || kept?.memory ? kept?.packs : undefined
  const keys = packs ? posts.map(({ key }) => key) : []
  const before = packs && earlierOf(packs.get(indexName(workspace)), keys)
  const lists = listsOf(workspace, before)
  for (const [name, content] of lists.files) files.write(name, content)
  files.write(format.mediaFile, JSON.stringify(media))
  if (mediaSeals && media.length > 0) files.write(format.mediaSealsFile, JSON.stringify(mediaSeals))
  const { meta, details } = writeRecords(files, posts, before)
  writeRedirects(files, posts)
  const html = writeContents(files, 'html', posts, deps, before)
  const markdown = writeContents(files, 'markdown', posts, deps, before)
  files.write(format.cutsFile, packCuts({ html: html.cuts, markdown: markdown.cuts }))
  const words = deps.words?.get(indexName(workspace)) ?? wordsOf(workspace, kept)
  const editions = packEditions(workspace, [meta, details, html, markdown], words, before?.editions)
  files.write(format.editionsFile, editions.entries)
  const digests = { meta: meta.digests, details: details.digests, html: html.whole, markdown: markdown.whole }
  const revisions = packRevisions(workspace, digests, addressOf(workspace.site), before?.revisions)
  files.write(format.revisionsFile, revisions.entries)
  writeSearch(files, indexName(workspace), words, workspace.stemmers, kept?.memory)
  if (before) {
    const records = new Map([meta, details].flatMap(({ kept }) => (kept ? [kept] : [])))
    const contents = new Map([html, markdown].flatMap(({ kept }) => (kept ? [kept] : [])))
    const listed = listedOf(posts, before)
    packs?.set(indexName(workspace), { keys, listed, records, contents, lists, editions, revisions })
  }
  return {
    inflated: { html: html.inflated, markdown: markdown.inflated },
    distinct: distinctOf({ ...html.measured, digests: html.digests, kept }),
  }
}

/**
 * Writes what names all other files.
 * @returns the hash that names the folder
 */
function writeManifest(
  dir: string,
  { folder, drafts, posts }: BuiltWorkspace,
  seals: Seals,
  { inflated, distinct }: PackedContents,
): string {
  const names = format.contentNames.flatMap((name) => Object.values(format.contentFiles(name)))
  const files = Object.fromEntries(names.map((name) => [name, seals[name]!]))
  const deflated: format.DeflatedEntries = { compressor, files, distinct }
  const sealed: format.DeflatedFile = { ...deflated, crc32: format.deflatedChecksum(deflated) }
  writeSealed(join(dir, format.deflatedFile), JSON.stringify(sealed))
  const others = Object.entries(seals).filter(([name]) => !names.includes(name))
  const manifest: format.Manifest = {
    format: format.FORMAT,
    tokenizer: TOKENIZER,
    folder,
    drafts,
    posts: posts.length,
    files: Object.fromEntries(others.sort(([a], [b]) => compareCodePoints(a, b))),
    contents: inflated,
  }
  const bytes = Buffer.from(JSON.stringify(manifest))
  writeSealed(join(dir, format.manifestFile), bytes)
  return format.hashOf(bytes)
}

/** What is written of more posts is kept in memory only, and only for builds of the same process: it takes a kilobyte or two for each. */
const mostKept = 32_768

/** What was written before, with the numbers that posts had there, or -1. */
interface Before extends Omit<EarlierPack, 'editions' | 'revisions'> {
  numbers: Int32Array
  editions: KnownEditions | undefined
  revisions: KnownRevisions | undefined
}

const nothing = {
  keys: [],
  listed: [],
  records: new Map(),
  contents: new Map(),
  lists: { basis: '', files: new Map() },
}

function earlierOf(earlier: EarlierPack | undefined, keys: EarlierPack['keys']): Before {
  const numbers = numbersIn(earlier?.keys ?? [], keys)
  if (!earlier) return { ...nothing, numbers, editions: undefined, revisions: undefined }
  const { editions, revisions } = earlier
  return { ...earlier, numbers, editions: { ...editions, numbers }, revisions: { ...revisions, numbers } }
}

/** Files that are made of lists, and of what posts have besides texts; the same as before as long as these are. */
function listsOf(workspace: BuiltWorkspace, before: Before | undefined): EarlierLists {
  const { categories, tags, authors, aliases, posts, site } = workspace
  const basis = JSON.stringify([categories, tags, authors, aliases, site])
  const isSame = (post: BuiltPost, number: PostNumber) =>
    before!.numbers[number] === number || listedIn(post) === before!.listed[number]
  const isKnown = before?.lists.basis === basis && posts.length === before.keys.length && posts.every(isSame)
  return isKnown ? before.lists : { basis, files: packLists(workspace) }
}

/** By post, for the next build. */
function listedOf(posts: readonly BuiltPost[], { numbers, listed }: Before): string[] {
  return posts.map((post, number) => (numbers[number]! < 0 ? listedIn(post) : listed[numbers[number]!]!))
}

/** A digest of what lists are made of. */
function listedIn(post: BuiltPost): string {
  const { meta, publishedAt, updatedAt, aliases, category, tags, authors, languageTag, coverBytes } = post
  const names = [meta.slug, meta.id, meta.featured, aliases]
  const rest = [publishedAt, updatedAt, category, tags, authors, languageTag, coverBytes]
  return format.sha256(JSON.stringify([names, rest]))
}

function packLists(workspace: BuiltWorkspace): EarlierLists['files'] {
  const { categories, tags, authors, aliases, posts, site = noSite } = workspace
  const languages = [...new Set(posts.map(({ languageTag = site.language }) => languageTag))]
  const lists: format.WorkspaceFile = { categories, tags, authors, aliases, site, languages }
  const columns = columnsOf(workspace)
  return new Map<string, Uint8Array | string>([
    [format.workspaceFile, JSON.stringify(lists)],
    [format.listFile, packColumns(columns.list)],
    [format.selectionFile, packColumns(columns.selection)],
    [format.feedsFile, packColumns(feedsOf(posts, site, languages))],
    [format.namesFile, namesOf(posts)],
  ])
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

/** Of a post; without a pattern, it is not known. */
function addressOf({ url }: Site = noSite): (post: BuiltPost) => string | null {
  return ({ meta: { slug }, category, publishedAt }) =>
    url === null ? null : postAddress(url, { slug, category, publishedAt })
}

function feedsOf(posts: readonly BuiltPost[], site: Site, languages: string[]): format.FeedsFile {
  const { language } = site
  const indexes = new Map(languages.map((tag, index) => [tag, index]))
  return {
    coverBytes: Float64Array.from(posts, ({ coverBytes = 0 }) => coverBytes),
    language: Uint32Array.from(posts, ({ languageTag = language }) => indexes.get(languageTag)!),
    addressBytes: Uint32Array.from(
      posts.map(addressOf(site)),
      (address) => address?.replaceAll('&', '&amp;').length ?? 0,
    ),
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

const noDetails = JSON.stringify({
  descriptionIsExcerpt: false,
  cover: null,
  reading: { minutes: 1, words: 0 },
  headings: [],
} satisfies PostDetails)

interface WrittenValues extends WrittenRecords {
  /** For the next build. */
  kept: [name: string, EarlierRecords] | undefined
}

/** Of each post the metadata and the details together: to read them one by one may take longer. */
function writeRecords(
  files: SealedFiles,
  posts: readonly BuiltPost[],
  before: Before | undefined,
): Record<'meta' | 'details', WrittenValues> {
  const meta = new ValueWriter(files, format.metaFiles, posts.length, before)
  const details = new ValueWriter(files, format.detailsFiles, posts.length, before)
  const areKnown = meta.isKnown && details.isKnown
  for (let number = 0; number < posts.length; ) {
    const run = areKnown ? runAt(before!.numbers, number) : 0
    if (run > 0) {
      const from = before!.numbers[number]!
      meta.copy(from, from + run)
      details.copy(from, from + run)
      number += run
    } else {
      const post = posts[number++]!
      meta.write(JSON.stringify(post.meta))
      details.write(post.details ?? noDetails)
    }
  }
  return { meta: meta.close(), details: details.close() }
}

/** Writes an array with a value of each post, and its index. */
class ValueWriter {
  readonly #files: SealedFiles
  readonly #names: { records: string; index: string }
  readonly #known: EarlierRecords | undefined
  readonly #writer: RecordWriter
  readonly #digests: string[] = []

  constructor(
    files: SealedFiles,
    names: { records: string; index: string },
    posts: number,
    before: Before | undefined,
  ) {
    this.#files = files
    this.#names = names
    this.#known = before?.records.get(names.records)
    this.#writer = new RecordWriter(files.open(names.records), posts, before !== undefined)
  }

  /** Whether it was written before. */
  get isKnown(): boolean {
    return this.#known !== undefined
  }

  /** Those from `from` up to, not including, `to` of what was written before. */
  copy(from: number, to: number): void {
    const known = this.#known!
    this.#writer.copy(known, from, to)
    for (let i = from; i < to; i++) this.#digests.push(known.digests[i]!)
  }

  write(json: string): void {
    const record = Buffer.from(json)
    this.#digests.push(format.sha256(record))
    this.#writer.write(record)
  }

  close(): WrittenValues {
    const { index, parts } = this.#writer.close()
    this.#files.write(this.#names.index, packColumns(index))
    const digests = this.#digests
    return { digests, cuts: [], kept: parts && [this.#names.records, { parts, index, digests }] }
  }
}

/** How many posts from `number` on were one after the other before. @param isKnown whether one may be among them */
function runAt(numbers: Int32Array, number: number, isKnown = (_: number) => true): number {
  const first = numbers[number]!
  if (first < 0 || !isKnown(number)) return 0
  let end = number + 1
  while (end < numbers.length && numbers[end] === first + end - number && isKnown(end)) end++
  return end - number
}

function writeRedirects(files: SealedFiles, posts: readonly BuiltPost[]): void {
  const own = posts.map(({ redirects = [] }) => redirects)
  const all = own.flat()
  const writer = new RecordWriter(files.open(format.redirectsFile), all.length, false)
  for (const redirect of all) writer.write(Buffer.from(JSON.stringify(redirect)))
  const { index: records } = writer.close()
  const hashes = all.map(({ from }) => format.redirectHash(pathKey(from)))
  const byHash = [...hashes.keys()].sort((a, b) => hashes[a]! - hashes[b]! || a - b)
  const index: format.RedirectsFile = {
    ...records,
    postStarts: Uint32Array.from(startsOf(own.map(({ length }) => length))),
    hashes: Uint32Array.from(byHash, (number) => hashes[number]!),
    byHash: Uint32Array.from(byHash),
  }
  files.write(format.redirectsIndexFile, packColumns(index))
}

interface WrittenContents extends WrittenRecords {
  /** By post: the digest of its contents with all of their cuts. */
  whole: string[]
  /** What can be measured on them. */
  measured: Omit<Measured, 'digests' | 'kept'>
  inflated: format.ContentsSeal
  /** For the next build. */
  kept: [name: format.ContentName, EarlierContents] | undefined
}

function writeContents(
  files: SealedFiles,
  name: format.ContentName,
  posts: readonly BuiltPost[],
  { kept, onContent }: PackDeps,
  before: Before | undefined,
): WrittenContents {
  const names = format.contentFiles(name)
  const file = files.open(names.pieces)
  const parts: Uint8Array[] | undefined = kept?.memory && []
  const earlier = before?.contents.get(name)
  const starts = new Float64Array(posts.length + 1)
  const whole: string[] = []
  const records: WrittenRecords = { digests: [], cuts: [] }
  const withCuts = new Set<number>()
  const storedCrc32 = new Uint32Array(posts.length)
  const lengths = new Uint32Array(posts.length)
  const crc32 = new Uint32Array(posts.length)
  /** Whether its contents are those of a post before, which have no cuts. */
  const isKnown = (number: number) => kept!.has(name, posts[number]!.contentKey ?? '')
  for (let number = 0; number < posts.length; ) {
    const run = earlier ? runAt(before!.numbers, number, isKnown) : 0
    if (run > 0) {
      const [from, to] = [before!.numbers[number]!, before!.numbers[number]! + run]
      const shift = starts[number]! - earlier!.starts[from]!
      for (const part of between(earlier!.pieces, earlier!.starts[from]!, earlier!.starts[to]!)) {
        file.write(part)
        parts?.push(part)
      }
      storedCrc32.set(earlier!.storedCrc32.subarray(from, to), number)
      lengths.set(earlier!.lengths.subarray(from, to), number)
      crc32.set(earlier!.crc32.subarray(from, to), number)
      for (let i = from; i < to; i++) {
        records.digests.push(earlier!.digests[i]!)
        whole.push(earlier!.whole[i]!)
        starts[++number] = earlier!.starts[i + 1]! + shift
        onContent?.()
      }
      continue
    }
    const packed = packContent(name, posts[number]!, kept, parts === undefined)
    const { cuts, piece } = packed
    file.write(piece)
    // Of the bytes that it shares memory with, no more is held than this.
    parts?.push(earlier ? Buffer.from(piece) : piece)
    starts[number + 1] = starts[number]! + piece.length
    storedCrc32[number] = packed.storedCrc32
    lengths[number] = packed.length
    crc32[number] = packed.crc32
    records.digests.push(packed.lasting)
    whole.push(packed.whole)
    onContent?.()
    if (cuts.length > 0) withCuts.add(number)
    for (const cut of cuts) {
      records.cuts.push({ ...cut, post: number, text: packed.bytes.toString('utf8', cut.from, cut.to) })
    }
    number++
  }
  const contentsOf = (number: number) => lastingContent(name, posts[number]!, kept)
  const deflatedLength = (number: number) =>
    withCuts.has(number) ? deflatePiece(contentsOf(number)).length : starts[number + 1]! - starts[number]!
  const index: format.PieceIndexFile = { starts, storedCrc32, lengths, crc32 }
  file.end()
  files.write(names.index, packColumns(index))
  const pieces = parts && fewParts(parts)
  const { digests } = records
  return {
    ...records,
    whole,
    measured: { posts: posts.length, contentsOf, deflatedLength },
    kept: pieces && [name, { pieces, starts, storedCrc32, lengths, crc32, digests, whole }],
    inflated: {
      bytes: lengths.reduce((sum, length) => sum + length, 0),
      sha256: format.sha256(whole.join('')),
    },
  }
}
