// Forms of a word: which terms share a stem, language by language. A stem has no posting list of its own: it leads to
// terms, and these to theirs.
import { termBase } from '../format/format.ts'
import { sortByCodePoints } from '../format/order.ts'
import { SortedLines } from '../read/sorted-lines.ts'
import { fold } from './fold.ts'
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

interface Form {
  term: string
  /** The oldest post in that language that has it. */
  oldest: Entry
}

/** Takes terms in the order in which posts first have them, the oldest first. */
export class StemWriter {
  /** By language: the forms of each stem. */
  readonly #languages = new Map<string, Map<string, Form[]>>()

  /**
   * @param own its stem, as its oldest post in that language spells it
   * @param oldest that post
   */
  add(language: string, own: string, term: string, oldest: Entry): void {
    const stems = this.#languages.get(language) ?? new Map<string, Form[]>()
    this.#languages.set(language, stems)
    const forms = stems.get(own)
    if (forms) forms.push({ term, oldest })
    else stems.set(own, [{ term, oldest }])
  }

  /**
   * After a line with an empty key, `language stem\tterm\toldest\tterm\toldest…\n` each, sorted; the forms of older posts
   * first.
   */
  lines(): string {
    const lines: string[] = []
    for (const [language, stems] of this.#languages) {
      for (const [stem, forms] of stems) {
        let line = `${language} ${stem}`
        for (const { term, oldest } of forms) line += `\t${term}\t${oldest.toString(termBase)}`
        lines.push(`${line}\n`)
      }
    }
    // A tab is before all that stems consist of. The file is never empty, so that truncation is noticed.
    return `\t\n${sortByCodePoints(lines).join('')}`
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
