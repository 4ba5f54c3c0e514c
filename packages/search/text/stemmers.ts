// The languages in which forms of a word are recognised: each has a stemmer. English is there from the start; the others are loaded
// when they are needed.
import { stemmer as english } from '@orama/stemmers/english'

/** Takes a lower-case word, with accents, and returns what its forms have in common. */
export type Stem = (word: string) => string

/** Stemmers by language: the first part of a language tag. */
export type Stemmers = ReadonlyMap<string, Stem>

const loaders: Record<string, () => { stemmer: Stem } | Promise<{ stemmer: Stem }>> = {
  ar: () => import('@orama/stemmers/arabic'),
  bg: async () => withLetters(await import('@orama/stemmers/bulgarian')),
  da: () => import('@orama/stemmers/danish'),
  de: () => import('@orama/stemmers/german'),
  el: () => import('@orama/stemmers/greek'),
  en: () => ({ stemmer: english }),
  es: () => import('@orama/stemmers/spanish'),
  fi: () => import('@orama/stemmers/finnish'),
  fr: () => import('@orama/stemmers/french'),
  ga: () => import('@orama/stemmers/irish'),
  hi: () => import('@orama/stemmers/indian'),
  hu: () => import('@orama/stemmers/hungarian'),
  hy: () => import('@orama/stemmers/armenian'),
  id: () => import('@orama/stemmers/indonesian'),
  it: () => import('@orama/stemmers/italian'),
  lt: () => import('@orama/stemmers/lithuanian'),
  nb: () => import('@orama/stemmers/norwegian'),
  ne: () => import('@orama/stemmers/nepali'),
  nl: () => import('@orama/stemmers/dutch'),
  nn: () => import('@orama/stemmers/norwegian'),
  no: () => import('@orama/stemmers/norwegian'),
  pt: () => import('@orama/stemmers/portuguese'),
  ro: () => import('@orama/stemmers/romanian'),
  ru: () => import('@orama/stemmers/russian'),
  sr: () => import('@orama/stemmers/serbian'),
  sv: () => import('@orama/stemmers/swedish'),
  ta: () => import('@orama/stemmers/tamil'),
  tr: () => import('@orama/stemmers/turkish'),
  uk: () => import('@orama/stemmers/ukrainian'),
}

/**
 * Wraps a stemmer that replaces letters of its word, as the Java code it was translated from does: JavaScript throws where a string is
 * to be changed.
 */
function withLetters({ stemmer }: { stemmer: Stem }): { stemmer: Stem } {
  const substring = function (this: string[], from: number, to: number) {
    return this.slice(from, to).join('')
  }
  return { stemmer: (word) => stemmer(Object.assign(word.split(''), { substring }) as unknown as string) }
}

/** `de` for `de-AT`. */
export function languageOf(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase()
}

/** The stemmers of those languages that have one. */
export async function loadStemmers(languages: Iterable<string>): Promise<Stemmers> {
  const loaded = new Map<string, Stem>()
  for (const language of new Set(languages)) {
    if (!Object.hasOwn(loaders, language)) continue
    const { stemmer } = await loaders[language]!()
    loaded.set(language, stemmer)
  }
  return loaded
}
