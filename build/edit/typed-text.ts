// Shows a post with another text while somebody types it: that text is compiled, all other files are as the last
// build has read them, and nothing is written.
import { normalise } from '../../packages/search/basics/normalise.ts'
import { postAddress } from '../../snapshot/format/address.ts'
import type { BuiltWorkspace, PostDetails } from '../../snapshot/types.ts'
import { withoutReferences, withTexts } from '../../snapshot/visibility/references.ts'
import { type Brief, load } from '../compile/brief.ts'
import { type CompiledWorkspace, compileAll } from '../compile/pool/pool.ts'
import { asShown, withBroken, withoutBroken } from '../desk/desk.ts'
import { type NotedProblem, noted } from '../desk/notes.ts'
import type { Environment } from '../environment/environment.ts'
import { crossFileProblems } from '../link/check.ts'
import type { LinkedWorkspace } from '../link/resolve.ts'
import { capped } from '../problems/cap.ts'
import { withFixes } from '../problems/fixes.ts'
import { lineStarts } from '../problems/location.ts'
import { inOrder, type Problem } from '../problems/problem.ts'
import { lineReader } from '../problems/source-lines.ts'
import { type Assembled, assemble } from '../publish/assemble.ts'
import { COLLECTIONS, KINDS } from '../workspace/collections.ts'
import { collectionName } from '../workspace/family.ts'
import { namedIn } from '../workspace/taxonomies.ts'
import { type FrontMatterForm, formOf } from './front-matter.ts'
import { jsonSchemas, schemaName } from './json-schema.ts'

/** The contents that the last build has read, for questions to its thread. */
export class LastRead {
  build: ReadBuild | undefined
}

interface ReadBuild {
  workspaces: readonly LinkedWorkspace[]
  problems: readonly Problem[]
  environment: Environment
  /** The address of the desk. */
  baseUrl: string | undefined
  /** Posts dated later are not visible yet. */
  now: number
}

/** A text of a post, with LF for line ends; the file, which need not be there yet, is relative to the folder of the workspace. */
export interface TypedText {
  workspace: string
  file: string
  text: string
}

export interface TypedPost extends FrontMatterForm {
  /** The post as in replies, with the desk's additions, but without counts; null if the desk would not show it. */
  post: object | null
  /** The problems of the file, with their places in the text. */
  problems: (NotedProblem & { from: number; to: number })[]
  /** The paths of media that it shows, by public name. */
  media: ReadonlyMap<string, string>
}

/** Returns the post of a typed text; `undefined` if there is no such workspace. */
export async function typedPost(
  { workspaces, problems, environment, baseUrl, now }: ReadBuild,
  { workspace: name, file, text }: TypedText,
): Promise<TypedPost | undefined> {
  const read = workspaces.find(({ settings }) => settings.folder === name)
  if (!read) return undefined
  const brief = await compiled(read, file, text)
  const linked = withPost(read, brief)
  const found = [...load(brief).problems, ...crossFileProblems(linked, now, brief)]
  const errors = [...problems.filter((one) => one.file !== brief.file), ...found]
  const broken = new Set(errors.flatMap(({ severity, file }) => (severity === 'error' ? file : [])))
  const shown = withoutBroken(withBroken(linked, broken), broken)
  const isShown = brief.post !== undefined && shown?.posts.includes(brief)
  const assembled = shown && isShown && assemble(shown, asShown(environment, baseUrl), undefined, brief).value
  const own = found.filter((one) => one.file === brief.file)
  return {
    post: assembled ? recordOf(assembled, shown) : null,
    problems: placed(own, text, read.folder.displayPath),
    media: new Map(Array.from(assembled ? assembled.files : [], ([name, { path }]) => [name, path])),
    ...formOf(text, file),
  }
}

/** Compiles with the limits of a build, which gives up on a text that takes too long. */
async function compiled(read: LinkedWorkspace, file: string, text: string): Promise<Brief> {
  const known = read.folder.posts.find(({ relativePath }) => relativePath === file)
  const paths = known ?? { displayPath: `${read.folder.displayPath}/${file}`, relativePath: file, path: file }
  const posts = [{ ...paths, bytes: Buffer.from(text) }]
  const [workspace] = await compileAll([{ ...read, folder: { ...read.folder, posts } }], () => {})
  return workspace!.posts[0]!
}

function withPost(read: LinkedWorkspace, brief: Brief): LinkedWorkspace {
  const before = read.posts.find(({ file }) => file === brief.file)
  const { destinationOf } = read.links
  return {
    ...read,
    posts: before ? read.posts.map((one) => (one === before ? brief : one)) : [...read.posts, brief],
    links: {
      ...read.links,
      posts: new Map(read.links.posts).set(normalise(brief.relativePath), brief),
      destinationOf(reference) {
        const destination = destinationOf(reference)
        const isOwn = destination.kind === 'post' && destination.to === before
        return isOwn ? { ...destination, to: brief } : destination
      },
    },
  }
}

function placed(found: readonly Problem[], text: string, folder: string): TypedPost['problems'] {
  const starts = lineStarts(text)
  const lineOf = lineReader(() => text)
  return withFixes(capped(inOrder(found)), () => text).map((problem) => {
    const from = starts[problem.line - 1]! + problem.column - 1
    return { ...noted(problem, folder, lineOf(problem)), from, to: from + problem.length }
  })
}

/** @param posts the only one that was assembled @param shown the workspace that it is of */
function recordOf({ posts: [post], ...lists }: Assembled, shown: LinkedWorkspace): object {
  const { meta, details, category = '', tags, redirects = [], publishedAt } = post!.load()
  const { cover, reading, descriptionIsExcerpt }: PostDetails = JSON.parse(details!)
  const { url, collection } = shown.settings
  const summaryOf = (slug: string) => {
    const { id, title } = load(shown.posts.find((one) => one.post?.slug === slug)!).post!
    return JSON.stringify({ collection: collectionName(shown), id, path: slug, title, url: null })
  }
  const texts = withTexts(
    JSON.stringify(meta),
    () => true,
    (html) => html,
  )
  const record: object = JSON.parse(withoutReferences([...texts].join(''), summaryOf))
  return {
    ...record,
    content: post!.texts().html,
    category: collection ? null : entryIn(lists.categories)(category),
    tags: tags.map(entryIn(lists.tags)),
    descriptionIsExcerpt,
    url:
      url === undefined
        ? null
        : postAddress(url, { slug: meta.slug, category: collection ? undefined : category, publishedAt }),
    aliases: redirects.map(({ from }) => from),
    cover,
    reading,
  }
}

/** Makes the function that gives an entry by its slug. */
function entryIn(list: BuiltWorkspace['tags' | 'categories']): (slug: string) => object {
  return (slug) => {
    const { declared: _, ...entry } = list.find((one) => one.slug === slug)!
    return entry
  }
}

/** Returns what a form for the front matter of a workspace's posts needs; `undefined` if there is no such workspace. */
export function formFor({ workspaces }: ReadBuild, name: string): object | undefined {
  const read = workspaces.find(({ settings }) => settings.folder === name)
  if (!read) return undefined
  const { settings, links } = read
  const [{ lists, folder, posts }] = links.family as [CompiledWorkspace]
  const references = posts.flatMap((post) => load(post).references)
  const named = KINDS.map((kind) => [
    COLLECTIONS[kind].list,
    (lists[kind] ?? namedIn(references, kind)).map(({ slug, name }) => ({ slug, name })),
  ])
  const declared = links.family.map((one) => [
    collectionName(one),
    one.posts.flatMap((each) => load(each).post ?? []).map(({ slug, title }) => ({ slug, name: title })),
  ])
  const schemas = jsonSchemas([settings])
  return {
    fields: settings.fields ?? [],
    titleField: settings.collection?.title ?? null,
    schema: schemas[schemaName(settings)] ?? schemas['post.schema.json'],
    entries: Object.fromEntries([...named, ...declared]),
    media: folder.media.map(({ relativePath }) => relativePath),
  }
}
