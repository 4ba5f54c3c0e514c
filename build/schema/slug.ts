// Slugs: what is valid, how file names become slugs, and how names and slugs are derived from each other.
import { normalise } from '../../packages/search/basics/normalise.ts'
import { type Mistake, quoted } from '../problems/problem.ts'
import type { Hint } from '../problems/suggest.ts'

/** `slugs` in workspace.yml: which names of posts are slugs. */
export type SlugStyle = 'strict' | 'relaxed'

/**
 * Letters and marks of any script that lower-casing leaves unchanged, digits and hyphens; in NFC. A relaxed one may also have
 * capitals, underscores, and dots between others.
 */
export function isSlug(text: string, style: SlugStyle = 'strict'): boolean {
  if (text !== normalise(text)) return false
  if (style === 'relaxed') return /^[\p{L}\p{M}\p{Nd}_-][\p{L}\p{M}\p{Nd}._-]*(?<!\.)$/u.test(text)
  return /^[\p{L}\p{M}\p{Nd}-]+$/u.test(text) && text === text.toLowerCase()
}

/** `text` as a slug; empty if none of its characters can be kept. */
export function slugify(text: string, style: SlugStyle = 'strict'): string {
  const isRelaxed = style === 'relaxed'
  return normalise(isRelaxed ? text : text.toLowerCase())
    .replace(/(?<=[\p{L}\p{Nd}])#/gu, ' sharp ')
    .replace(/(?<=[\p{L}\p{Nd}+])\+/gu, ' plus ')
    .replace(/['’]/g, '')
    .replace(isRelaxed ? /[^\p{L}\p{M}\p{Nd}._]+/gu : /[^\p{L}\p{M}\p{Nd}]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
}

/** Says why `text` is not a slug: a message that continues after its subject, and `hintFor` of a slug that would do. */
export function slugMistake(
  text: string,
  style: SlugStyle,
  hintFor: (slug: string) => Hint,
): Mistake | undefined {
  if (isSlug(text, style)) return undefined
  const fixed = slugify(text, style)
  const decomposed = fixed !== text && fixed === normalise(text)
  if (fixed.includes('\u034f') && !text.includes('\u034f')) {
    const message = `${quoted(text)} is not a slug: it has more than 30 combining marks in a row`
    return { code: 'bad-slug', message, hint: 'Remove some of them.' }
  }
  return {
    code: 'bad-slug',
    message: `${quoted(text)} is not a slug${decomposed ? ": its letters are not in Unicode's composed form (NFC)" : ''}`,
    hint: fixed === '' ? `A slug has ${PARTS[style]}.` : hintFor(fixed),
  }
}

/** The rest of a hint: how `text` would be a slug as it is. */
export function orRelaxed(text: string, style: SlugStyle): string {
  return style === 'strict' && isSlug(text, 'relaxed') ? ', or slugs: relaxed in workspace.yml' : ''
}

const PARTS = {
  strict: 'lower-case letters, digits and hyphens',
  relaxed: 'letters, digits, hyphens, underscores, and dots between them',
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
