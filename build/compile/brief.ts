// What every build asks of each file: of one that is as it was, it is known without reading what else it became.
import { sha256 } from '../../snapshot/format/format.ts'
import type { Brief, CompiledFile } from './compile.ts'

/** `undefined` for a post without a date: it gets another one with each build. */
export function briefOf(file: CompiledFile): Brief | undefined {
  const { post, problems } = file
  if (post && post.publishedAt === undefined) return undefined
  return {
    face: faceOf(file),
    hasProblems: problems.length > 0,
    isSelfContained: isSelfContained(file),
    post: post && {
      slug: ownText(post.slug),
      status: post.status,
      language: ownText(post.language),
      publishedAt: post.publishedAt!,
      hasAliases: post.aliases.length > 0,
    },
  }
}

/** What was cut out of a text keeps all of that text in memory. */
function ownText(text: string): string {
  return Buffer.from(text).toString()
}

/** Whether all that it refers to is on other sites: then its texts depend on no other file. */
export function isSelfContained(file: CompiledFile): boolean {
  if (file.brief) return file.brief.isSelfContained
  const { urls, post } = file
  return urls.every(({ target }) => target.to === 'elsewhere') && (post?.markdownLinks.length ?? 0) === 0
}

/** What is of no importance to other files, nor to what a file is checked for against them. */
const OWN: ReadonlySet<string> = new Set([
  'anchors',
  'brief',
  'content',
  'description',
  'details',
  'digest',
  'fields',
  'htmlLinks',
  'key',
  'location',
  'problems',
  'title',
])

/** Hexadecimal digits: stands for all that checks across files look at, besides the places that they report. */
export function faceOf(file: CompiledFile): string {
  if (file.brief) return file.brief.face
  const anchors = file.post?.anchors
  // Those of a kept file are read when they are asked for, so they are no part of its JSON.
  const ids = anchors && [[...anchors.all], [...anchors.prefixed]]
  return sha256(JSON.stringify([file, ids], (key, value) => (OWN.has(key) ? undefined : value))).slice(0, 32)
}
