// Writes the files of a workspace beside its posts: settings, lists, and authors.
import { writtenFields } from '../snapshot/item-shape.ts'
import { many } from '../snapshot/printable.ts'
import type { FieldShape } from '../snapshot/types.ts'
import type { EarlierPost, EarlierWorkspace } from './earlier/read.ts'
import { type DefinedField, FOR_PROGRAM, type OwnFields } from './frontmatter/fields.ts'
import { folded } from './frontmatter/keyed.ts'
import type { Labels } from './frontmatter/labels.ts'
import type { ImportedAuthor } from './frontmatter/people.ts'
import { addToList, some } from './lists.ts'
import type { MediaPlan } from './media.ts'
import type { FoundPattern } from './pattern.ts'
import { type Note, noteOf, nounOf, type SourceSite } from './source.ts'
import { yamlText } from './write/frontmatter.ts'

/** Returns the definitions of custom fields, those of posts that stay among them: whether they are required was up to these. */
export function allFields(
  defined: readonly DefinedField[],
  stays: readonly EarlierPost[],
  earlier: EarlierWorkspace | undefined,
): Record<string, unknown> | undefined {
  const own = stays.length > 0 ? (earlier?.settings.fields ?? []) : []
  const names = new Set(defined.map(({ name }) => name.toLowerCase()))
  const others = own.filter(({ name, type }) => !names.has(name.toLowerCase()) && type !== 'unknown')
  const fields = [...defined, ...others].map((one) => ({ ...one, required: false }))
  return fields.length > 0 ? writtenFields(fields) : undefined
}

/** Says which keys became fields, and which did not, with the number of posts that have them. */
export function fieldNotes(
  workspace: string,
  fields: ReadonlyMap<string, OwnFields>,
  chosen: readonly string[],
): Note[] {
  const notes = [...fields].flatMap(([home, own]) =>
    notesOnFields(home === 'posts' ? workspace : `${workspace}/${home}`, home, own),
  )
  const known = [...fields.values()].flatMap(({ defined, left }) => [...defined, ...left])
  const keys = new Set(known.map(({ key }) => folded(key)))
  const unknown = chosen.filter((one) => !/^(?:all|none)$/.test(one) && !keys.has(folded(one)))
  if (unknown.length > 0)
    notes.push(noteOf('missing', `${workspace}: no post has ${unknown.join(', ')}, which --fields names.`))
  return notes
}

function notesOnFields(name: string, home: string, { defined, left }: OwnFields): Note[] {
  const counted = (posts: number) => many(posts, ...nounOf(home))
  const notes: Note[] = []
  if (defined.length > 0) {
    const listed = defined.map((one) => {
      const from = one.name === one.key ? '' : `, from ${one.key}`
      return `${one.name} (${typeName(one)}${from}, ${counted(one.posts)})`
    })
    const what = `${name}: defined ${many(defined.length, 'field')} of your own`
    notes.push(noteOf('mapped', `${what}: ${some(listed, MAX_NAMED)}.`))
  }
  const reasons = new Map<string, string[]>()
  for (const { key, why, posts } of left) addToList(reasons, why, `${key} (${counted(posts)})`)
  for (const [why, listed] of reasons) {
    const what = `${name}: ${many(listed.length, 'key became no field', 'keys became no fields')}`
    notes.push(
      noteOf(why === FOR_PROGRAM ? 'mapped' : 'dropped', `${what} (${why}): ${some(listed, MAX_NAMED)}.`),
    )
  }
  return notes
}

function typeName({ type, of, fields }: FieldShape): string {
  return type === 'list' && (of || fields) ? `list of ${of ? typeName(of) : 'object'}s` : type
}

const MAX_NAMED = 20

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
