// Slugs: what is valid, how file names become slugs, and how names and slugs are derived from each other.
import { type Mistake, quoted } from '../problems/problem.ts'

/**
 * Letters and marks of any script that lower-casing leaves unchanged, digits and hyphens; in NFC.
 */
export function isSlug(text: string): boolean {
  return /^[\p{L}\p{M}\p{Nd}-]+$/u.test(text) && text === text.toLowerCase() && text === text.normalize('NFC')
}

/** `text` as a slug; empty if none of its characters can be kept. */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/(?<=[\p{L}\p{Nd}])#/gu, ' sharp ')
    .replace(/(?<=[\p{L}\p{Nd}+])\+/gu, ' plus ')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{Nd}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** Why `text` is not a slug: a message that continues after its subject, and `hintFor` of a slug that would do. */
export function slugMistake(text: string, hintFor: (slug: string) => string): Mistake | undefined {
  if (isSlug(text)) return undefined
  const fixed = slugify(text)
  const decomposed = fixed !== text && fixed === text.normalize('NFC')
  return {
    code: 'bad-slug',
    message: `${quoted(text)} is not a slug${decomposed ? ": its letters are not in Unicode's composed form (NFC)" : ''}`,
    hint: fixed === '' ? 'A slug has lower-case letters, digits and hyphens.' : hintFor(fixed),
  }
}

/** `design-systems` → `Design systems`. */
export function nameOfSlug(slug: string): string {
  const [first = '', ...rest] = slug.replaceAll('-', ' ').trim()
  return first.toUpperCase() + rest.join('')
}

/**
 * The slug that a file's path gives, not yet validated: the name without `.md` (for `index.md`, the folder's name) and
 * without a leading date. `path` uses `/`.
 */
export function slugOfFile(path: string): string {
  const parts = path.split('/')
  const file = parts.pop()!.replace(/\.md$/, '')
  const name = file === 'index' ? (parts.pop() ?? file) : file
  return name.replace(/^\d{4}-\d{2}-\d{2}-(?=.)/u, '')
}
