// Finds the public addresses that an import changes in an earlier workspace; as many as can be become aliases.
import { isSlug, type SlugStyle } from '../../build/for-import.ts'
import { isoDate, parseDate, UNDATED } from '../../snapshot/date.ts'
import { aliasOf, MAX_ALIASES } from '../source.ts'
import { nameOf, urlBy } from './places.ts'
import type { EarlierPost, EarlierWorkspace } from './read.ts'

export interface AddressChange {
  /** The path of the post, relative to the workspace. */
  file: string
  /** A URL, a path that was an alias, or a slug where the workspace had no `url`; `undefined` if the post was a draft. */
  from: string | undefined
  /** `undefined` if there is none, or none that is known. */
  to: string | undefined
  status: 'published' | 'scheduled' | 'draft'
  /** True if the old one is an alias that leads to the post. */
  isAlias: boolean
  /** The text that keeps the old one if it is written in a file of the workspace. */
  keep: { file: string; write: string }
}

/** The settings that addresses are made with from now on. */
export interface AddressSettings {
  url: string | undefined
  /** The slug of the category of posts that name none. */
  category: string | undefined
  slugs: SlugStyle
  /** The time of the import, in milliseconds. */
  now: number
}

/** A post that the import writes, or would if nobody had edited it. */
interface ComingPost {
  file: string
  slug: string
  aliases: string[]
  /** The date as it will stand in the file. */
  date: string | undefined
  isDraft: boolean
  /** An entry of another collection has none. */
  category: string | undefined
  /** Its address in the source, with the host, if that is known. */
  address: string | undefined
}

type PostState = Omit<EarlierPost, 'tags' | 'isOurs' | 'hasLinks'>

/** Adds aliases to `posts`, and names each address that is another than it was. */
export function keepAddresses(
  posts: readonly ComingPost[],
  earlier: EarlierWorkspace,
  settings: AddressSettings,
): AddressChange[] {
  const keeper = new AddressKeeper(posts, earlier, settings)
  return [...earlier.posts.values()].flatMap((post) => keeper.changesOf(post))
}

class AddressKeeper {
  readonly #earlier: EarlierWorkspace
  readonly #settings: AddressSettings
  /** The category of posts that name none, until now. */
  readonly #standard: string | undefined
  /** All posts as they will be, and the aliases of those that are written. */
  readonly #next: Map<string, PostState>
  readonly #aliases: ReadonlyMap<string, string[]>
  /** The addresses of posts in the source, to which links lead if there is no pattern. */
  readonly #known: ReadonlyMap<string, string | undefined>
  /** The files that names lead to. */
  readonly #holders = new Map<string, string>()

  constructor(posts: readonly ComingPost[], earlier: EarlierWorkspace, settings: AddressSettings) {
    this.#earlier = earlier
    this.#settings = settings
    this.#standard = earlier.settings.defaults.category[0]?.target
    const written = posts.filter(({ file }) => !earlier.isEdited(file) && !earlier.isRemoved(file))
    this.#aliases = new Map(written.map(({ file, aliases }) => [file, aliases]))
    this.#next = new Map(written.map((post) => [post.file, asPost(post)]))
    for (const post of earlier.posts.values()) if (!this.#next.has(post.file)) this.#next.set(post.file, post)
    this.#known = new Map(settings.url === undefined ? posts.map(({ file, address }) => [file, address]) : [])
    for (const post of this.#next.values())
      this.#hold([...pathOf(this.#addressAfter(post)), post.slug], post.file)
    for (const { aliases, file } of this.#next.values()) this.#hold(aliases, file)
  }

  changesOf(post: EarlierPost): AddressChange[] {
    const { file } = post
    const before = { ...post, category: post.category ?? this.#standard }
    const after = this.#next.get(file)!
    const from = urlBy(this.#earlier.settings.url, before, this.#standard)
    const [to, status] = [this.#addressAfter(after), this.#statusOf(after)]
    const change = (
      from: string | undefined,
      to: string | undefined,
      write: string,
      isAlias = false,
    ): AddressChange => ({
      ...{ file, from, to, status, isAlias },
      keep: { file: write.startsWith('url: ') ? 'workspace.yml' : file, write },
    })
    if (this.#statusOf(before) !== 'published') {
      const isShown = before.isDraft && status === 'published'
      return isShown ? [change(undefined, to ?? after.slug, 'status: draft')] : []
    }
    if (status !== 'published') {
      const write = status === 'draft' ? 'status: published' : dateOf(before)
      return [change(from ?? before.slug, undefined, write)]
    }
    const [path] = pathOf(from)
    const isAlias = path !== undefined && this.#keepName(path, file) && isSameSite(from, to)
    const isSlugKept = this.#keepName(before.slug, file)
    const lost = before.aliases.filter((alias) => !this.#keepName(alias, file))
    const changes = lost.map((alias) => change(alias, this.#addressOfHolder(alias), `aliases: [${alias}]`))
    if (from === undefined && before.slug !== after.slug)
      changes.unshift(change(before.slug, after.slug, `slug: ${before.slug}`, isSlugKept))
    if (from !== undefined && !isSame(from, to))
      changes.unshift(change(from, to, this.#difference(from, before, after), isAlias))
    return changes
  }

  /** Tells whether an old name leads to the post; makes it an alias if it can. */
  #keepName(name: string, file: string): boolean {
    const aliases = this.#aliases.get(file)
    const isFree =
      !this.#holders.has(nameOf(name)) && (name.startsWith('/') || isSlug(name, this.#settings.slugs))
    if (aliases && isFree && aliases.length < MAX_ALIASES) {
      aliases.push(name)
      this.#hold([name], file)
    }
    return this.#holders.get(nameOf(name)) === file
  }

  #hold(names: readonly string[], file: string): void {
    for (const name of names.map(nameOf)) if (!this.#holders.has(name)) this.#holders.set(name, file)
  }

  #addressAfter(post: PostState): string | undefined {
    const { url, category } = this.#settings
    return urlBy(url, post, category) ?? this.#known.get(post.file)
  }

  #addressOfHolder(alias: string): string | undefined {
    const post = this.#next.get(this.#holders.get(nameOf(alias)) ?? '')
    return post && (this.#addressAfter(post) ?? post.slug)
  }

  #statusOf({ isDraft, publishedAt = Number.POSITIVE_INFINITY }: PostState): AddressChange['status'] {
    if (isDraft) return 'draft'
    return publishedAt > this.#settings.now ? 'scheduled' : 'published'
  }

  /** Returns the text that keeps an address if it is written: in the post, or else in the workspace. */
  #difference(from: string, before: PostState, after: PostState): string {
    return isSame(from, this.#addressAfter(before))
      ? differences(before, { ...after, category: after.category ?? this.#settings.category })
      : `url: ${this.#earlier.settings.url}`
  }
}

function asPost({ file, slug, aliases, date, category, isDraft }: ComingPost): PostState {
  const publishedAt = parseDate(date ?? '') ?? (category === undefined ? UNDATED : undefined)
  return { file, slug, aliases, category, isDraft, publishedAt }
}

/** Returns the address as an alias; none where it is not known. */
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

/** Lists the values that the address of a post depends on and that have changed, as they were. */
function differences(before: PostState, after: PostState): string {
  return [
    before.slug === after.slug ? [] : `slug: ${before.slug}`,
    before.category === after.category || before.category === undefined ? [] : `category: ${before.category}`,
    before.publishedAt === after.publishedAt ? [] : dateOf(before),
  ]
    .flat()
    .join(', ')
}

function dateOf({ publishedAt = UNDATED }: PostState): string {
  const time = publishedAt === UNDATED ? '' : isoDate(publishedAt)
  return `publishedAt: ${time.replace(/(?:T00:00:00)?\.000Z$/, (end) => (end.startsWith('T') ? '' : 'Z'))}`
}
