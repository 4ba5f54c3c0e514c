// Decides once where every link, image and embed of a workspace leads. Checks and publishing use the result.
import { normalise } from '../../packages/search/basics/normalise.ts'
import { type Brief, load } from '../compile/brief.ts'
import type { CompiledWorkspace } from '../compile/pool/pool.ts'
import type { UrlReference, UrlTarget } from '../extract/url-reference.ts'
import type { ContentFile } from '../parse/file.ts'
import { type Checked, problemsIn } from '../problems/problem.ts'
import type { ConfiguredWorkspace } from '../workspace/configure.ts'
import { collectionName } from '../workspace/family.ts'
import { type Medium, readMedium } from '../workspace/media.ts'
import { type Entries, entriesIn, type NamedEntry } from './entries.ts'

export type Destination =
  /** A URL that is used as it is. */
  | { kind: 'url'; url: string }
  /** `rest` is a query and a fragment. */
  | { kind: 'medium'; medium: Medium; rest: string }
  | { kind: 'post'; to: Brief; rest: string }
  | { kind: 'entry'; entry: NamedEntry }
  /** A page or a file of the site, if the URL of the site is not known. */
  | { kind: 'unknown-site' }
  | { kind: 'outside' }
  /** A medium that could not be read; this is reported separately. */
  | { kind: 'unreadable' }
  | { kind: 'nothing'; path: string }

export interface Links {
  /** Returns the destination of any reference in the workspace's files, drafts included. */
  destinationOf(reference: UrlReference): Destination
  /** The workspace, and the collections that it declares. */
  family: readonly CompiledWorkspace[]
  /** Returns the one of these that has a post. */
  homeOf(post: Brief): CompiledWorkspace
  /** The posts of all of these by path in the workspace, in NFC. */
  posts: ReadonlyMap<string, Brief>
  entries: Entries
  /** All media files, likewise. */
  files: ReadonlyMap<string, ContentFile>
  /** The paths of media that are shown, including by drafts. */
  used: ReadonlySet<string>
}

export interface LinkedWorkspace extends CompiledWorkspace {
  links: Links
}

/** Reads only the media that are shown. @param family a workspace, and the collections that it declares */
export function resolveLinks(
  family: readonly CompiledWorkspace[],
  readFile: typeof readMedium = readMedium,
): Checked<LinkedWorkspace[]> {
  const workspace = family[0]!
  const all = family.flatMap(({ posts }) => posts)
  const posts = new Map(all.map((post) => [normalise(post.relativePath), post]))
  const files = new Map(workspace.folder.media.map((file) => [normalise(file.relativePath), file]))
  const read = new Map<string, Checked<Medium | undefined>>()
  const origin = family.find(({ settings }) => settings.site)?.settings.site

  const mediumAt = (path: string, rest: string): Destination => {
    const file = files.get(path)
    if (!file) return { kind: 'nothing', path }
    const found = read.get(path) ?? readFile(file)
    read.set(path, found)
    return found.value ? { kind: 'medium', medium: found.value, rest } : { kind: 'unreadable' }
  }
  const entries = entriesIn(family)
  const destinationOf = ({ kind, href, target }: UrlReference): Destination => {
    if (target.to === 'entry') return entryAt(target, entries)
    if (target.to === 'file') {
      const { path, rest } = target
      const to = posts.get(path)
      if (to) return { kind: 'post', to, rest }
      if (kind === 'reference') return { kind: 'nothing', path }
      if (kind !== 'mention') return mediumAt(path, rest)
    }
    if (kind === 'mention' || target.to === 'elsewhere') return { kind: 'url', url: href }
    if (target.to === 'outside') return { kind: 'outside' }
    return origin === undefined ? { kind: 'unknown-site' } : { kind: 'url', url: origin + href.trim() }
  }

  for (const reference of referencesIn(workspace, all)) destinationOf(reference)
  const homes = new Map(family.map((one) => [collectionName(one), one]))
  const homeOf = ({ relativePath }: Brief) => homes.get(relativePath.split(/[/.]/)[0]!)!
  const links = { family, homeOf, destinationOf, posts, entries, files, used: new Set(read.keys()) }
  return { value: family.map((one) => ({ ...one, links })), problems: problemsIn([...read.values()]) }
}

function entryAt({ collections, slug }: UrlTarget & { to: 'entry' }, { find }: Entries): Destination {
  const [found] = collections.flatMap((one) => find(one, slug) ?? [])
  if (!found) return { kind: 'nothing', path: slug }
  return 'post' in found ? { kind: 'post', to: found.post, rest: '' } : { kind: 'entry', entry: found.entry }
}

/** Returns the references in the order of their files, YAML files first, without posts that refer to other sites alone. */
function referencesIn(workspace: CompiledWorkspace, posts: readonly Brief[]): UrlReference[] {
  const own = posts.flatMap((post) => (post.isSelfContained ? [] : load(post).urls))
  return [...imagesIn(workspace), ...own]
}

/** The images that YAML files name. */
export function imagesIn({ settings, lists }: ConfiguredWorkspace): UrlReference[] {
  const { coverImage, authorImage } = settings.defaults
  const images = [coverImage, authorImage, ...(lists.author ?? []).map(({ image }) => image)]
  return images.filter((image) => image !== undefined)
}
