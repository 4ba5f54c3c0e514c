// Forms of a word: which terms share a stem, language by language. A stem has no posting list of its own: it leads to
// terms, and these to theirs.
import { termBase } from '../format/format.ts'
import { compareCodePoints } from '../format/order.ts'
import { fold } from './fold.ts'
import { BlockLines } from './line-blocks.ts'
import type { Entry } from './postings.ts'
import { isAlphabetic } from './runs.ts'
import type { Stem } from './stemmers.ts'

/** The longest word that is stemmed. */
const maxLength = 64

/** Whether a word has forms: none with digits or symbols has any, nor one in Chinese, Japanese or Korean. */
function isStemmable(word: string): boolean {
  return word.length <= maxLength && isAlphabetic(word)
}

/** As in the table; `undefined` for words without forms. */
export function stemOf(word: string, stem: Stem): string | undefined {
  if (!isStemmable(word)) return undefined
  return fold(stem(word)) || undefined
}

export interface Form {
  /** A number. */
  stem: number
  term: string
  /** The oldest post in the language that has the term. */
  oldest: Entry
}

export interface LanguageForms {
  language: string
  /** By number; their places in the order of code points. */
  stems: { terms: readonly string[]; ranks(): Uint32Array }
  /** Those of older posts first. */
  forms: readonly Form[]
}

/**
 * After a line that has the languages and no key, `language stem\tterm\toldest\tterm\toldest…\n` each, sorted; the forms of older posts
 * first.
 */
export function stemLines(languages: readonly LanguageForms[]): string {
  const sorted = languages
    .filter(({ forms }) => forms.length > 0)
    .sort((a, b) => compareCodePoints(a.language, b.language))
  let lines = `\t${sorted.map(({ language }) => language).join('\t')}\n`
  for (const { language, stems, forms } of sorted) {
    let last = -1
    for (const { stem, term, oldest } of byStem(forms, stems.ranks())) {
      if (stem !== last) lines += `${last < 0 ? '' : '\n'}${language} ${stems.terms[stem]}`
      lines += `\t${term}\t${oldest.toString(termBase)}`
      last = stem
    }
    if (last >= 0) lines += '\n'
  }
  return lines
}

/** Forms with the same stem stay in order. */
function byStem(forms: readonly Form[], ranks: Uint32Array): Form[] {
  const starts = new Uint32Array(ranks.length + 1)
  for (const { stem } of forms) starts[ranks[stem]! + 1]! += 1
  for (let rank = 1; rank < starts.length; rank++) starts[rank]! += starts[rank - 1]!
  const sorted = new Array<Form>(forms.length)
  for (const form of forms) sorted[starts[ranks[form.stem]!]!++] = form
  return sorted
}

export class StemTable extends BlockLines {
  /** The languages of all posts, visible or not. */
  languages(): string[] {
    return this.values(0)
  }

  /** The terms with a stem that occur in visible posts of the language, those of the oldest posts first: at most `most`. */
  forms(language: string, stem: string, visible: Entry, most: number): string[] {
    const key = `${language} ${stem}`
    const line = this.find(Buffer.from(key))
    if (line >= this.length || this.key(line) !== key) return []
    const values = this.values(line)
    const forms: string[] = []
    for (let i = 0; i < values.length && forms.length < most; i += 2) {
      if (Number.parseInt(values[i + 1]!, termBase) >= visible) break
      forms.push(Buffer.from(values[i]!, 'latin1').toString())
    }
    return forms
  }
}
