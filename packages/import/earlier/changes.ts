// Which public addresses an import changes in a workspace that is there already; as many as can be become aliases.
import { isoDate, parseDate } from '../../../build/schema/date.ts'
import { isSlug, type SlugStyle } from '../../../build/schema/slug.ts'
import { aliasOf, MAX_ALIASES } from '../source.ts'
import { nameOf, urlBy } from './places.ts'
import type { EarlierPost, EarlierWorkspace } from './read.ts'

export interface AddressChange {
  /** Relative to the workspace. */
  file: string
  /** A URL, a path that was an alias, or a slug where the workspace had no `url`; `undefined` if the post was a draft. */
  from: string | undefined
  /** `undefined` if there is none, or none that is known. */
  to: string | undefined
  status: 'published' | 'scheduled' | 'draft'
  /** Whether the old one is an alias that leads to the post. */
  isAlias: boolean
  /** What keeps the old one if it is written in a file of the workspace. */
  keep: { file: string; write: string }
}

/** What addresses are made with from now on. */
export interface AddressSettings {
  url: string | undefined
  /** The slug of the category of posts that name none. */
  category: string | undefined
  slugs: SlugStyle
  /** In milliseconds. */
  now: number
}

/** A post that the import writes, or would if nobody had edited it. */
interface ComingPost {
  file: string
  slug: string
  aliases: string[]
  /** As it will stand in the file. */
  date: string | undefined
  isDraft: boolean
  category: string
  /** What its address is in the source, with the host, if that is known. */
  address: string | undefined
}

type PostState = Omit<EarlierPost, 'tags' | 'isOurs' | 'hasLinks'>

/** Adds aliases to `posts`, and names each address that is another than it was. */
export function keepAddresses(
  posts: readonly ComingPost[],
  earlier: EarlierWorkspace,
  settings: AddressSettings,
): AddressChange[] {
  const written = posts.filter(({ file }) => !earlier.isEdited(file) && !earlier.isRemoved(file))
  const next = new Map<string, PostState>(written.map((post) => [post.file, asPost(post)]))
  for (const post of earlier.posts.values()) if (!next.has(post.file)) next.set(post.file, post)
  const standard = earlier.settings.defaults.category[0]?.target
  // Without a pattern, links lead to the addresses that posts have in the source.
  const known = new Map(settings.url === undefined ? posts.map(({ file, address }) => [file, address]) : [])
  const addressAfter = (post: PostState) =>
    urlBy(settings.url, post, settings.category) ?? known.get(post.file)
  const statusOf = ({
    isDraft,
    publishedAt = Number.POSITIVE_INFINITY,
  }: PostState): AddressChange['status'] => {
    if (isDraft) return 'draft'
    return publishedAt > settings.now ? 'scheduled' : 'published'
  }
  const holders = new Map<string, string>()
  const hold = (names: readonly string[], file: string) => {
    for (const name of names.map(nameOf)) if (!holders.has(name)) holders.set(name, file)
  }
  for (const post of next.values()) hold([...pathOf(addressAfter(post)), post.slug], post.file)
  for (const { aliases, file } of next.values()) hold(aliases, file)
  const replaced = new Map(written.map((post) => [post.file, post]))

  /** Whether an old name leads to the post. */
  const keepName = (name: string, file: string): boolean => {
    const aliases = replaced.get(file)?.aliases
    const isFree = !holders.has(nameOf(name)) && (name.startsWith('/') || isSlug(name, settings.slugs))
    if (aliases && isFree && aliases.length < MAX_ALIASES) {
      aliases.push(name)
      hold([name], file)
    }
    return holders.get(nameOf(name)) === file
  }

  return [...earlier.posts.values()].flatMap((post): AddressChange[] => {
    const { file } = post
    const before = { ...post, category: post.category ?? standard }
    const after = next.get(file)!
    const [from, to, status] = [
      urlBy(earlier.settings.url, before, standard),
      addressAfter(after),
      statusOf(after),
    ]
    const change = (
      from: string | undefined,
      to: string | undefined,
      isAlias: boolean,
      write: string,
    ): AddressChange => ({
      ...{ file, from, to, status, isAlias },
      keep: { file: write.startsWith('url: ') ? 'workspace.yml' : file, write },
    })
    if (statusOf(before) !== 'published') {
      const isShown = before.isDraft && status === 'published'
      return isShown ? [change(undefined, to ?? after.slug, false, 'status: draft')] : []
    }
    if (status !== 'published') {
      const write = status === 'draft' ? 'status: published' : dateOf(before)
      return [change(from ?? before.slug, undefined, false, write)]
    }
    const [path] = pathOf(from)
    const isAlias = path !== undefined && keepName(path, file) && isSameSite(from, to)
    const isSlugKept = keepName(before.slug, file)
    const lost = before.aliases.filter((alias) => !keepName(alias, file))
    const changes = lost.map((alias) =>
      change(alias, addressOf(holders.get(nameOf(alias)), next, addressAfter), false, `aliases: [${alias}]`),
    )
    if (from === undefined && before.slug !== after.slug)
      changes.unshift(change(before.slug, after.slug, isSlugKept, `slug: ${before.slug}`))
    if (from !== undefined && !isSame(from, to)) {
      const isByPost = isSame(from, addressAfter(before))
      const write = isByPost
        ? differences(before, { ...after, category: after.category ?? settings.category })
        : `url: ${earlier.settings.url}`
      changes.unshift(change(from, to, isAlias, write))
    }
    return changes
  })
}

function asPost({ file, slug, aliases, date, category, isDraft }: ComingPost): PostState {
  return { file, slug, aliases, category, isDraft, publishedAt: parseDate(date ?? '') }
}

/** As an alias; none where the address is not known. */
function pathOf(url: string | undefined): string[] {
  return url === undefined ? [] : [aliasOf(new URL(url).pathname)]
}

function isSameSite(from: string | undefined, to: string | undefined): boolean {
  return from === undefined || to === undefined || new URL(from).origin === new URL(to).origin
}

/** A slash at the end makes no other address. */
function isSame(from: string, to: string | undefined): boolean {
  return to !== undefined && isSameSite(from, to) && nameOf(pathOf(from)[0]!) === nameOf(pathOf(to)[0]!)
}

function addressOf(
  file: string | undefined,
  posts: ReadonlyMap<string, PostState>,
  addressAfter: (post: PostState) => string | undefined,
): string | undefined {
  const post = file === undefined ? undefined : posts.get(file)
  return post && (addressAfter(post) ?? post.slug)
}

/** What the address of a post depends on and is another now. */
function differences(before: PostState, after: PostState): string {
  return [
    before.slug === after.slug ? [] : `slug: ${before.slug}`,
    before.category === after.category || before.category === undefined ? [] : `category: ${before.category}`,
    before.publishedAt === after.publishedAt ? [] : dateOf(before),
  ]
    .flat()
    .join(', ')
}

function dateOf({ publishedAt }: PostState): string {
  const time = publishedAt === undefined ? '' : isoDate(publishedAt)
  return `publishedAt: ${time.replace(/(?:T00:00:00)?\.000Z$/, (end) => (end.startsWith('T') ? '' : 'Z'))}`
}
