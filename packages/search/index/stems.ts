// Forms of a word: which terms share a stem, language by language. A stem has no posting list of its own: it leads to
// terms, and these to theirs.

import { fold } from '../basics/fold.ts'
import { compareCodePoints } from '../basics/order.ts'
import { numberBase } from '../basics/sorted-lines.ts'
import { isAlphabetic } from '../text/runs.ts'
import type { Stem } from '../text/stemmers.ts'
import { NumberWriter } from './bytes.ts'
import { BlockLines } from './line-blocks.ts'
import type { Entry } from './postings.ts'

/** The longest word that is stemmed. */
const maxLength = 64

/** Tells whether a word has forms: none with digits or symbols has any, nor one of an unspaced script. */
function isStemmable(word: string): boolean {
  return word.length <= maxLength && isAlphabetic(word)
}

/** Returns the stem as in the table; `undefined` for words without forms. */
export function stemOf(word: string, stem: Stem): string | undefined {
  if (!isStemmable(word)) return undefined
  return fold(stem(word)) || undefined
}

export interface LanguageForms {
  language: string
  /** Stems by number; their places in the order of code points. */
  stems: { terms: readonly string[]; ranks(): Uint32Array }
  /**
   * Terms with stems, those of older posts first: of each the number of its stem, its own, and the oldest post in the language that
   * has it.
   */
  forms: Uint32Array
}

/** Numbers of each form. */
const width = 3

/**
 * After a line that has the languages and no key, `language stem\tterm\toldest\tterm\toldest…\n` each, sorted; the forms of older posts
 * first.
 * @param terms by number
 */
export function stemLines(languages: readonly LanguageForms[], terms: readonly string[]): Uint8Array {
  const sorted = languages
    .filter(({ forms }) => forms.length > 0)
    .sort((a, b) => compareCodePoints(a.language, b.language))
  const lines = new NumberWriter(1 << 16)
  /** The digits of each post, which repeat. */
  const digits: string[] = []
  lines.text(`\t${sorted.map(({ language }) => language).join('\t')}\n`)
  for (const own of sorted) {
    const { language, stems, forms } = own
    const key = `${language} `
    let last = -1
    for (const at of byStem(own)) {
      const stem = forms[at]!
      if (stem !== last) {
        lines.text(last < 0 ? key : `\n${key}`)
        lines.text(stems.terms[stem]!)
        last = stem
      }
      lines.text('\t')
      lines.text(terms[forms[at + 1]!]!)
      const oldest = forms[at + 2]!
      digits[oldest] ??= `\t${oldest.toString(numberBase)}`
      lines.text(digits[oldest])
    }
    lines.push(newline)
  }
  return lines.bytes.subarray(0, lines.length)
}

const newline = 10

/** Returns where forms begin; those with the same stem stay in order. */
function byStem({ forms, stems }: LanguageForms): Uint32Array {
  const ranks = stems.ranks()
  const starts = new Uint32Array(ranks.length + 1)
  for (let at = 0; at < forms.length; at += width) starts[ranks[forms[at]!]! + 1]! += 1
  for (let rank = 1; rank < starts.length; rank++) starts[rank]! += starts[rank - 1]!
  const sorted = new Uint32Array(forms.length / width)
  for (let at = 0; at < forms.length; at += width) sorted[starts[ranks[forms[at]!]!]!++] = at
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
      if (Number.parseInt(values[i + 1]!, numberBase) >= visible) break
      forms.push(Buffer.from(values[i]!, 'latin1').toString())
    }
    return forms
  }
}
