// One workspace, in stages: its posts are mapped, their addresses settled, their texts converted, and then it has its files.

import { absoluteUrl, isSlug, nameOfSlug, type SlugStyle } from '../../build/for-import.ts'
import { AddressBook } from './addresses.ts'
import { type AddressChange, keepAddresses } from './earlier/changes.ts'
import { declareLabels, lacking, standing } from './earlier/needs.ts'
import type { EarlierPost, EarlierWorkspace } from './earlier/read.ts'
import { type FieldType, typeOf } from './frontmatter/fields.ts'
import { Labels } from './frontmatter/labels.ts'
import { People } from './frontmatter/people.ts'
import { contentRoots, type Generator } from './generators/generator.ts'
import { type MappedHeader, mapHeader, type PostLists } from './header.ts'
import { addTo } from './lists.ts'
import { MediaPlan } from './media.ts'
import { FileNames } from './names.ts'
import { type OpenLists, openLists } from './open-lists.ts'
import { type FoundPattern, isEnough, patternOf, removeTaken } from './pattern.ts'
import { type PlannedPost, planPosts, slugStyleOf } from './plan.ts'
import { type PostContext, postFile } from './post-file.ts'
import { allFields, authorText, labelsText, settingsText, siteName } from './settings-file.ts'
import {
  type ImportedPost,
  noteOf,
  publicAddress,
  type SourceContent,
  type SourceSite,
  type SourceValue,
} from './source.ts'
import { codeTagsIn, shortcodesIn } from './text/code-tags.ts'
import type { Emoji } from './text/emoji.ts'
import { imageCaptionIn } from './text/figures.ts'
import { translateFragments } from './text/fragments.ts'
import type { SourceTree } from './tree.ts'
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
  const mapped = mapPosts(content, options)
  const settled = settleAddresses(content, options, mapped)
  const media = new MediaPlan(
    [...options.generator.statics, ...contentRoots(options.generator, content.site)],
    mapped.names,
  )
  const texts = convertPosts(content, options, mapped, settled, media)
  const notes = settleLists(options, mapped, settled, texts)
  content.notes.push(...settled.notes, ...notes)
  return {
    name: options.name,
    language: options.language,
    files: filesOf(content.site, options, mapped, settled, texts, media),
    addresses: settled.addresses,
    asked: media.asked,
    posts: reportsOn(mapped),
  }
}

/** What is decided of each post before any address is. */
interface MappedPosts {
  /** Settings that somebody edited stay. */
  kept: EarlierWorkspace['settings'] | undefined
  style: SlugStyle
  /** All names of files so far. */
  names: FileNames
  plans: PlannedPost[]
  /** In the order of the plans. */
  headers: MappedHeader[]
  lists: PostLists
  open: OpenLists
  /** The slug of the author of posts that name none. */
  author: string | undefined
  types: ReadonlyMap<string, FieldType>
}

function mapPosts({ site, posts }: SourceContent, options: WorkspaceOptions): MappedPosts {
  const { name, earlier } = options
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
  const open = openLists(plans, headers, lists, name)
  return { kept, style, names, plans, headers, lists, open, author, types: fieldTypes(headers) }
}

/** Where posts will be. */
interface SettledAddresses {
  /** The pattern of public addresses, and the best one that was found. */
  pattern: string | undefined
  best: FoundPattern | undefined
  /** Posts of an earlier import that this one does not write. */
  stays: readonly EarlierPost[]
  addresses: AddressChange[]
  notes: SourceContent['notes']
}

function settleAddresses(
  { site }: SourceContent,
  { name, earlier, now }: WorkspaceOptions,
  { kept, plans, headers, open, style }: MappedPosts,
): SettledAddresses {
  const addressed = plans.map((plan, index) => {
    const { publishedAt: date, isDraft } = headers[index]!
    const path = publicAddress(plan.source)
    const address = site.url && path !== undefined ? absoluteUrl(site.url + path) : undefined
    return { ...plan, date, isDraft, category: open.categories[index] ?? open.standard, address }
  })
  const best = kept ? undefined : patternOf(addressed, site.url)
  const isFound = best !== undefined && isEnough(best)
  const stays = earlier ? standing(earlier, new Set(plans.map(({ file }) => file))) : []
  const settled = kept ?? (stays.some(({ hasLinks }) => hasLinks) ? earlier?.settings : undefined)
  const pattern = isFound ? best.pattern : settled?.url
  if (pattern !== undefined) removeTaken(addressed, pattern)
  const isMissing = !kept && site.url !== undefined && !isFound
  const notes = isMissing ? [noteOf('missing', withoutPattern(name, best, pattern))] : []
  const category = kept ? kept.defaults.category[0]?.target : open.standard
  const addresses = earlier
    ? keepAddresses(addressed, earlier, { url: pattern, category, slugs: style, now })
    : []
  return { pattern, best, stays, addresses, notes }
}

/** All texts, and what the settings have to allow for them. */
interface ConvertedPosts {
  /** By the files of posts: front matter, and the text below it. */
  fronts: ReadonlyMap<string, string>
  texts: Map<string, string>
  embeds: ReadonlySet<string>
  hasMath: boolean
}

function convertPosts(
  { site, posts }: SourceContent,
  options: WorkspaceOptions,
  { plans, headers, lists, open, types }: MappedPosts,
  { pattern, stays }: SettledAddresses,
  media: MediaPlan,
): ConvertedPosts {
  const { generator, further, earlier } = options
  const context: PostContext = {
    ...{ site, generator, lists, open, types },
    targets: {
      book: new AddressBook(posts, site, generator.statics, further),
      media,
      byPost: new Map(plans.map((plan) => [plan.source, plan])),
      hasUrl: pattern !== undefined,
      site: site.url,
      pageAt: (path) => generator.pageAddress?.(path, site),
    },
    taken: new Set(plans.map(({ slug }) => slug.toLowerCase())),
    languages: [options.language, site.language],
    text: textOptions(site, options),
  }
  const [fronts, texts] = [new Map<string, string>(), new Map<string, string>()]
  const embeds = new Set(stays.length > 0 ? earlier?.settings.embeds : [])
  let hasMath = stays.length > 0 && earlier?.settings.math === true
  for (const [index, plan] of plans.entries()) {
    const post = postFile(plan, headers[index]!, open.categories[index], context)
    for (const host of post.frames) embeds.add(host)
    hasMath ||= post.hasMath
    fronts.set(plan.file, post.front)
    texts.set(plan.file, post.markdown)
  }
  translateFragments(texts)
  return { fronts, texts, embeds, hasMath }
}

function textOptions(
  site: SourceSite,
  { generator: { dialect, config }, toMarkdown, emoji }: WorkspaceOptions,
): PostContext['text'] {
  const templates = dialect === 'hugo' ? shortcodesIn(site.tree) : new Map<string, string>()
  return {
    ...{ dialect, toMarkdown, emoji, templates },
    site: site.config,
    ownHost: site.url && new URL(site.url).host,
    codeTags: codeTagsIn(templates),
    imageCaption: dialect === 'nunjucks' ? imageCaptionIn(site.tree, config) : undefined,
  }
}

/** Leaves in the lists what posts have that readers see, or that stay; returns what files lack that were edited. */
function settleLists(
  { name, earlier }: WorkspaceOptions,
  { lists, open: { openTags, openCategories }, types }: MappedPosts,
  { stays }: SettledAddresses,
  { embeds, hasMath }: ConvertedPosts,
): SourceContent['notes'] {
  lists.tags.keep(openTags)
  lists.categories.keep(openCategories)
  if (!earlier) return []
  declareLabels('category', stays, earlier, lists.categories)
  declareLabels('tag', stays, earlier, lists.tags)
  return lacking(name, earlier, {
    categories: openCategories,
    tags: openTags,
    fields: types,
    embeds,
    hasMath,
  })
}

function filesOf(
  site: SourceSite,
  options: WorkspaceOptions,
  { style, lists, open, author, types }: MappedPosts,
  { pattern, best, stays }: SettledAddresses,
  { fronts, texts, embeds, hasMath }: ConvertedPosts,
  media: MediaPlan,
): Map<string, FileToWrite> {
  const files = new Map<string, FileToWrite>()
  for (const [file, text] of texts) files.set(file, { text: `---\n${fronts.get(file)}---\n${text}` })
  const settings = settingsText({
    ...{ site, best, embeds, hasMath, author },
    url: pattern,
    isRelaxed: style === 'relaxed',
    language: options.language ?? site.language,
    category: open.standard,
    fields: allFields(types, stays, options.earlier),
  })
  files.set('workspace.yml', { text: settings })
  files.set('categories.yml', { text: labelsText(lists.categories) })
  if (lists.tags.names.size > 0) files.set('tags.yml', { text: labelsText(lists.tags) })
  for (const one of lists.people.authors.values())
    files.set(`authors/${one.slug}.yml`, { text: authorText(one, site, media) })
  for (const [path, file] of media.files) files.set(path, { copyOf: file.real })
  return files
}

/** Drafts first. */
function reportsOn({ plans, headers }: MappedPosts): ImportedPost[] {
  const reports = plans.map(({ source: { path, notes }, file, aliases }, index) => ({
    ...{ file, from: path, isDraft: headers[index]!.isDraft, aliases, notes },
  }))
  return reports.sort((a, b) => Number(b.isDraft) - Number(a.isDraft))
}

function fieldTypes(headers: readonly MappedHeader[]): Map<string, FieldType> {
  const values = new Map<string, MappedHeader['own'][string][]>()
  for (const { own } of headers) for (const [key, value] of Object.entries(own)) addTo(values, key, value)
  return new Map([...values].map(([key, all]) => [key, typeOf(all)]))
}

/** The author of posts that name none: the first value that names anybody. */
function firstAuthor(people: People, values: readonly SourceValue[]): string | undefined {
  for (const value of values) {
    const [slug] = people.add(value)
    if (slug !== undefined) return slug
  }
  return undefined
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
