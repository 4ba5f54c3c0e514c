// Finds links, images and embeds to targets that are missing, outside the workspace, or not visible to readers.
import { basename, dirname, join, normalize, relative } from 'node:path/posix'
import { lazy } from '../../packages/search/basics/lazy.ts'
import { decoded } from '../../snapshot/format/address.ts'
import { nearest } from '../../snapshot/nearest.ts'
import type { Instant } from '../../snapshot/types.ts'
import { type Brief, type BriefPost, load } from '../compile/brief.ts'
import { fragmentMistake } from '../compile/html/fragments.ts'
import type { WorkspaceFolder } from '../discover/discover.ts'
import { isMedia } from '../discover/media-type.ts'
import { isIgnored } from '../discover/walk.ts'
import { isTemplate, type UrlReference, type UrlTarget } from '../extract/url-reference.ts'
import { suggestionBudget } from '../problems/cap.ts'
import { WHOLE_FILE } from '../problems/location.ts'
import { type Mistake, type Problem, problemAt, quoted, warning } from '../problems/problem.ts'
import { guessed, type Hint, suggest, write } from '../problems/suggest.ts'
import { uniqueReferences } from '../workspace/references.ts'
import type { Settings } from '../workspace/settings.ts'
import type { CheckedPost, CheckedWorkspace } from './checked.ts'
import type { Entries } from './entries.ts'
import { likelyPaths } from './likely-paths.ts'
import { type Destination, imagesIn, type LinkedWorkspace, type Links } from './resolve.ts'

/** @param now posts dated later are not visible yet */
export function brokenLinks(workspace: CheckedWorkspace, now: Instant): Problem[] {
  const { posts, settings, links, folder } = workspace
  const maySuggest = suggestionBudget()
  const all = lazy(() => knownPaths([...links.files.keys()], posts))
  const written = [...imagesIn(workspace), ...posts.flatMap(({ urls }) => urls)]
  const doubtful = written.filter((one) => isDoubtful(one, links.destinationOf(one), links))
  const references = uniqueReferences(doubtful, ({ kind, href }) => `${kind} ${href}`)
  const broken = references.flatMap((reference) => {
    const destination = links.destinationOf(reference)
    const known = destination.kind === 'nothing' && maySuggest(reference.file) ? all() : NO_PATHS
    const from = reference.file.slice(folder.displayPath.length + 1)
    const mistake =
      reference.target.to === 'entry'
        ? noEntry(reference.target, links.entries)
        : mistakeIn(reference, destination, workspace, known, from)
    if (!mistake || (mistake.code === 'no-url' && settings.unread.has('url'))) return []
    const severity = settings.broken === 'warn' && MAY_WAIT.has(mistake.code) ? 'warning' : 'error'
    return [problemAt(reference.file, reference.location, { ...mistake, severity })]
  })
  return [...broken, ...posts.flatMap((post) => linksToPosts(post, links, now)), ...unusedMedia(workspace)]
}

/** The mistakes that can be put right after the rest is published, with `broken: warn`. */
const MAY_WAIT = new Set<Mistake['code']>(['dangling-link', 'missing-file', 'outside-path'])

/** Tells whether there may be a mistake in it. */
function isDoubtful({ kind }: UrlReference, destination: Destination, { homeOf }: Links): boolean {
  const { kind: to } = destination
  if (kind === 'reference') return to !== 'post' && to !== 'entry'
  if (destination.kind === 'post') return kind !== 'link' || homeOf(destination.to).settings.url === undefined
  return to !== 'url' && to !== 'medium'
}

function mistakeIn(
  { kind, href }: UrlReference,
  destination: Destination,
  { folder, links }: Pick<LinkedWorkspace, 'folder' | 'links'>,
  known: KnownPaths,
  from: string,
): Mistake | undefined {
  if (kind === 'mention') return undefined
  switch (destination.kind) {
    case 'outside':
      return {
        code: 'outside-path',
        message: `The path ${quoted(decoded(href))} points outside the workspace.`,
        hint:
          kind === 'link' || kind === 'reference'
            ? 'Write its full URL, such as https://example.org/page.'
            : 'Put a copy of the file beside this one.',
      }
    case 'unknown-site':
      if (kind !== 'cover') return undefined
      return missingUrlPattern(folder, 'where that is', `${quoted(href)} belongs to the site, and `)
    case 'post':
      if (kind !== 'link') return notAFile(href, destination.to.relativePath, known)
      return missingEntryUrl(folder, links.homeOf(destination.to).settings)
    case 'nothing':
      return kind === 'link' || kind === 'reference'
        ? danglingLink(href, destination.path, known, from)
        : notAFile(href, destination.path, known)
  }
  return undefined
}

function noEntry({ slug, collections }: UrlTarget & { to: 'entry' }, { slugsOf }: Entries): Mistake {
  const message = `There is nothing called ${quoted(slug)} in ${collections.join(' or ')}.`
  return {
    code: 'dangling-link',
    message,
    hint: suggest(slug, slugsOf(collections), 'Write the slug of one.'),
  }
}

/** @param settings of the posts, or of the collection, that a link leads to */
function missingEntryUrl(folder: WorkspaceFolder, { url, collection }: Settings): Mistake | undefined {
  if (url !== undefined) return undefined
  if (!collection) return missingUrlPattern(folder, 'where posts are shown')
  const { name, single } = collection
  const message = `${folder.settings!.displayPath} does not say where ${name} are shown.`
  const hint = `Write url: https://example.org/${name}${single ? '' : '/{path}'} under collections.${name}.`
  return { code: 'no-url', message, hint }
}

/** @param what it does not say */
function missingUrlPattern({ settings, displayPath }: WorkspaceFolder, what: string, before = ''): Mistake {
  const file = settings?.displayPath ?? `${displayPath}/workspace.yml`
  const start = settings ? 'Add' : 'There is no such file yet: create it with'
  return {
    code: 'no-url',
    message: `${before}${file} does not say ${what}.`,
    hint: `${start} url: https://example.org/blog/{slug}${settings ? ' to it' : ''}.`,
  }
}

/** @param from the path of the file with the link */
function danglingLink(href: string, path: string, known: KnownPaths, from: string): Mistake {
  if (isTemplate(decoded(href))) return withTemplate('dangling-link', 'link', href)
  const otherwise = 'Write a path from this file, a page of the site such as /about, or a full URL.'
  const hint =
    (DOMAIN.test(href) ? write(href, [`https://${href}`], { isSure: false }) : undefined) ??
    bySlug(href, path, known, from) ??
    suggestion(href, path, known) ??
    (separatorHint(href) || otherwise)
  return { code: 'dangling-link', message: `The link ${quoted(decoded(href))} leads nowhere.`, hint }
}

function withTemplate(code: 'dangling-link' | 'missing-file', what: string, href: string): Mistake {
  const message = `The ${what} ${quoted(decoded(href))} has a template in it, which nothing fills in.`
  return { code, message, hint: 'Write the address itself.' }
}

/** `example.org` and `www.example.org/a`, rather than names of files. */
const DOMAIN =
  /^(?:www\.[a-z0-9-]+\.[a-z0-9.-]+|(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|app|edu|gov|eu|de|uk|fr))(?=[/?#:]|$)/i

/** The file of the post with the slug that a link names, as a path from the file with the link. */
function bySlug(href: string, path: string, { pathBySlug }: KnownPaths, from: string): Hint | undefined {
  const slug = basename(path).replace(/\.(?:html?|mdx?|markdown)$/i, '')
  const target = pathBySlug.get(slug.toLowerCase())
  return target === undefined ? undefined : otherPath(href, relative(dirname(from), target))
}

function notAFile(href: string, path: string, known: KnownPaths): Mistake {
  const code = 'missing-file'
  if (isTemplate(decoded(href))) return withTemplate(code, 'path', href)
  if (path.endsWith('.md'))
    return { code, message: `${quoted(decoded(href))} is not an image.`, hint: 'Name an image file.' }
  const domain = /^[a-z0-9-]+(\.[a-z0-9-]+)+\//i.test(href)
    ? `Write https://${href}, or put the file there.`
    : ''
  const hidden = path.split('/').some(isIgnored)
    ? 'Names that begin with _, . or ~$ are skipped: rename it.'
    : ''
  const kind = isMedia(path) ? '' : kindsHint(path)
  const hint =
    suggestion(href, path, known, { isFile: true }) ??
    ([separatorHint(href), hidden, domain, kind].find(Boolean) || 'Put the file there.')
  return { code, message: `There is no file ${quoted(decoded(href))}.`, hint }
}

/** Windows writes `\` between folders. */
function separatorHint(href: string): string {
  return /\\|%5c/i.test(href) ? 'Write / between folders.' : ''
}

/** The endings of files that are served, in place of one that is not. */
function kindsHint(path: string): string {
  if (/\.(?:avi|mov|m4v|mkv|mpe?g|ogv|wmv)$/i.test(path)) return 'Videos end in .mp4 or .webm.'
  if (/\.(?:aac|aiff?|flac|m4a|oga|ogg|opus|wav)$/i.test(path)) return 'Sounds end in .mp3 or .webm.'
  return 'Images end in .png, .jpg, .svg, .webp, .gif or .avif.'
}

/** The closest name in the same folder, not of a post if `isFile`, else the same name in another folder, else one with the same words anywhere. */
function suggestion(
  href: string,
  path: string,
  { namesByFolder, folderByName, likely }: KnownPaths,
  { isFile } = { isFile: false },
): Hint | undefined {
  const names = namesByFolder.get(dirname(path)) ?? []
  const near = nearest(basename(path), isFile ? names.filter((name) => !name.endsWith('.md')) : names)
  const folder = decoded(href.slice(0, href.lastIndexOf('/') + 1))
  if (near) return otherPath(href, folder + near)
  const pathTo = (file: string) => normalize(folder + relative(dirname(path), file))
  const elsewhere = folderByName.get(basename(path))
  if (elsewhere)
    return otherPath(href, pathTo(join(elsewhere, basename(path))), `There is one in ${elsewhere}.`)
  const alike = likely(path)
  return alike && otherPath(href, pathTo(alike), `Did you mean the file ${alike}?`)
}

/** Suggests another path for a link, whose query and fragment stay. */
function otherPath(href: string, path: string, words?: string): Hint {
  // A space ends a URL in markdown.
  const guess = path.replaceAll(' ', '%20')
  const suggestion = guessed(href, guess, href.replace(/^[^?#]*/, guess))
  return { ...suggestion, words: words ?? suggestion.words }
}

type KnownPaths = ReturnType<typeof knownPaths>

/** The paths that suggestions are taken from. */
function knownPaths(media: readonly string[], posts: readonly Pick<CheckedPost, 'relativePath' | 'names'>[]) {
  const paths = [...media, ...posts.map(({ relativePath }) => relativePath)]
  /** The slugs of posts, with aliases, in lower case. */
  const slugs = posts.flatMap(({ relativePath, names }) =>
    names
      .filter(({ kind }) => kind !== 'id')
      .map(({ value }): [string, string] => [value.toLowerCase(), relativePath]),
  )
  const namesByFolder = new Map<string, string[]>()
  /** The first folder that contains each name. */
  const folderByName = new Map<string, string>()
  for (const path of paths) {
    const [folder, name] = [dirname(path), basename(path)]
    const names = namesByFolder.get(folder)
    if (names) names.push(name)
    else namesByFolder.set(folder, [name])
    if (!folderByName.has(name)) folderByName.set(name, folder)
  }
  return { namesByFolder, folderByName, pathBySlug: new Map(slugs.toReversed()), likely: likelyPaths(paths) }
}

const NO_PATHS = knownPaths([], [])

/** Problems with links to posts that there are. */
function linksToPosts(
  { post: from, urls, relativePath }: CheckedPost,
  { destinationOf }: Links,
  now: Instant,
): Problem[] {
  return urls.flatMap((reference) => {
    const { kind, href, file, location } = reference
    const destination = destinationOf(reference)
    const to = destination.kind === 'post' ? destination.to : undefined
    // An image of a post is no link to it, and reported as such.
    if (!to?.post || kind === 'medium' || kind === 'cover') return []
    const mistakes = [
      kind === 'reference' && to.relativePath === relativePath && ITSELF,
      from && unseenYet(from, to.post, href, now, kind === 'reference' ? 'it is left out' : undefined),
      kind === 'link' && headingMistake(to, href),
    ]
    return mistakes.flatMap((mistake) => (mistake ? [problemAt(file, location, mistake)] : []))
  })
}

const ITSELF: Mistake = {
  code: 'dangling-link',
  message: 'This refers to the post that it is in.',
  hint: 'Name another.',
}

/** Warns of links from a published post to drafts, and to posts that appear later than that post and now. */
function unseenYet(
  from: BriefPost,
  to: BriefPost,
  href: string,
  now: Instant,
  otherwise = 'this link is plain text',
): Mistake | undefined {
  if (from.status === 'draft') return undefined
  const name = quoted(decoded(href))
  if (to.status === 'draft') {
    const message = `${name} is a draft: where drafts are left out, ${otherwise}.`
    return warning('draft-link', message, 'Publish it, or remove the link.')
  }
  const { publishedAt = now } = to
  if (publishedAt <= now || publishedAt <= (from.publishedAt ?? publishedAt)) return undefined
  const message = `${name} appears later than this post: until then, ${otherwise}.`
  return warning(
    'later-link',
    message,
    'Give this post a later date if it should have the link from the start.',
  )
}

function headingMistake(to: Brief, href: string): Mistake | undefined {
  const [path = '', fragment] = href.trim().split(/#(.*)/s)
  if (to.post!.status === 'draft' || fragment === undefined) return undefined
  return fragmentMistake(fragment, load(to).post!.anchors.all, path)
}

/** Media that nothing shows, in a collection neither; none if a post could not be read, since that one may show them. */
function unusedMedia({ settings, posts: own, links: { files, used, family } }: CheckedWorkspace): Problem[] {
  if (settings.collection) return []
  const posts = [...own, ...family.slice(1).flatMap((one) => one.posts.map(load))]
  if (posts.some(({ isRead }) => !isRead)) return []
  const lost = new Set(
    posts.flatMap(({ urls }) =>
      urls.map(({ kind, target }) => (kind === 'mention' && target.to === 'file' ? target.path : '')),
    ),
  )
  return [...files].flatMap(([path, { displayPath }]) => {
    if (used.has(path) || lost.has(path)) return []
    const message = 'This file is not used: no post, author or workspace.yml names it.'
    const hint = `Remove it, or name it _${basename(path)}.`
    return [problemAt(displayPath, WHOLE_FILE, { code: 'unused-file', severity: 'warning', message, hint })]
  })
}
