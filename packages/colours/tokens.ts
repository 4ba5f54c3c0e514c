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

/** In milliseconds, of the processor, for one text. */
export const MAX_TIME = 50
/** The first times take longer: V8 compiles a pattern when it is first used, and again when it is used once more. */
const TIMES = 3
/** Until it is stopped, at first and, as long as patterns are made of what the language needs, at last. */
const MIN_STOP = 1_000
const MAX_STOP = 16_000
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

  /** In order; `undefined` if it takes too long. */
  tokens(code: string, language: string): Token[] | undefined {
    let times = 0
    for (let limit = MIN_STOP; times < TIMES && limit <= MAX_STOP; ) {
      const known = this.#patterns.size
      const [started, before] = [performance.now(), process.cpuUsage()]
      const tokens = this.#tokensWithin(limit, code, language)
      const { user, system } = process.cpuUsage(before)
      // Other threads use the processor, and other programs take it away.
      if (tokens && Math.min(performance.now() - started, (user + system) / 1000) <= MAX_TIME) return tokens
      if (tokens) times++
      else if (this.#patterns.size > known) limit *= 2
      else return undefined
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
