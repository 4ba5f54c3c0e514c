// Finds the parts of code that have a meaning.
import type { ShikiPrimitive } from 'shiki/core'
import { NUMBERED, nameOf } from './classes.ts'
import { opened, shiki } from './shiki.ts'

export interface CodeSpan {
  /** The place in UTF-16 units; no span has a line break in it. */
  from: number
  to: number
  name: string
}

/** The limit for all texts of a post, in milliseconds of the processor: C++ needs a tenth of it to have its patterns translated, once in a thread. */
export const MAX_TIME = 20_000
/** The longest line in colours, in UTF-16 units. Many patterns take quadratic time for a longer one, which stays plain. */
export const MAX_LINE = 2_000
/** The number of languages that are kept for other texts. */
const MAX_LANGUAGES = 16
const MAX_PATTERNS = 10_000

const OPTIONS = { tokenizeTimeLimit: 0, tokenizeMaxLineLength: MAX_LINE + 1, theme: NUMBERED.name }

/** Runs `work`, and returns whether it ended within so many milliseconds of the processor; else it is stopped, and may be run again. */
export type Within = (milliseconds: number, work: () => void) => boolean

/** A reader for all texts of a thread. */
export class CodeReader {
  readonly #languages = new Map<string, ShikiPrimitive>()
  readonly #within: Within
  readonly #patterns = new Map<string, RegExp | Error>()

  constructor(within: Within) {
    this.#within = within
  }

  /**
   * Returns the spans in order, which depend on the text and its language alone, or `undefined` for a text that takes too long or is
   * nested too deeply.
   * @param time how long it may take, in milliseconds of the processor
   */
  spans(code: string, language: string, time: number): CodeSpan[] | undefined {
    let spans: CodeSpan[] = []
    const options = { ...OPTIONS, lang: language }
    try {
      const isDone = this.#within(time, () => {
        const own = this.#opened(language)
        // One that is stopped may be in any state.
        this.#languages.delete(language)
        spans = named(shiki().codeToTokensBase(own, code, options).flat())
        this.#languages.set(language, own)
      })
      return isDone ? spans : undefined
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

  #opened(language: string): ShikiPrimitive {
    if (this.#patterns.size > MAX_PATTERNS) this.#patterns.clear()
    if (this.#languages.size > MAX_LANGUAGES) this.#languages.clear()
    const own = this.#languages.get(language) ?? opened(language, NUMBERED, this.#patterns)
    this.#languages.set(language, own)
    return own
  }
}

/** Neighbours of one name are one. */
function named(all: readonly { content: string; offset: number; color?: string }[]): CodeSpan[] {
  const spans: CodeSpan[] = []
  for (const { content, offset: from, color } of all) {
    const name = nameOf(color)
    const last = spans.at(-1)
    const to = from + content.length
    if (last?.to === from && last.name === name) last.to = to
    else if (name) spans.push({ from, to, name })
  }
  return spans
}
