// Normal forms of texts that anyone may have written.
import { lazyPattern } from './lazy.ts'

/**
 * `text.normalize(form)` in linear time. V8 sorts a run of combining marks by insertion, in native code that no time limit stops:
 * 120,000 of them take ten seconds. Long runs are therefore broken as in the Stream-Safe Text Format of UAX #15: by U+034F, the
 * invisible combining grapheme joiner, wherever more than 30 non-starters would follow each other in the NFKD form.
 */
export function normalise(text: string, form: 'NFC' | 'NFD' | 'NFKD' = 'NFC'): string {
  return (notPlain.test(text) ? text.replace(longRun(), streamSafe) : text).normalize(form)
}

/** The shortest run of characters that are not Latin, Greek, Cyrillic, Chinese or Korean: ordinary words are told by this alone. */
const notPlain = /[^\0-\u02ff\u0370-\u0482\u3400-\u9fff\uac00-\ud7a3]{14}/

/**
 * Marks that may be more than 30 non-starters, with the letter in front: it brings at most three, and a mark becomes at most two.
 * Patterns cannot ask for combining classes, but only marks have one that is not 0, or become some: the halfwidth kana U+FF9E and
 * U+FF9F do. Many marks are starters, such as most vowel signs, so those of a run are looked at one by one.
 */
const longRun = lazyPattern(String.raw`[^\p{M}\uff9e\uff9f]?[\p{M}\uff9e\uff9f]{14,}`, 'gu')

function streamSafe(run: string): string {
  const endings = new Map([...new Set(run)].map((character) => [character, endingOf(character)]))
  let [safe, count] = ['', 0]
  for (const character of run) {
    const { hasStarter, nonStarters } = endings.get(character)!
    count = hasStarter ? nonStarters : count + nonStarters
    if (count > 30) [safe, count] = [`${safe}\u034f`, nonStarters]
    safe += character
  }
  return safe
}

/** The non-starters at the end of the NFKD form: no character has any before a starter. */
function endingOf(character: string): { hasStarter: boolean; nonStarters: number } {
  const parts = [...character.normalize('NFKD')]
  const last = parts.findLastIndex(isStarter)
  return { hasStarter: last !== -1, nonStarters: parts.length - 1 - last }
}

/** U+0345 has the highest combining class, U+0334 the lowest: they change places unless a starter stands between them. */
function isStarter(character: string): boolean {
  const between = `\u0345${character}\u0334`
  return between.normalize('NFD') === between
}
