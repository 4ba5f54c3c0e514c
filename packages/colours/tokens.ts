// Which parts of code are what.
import type { ShikiPrimitive } from 'shiki/core'
import { NUMBERED, nameOf } from './classes.ts'
import { opened, shiki } from './shiki.ts'

export interface Token {
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
export class Tokenizer {
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
  tokens(code: string, language: string): Token[] | undefined {
    for (let stops = 0, last = Number.POSITIVE_INFINITY; stops < MAX_STOPS; ) {
      const known = this.#patterns.size
      const [started, before] = [performance.now(), process.cpuUsage()]
      const tokens = this.#tokensWithin(STOP, code, language)
      const { user, system } = process.cpuUsage(before)
      // Other threads use the processor, and other programs take it away.
      const time = Math.min(performance.now() - started, (user + system) / 1000)
      if (tokens && time <= MAX_TIME) return tokens
      if (tokens ? time > 0.7 * last : this.#patterns.size === known) return undefined
      if (tokens) last = time
      else stops++
    }
    return undefined
  }

  #tokensWithin(limit: number, code: string, language: string): Token[] | undefined {
    const tokens: Token[] = []
    this.#opened(language)
    const isDone = this.#within(limit, () => {
      const own = this.#opened(language)
      // One that was stopped may be in any state.
      this.#languages.delete(language)
      const lines = shiki().codeToTokensBase(own, code, { ...OPTIONS, lang: language })
      tokens.splice(0, tokens.length, ...named(lines.flat()))
      this.#languages.set(language, own)
    })
    return isDone ? tokens : undefined
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
function named(all: readonly { content: string; offset: number; color?: string }[]): Token[] {
  const tokens: Token[] = []
  for (const { content, offset: from, color } of all) {
    const name = nameOf(color)
    const last = tokens.at(-1)
    const to = from + content.length
    if (last?.to === from && last.name === name) last.to = to
    else if (name) tokens.push({ from, to, name })
  }
  return tokens
}
