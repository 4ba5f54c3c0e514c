// Forms of a word: which terms share a stem, language by language. A stem has no posting list of its own: it leads to
// terms, and these to theirs.
import { termBase } from '../format/format.ts'
import { compareCodePoints } from '../format/order.ts'
import { SortedLines } from '../read/sorted-lines.ts'
import { NumberColumn } from './chains.ts'
import { fold } from './fold.ts'
import type { Entry } from './postings.ts'
import { isAlphabetic } from './runs.ts'
import type { Stem, Stemmers } from './stemmers.ts'
import type { NumberedTerms, Vocabulary } from './vocabulary.ts'

/** The longest word that is stemmed. */
const maxLength = 64

/** As in the table; `undefined` for words with digits or symbols, and in Chinese, Japanese or Korean. */
export function stemOf(word: string, stem: Stem): string | undefined {
  if (word.length > maxLength || !isAlphabetic(word)) return undefined
  return fold(stem(word)) || undefined
}

interface Form {
  term: string
  /** The oldest post in that language that has it. */
  oldest: Entry
}

/** Takes posts in ascending order of their entries. */
export class StemWriter {
  readonly #stemmers: Stemmers
  /** By language: the terms that were seen, and the forms of each stem. */
  readonly #languages = new Map<string, { seen: NumberColumn; stems: Map<string, Form[]> }>()

  readonly #vocabulary: Vocabulary

  constructor(stemmers: Stemmers, vocabulary: Vocabulary) {
    this.#stemmers = stemmers
    this.#vocabulary = vocabulary
  }

  add(entry: Entry, language: string, { numbers, spellings: { spelt = {} } }: NumberedTerms): void {
    const stem = this.#stemmers.get(language)
    if (stem === undefined) return
    const known = this.#languages.get(language) ?? { seen: new NumberColumn(), stems: new Map() }
    this.#languages.set(language, known)
    const { seen, stems } = known
    for (let place = 0; place < numbers.length; place++) {
      const number = numbers[place]!
      if (seen.at(number) > 0) continue
      seen.set(number, 1)
      const term = this.#vocabulary.terms[number]!
      const own = stemOf(spelt[place] ?? term, stem)
      if (own === undefined) continue
      const forms = stems.get(own)
      if (forms) forms.push({ term, oldest: entry })
      else stems.set(own, [{ term, oldest: entry }])
    }
  }

  /**
   * After a line with an empty key, `language stem\tterm\toldest\tterm\toldest…\n` each, sorted; the forms of older posts
   * first.
   */
  lines(): string {
    const lines: [key: string, line: string][] = []
    for (const [language, { stems }] of this.#languages) {
      for (const [stem, forms] of stems) {
        const key = `${language} ${stem}`
        const values = forms.map(({ term, oldest }) => `\t${term}\t${oldest.toString(termBase)}`)
        lines.push([key, `${key}${values.join('')}\n`])
      }
    }
    const sorted = lines.sort(([a], [b]) => compareCodePoints(a, b)).map(([, line]) => line)
    // The file is never empty, so that truncation is noticed.
    return `\t\n${sorted.join('')}`
  }
}

export class StemTable extends SortedLines {
  /** The languages of all posts, visible or not. */
  languages(): string[] {
    const languages: string[] = []
    for (let line = this.next(0); line < this.length; ) {
      const [language] = this.key(line).split(' ', 1)
      languages.push(language!)
      // The character right after a space.
      line = this.find(Buffer.from(`${language}!`))
    }
    return languages
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
