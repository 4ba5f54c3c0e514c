// Sums up a report of many posts in few lines: notes that say the same of several posts are one.
import type { ImportedPost, Note, NoteKind } from './source.ts'

export interface NoteGroup {
  kind: NoteKind
  /** The subject of the notes: `{% figure %}`. */
  about: string
  posts: number
  times: number
  /** True if it had captions, all of which are in the texts. */
  hasCaptions: boolean
  /** The first of the posts, with what is said of each. */
  examples: { file: string; message: string }[]
}

const MAX_EXAMPLES = 3

/** The kind of notes on posts that are drafts so that a build succeeds. */
export const WOULD_STOP = 'They would stop a build: their texts are code in drafts'

/** The kinds in order: what is not public comes first, then what needs looking at. The most frequent of a kind come first. */
const ORDER: readonly NoteKind[] = ['draft', 'changed', 'missing', 'left', 'dropped', 'mapped']

export function groupsOf(posts: readonly ImportedPost[]): NoteGroup[] {
  const groups = new Map<string, NoteGroup & { last: ImportedPost | undefined }>()
  for (const post of posts)
    for (const note of post.notes) {
      const about = (note.about ?? withoutDetails(note)).replace(/[.:]$/, '')
      const key = `${note.kind} ${about}`
      const group = groups.get(key) ?? {
        ...{ kind: note.kind, about, posts: 0, times: 0, hasCaptions: false },
        ...{ examples: [], last: undefined },
      }
      groups.set(key, group)
      group.times += note.times ?? 1
      group.hasCaptions ||= note.hasCaption ?? false
      if (group.last === post) continue
      group.last = post
      group.posts += 1
      if (group.examples.length < MAX_EXAMPLES)
        group.examples.push({ file: post.file, message: note.message })
    }
  return [...groups.values()]
    .map(({ last, ...group }) => group)
    .sort(
      (a, b) =>
        Number(b.about === WOULD_STOP) - Number(a.about === WOULD_STOP) ||
        ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
        b.posts - a.posts ||
        b.times - a.times,
    )
}

/** A message without addresses, numbers and the like. */
function withoutDetails({ message }: Note): string {
  return message.replace(/\S*[\d/{}<>"`]\S*/g, '…')
}

const TAGS: [tag: RegExp, kind: (name: string) => string][] = [
  [/^\{\{[<%]\s*\/?\s*([\w./-]+)/, (name) => `{{< ${name} >}}`],
  [/^\{%[-~]?\s*\/?\s*([\w./-]+)/, (name) => `{% ${name} %}`],
  [/^\{\{-?\s*([\w.-]+)/, (name) => `{{ ${name} }}`],
  [/^<\/?([\w.:-]+)/, (name) => `<${name}>`],
  [/^[\s>]*:{2,}\s*([\w-]+)/, (name) => `:::${name}`],
  [/^\[\/?([\w-]+)/, (name) => `[${name}]`],
  [/^(import|export)\b/, (name) => `${name} of MDX`],
  [/^\{:/, () => '{: … }'],
  [/^\{/, () => '{…}'],
]

/** A tag without its arguments: `{% figure src="a.png" %}` → `{% figure %}`. */
export function tagKind(source: string): string {
  for (const [pattern, kind] of TAGS) {
    const found = pattern.exec(source)
    if (found) return kind(found[1] ?? '')
  }
  return source.length > 60 ? `${source.slice(0, 60)}…` : source
}
