// One workspace as files in a folder of its own.
import { join } from 'node:path'
import { SealedFile, writeSealed } from './file.ts'
import * as format from './format.ts'
import { compareCodePoints } from './order.ts'
import { BlockWriter } from './search/blocks.ts'
import { TOKENIZER } from './search/tokenize.ts'
import { IndexWriter } from './search/write.ts'
import type { BuiltPost, BuiltWorkspace } from './types.ts'

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
  write(format.listFile, JSON.stringify(listOf(workspace)))
  write(format.namesFile, namesOf(posts))
  write(format.mediaFile, JSON.stringify(media))
  writeFragments(dir, files, format.fragmentFiles.meta, posts, ({ meta }) => meta)
  writeFragments(dir, files, format.fragmentFiles.html, posts, ({ html }) => html)
  writeFragments(dir, files, format.fragmentFiles.markdown, posts, ({ markdown }) => markdown)
  writeIndex(dir, files, posts)
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

function listOf({ categories, tags, authors, posts }: BuiltWorkspace): format.ListFile {
  const categoryPlaces = placesOf(categories)
  return {
    publishedAt: posts.map(({ publishedAt }) => publishedAt),
    updatedAfter: posts.map(({ publishedAt, updatedAt }) => updatedAt - publishedAt),
    featured: posts.flatMap(({ meta }, number) => (meta.featured ? [number] : [])),
    category: posts.map(({ category }) => categoryPlaces(category)),
    tags: columnOf(posts, placesOf(tags), (post) => post.tags),
    authors: columnOf(posts, placesOf(authors), (post) => post.authors),
  }
}

/** @returns the place of a slug in the list; posts name no other slugs */
function placesOf(list: readonly { slug: string }[]): (slug: string) => number {
  const places = new Map(list.map(({ slug }, place) => [slug, place]))
  return (slug) => {
    const place = places.get(slug)
    if (place === undefined) throw new Error(`a post names ${slug}, which is not in its workspace's lists`)
    return place
  }
}

function columnOf(
  posts: readonly BuiltPost[],
  placeOf: (slug: string) => number,
  slugsOf: (post: BuiltPost) => string[],
): format.ListColumn {
  return {
    counts: posts.map((post) => slugsOf(post).length),
    values: posts.flatMap((post) => slugsOf(post).map(placeOf)),
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
  recordOf: (post: BuiltPost) => unknown,
): void {
  const file = new SealedFile(join(dir, `${name}.json`))
  const lengths: number[] = []
  const checksums = Buffer.alloc(4 * posts.length)
  file.write('[\n')
  for (const [number, post] of posts.entries()) {
    if (number > 0) file.write(',\n')
    const record = Buffer.from(JSON.stringify(recordOf(post)))
    lengths.push(record.byteLength)
    checksums.writeUInt32BE(format.checksum(record), 4 * number)
    file.write(record)
  }
  file.write('\n]\n')
  const index: format.FragmentIndexFile = { lengths, crc32: checksums.toString('hex') }
  files[`${name}.json`] = file.close()
  files[`${name}.index.json`] = writeSealed(join(dir, `${name}.index.json`), JSON.stringify(index))
}

function writeIndex(dir: string, files: Record<string, format.FileSeal>, posts: readonly BuiltPost[]): void {
  const index = new IndexWriter()
  for (const [number, { terms }] of posts.entries()) {
    index.title.add(number, terms.title)
    index.content.add(number, terms.content)
  }
  const postings = new BlockWriter(new SealedFile(join(dir, format.postingsFile)))
  const positions = new BlockWriter(new SealedFile(join(dir, format.positionsFile)))
  const lines = index.finish(postings, positions)
  files[format.postingsFile] = postings.close()
  files[format.positionsFile] = positions.close()
  files[format.termsFile] = writeSealed(join(dir, format.termsFile), lines)
  const search: format.SearchFile = {
    terms: index.terms,
    titleLengths: index.title.lengths,
    contentLengths: index.content.lengths,
    blockSize: format.blockSize,
    postings: postings.checksums,
    positions: positions.checksums,
  }
  files[format.searchFile] = writeSealed(join(dir, format.searchFile), JSON.stringify(search))
}
