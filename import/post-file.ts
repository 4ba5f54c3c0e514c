// One post as a file: its front matter, and its text with what there is to say of that.
import { basename, dirname, join } from 'node:path/posix'
import { conflictsIn, ID } from '../build/for-import.ts'
import { type DefinedField, fieldValue } from './frontmatter/fields.ts'
import { displayable } from './frontmatter/languages.ts'
import { contentRoots, type Generator } from './generators/generator.ts'
import type { MappedHeader, PostLists } from './header.ts'
import { type LinkTargets, PostLinks } from './links.ts'
import { fenced } from './markdown/written.ts'
import type { OpenLists } from './open-lists.ts'
import type { PlannedPost } from './plan.ts'
import { type NoteKind, noteOf, type SourcePost, type SourceSite, say } from './source.ts'
import { tagKind } from './summary.ts'
import { type ConvertedText, type ConvertOptions, convert } from './text/convert.ts'
import { withIncludes, withPartials } from './text/partials.ts'
import { convertWithinLimits } from './text/within-limits.ts'
import { yamlText } from './write/frontmatter.ts'

/** The facts that all posts of a workspace are written with. */
export interface PostContext {
  site: SourceSite
  generator: Generator
  targets: LinkTargets
  lists: PostLists
  open: OpenLists
  /** The fields of posts, and those of other collections. */
  fieldsOf: (plan: PlannedPost) => readonly DefinedField[]
  /** Slugs and ids that posts have, in lower case: a post adds its own. */
  taken: Set<string>
  /** Languages that a post need not name. */
  languages: readonly (string | undefined)[]
  text: Omit<ConvertOptions, 'text' | 'page' | 'rewrite' | 'linkTo' | keyof PieceReaders>
}

export interface PostAsFile extends Pick<ConvertedText, 'markdown' | 'frames' | 'hasMath'> {
  /** The front matter in YAML, without the lines around it. */
  front: string
}

/** @param category its slug, if it is one of the public list */
export function postFile(
  plan: PlannedPost,
  header: MappedHeader,
  category: string | undefined,
  context: PostContext,
): PostAsFile {
  const { source } = plan
  const links = new PostLinks(plan, context.targets)
  const { markdown, frames, hasMath, ...counts } = textOf(source, header, {
    ...context.text,
    text: source.text,
    page: source.data,
    rewrite: links.rewrite,
    linkTo: links.linkTo,
    ...pieceReaders(source, context),
  })
  sayConverted(source, counts)
  if (conflictsIn(markdown).length > 0)
    say(source, 'left', 'Stands in the text as it was: two versions that Git could not merge')
  const front = frontOf(plan, header, category, links, context)
  return { front: front + setAside(header, context), markdown: displayable(markdown), frames, hasMath }
}

function frontOf(
  plan: PlannedPost,
  header: MappedHeader,
  category: string | undefined,
  links: PostLinks,
  { open, fieldsOf, taken, languages }: PostContext,
): string {
  const { source, slug, isSlugWritten, aliases } = plan
  const tags = header.tags.filter((one) => open.openTags.has(one))
  const coverImage = header.cover === undefined ? undefined : links.image(header.cover, 'cover')
  const own = fieldsOf(plan)
    .filter(({ name }) => header.own[name] !== undefined)
    .map((one) => [one.name, fieldValue(header.own[one.name], one, (path) => links.image(path, one.key))])
  const { title, publishedAt, updatedAt, description, authors, series, part, attribution, language } = header
  return yamlText({
    title,
    publishedAt,
    updatedAt,
    status: header.isDraft ? 'draft' : undefined,
    slug: isSlugWritten ? slug : undefined,
    id: idOf(source, slug, taken),
    description,
    featured: header.isFeatured || undefined,
    coverImage,
    coverAlt: coverImage === undefined ? undefined : header.coverAlt,
    authors: filled(authors),
    category,
    tags: filled(tags),
    series,
    part,
    position: header.position,
    language: languages.includes(language) ? undefined : language,
    attribution,
    aliases: filled(aliases),
    ...Object.fromEntries(own),
  })
}

function filled<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined
}

/** A name that is no id of ours, or is another's, stays behind. */
function idOf({ id }: SourcePost, slug: string, taken: Set<string>): string | undefined {
  const key = id?.toLowerCase() ?? ''
  if (id === undefined || !ID.test(id) || id === slug || taken.has(key)) return undefined
  taken.add(key)
  return id
}

/** Writes as a comment what a draft is in and no post that readers see. */
function setAside(
  { category, tags }: MappedHeader,
  { lists, open: { openCategories, openTags } }: PostContext,
): string {
  const closed = tags.filter((one) => !openTags.has(one))
  const named = {
    category: category && !openCategories.has(category) ? lists.categories.names.get(category) : undefined,
    tags: filled(closed.map((one) => lists.tags.names.get(one))),
  }
  if (!named.category && !named.tags) return ''
  return `Only drafts have these, so the public lists do not:\n${yamlText(named)}`.replace(/^(?=.)/gm, '# ')
}

/** The text in markdown. One that cannot be converted is code in a draft: nothing of it is lost, or read as what it may not be. */
function textOf(source: SourcePost, header: MappedHeader, options: ConvertOptions): ConvertedText {
  const converted = convertWithinLimits(source.body, options)
  if (converted) return converted
  header.isDraft = true
  say(source, 'draft', NOT_CONVERTED)
  return { ...convert('', options), markdown: `${fenced(source.body, source.text)}\n` }
}

const NOT_CONVERTED =
  'Its text is code in a draft, since it is nested too deeply, or takes too long or too much memory to convert'

type PieceReaders = Pick<ConvertOptions, 'expand' | 'readPiece' | 'readCode'>

/** Reads other files that are part of a post's text. */
function pieceReaders({ path, text: kind }: SourcePost, { site, generator }: PostContext): PieceReaders {
  // A piece is read without its front matter.
  const read = (path: string) => site.tree.textOf(path)?.replace(/^---\n(?:.*\n)*?---[ \t]*(?:\n|$)/, '')
  const expander = kind === 'mdx' ? withPartials : generator.name === 'vitepress' ? withIncludes : undefined
  return {
    expand: (text) => expander?.(text, path, read) ?? text,
    readPiece: (name, isRelative) => {
      const folders = isRelative ? [dirname(path)] : includesOf(generator, site)
      const paths = folders.map((folder) => join(folder, name))
      return paths
        .filter((path, at) => isBelow(path, folders[at]!))
        .map(read)
        .find((text) => text !== undefined)
    },
    readCode: (name) => {
      const bare = name.replace(/^(?:@site\/|@\/|~\/|\/)/, '')
      const anywhere = [...(bare === name ? [dirname(path)] : []), ...contentRoots(generator, site), '']
      const folders = generator.codeFolders?.(site) ?? [...anywhere, ...generator.statics]
      const places = folders.map((folder) => join(folder, bare))
      // Files such as .env are about the machine, and only beside the post is `..` within the site.
      const isOpen = (place: string, at: number) =>
        !basename(place).startsWith('.') && (folders[at] === dirname(path) || isBelow(place, folders[at]!))
      return places
        .filter(isOpen)
        .map(site.tree.textOf, site.tree)
        .find((text) => text !== undefined)
    },
  }
}

function isBelow(path: string, folder: string): boolean {
  return `/${path}`.startsWith(join('/', folder, '/'))
}

/** Lists the folders in which Jekyll and Eleventy keep pieces of text. */
function includesOf(generator: Generator, site: SourceSite): string[] {
  return [...contentRoots(generator, site), '', 'src'].map((folder) => join(folder, '_includes'))
}

function sayConverted(
  source: SourcePost,
  { meant, left, dropped, coded, notes }: Omit<ConvertedText, 'markdown' | 'frames' | 'hasMath'>,
): void {
  for (const [tag, { times, hasCaption }] of meant) {
    const what = `${tag} became what it means${times > 1 ? `, ${times} times` : ''}${hasCaption ? ', captions kept' : ''}.`
    source.notes.push({ ...noteOf('mapped', what, tag, times), ...(hasCaption && { hasCaption }) })
  }
  for (const [message, [kind, about]] of notes) say(source, kind, message, about)
  sayCounts(source, left, 'left', 'Stands in the text as it was')
  sayCounts(source, dropped, 'dropped', 'Markup without a counterpart, whose text stays')
  sayCounts(source, coded, 'changed', 'Its text is code now, since markdown would lose some of it')
}

function sayCounts(
  post: SourcePost,
  counts: ReadonlyMap<string, number>,
  kind: NoteKind,
  what: string,
): void {
  for (const [tag, count] of counts) {
    const shown = tag.replace(/(pass(?:words?|wd|phrase|code)\b["']?\s*[=:]\s*).+/i, '$1…')
    say(post, kind, `${what}: ${shown}${count > 1 ? ` (${count} times)` : ''}`, tagKind(shown), count)
  }
}
