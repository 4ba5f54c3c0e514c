// Makes untrusted text safe to print: names of folders and files, values, branches, and messages that quote them. None of it
// can move the cursor, change the direction of text, be invisible, or start a new line; and a CI runner that looks for
// commands in the log finds none.
import { lazyPattern } from '../packages/search/basics/lazy.ts'

/**
 * Matches what is escaped: control and format characters, lone surrogates, line separators, invisible characters (except the
 * variation selector after an emoji), and the start of `##[group]`, `##vso[…]` or `##teamcity[…]`, which GitHub, Azure and
 * TeamCity recognise anywhere in a line. Made on first use, since a function that starts mostly has nothing to print.
 */
export const unprintable = lazyPattern(
  String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic})[\ufe0e\ufe0f]|#(?=#\w*\[)`,
  'gu',
)

/** `\x1b`, `\u202e` */
export function escaped(character: string): string {
  const code = character.codePointAt(0)!.toString(16)
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`
}

/** Nothing in it can match `unprintable`, which takes a millisecond to make. */
const plain = /^[ !"$-~]*$/

/** Escapes a text for use within a line. */
export function printable(text: string): string {
  return plain.test(text) ? text : text.replace(unprintable(), escaped)
}

/** Tells whether GitHub would treat this line as a command; leading blanks do not matter. */
export function beginsCommand(line: string): boolean {
  return /^\s*::/.test(line)
}

/** Escapes a text for a line of its own, followed by the stack trace if the text ends with one. */
export function printableTrace(text: string): string {
  return text
    .split(/\n(?= {4}at )/)
    .map((line) => (beginsCommand(line) ? printable(line).replace(':', escaped) : printable(line)))
    .join('\n')
}

/** Returns JSON on one line, which parses to exactly the same value. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(unprintable(), (found) =>
    found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

/** `1 post`, `2 posts` */
export function many(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`
}
