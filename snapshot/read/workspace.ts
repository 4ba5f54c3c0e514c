// Reads one workspace: opened, not parsed. Columns are loaded at once, everything else on first use.

import { lazy } from '../../packages/search/basics/lazy.ts'
import type { Pause } from '../../packages/search/basics/pause.ts'
import { loader } from '../../packages/search/basics/shared-work.ts'
import { SortedLines } from '../../packages/search/basics/sorted-lines.ts'
import { openSearch, type SearchIndex } from '../../packages/search/index.ts'
import { SnapshotError } from '../folder/error.ts'
import type { Folder } from '../folder/folder.ts'
import { type Contents, PieceFile } from '../folder/pieces.ts'
import { Records } from '../folder/records.ts'
import * as format from '../format/format.ts'
import type { Moment, PostNumber } from '../types.ts'
import { type Cuts, openCuts } from '../visibility/cuts.ts'
import { readEdition } from '../visibility/editions.ts'
import { type PostDigests, readDigests } from '../visibility/revisions.ts'
import { openFields, type ReadField } from './fields.ts'
import { type ListIndex, openList } from './list.ts'
import { openRedirects, type Redirects } from './redirects.ts'

export interface NamedPost {
  kind: format.NameKind
  number: PostNumber
}

export interface OpenWorkspace extends format.WorkspaceFile {
  hash: string
  folder: string
  /** Every post is visible, whatever its date. */
  drafts: boolean
  posts: number
  list: ListIndex
  /** The entries of other collections that posts wait for, the newest first. */
  outside: { publishedAt: Float64Array; names(): readonly string[] }
  meta: Records
  /** A `PostDetails` each. */
  details: Records
  html: Contents
  markdown: Contents
  /** Returns what tells whether posts have changed, for the posts from `from` up to, not including, `to`. */
  digests(from: PostNumber, to: PostNumber): PostDigests[]
  /** Returns what has to be left out of `html` and `markdown` while other posts are not visible. */
  cuts(): Record<format.ContentName, Cuts>
  search(): SearchIndex
  feeds(): format.FeedsFile
  /** Must not be called if the workspace has no series. */
  seriesOf(): format.SeriesFile
  /** Reads the column of a field. */
  field: ReadField
  /** Its OpenAPI document, if that is not the one of all workspaces. */
  openapi(): Buffer | undefined
  redirects(): Redirects
  /** Reads the index of redirects slice by slice: it may be large, and without this call is read in one go. */
  loadRedirects(pause: Pause): Promise<void>
  /** Digest of all that is visible while what is before `first` is not, and of nothing else; hexadecimal. */
  digest(first: Moment): string
  /** Yields every post, ordered by slug: one at a time, since there may be very many. */
  slugs(): Generator<[slug: string, number: PostNumber]>
  /** Finds a post by slug, id or alias; a slug wins. */
  find(name: string): NamedPost | undefined
}

/** @throws {SnapshotError} as do all members of the workspace */
export function openWorkspace(folder: Folder, hash: string): OpenWorkspace {
  const { manifest } = folder
  const lists = folder.readJson<format.WorkspaceFile>(format.workspaceFile)
  const list = openList(folder)
  const names = lazy(() => new SortedLines(folder.read(format.namesFile)))
  const own = lazy(() => {
    const isThere = folder.files[format.openapiFile] !== undefined
    return { openapi: isThere ? folder.read(format.openapiFile) : undefined }
  })
  return {
    hash,
    folder: manifest.folder,
    drafts: manifest.drafts,
    posts: manifest.posts,
    ...lists,
    list,
    outside: openOutside(folder),
    meta: recordsIn(folder, format.metaFiles),
    details: recordsIn(folder, format.detailsFiles),
    html: new PieceFile(folder, 'html'),
    markdown: new PieceFile(folder, 'markdown'),
    digests: (from, to) => readDigests(folder, from, to),
    cuts: lazy(() => openCuts(folder)),
    search: lazy(() => openSearch(folder, manifest.posts)),
    feeds: lazy(() => folder.readColumns<format.FeedsFile>(format.feedsFile)),
    seriesOf: lazy(() => folder.readColumns<format.SeriesFile>(format.seriesFile)),
    field: openFields(folder),
    openapi: () => own().openapi,
    redirects: lazy(() => openRedirects(folder)),
    loadRedirects: loader(folder, format.redirectsIndexFile),
    digest: (first) => readEdition(folder, first),
    slugs: () => slugsIn(names()),
    find: (name) => findName(names(), name),
  }
}

function openOutside(folder: Folder): OpenWorkspace['outside'] {
  if (!folder.files[format.outsideFile]) return { publishedAt: new Float64Array(), names: () => [] }
  const { publishedAt, names } = folder.readColumns<format.OutsideFile>(format.outsideFile)
  return { publishedAt, names: lazy(() => JSON.parse(Buffer.from(names).toString())) }
}

function recordsIn(folder: Folder, { records, index }: { records: string; index: string }): Records {
  return new Records(folder, records, () => folder.readColumns(index))
}

function* slugsIn(names: SortedLines): Generator<[string, PostNumber]> {
  for (let line = 0; line < names.length; line = names.next(line)) {
    const [kind, number] = names.values(line)
    if (kind === 's') yield [names.key(line), Number(number)]
  }
}

/** Lines with the same name are adjacent, the slug's first. */
function findName(names: SortedLines, name: string): NamedPost | undefined {
  const line = names.find(Buffer.from(name))
  if (line >= names.length || names.key(line) !== name) return undefined
  const [kind = '', number] = names.values(line)
  if (!Object.hasOwn(format.nameKinds, kind))
    throw new SnapshotError(`${format.namesFile}: unknown kind ${kind}`)
  return { kind: format.nameKinds[kind as keyof typeof format.nameKinds], number: Number(number) }
}
