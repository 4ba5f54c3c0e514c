// One workspace: its posts with their references resolved, its lists, its settings.

import { dirname, join, relative } from 'node:path/posix'
import { conflictsIn } from '../../build/parse/merge-conflict.ts'
import { ID } from '../../build/schema/id.ts'
import { isSlug, nameOfSlug, slugify } from '../../build/schema/slug.ts'
import { absoluteUrl } from '../../build/schema/url.ts'
import { type AddressBook, addressBook } from './addresses.ts'
import { type AddressChange, keepAddresses } from './earlier/changes.ts'
import { declareLabels, lacking, standing } from './earlier/needs.ts'
import type { EarlierWorkspace } from './earlier/read.ts'
import { type FieldType, fieldValue, typeOf } from './frontmatter/fields.ts'
import { Labels } from './frontmatter/labels.ts'
import { type ImportedAuthor, People } from './frontmatter/people.ts'
import { contentRoots, type Generator } from './generators/generator.ts'
import { type MappedHeader, mapHeader, type PostLists } from './header.ts'
import { addTo } from './lists.ts'
import { fenced } from './markdown/written.ts'
import { MediaPlan } from './media.ts'
import { FileNames } from './names.ts'
import { type FoundPattern, isEnough, patternOf, removeTaken } from './pattern.ts'
import { type PlannedPost, planPosts, slugStyleOf } from './plan.ts'
import {
  type ImportedPost,
  type NoteKind,
  noteOf,
  publicAddress,
  type SourceContent,
  type SourcePost,
  type SourceSite,
  type SourceValue,
  say,
} from './source.ts'
import { tagKind } from './summary.ts'
import { codeTagsIn, shortcodesIn } from './text/code-tags.ts'
import type { ConvertedText, ConvertOptions } from './text/convert.ts'
import type { Emoji } from './text/emoji.ts'
import { imageCaptionIn } from './text/figures.ts'
import { translateFragments } from './text/fragments.ts'
import { withIncludes, withPartials } from './text/partials.ts'
import { convertWithinLimits } from './text/within-limits.ts'
import type { SourceTree } from './tree.ts'
import { yamlText } from './write/frontmatter.ts'
import type { FileToWrite } from './write/write.ts'

export interface ImportedWorkspace {
  name: string
  language: string | undefined
  /** Drafts first. */
  posts: ImportedPost[]
  /** Public addresses that are others than before, if the workspace was there. */
  addresses: AddressChange[]
  files: Map<string, FileToWrite>
  /** Paths of the files that posts show, in the source. */
  asked: ReadonlySet<string>
}

export interface WorkspaceOptions {
  name: string
  language: string | undefined
  generator: Generator
  /** The folders of --static. */
  further: readonly SourceTree[]
  /** Turns HTML into markdown, where there are posts in HTML. */
  toMarkdown: ((html: string) => string) | undefined
  /** Where names of emoji stand for them. */
  emoji: Emoji | undefined
  /** The workspace as it is, if it is there. */
  earlier: EarlierWorkspace | undefined
  /** In milliseconds. */
  now: number
}

export function importWorkspace(content: SourceContent, options: WorkspaceOptions): ImportedWorkspace {
  const { site, posts } = content
  const { generator, further, name, toMarkdown, emoji, earlier } = options
  // Settings that somebody edited stay.
  const kept = earlier?.isEdited('workspace.yml') ? earlier.settings : undefined
  const hasRelaxed = [...(earlier?.posts.values() ?? [])].some(({ slug }) => !isSlug(slug))
  const style = kept?.slugs ?? (hasRelaxed ? 'relaxed' : slugStyleOf(posts))
  const names = new FileNames()
  const base = site.url && new URL(site.url).pathname.replace(/\/$/, '')
  const plans = planPosts(posts, style, names, base, earlier)
  const lists: PostLists = {
    people: new People(site.authors),
    categories: new Labels(site.labelSlugs),
    tags: new Labels(site.labelSlugs),
  }
  const headers = plans.map((plan) => mapHeader(plan, site, lists, options))
  const author = firstAuthor(lists.people, [site.author, siteName(site), nameOfSlug(name)])
  const categories = plans.map(({ source }) => sectionName(source, name))
  const standard = mostFrequent(categories) ?? name
  const types = fieldTypes(headers)
  const book = addressBook(posts, site, generator.statics, further)
  const media = new MediaPlan([...generator.statics, ...contentRoots(generator, site)], names)
  const own = headers.map(({ category, tags, isPrivate }, index) => ({
    isPrivate,
    tags,
    category:
      category ?? (categories[index] === standard ? undefined : lists.categories.add(categories[index]!)),
  }))
  // Lists are public: they have no names that only private posts have.
  const open = own.filter(({ isPrivate }) => !isPrivate)
  const openTags = new Set(open.flatMap(({ tags }) => tags))
  const standardSlug = lists.categories.add(standard)
  const openCategories = new Set([standardSlug, ...open.flatMap(({ category }) => category ?? [])])
  const categoryOf = (index: number) =>
    [own[index]!.category].find((one) => one !== undefined && openCategories.has(one))
  const addressed = plans.map((plan, index) => {
    const { publishedAt: date, isDraft } = headers[index]!
    const path = publicAddress(plan.source)
    const address = site.url && path !== undefined ? absoluteUrl(site.url + path) : undefined
    return { ...plan, date, isDraft, category: categoryOf(index) ?? standardSlug, address }
  })
  const best = kept ? undefined : patternOf(addressed, site.url)
  const stays = earlier ? standing(earlier, new Set(plans.map(({ file }) => file))) : []
  const settled = kept ?? (stays.some(({ hasLinks }) => hasLinks) ? earlier?.settings : undefined)
  const pattern = !kept && best && isEnough(best) ? best.pattern : settled?.url
  if (pattern !== undefined) removeTaken(addressed, pattern)
  if (!kept && site.url !== undefined && !(best && isEnough(best)))
    content.notes.push(noteOf('missing', withoutPattern(name, best, pattern)))
  const { now } = options
  const category = kept ? kept.defaults.category[0]?.target : standardSlug
  const addresses = earlier
    ? keepAddresses(addressed, earlier, { url: pattern, category, slugs: style, now })
    : []
  const byPost = new Map(plans.map((plan) => [plan.source, plan]))
  const files = new Map<string, FileToWrite>()
  const [fronts, texts] = [new Map<string, string>(), new Map<string, string>()]
  const embeds = new Set(stays.length > 0 ? earlier?.settings.embeds : [])
  const taken = new Set(plans.map(({ slug }) => slug.toLowerCase()))
  const templates = generator.dialect === 'hugo' ? shortcodesIn(site.tree) : new Map<string, string>()
  const codeTags = codeTagsIn(templates)
  const imageCaption =
    generator.dialect === 'nunjucks' ? imageCaptionIn(site.tree, generator.config) : undefined
  const pageAt = (path: string) => generator.pageAddress?.(path, site)
  let hasMath = stays.length > 0 && earlier?.settings.math === true
  for (const [index, plan] of plans.entries()) {
    const refer = referrer(plan, {
      book,
      media,
      byPost,
      hasUrl: pattern !== undefined,
      site: site.url,
      pageAt,
    })
    const header = headers[index]!
    const given: ConvertOptions = {
      text: plan.source.text,
      toMarkdown,
      dialect: generator.dialect,
      page: plan.source.data,
      site: site.config,
      rewrite: refer.rewrite,
      linkTo: (target) => refer.linkTo(target),
      ownHost: site.url && new URL(site.url).host,
      codeTags,
      templates,
      imageCaption,
      emoji,
      expand: (text) => {
        const read = (path: string) => pieceAt(path, site)
        if (plan.source.text === 'mdx') return withPartials(text, plan.source.path, read)
        return generator.name === 'vitepress' ? withIncludes(text, plan.source.path, read) : text
      },
      readPiece: (name, isRelative) => {
        const folders = isRelative ? [dirname(plan.source.path)] : includesOf(generator, site)
        const paths = folders.map((folder) => join(folder, name))
        const below = paths.filter((path, index) => path.startsWith(join(folders[index]!, '/')))
        return below.map((path) => pieceAt(path, site)).find((text) => text !== undefined)
      },
    }
    const converted = convertWithinLimits(plan.source.body, given) ?? asDraft(plan.source, header)
    for (const host of converted.frames) embeds.add(host)
    hasMath ||= converted.hasMath
    for (const [tag, { times, hasCaption }] of converted.meant) {
      const what = `${tag} became what it means${times > 1 ? `, ${times} times` : ''}${hasCaption ? ', captions kept' : ''}.`
      plan.source.notes.push({ ...noteOf('mapped', what, tag, times), ...(hasCaption && { hasCaption }) })
    }
    sayCounts(plan.source, converted.left, 'left', 'Stands in the text as it was')
    sayCounts(plan.source, converted.dropped, 'dropped', 'Markup without a counterpart, whose text stays')
    sayCounts(
      plan.source,
      converted.coded,
      'changed',
      'Its text is code now, since markdown would lose some of it',
    )
    if (conflictsIn(converted.markdown).length > 0)
      say(plan.source, 'left', 'Stands in the text as it was: two versions that Git could not merge')
    const fields = Object.fromEntries(
      Object.entries(header.own).map(([key, value]) => [key, fieldValue(value, types.get(key)!)]),
    )
    const category = categoryOf(index)
    const tags = header.tags.filter((one) => openTags.has(one))
    const cover = header.cover === undefined ? undefined : refer.cover(header.cover)
    const front = {
      title: header.title,
      publishedAt: header.publishedAt,
      updatedAt: header.updatedAt,
      status: header.isDraft ? 'draft' : undefined,
      slug: plan.isSlugWritten ? plan.slug : undefined,
      id: idOf(plan, taken),
      description: header.description,
      featured: header.isFeatured || undefined,
      coverImage: cover,
      coverAlt: cover === undefined ? undefined : header.coverAlt,
      authors: header.authors.length > 0 ? header.authors : undefined,
      category,
      tags: tags.length > 0 ? tags : undefined,
      language:
        header.language === options.language || header.language === site.language
          ? undefined
          : header.language,
      attribution: header.attribution,
      aliases: plan.aliases.length > 0 ? plan.aliases : undefined,
      fields: Object.keys(fields).length > 0 ? fields : undefined,
    }
    const closed = {
      category: header.category && (openCategories.has(header.category) ? undefined : header.category),
      tags: header.tags.filter((one) => !openTags.has(one)),
    }
    fronts.set(plan.file, yamlText(front) + setAside(closed, lists))
    texts.set(plan.file, converted.markdown)
  }
  lists.tags.keep(openTags)
  lists.categories.keep(openCategories)
  if (earlier) {
    const needs = { categories: openCategories, tags: openTags, fields: types, embeds, hasMath }
    content.notes.push(...lacking(name, earlier, needs))
    declareLabels('category', stays, earlier, lists.categories)
    declareLabels('tag', stays, earlier, lists.tags)
  }
  translateFragments(texts)
  for (const [file, text] of texts) files.set(file, { text: `---\n${fronts.get(file)}---\n${text}` })
  const tongue = options.language ?? site.language
  const ownFields = stays.length > 0 ? (earlier?.settings.fields ?? []) : []
  const definitions = new Map<string, { type: string }>()
  for (const [name, type] of [...types, ...ownFields.map(({ name, type }) => [name, type] as const)])
    if (!definitions.has(name)) definitions.set(name, { type })
  const settings = yamlText({
    name: siteName(site),
    url: pattern,
    slugs: style === 'relaxed' ? style : undefined,
    embeds: embeds.size > 0 ? [...embeds].sort() : undefined,
    math: hasMath || undefined,
    language: tongue && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(tongue) ? tongue : undefined,
    defaults: { authors: author ? [author] : undefined, category: lists.categories.add(standard) },
    fields: definitions.size > 0 ? Object.fromEntries(definitions) : undefined,
  })
  files.set('workspace.yml', {
    text: (best && best.pattern !== pattern ? patternComment(best) : '') + settings,
  })
  files.set('categories.yml', { text: labelsText(lists.categories) })
  if (lists.tags.names.size > 0) files.set('tags.yml', { text: labelsText(lists.tags) })
  for (const one of lists.people.authors.values())
    files.set(`authors/${one.slug}.yml`, { text: authorText(one, site, media) })
  for (const [path, file] of media.files) files.set(path, { copyOf: file.real })
  const reports = plans.map(({ source, file, aliases }, index) => ({
    file,
    from: source.path,
    isDraft: headers[index]!.isDraft,
    aliases,
    notes: source.notes,
  }))
  reports.sort((a, b) => Number(b.isDraft) - Number(a.isDraft))
  return { name, language: options.language, files, addresses, asked: media.asked, posts: reports }
}

/** A text that cannot be converted is code in a draft: nothing of it is lost, or read as what it may not be. */
function asDraft(source: SourcePost, header: MappedHeader): ConvertedText {
  header.isDraft = true
  say(source, 'draft', NOT_CONVERTED)
  const none = new Map()
  const tags = { left: none, dropped: none, coded: none, meant: none, frames: new Set<string>() }
  return { ...tags, markdown: `${fenced(source.body, source.text)}\n`, hasMath: false }
}

const NOT_CONVERTED =
  'Its text is code in a draft, since it is nested too deeply, or takes too long or too much memory to convert'

/** What a draft is in and no post that readers see, as a comment. */
function setAside(
  closed: { category: string | undefined; tags: string[] },
  { categories, tags }: PostLists,
): string {
  const named = {
    category: closed.category && categories.names.get(closed.category),
    tags: closed.tags.length > 0 ? closed.tags.map((one) => tags.names.get(one)) : undefined,
  }
  if (!named.category && !named.tags) return ''
  return `Only drafts have these, so the public lists do not:\n${yamlText(named)}`.replace(/^(?=.)/gm, '# ')
}

/** A file of text that a post may show, without its front matter. */
function pieceAt(path: string, { tree }: SourceContent['site']): string | undefined {
  return tree.textOf(path)?.replace(/^---\n(?:.*\n)*?---[ \t]*(?:\n|$)/, '')
}

/** Where Jekyll and Eleventy keep pieces of text. */
function includesOf(generator: Generator, site: SourceSite): string[] {
  return [...contentRoots(generator, site), '', 'src'].map((folder) => join(folder, '_includes'))
}

interface Referrer {
  rewrite: (href: string, isImage: boolean) => string | undefined
  linkTo: (target: string) => string | undefined
  cover: (written: string) => string | undefined
}

interface ReferenceContext {
  book: AddressBook
  media: MediaPlan
  byPost: ReadonlyMap<SourcePost, PlannedPost>
  /** Without a pattern of addresses, links to files of posts would be errors. */
  hasUrl: boolean
  /** The address of the site. */
  site: string | undefined
  /** Of a page that is no post. */
  pageAt: (path: string) => string | undefined
}

function referrer(
  plan: PlannedPost,
  { book, media, byPost, hasUrl, site, pageAt }: ReferenceContext,
): Referrer {
  const { source } = plan
  const path = (to: string) => encodeURI(relative(dirname(plan.file), to))
  const toPost = (post: SourcePost, rest: string) => {
    if (post === source && rest) return rest
    const to = byPost.get(post)
    if (to && hasUrl && !to.isRemoved) return path(to.file) + rest
    const address = publicAddress(post)
    if (address === undefined)
      sayOnce(
        'changed',
        `A link leads to /${to?.slug}, since the address of ${post.path} is not known.`,
        'Links to posts whose address is not known',
      )
    return (site ?? '') + (address ?? `/${to?.slug}`) + rest
  }
  /** Where the workspace cannot tell what a path of the site leads to, it is a whole address. */
  const onSite = (path: string) => (hasUrl || site === undefined ? path : new URL(site).origin + path)
  const sayOnce = (kind: NoteKind, message: string, about: string) => {
    if (!source.notes.some((note) => note.message === message)) say(source, kind, message, about)
  }
  // What tags became goes through this as well, and is a path of the workspace already.
  const made = new Set<string>()
  const target = (href: string, isImage: boolean): string | undefined => {
    if (made.has(href)) return undefined
    const found = book.targetOf(href, source)
    if (found.to === 'post') return toPost(found.post, found.rest)
    if (found.to === 'elsewhere') {
      if (isImage && /^https?:|^\/\//.test(href))
        sayOnce('mapped', `${href} is on another site and stays there.`, 'Images on other sites')
      return undefined
    }
    if (found.to === 'file') {
      const copied = media.add(found.file, plan)
      if (typeof copied === 'string') return path(copied) + found.rest.replace(/^\?[^#]*/, '')
      const what = `${found.file.path} was not copied: it ${copied.refused}.`
      sayOnce('missing', what, 'Files that were not copied')
      return publicPath(href)
    }
    if (found.isFile || isImage)
      sayOnce(
        'missing',
        `${href} is not in the source: it stays an address of the site.`,
        'Images and files that are not in the source',
      )
    const shown = onSite(found.path)
    return shown === href ? undefined : shown
  }
  const publicPath = (href: string) => onSite(`/${href.replace(/^(?:\.{0,2}\/)+/, '')}`)
  return {
    rewrite: target,
    linkTo: (wanted) => {
      const [, name = '', rest = ''] = /^([^#?]*)(.*)$/.exec(wanted)!
      const post = book.postNamed(name, source)
      const page = post ? undefined : pageAt(name)
      const href = post
        ? toPost(post, rest.replace(/^\?(?=#|$)/, ''))
        : page === undefined
          ? undefined
          : onSite(page) + rest
      if (href !== undefined) made.add(href)
      return href
    },
    cover: (written) => {
      const found = book.targetOf(written, source)
      if (found.to === 'elsewhere') return /^https?:/.test(written) ? encodeURI(decode(written)) : undefined
      const copied = found.to === 'file' ? media.add(found.file, plan) : undefined
      if (typeof copied === 'string') return relative(dirname(plan.file), copied)
      const shown = found.to === 'site' && (hasUrl || site) ? onSite(found.path) : undefined
      sayOnce(
        'missing',
        `Its cover ${written} is not in the source${shown ? ': it stays an address of the site' : ''}.`,
        'Covers that are not in the source',
      )
      return shown
    },
  }
}

function decode(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
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

function fieldTypes(headers: readonly MappedHeader[]): Map<string, FieldType> {
  const values = new Map<string, MappedHeader['own'][string][]>()
  for (const { own } of headers) for (const [key, value] of Object.entries(own)) addTo(values, key, value)
  return new Map([...values].map(([key, all]) => [key, typeOf(all)]))
}

/** What posts without a category are in: their section. */
function sectionName({ collection }: SourcePost, name: string): string {
  const parts = collection
    .split('/')
    .filter((part) => !/^(content|contents|source|src|data|website|public|app|docs)$/i.test(part))
  const last = parts.at(-1)?.replace(/^_/, '') ?? ''
  return slugify(last) && !/^drafts$/.test(last) ? last : name
}

/** A name that is no id of ours, or is another's, stays behind. */
function idOf({ source, slug }: PlannedPost, taken: Set<string>): string | undefined {
  const key = source.id?.toLowerCase() ?? ''
  if (source.id === undefined || !ID.test(source.id) || source.id === slug || taken.has(key)) return undefined
  taken.add(key)
  return source.id
}

function hostOf(url: string | undefined): string | undefined {
  return url && new URL(url).host.replace(/^www\./, '')
}

function mostFrequent(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** The author of posts that name none: the first value that names anybody. */
function firstAuthor(people: People, values: readonly SourceValue[]): string | undefined {
  for (const value of values) {
    const [slug] = people.add(value)
    if (slug !== undefined) return slug
  }
  return undefined
}

function siteName({ title, url }: SourceSite): string | undefined {
  return title?.trim() || hostOf(url)
}

function patternComment({ pattern, right, posts }: FoundPattern): string {
  return `# This gives the addresses of ${right} of ${posts} posts, so it is for you to decide:\n# url: ${pattern}\n`
}

/** @param url what stays for links between posts that were edited since an earlier import */
function withoutPattern(name: string, best: FoundPattern | undefined, url: string | undefined): string {
  const why = best
    ? `the best pattern, ${best.pattern}, gives the addresses of ${best.right} of ${best.posts} posts`
    : 'no pattern gives the addresses of its posts'
  return url === undefined
    ? `${name}/workspace.yml has no url, since ${why}: links between posts are whole addresses.`
    : `${name}/workspace.yml keeps its url, ${url}, for the links to posts in files that were edited, although ${why}.`
}

function labelsText({ names }: Labels): string {
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1))
  return yamlText(Object.fromEntries(sorted.map(([slug, name]) => [slug, { name }])))
}

function authorText(
  { name, role, bio, image, socials }: ImportedAuthor,
  site: SourceContent['site'],
  media: MediaPlan,
): string {
  const file =
    image && !/^https?:/.test(image)
      ? site.tree.mediaNamed(image.replace(/^(?:\.{0,2}\/)+/, ''))[0]
      : undefined
  const copied = file && media.add(file, undefined)
  const picture =
    image && /^https?:/.test(image) ? image : typeof copied === 'string' ? `../${copied}` : undefined
  return yamlText({ name, role, bio, image: picture, socials: socials.length > 0 ? socials : undefined })
}
