// The workspace that an import finds where it is to write: of an earlier import, edited since, or somebody's own.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ConfiguredWorkspace,
  compilerSettings,
  type DeclaredLists,
  discover,
  readHeads,
  readLists,
  readSettings,
  type Settings,
  withCollections,
} from '../../build/for-import.ts'
import { UNDATED } from '../../snapshot/date.ts'
import { readWhole } from '../../snapshot/format/disk.ts'
import { hashAt, readManifest } from '../write/manifest.ts'

export interface EarlierPost {
  /** The path, relative to the workspace. */
  file: string
  slug: string
  aliases: string[]
  /** The moment of publication, in milliseconds. */
  publishedAt: number | undefined
  isDraft: boolean
  /** The post's own category, and not that of the workspace. */
  category: string | undefined
  tags: string[]
  /** True if it is as an import wrote it, so that this one may replace it. */
  isOurs: boolean
  /** True if it leads to the file of a post, and is not ours: that needs a `url`. */
  hasLinks: boolean
}

const LINK_TO_POST =
  /(?:\]\(<?|^\[[^\]\n]+\]:\s*<?|\shref=["']?)(?![a-z][a-z\d+.-]*:|[/#])[^\s"'<>)]*\.md\b/im

export interface EarlierWorkspace {
  settings: Settings
  lists: DeclaredLists
  /** The posts by file, except those whose front matter cannot be read. */
  posts: ReadonlyMap<string, EarlierPost>
  /** The other collections that it declares. */
  collections: ReadonlyMap<string, Omit<EarlierWorkspace, 'collections'>>
  /** Tells whether a file is there which is not as an import wrote it. */
  isEdited: (path: string) => boolean
  /** Tells whether a file is not there which an import wrote. */
  isRemoved: (path: string) => boolean
}

/** @returns `undefined` if there is none */
export function readEarlier(content: string, name: string): EarlierWorkspace | undefined {
  if (!existsSync(join(content, name))) return undefined
  const folder = discover(content).value.find((one) => one.name === name)
  if (!folder) return undefined
  const root = join(content, name)
  const known = readManifest(root)
  const settings = readSettings(folder, []).value
  const lists = readLists(folder, settings).value
  const isEdited = (path: string) => ![undefined, known.get(path)].includes(hashAt(join(root, path)))
  const isRemoved = (path: string) => known.has(path) && hashAt(join(root, path)) === undefined
  const keys = { keys: [], isDefault: false, areSecret: false }
  const [posts, ...others] = withCollections({ folder, settings, lists, keys }).map((one) => ({
    ...{ settings: one.settings, lists, isEdited, isRemoved },
    posts: readPosts(one, root, isEdited),
  }))
  const collections = new Map(others.map((one) => [one.settings.collection!.name, one]))
  return { ...posts!, collections }
}

/** Returns the part of a workspace that is of one collection. */
export function inCollection(earlier: EarlierWorkspace, name: string): EarlierWorkspace {
  if (name === 'posts') return earlier
  return { ...earlier, posts: new Map(), ...earlier.collections.get(name) }
}

function readPosts(
  { folder, settings }: Pick<ConfiguredWorkspace, 'folder' | 'settings'>,
  root: string,
  isEdited: EarlierWorkspace['isEdited'],
): Map<string, EarlierPost> {
  const posts = new Map<string, EarlierPost>()
  const heads = readHeads(folder.posts, compilerSettings(settings))
  for (const { relativePath, post, references } of heads.values()) {
    if (!post) continue
    const own = references.filter(({ file }) => file !== settings.displayPath)
    const named = (kind: string) => own.flatMap((one) => (one.kind === kind ? one.target : []))
    const { slug, aliases, publishedAt = settings.collection && UNDATED, status } = post
    const isOurs = !isEdited(relativePath)
    const hasLinks = !isOurs && LINK_TO_POST.test(readWhole(join(root, relativePath)).toString())
    posts.set(relativePath, {
      ...{ file: relativePath, slug, aliases, publishedAt, isDraft: status === 'draft' },
      ...{ category: named('category')[0], tags: named('tag'), isOurs, hasLinks },
    })
  }
  return posts
}
