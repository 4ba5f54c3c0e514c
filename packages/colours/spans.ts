// Which parts of code are what.
import type { ShikiPrimitive } from 'shiki/core'
import { NUMBERED, nameOf } from './classes.ts'
import { opened, shiki } from './shiki.ts'

export interface CodeSpan {
  /** In UTF-16 units; none has a line break in it. */
  from: number
  to: number
  name: string
}

/** In milliseconds of the processor, for one text. */
export const MAX_TIME = 50
/** It is stopped after that, and tried again as long as patterns are made of what its language needs, but not more often. */
const STOP = 1_000
const MAX_STOPS = 12
/** What is kept for other texts. */
const MAX_LANGUAGES = 16
const MAX_PATTERNS = 10_000

const OPTIONS = { tokenizeTimeLimit: 0, tokenizeMaxLineLength: 0, theme: NUMBERED.name }

/** Runs `work`, and returns whether it ended within so many milliseconds of the processor; else it is stopped, and may be run again. */
export type Within = (milliseconds: number, work: () => void) => boolean

/** For all texts of a thread. */
export class CodeReader {
  readonly #languages = new Map<string, ShikiPrimitive>()
  readonly #within: Within
  readonly #patterns = new Map<string, RegExp | Error>()

  constructor(within: Within) {
    this.#within = within
  }

  /**
   * In order; `undefined` if it takes too long. The first times take longer: V8 compiles a pattern when it is first used, and again when
   * it is used once more.
   */
  spans(code: string, language: string): CodeSpan[] | undefined {
    for (let stops = 0, times: number[] = []; stops < MAX_STOPS; ) {
      const known = this.#patterns.size
      const [started, before] = [performance.now(), process.cpuUsage()]
      const spans = this.#spansWithin(STOP, code, language)
      const { user, system } = process.cpuUsage(before)
      // Other threads use the processor, and other programs take it away.
      const time = Math.min(performance.now() - started, (user + system) / 1000)
      if (spans && time <= MAX_TIME) return spans
      const [, last = Number.POSITIVE_INFINITY] = times
      if (spans ? time > 0.7 * last : this.#patterns.size === known) return undefined
      if (spans) times = [time, ...times]
      else stops++
    }
    return undefined
  }

  #spansWithin(limit: number, code: string, language: string): CodeSpan[] | undefined {
    const spans: CodeSpan[] = []
    this.#opened(language)
    try {
      const isDone = this.#within(limit, () => {
        const own = this.#opened(language)
        // One that was stopped may be in any state.
        this.#languages.delete(language)
        const lines = shiki().codeToTokensBase(own, code, { ...OPTIONS, lang: language })
        spans.splice(0, spans.length, ...named(lines.flat()))
        this.#languages.set(language, own)
      })
      return isDone ? spans : undefined
    } catch (error) {
      // It is nested too deeply.
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
