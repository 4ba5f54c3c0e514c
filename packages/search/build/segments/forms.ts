// Forms of words, language by language: the oldest post in a language that has a term decides of which word it is a form, since it is
// that post's spelling that is stemmed.

import { type Segment, SegmentForms } from './segment.ts'

/**
 * Forms by language: for each term the oldest post that has it, the term's number, and that of its spelling there. They are in the order
 * of posts, and of the words of each.
 */
export type Forms = ReadonlyMap<string, Uint32Array>

/** Numbers of each. */
export const formWidth = 3

export function formsIn(segments: readonly Segment[]): Forms {
  const all = new Map<string, { seen: Set<number>; forms: number[] }>()
  let first = 0
  for (const segment of segments) {
    for (const part of segment.forms) {
      const { language } = part
      const own = all.get(language) ?? { seen: new Set<number>(), forms: [] }
      all.set(language, own)
      const form = new SegmentForms(segment, part)
      while (form.next()) {
        if (own.seen.has(form.number)) continue
        own.seen.add(form.number)
        own.forms.push(first + form.entry, form.number, form.spelt)
      }
    }
    first += segment.posts
  }
  return new Map([...all].map(([language, { forms }]) => [language, Uint32Array.from(forms)]))
}
