// Suggestions of what to write instead: in words, and as data from which a fix is made.
import { nearest } from '../../snapshot/nearest.ts'

/** Another key, another value, or both. */
export interface Instead {
  words: string
  key?: [written: string, meant: string]
  /** A text, or a list of one; and what may be meant: texts, a list, or a mapping. */
  value?: [written: unknown, ...meant: unknown[]]
  /** True if nobody has to be asked. */
  isSure: boolean
}

/** A hint is only words if nothing can be replaced. */
export type Hint = string | Instead

/** `Did you mean "…"?`, or `otherwise` if no known word is close. */
export function didYouMean(word: string, known: Iterable<string>, otherwise = ''): string {
  return wordsOf(suggest(word, known, otherwise))
}

/** Suggests the nearest of the known texts for a text in a file. */
export function suggest(written: string, known: Iterable<string>, otherwise = ''): Hint {
  const guess = nearest(written, known)
  return guess === undefined ? otherwise : guessed(written, guess)
}

/** @param text with what is not part of the guess */
export function guessed(written: string, guess: string, text = guess): Instead {
  return { words: `Did you mean "${guess}"?`, value: [written, text], isSure: false }
}

/** @param isSure whether nothing else can be meant @param more comes before the full stop */
export function write(
  written: unknown,
  texts: readonly string[],
  { isSure, more = '' }: { isSure: boolean; more?: string },
): Instead {
  return { words: `Write ${texts.join(' or ')}${more}.`, value: [written, ...texts], isSure }
}

export function writeKey(written: string, key: string, words = `Write ${key}.`): Instead {
  return { words, key: [written, key], isSure: true }
}

export function wordsOf(hint: Hint): string {
  return typeof hint === 'string' ? hint : hint.words
}

/** Writes a value as YAML, wherever it is in a line or in brackets. @param quote around a text that needs none */
export function yamlText(value: unknown, quote = ''): string {
  if (Array.isArray(value)) return `[${value.map((item) => yamlText(item)).join(', ')}]`
  const text = String(value)
  return PLAIN.test(text) ? quote + text + quote : JSON.stringify(text)
}

/** Text that needs no quotes there. */
export const PLAIN = /^(?!null$)[\p{L}\p{N}./](?:[\p{L}\p{N} ._/+-]|:(?=[\p{L}\p{N}/]))*(?<! )$/iu
