// One workspace, in stages: its posts are mapped, their addresses settled, their texts converted, and then it has its files.

import { absoluteUrl, isSlug, nameOfSlug } from '../build/for-import.ts'
import { many } from '../snapshot/printable.ts'
import { AddressBook } from './addresses.ts'
import { type AddressChange, keepAddresses } from './earlier/changes.ts'
import { declareLabels, lacking, type Needs, standing } from './earlier/needs.ts'
import { type EarlierWorkspace, inCollection } from './earlier/read.ts'
import { type OwnFields, ownFields } from './frontmatter/fields.ts'
import { Labels } from './frontmatter/labels.ts'
import { People } from './frontmatter/people.ts'
import { basePathOf } from './generators/configuration.ts'
import { contentRoots, type Generator } from './generators/generator.ts'
import { mapHeader, type PostLists } from './header.ts'
import { type LinkTargets, PostLinks } from './links.ts'
import { addToList } from './lists.ts'
import { MediaPlan } from './media.ts'
import { FileNames } from './names.ts'
import { openLists } from './open-lists.ts'
import { type FoundPattern, isEnough, patternOf, removeTaken } from './pattern.ts'
import { type PlannedPost, planPosts, slugStyleOf } from './plan.ts'
import { type PostContext, postFile } from './post-file.ts'
import { allFields, authorText, fieldNotes, labelsText, patternComment, siteName } from './settings-file.ts'
import {
  homeOf,
  type ImportedPost,
  type Note,
  noteOf,
  nounOf,
  publicAddress,
  type SourceContent,
  type SourceData,
  type SourcePost,
  type SourceValue,
} from './source.ts'
import type { Emoji } from './text/emoji.ts'
import { imageCaptionIn } from './text/figures.ts'
import { translateFragments } from './text/fragments.ts'
import { codeFileTagsIn, codeTagsIn, shortcodeTemplates } from './text/shortcode-templates.ts'
import type { SourceTree } from './tree.ts'
import { yamlText } from './write/frontmatter.ts'
import type { FileToWrite } from './write/write.ts'

export interface ImportedWorkspace {
  name: string
  language: string | undefined
  /** Entries of other collections, too; drafts first. */
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
  /** The emoji, if their names stand for them in texts. */
  emoji: Emoji | undefined
  /** The workspace as it is, if it is there. */
  earlier: EarlierWorkspace | undefined
  /** The keys that become fields, as `--fields` names them. */
  fields: readonly string[]
  /** The time of the import, in milliseconds. */
  now: number
}

export function importWorkspace(content: SourceContent, options: WorkspaceOptions): ImportedWorkspace {
  const converted = convertPosts(settleAddresses(mapPosts(content, options)))
  const { addresses, notes, media, plans, headers } = converted
  content.notes.push(...notes, ...settleLists(converted))
  const files = filesOf(converted)
  const reports = plans.map(({ source, file, aliases }, index) => ({
    ...{ file, collection: source.entryOf?.collection, from: source.path },
    ...{ isDraft: headers[index]!.isDraft, aliases, notes: source.notes },
  }))
  const posts = reports.sort((a, b) => Number(b.isDraft) - Number(a.isDraft))
  return { name: options.name, language: options.language, files, addresses, asked: media.asked, posts }
}

/** Decides what can be decided of each post before its address; headers are in the order of plans. */
function mapPosts({ site, posts }: SourceContent, options: WorkspaceOptions) {
  const { name, earlier } = options
  // Settings that somebody edited stay.
  const kept = earlier?.isEdited('workspace.yml') ? earlier.settings : undefined
  for (const { entryOf } of posts) {
    const url = kept?.collections.find((one) => one.name === entryOf?.collection)?.url
    if (entryOf && url) entryOf.base = baseIn(url).slice(basePathOf(site).length)
  }
  const hasRelaxed = [...(earlier?.posts.values() ?? [])].some(({ slug }) => !isSlug(slug))
  const style = kept?.slugs ?? (hasRelaxed ? 'relaxed' : slugStyleOf(posts))
  const names = new FileNames()
  const of = (home: string) => earlier && inCollection(earlier, home)
  const plans = planPosts(posts, style, names, basePathOf(site), of)
  const lists: PostLists = {
    people: new People(site.authors),
    categories: new Labels(site.labelSlugs),
    tags: new Labels(site.labelSlugs),
    parts: new Set(),
  }
  const headers = plans.map((plan) => mapHeader(plan, site, lists, options))
  const author = firstAuthor(lists.people, [site.author, siteName(site), nameOfSlug(name)])
  const open = openLists(plans, headers, lists, name)
  return { site, options, kept, style, names, plans, headers, lists, author, open }
}

/** The path that a pattern of entries begins with. */
function baseIn(pattern: string): string {
  return new URL(pattern.replace(/\{path\}.*/, '')).pathname.replace(/\/$/, '')
}

/** Decides where posts will be, and finds those of an earlier import that this one does not write. */
function settleAddresses(mapped: ReturnType<typeof mapPosts>) {
  const { site, options, kept, plans, headers, open, style } = mapped
  const { name, earlier, now } = options
  const addressed = plans.map((plan, index) => {
    const { publishedAt: date, isDraft } = headers[index]!
    const path = publicAddress(plan.source)
    const address = site.url && path !== undefined ? absoluteUrl(site.url + path) : undefined
    const category = plan.source.entryOf ? undefined : (open.categories[index] ?? open.standard)
    return { ...plan, date, isDraft, category, address }
  })
  const all = byHome(addressed)
  const posts = all.get('posts') ?? []
  const best = kept ? undefined : patternOf(posts, site.url)
  const isFound = best !== undefined && isEnough(best)
  const stays = earlier ? standing(earlier, new Set(plans.map(({ file }) => file))) : []
  const settled = kept ?? (stays.some(({ hasLinks }) => hasLinks) ? earlier?.settings : undefined)
  const url = isFound ? best.pattern : settled?.url
  const urls = new Map([['posts', url]])
  for (const [home, entries] of all) {
    if (home === 'posts') continue
    const simple = site.url && `${site.url}${entries[0]!.source.entryOf!.base}/{path}`
    const found = patternOf(entries, site.url)?.pattern ?? simple
    const declared = kept?.collections.find((one) => one.name === home)
    urls.set(home, declared ? (declared.url ?? undefined) : found)
  }
  for (const [home, entries] of all) if (urls.get(home) !== undefined) removeTaken(entries, urls.get(home)!)
  const isMissing = !kept && site.url !== undefined && !isFound && posts.length > 0
  const notes = isMissing ? [noteOf('missing', withoutPattern(name, best, url))] : []
  const category = kept ? kept.defaults.category[0]?.target : open.standard
  const addresses = [...all].flatMap(([home, own]) => {
    const known = earlier && inCollection(earlier, home)
    return known ? keepAddresses(own, known, { url: urls.get(home), category, slugs: style, now }) : []
  })
  const isDeclared = (home: string) =>
    home === 'posts' || !kept || kept.collections.some((one) => one.name === home)
  for (const [home, entries] of all)
    if (!isDeclared(home))
      notes.push(noteOf('dropped', undeclared(name, home, entries.length, urls.get(home))))
  const isIn = ({ source }: Pick<PlannedPost, 'source'>) => isDeclared(homeOf(source))
  return {
    ...{ ...mapped, url, urls, best, stays, addresses, notes },
    ...{ plans: plans.filter(isIn), headers: headers.filter((_, at) => isIn(plans[at]!)) },
  }
}

function undeclared(name: string, home: string, count: number, url: string | undefined): string {
  const lines = JSON.stringify({ [home]: url === undefined ? {} : { url } })
  return `${many(count, ...nounOf(home))} were not imported, since ${name}/workspace.yml was edited and declares no collection for them. Add collections: ${lines} and run it again.`
}

/** Groups posts by their collections. */
function byHome<One extends { source: SourcePost }>(all: readonly One[]): Map<string, One[]> {
  const homes = new Map<string, One[]>()
  for (const one of all) addToList(homes, homeOf(one.source), one)
  return homes
}

/** Front matter and texts by the files of posts, and what the settings have to allow for them. */
function convertPosts(settled: ReturnType<typeof settleAddresses>) {
  const { site, options, plans, headers, lists, open, names, urls, stays } = settled
  const { generator, further, earlier } = options
  const { dialect, config, statics } = generator
  const media = new MediaPlan([...statics, ...contentRoots(generator, site)], names)
  const templates = shortcodeTemplates(site.tree, dialect)
  const targets: LinkTargets = {
    book: new AddressBook(
      plans.map(({ source }) => source),
      site,
      statics,
      further,
    ),
    media,
    byPost: new Map(plans.map((plan) => [plan.source, plan])),
    hasUrl: (post) => urls.get(homeOf(post)) !== undefined,
    site: site.url,
    base: basePathOf(site),
    based: generator.based?.(site) ?? [],
    linked: (path) => generator.linked?.(path, site) ?? path,
    pageAt: (path) => generator.pageAddress?.(path, site),
  }
  const links = plans.map((plan) => new PostLinks(plan, targets))
  const fields = new Map<string, OwnFields>()
  const values: SourceData[] = []
  for (const [home, own] of byHome(plans.map(({ source }, at) => ({ source, at })))) {
    const found = ownFields(
      own.map(({ at }) => headers[at]!.own),
      {
        ...{ chosen: options.fields, program: generator.name, isEntry: home !== 'posts' },
        isFile: (text, post) => links[own[post]!.at]!.isImage(text),
      },
    )
    for (const [index, { at }] of own.entries()) values[at] = found.values[index]!
    fields.set(home, found)
  }
  const context: PostContext = {
    ...{ site, generator, lists, open, targets },
    fieldsOf: ({ source }) => fields.get(homeOf(source))!.defined,
    taken: new Set(plans.map(({ slug }) => slug.toLowerCase())),
    languages: [options.language, site.language],
    text: {
      ...{ dialect, toMarkdown: options.toMarkdown, emoji: options.emoji },
      // Templates of Zola are in another language than those that can be filled in.
      templates: dialect === 'hugo' ? templates : undefined,
      site: site.config,
      base: basePathOf(site),
      ownHost: site.url && new URL(site.url).host,
      codeTags: codeTagsIn(dialect === 'hugo' ? templates : new Map()),
      codeFileTags: codeFileTagsIn(templates, dialect),
      imageCaption: dialect === 'nunjucks' ? imageCaptionIn(site.tree, config) : undefined,
    },
  }
  const [fronts, texts] = [new Map<string, string>(), new Map<string, string>()]
  const embeds = new Set(stays.length > 0 ? earlier?.settings.embeds : [])
  let hasMath = stays.length > 0 && earlier?.settings.math === true
  for (const [index, plan] of plans.entries()) {
    const header = { ...headers[index]!, own: values[index]! }
    const post = postFile(plan, header, open.categories[index], context)
    for (const host of post.frames) embeds.add(host)
    hasMath ||= post.hasMath
    fronts.set(plan.file, post.front)
    texts.set(plan.file, post.markdown)
  }
  translateFragments(texts)
  return { ...settled, media, fields, fronts, texts, embeds, hasMath }
}

type ConvertedPosts = ReturnType<typeof convertPosts>

/** Leaves in the lists what posts have that readers see, or that stay; returns what files lack that were edited. */
function settleLists(converted: ConvertedPosts): Note[] {
  const { options, lists, open, fields, stays, embeds, hasMath } = converted
  const { name, earlier } = options
  const notes = fieldNotes(name, fields, options.fields)
  const defined = fields.get('posts')?.defined ?? []
  const [categories, tags] = [open.openCategories, open.openTags]
  lists.tags.keep(tags)
  lists.categories.keep(categories)
  if (!earlier) return notes
  declareLabels('category', stays, earlier, lists.categories)
  declareLabels('tag', stays, earlier, lists.tags)
  const collections = collectionsOf(converted)
  const needs = { categories, tags, fields: defined, embeds, hasMath, collections }
  return [...notes, ...lacking(name, earlier, needs)]
}

/** The declarations of collections that entries are in, in the order of their names, and of those whose entries stay. */
function collectionsOf({ urls, fields, options, plans }: ConvertedPosts): Needs['collections'] {
  const { earlier } = options
  const planned = new Set(plans.map(({ file }) => file))
  const earlierNames = earlier?.settings.collections.map(({ name }) => name) ?? []
  const declared = [...new Set([...urls.keys(), ...earlierNames])].sort().flatMap((name) => {
    if (name === 'posts') return []
    const known = earlier && inCollection(earlier, name)
    const stays = known ? standing(known, planned) : []
    const own = fields.get(name)?.defined
    if (own === undefined && stays.length === 0) return []
    const url = own ? urls.get(name) : known?.settings.url
    const defined = allFields(own ?? [], stays, known)
    return [[name, { ...(url && { url }), ...(defined && { fields: defined }) }] as const]
  })
  return declared.length > 0 ? Object.fromEntries(declared) : undefined
}

function filesOf(converted: ConvertedPosts): Map<string, FileToWrite> {
  const { site, options, style, lists, open, author, url, best, stays, media } = converted
  const { fronts, texts, embeds, hasMath } = converted
  const files = new Map<string, FileToWrite>()
  for (const [file, text] of texts) files.set(file, { text: `---\n${fronts.get(file)}---\n${text}` })
  const tongue = options.language ?? site.language
  const settings = yamlText({
    name: siteName(site),
    url,
    slugs: style === 'relaxed' ? style : undefined,
    embeds: embeds.size > 0 ? [...embeds].sort() : undefined,
    math: hasMath || undefined,
    language: tongue && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(tongue) ? tongue : undefined,
    defaults: { authors: author ? [author] : undefined, category: open.standard },
    fields: allFields(converted.fields.get('posts')?.defined ?? [], stays, options.earlier),
    collections: collectionsOf(converted),
  })
  const comment = best && best.pattern !== url ? patternComment(best) : ''
  files.set('workspace.yml', { text: comment + settings })
  files.set('categories.yml', { text: labelsText(lists.categories) })
  if (lists.tags.names.size > 0) files.set('tags.yml', { text: labelsText(lists.tags) })
  for (const one of lists.people.authors.values())
    files.set(`authors/${one.slug}.yml`, { text: authorText(one, site, media) })
  for (const [path, file] of media.files) files.set(path, { copyOf: file.real })
  return files
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
