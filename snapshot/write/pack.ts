// Writes one workspace as files in a folder of its own.

import { join } from 'node:path'
import { packColumns, unpackColumns } from '../../packages/search/basics/columns.ts'
import { compareCodePoints } from '../../packages/search/basics/order.ts'
import { TOKENIZER, writeSearch } from '../../packages/search/index.ts'
import { pathKey } from '../format/address.ts'
import { compressor } from '../format/deflate.ts'
import * as format from '../format/format.ts'
import { writeSealed } from '../format/sealed-file.ts'
import type { BuiltWorkspace, ListedPost } from '../types.ts'
import { packCuts } from '../visibility/cuts.ts'
import type { ListedWorkspace, Timeline, WrittenRecords } from '../visibility/editions.ts'
import { inTimeline } from '../visibility/timeline.ts'
import { SealedFiles } from './files.ts'
import { packLists } from './lists.ts'
import { indexName, type MemoValues, type WriterMemo } from './memo.ts'
import { type PackedShard, type PieceName, packedShard, pieceFormats, pieceNames } from './packed-shard.ts'
import { ofRecords, piecesWriter, recordsOf, startsOf } from './records.ts'
import { shardsOf, shorter, usualBounds } from './shards.ts'
import { writeVersions } from './versions.ts'
import { wordsOf } from './words.ts'

export interface PackDeps {
  /** The results of earlier builds. */
  memo?: WriterMemo | undefined
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
    return writeManifest(dir, workspace, files, contents)
  } catch (error) {
    files.abandon()
    throw error
  }
}

/** The seals of what the pieces of each file of contents inflate to. */
type InflatedSeals = format.Manifest['contents']

function packInto(files: SealedFiles, workspace: BuiltWorkspace, deps: PackDeps): InflatedSeals {
  const { memo } = deps
  const values = memo?.values
  const { media = [], mediaSeals } = workspace
  const shards = writeShards(files, workspace, deps)
  const listed = { ...workspace, posts: shards.flatMap(({ posts }) => posts) }
  for (const [name, content] of Object.entries(listFiles(listed, shards, values))) files.write(name, content)
  files.write(format.mediaFile, JSON.stringify(media))
  if (mediaSeals && media.length > 0) files.write(format.mediaSealsFile, JSON.stringify(mediaSeals))
  if (workspace.openapi) files.write(format.openapiFile, workspace.openapi())
  writeRedirects(files, listed.posts)
  const named = (['meta', ...format.contentNames] as const).map((name) => ofAllPosts(shards, name))
  const { timeline, written } = inTimeline(listed, named)
  files.write(format.cutsFile, packCuts({ html: written[1]!.cuts, markdown: written[2]!.cuts }))
  if (timeline.outside.length > 0) files.write(format.outsideFile, packOutside(timeline.outside))
  writeVersions(files, listed, shards, written, timeline, values)
  const words = wordsOf(workspace, memo)
  writeSearch(files, indexName(workspace), words, workspace.stemmers, memo?.memory)
  return { html: sealOf(shards, 'html'), markdown: sealOf(shards, 'markdown') }
}

/**
 * Writes what names all other files.
 * @returns the hash that names the folder
 */
function writeManifest(
  dir: string,
  { folder, drafts, posts }: BuiltWorkspace,
  files: SealedFiles,
  inflated: InflatedSeals,
): string {
  const { short, parts } = files.join()
  const { lasting, deflated } = files.seals()
  const entries: format.DeflatedEntries = { compressor, files: deflated, parts }
  const sealed: format.DeflatedFile = { ...entries, crc32: format.deflatedChecksum(entries) }
  writeSealed(join(dir, format.deflatedFile), JSON.stringify(sealed))
  const sorted = Object.entries(lasting).sort(([a], [b]) => compareCodePoints(a, b))
  const manifest: format.Manifest = {
    format: format.FORMAT,
    tokenizer: TOKENIZER,
    folder,
    drafts,
    posts: posts.length,
    files: Object.fromEntries(sorted),
    short,
    contents: inflated,
  }
  const bytes = Buffer.from(JSON.stringify(manifest))
  writeSealed(join(dir, format.manifestFile), bytes)
  return format.hashOf(bytes)
}

const fileNames: Readonly<Record<PieceName, [pieces: string, index: string]>> = {
  meta: [format.metaFiles.records, format.metaFiles.index],
  details: [format.detailsFiles.records, format.detailsFiles.index],
  html: [format.contentFiles('html').pieces, format.contentFiles('html').index],
  markdown: [format.contentFiles('markdown').pieces, format.contentFiles('markdown').index],
}

/** Writes records and contents. @returns the shards of the newest posts first */
function writeShards(
  files: SealedFiles,
  workspace: BuiltWorkspace,
  { memo, onContent }: PackDeps,
): PackedShard[] {
  const values = memo?.values
  const writers = pieceNames.map(
    (name) => [name, piecesWriter(files.open(fileNames[name][0]), pieceFormats[name])] as const,
  )
  const shards = shardsOf(workspace.posts, shorter(values?.shards ?? usualBounds)).map((posts) => {
    const shard = packedShard(posts, values)
    for (const [name, writer] of writers) writer.write(shard.pieces[name])
    for (const _ of posts) for (const _ of format.contentNames) onContent?.()
    return withoutBytes(shard)
  })
  for (const [name, writer] of writers) files.write(fileNames[name][1], packColumns(writer.close()))
  return shards
}

/** Returns the files of lists by name. They are kept, as most changes are of a text, and of nothing that lists are made of. */
function listFiles(
  workspace: ListedWorkspace,
  shards: readonly PackedShard[],
  memo: MemoValues | undefined,
): Record<string, Uint8Array> {
  const { categories, tags, authors, series, aliases, fields, site } = workspace
  const posts = shards.map(({ postsDigest }) => postsDigest)
  const { collections, collection } = workspace
  const lists = [categories, tags, authors, series, aliases, fields, collections, collection]
  const key = format.hashOf(JSON.stringify([...lists, site, posts]))
  const store = memo?.shards && memo
  const known = store?.get('shards', key)
  if (known) return unpackColumns<Record<string, Uint8Array>>(known)
  const files = packLists(workspace)
  store?.set('shards', key, packColumns(files))
  return files
}

/** Returns a shard without the bytes that are written already, and with copies of what is only seen as a part of them. */
function withoutBytes(shard: PackedShard): PackedShard {
  const pieces = pieceNames.map((name) => {
    const { starts, columns, ...own } = shard.pieces[name]
    const copies = Object.entries(columns).map(([of, column]) => [of, column.slice()])
    const held = { starts: starts.slice(), columns: Object.fromEntries(copies), bytes: new Uint8Array(0) }
    return [name, { ...own, ...held }] as const
  })
  return { ...shard, pieces: Object.fromEntries(pieces) as unknown as PackedShard['pieces'] }
}

function ofAllPosts(shards: readonly PackedShard[], name: PieceName): WrittenRecords {
  let first = 0
  const cuts = shards.map(({ posts, pieces }) => {
    const own = pieces[name].cuts.map((cut) => ({ ...cut, post: first + cut.post }))
    first += posts.length
    return own
  })
  return { digests: shards.flatMap(({ pieces }) => pieces[name].digests), cuts: cuts.flat() }
}

function packOutside(outside: Timeline['outside']): Uint8Array {
  const names = Buffer.from(JSON.stringify(outside.map(({ name }) => name)))
  const publishedAt = Float64Array.from(outside, (one) => one.publishedAt)
  return packColumns({ publishedAt, names } satisfies format.OutsideFile)
}

function sealOf(shards: readonly PackedShard[], name: format.ContentName): format.JoinedSeal {
  const lengths = shards.flatMap(({ pieces }) => [...pieces[name].columns.lengths!])
  const whole = shards.flatMap(({ pieces }) => pieces[name].whole)
  return { bytes: lengths.reduce((sum, length) => sum + length, 0), sha256: format.sha256(whole.join('')) }
}

function writeRedirects(files: SealedFiles, posts: readonly ListedPost[]): void {
  const own = posts.map(({ redirects = [] }) => redirects)
  const all = own.flat()
  const writer = piecesWriter(files.open(format.redirectsFile), ofRecords)
  writer.write(recordsOf(all.map((redirect) => JSON.stringify(redirect))))
  const hashes = all.map(({ from }) => format.redirectHash(pathKey(from)))
  const byHash = [...hashes.keys()].sort((a, b) => hashes[a]! - hashes[b]! || a - b)
  const index: format.RedirectsFile = {
    ...(writer.close() as format.RecordIndexFile),
    postStarts: Uint32Array.from(startsOf(own.map(({ length }) => length))),
    hashes: Uint32Array.from(byHash, (number) => hashes[number]!),
    byHash: Uint32Array.from(byHash),
  }
  files.write(format.redirectsIndexFile, packColumns(index))
}
