// Writes the files of a workspace beside its posts: settings, lists, and authors.
import type { FieldShape } from '../snapshot/types.ts'
import type { EarlierPost, EarlierWorkspace } from './earlier/read.ts'
import type { InferredType } from './frontmatter/fields.ts'
import type { Labels } from './frontmatter/labels.ts'
import type { ImportedAuthor } from './frontmatter/people.ts'
import type { MediaPlan } from './media.ts'
import type { FoundPattern } from './pattern.ts'
import type { SourceSite } from './source.ts'
import { yamlText } from './write/frontmatter.ts'

/** The types of custom fields, those of posts that stay among them. */
export function allFields(
  types: ReadonlyMap<string, InferredType>,
  stays: readonly EarlierPost[],
  earlier: EarlierWorkspace | undefined,
): Map<string, object> {
  const fields = new Map<string, object>([...types].map(([name, type]) => [name, { type }]))
  const own = stays.length > 0 ? (earlier?.settings.fields ?? []) : []
  for (const { name, type, ...shape } of own)
    if (!fields.has(name) && type !== 'unknown') fields.set(name, writtenShape({ type, ...shape }))
  return fields
}

/** Writes a definition as settings have it; whether it is required was up to the posts that had it. */
function writtenShape({ required: _, of, fields, ...shape }: FieldShape): object {
  const inner = fields?.map(({ name, ...one }) => [name, writtenShape(one)] as const)
  return {
    ...shape,
    ...(of && { of: writtenShape(of) }),
    ...(inner && { fields: Object.fromEntries(inner) }),
  }
}

export function siteName({ title, url }: SourceSite): string | undefined {
  return title?.trim() || (url && new URL(url).host.replace(/^www\./, ''))
}

export function patternComment({ pattern, right, posts }: FoundPattern): string {
  return `# This gives the addresses of ${right} of ${posts} posts, so it is for you to decide:\n# url: ${pattern}\n`
}

export function labelsText({ names }: Labels): string {
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1))
  return yamlText(Object.fromEntries(sorted.map(([slug, name]) => [slug, { name }])))
}

export function authorText(
  { name, role, bio, image, socials }: ImportedAuthor,
  { tree }: SourceSite,
  media: MediaPlan,
): string {
  const file =
    image && !/^https?:/.test(image) ? tree.mediaNamed(image.replace(/^(?:\.{0,2}\/)+/, ''))[0] : undefined
  const copied = file && media.add(file, undefined)
  const picture =
    image && /^https?:/.test(image) ? image : typeof copied === 'string' ? `../${copied}` : undefined
  return yamlText({ name, role, bio, image: picture, socials: socials.length > 0 ? socials : undefined })
}
