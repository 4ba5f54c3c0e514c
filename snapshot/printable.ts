// Text of others as it may be printed: names of folders and files, values, branches, messages that repeat them. None of
// it moves a cursor, turns the direction of what follows, is there without being seen, or begins a line of its own; and
// a runner that reads a log for commands finds none.

/**
 * What is not printed as it stands: controls and formats, surrogates without their other half, line separators, what
 * takes no room (but the sign after an emoji that says how it is drawn), and what begins `##[group]`, `##vso[…]` or
 * `##teamcity[…]`, which GitHub, Azure and TeamCity find anywhere in a line.
 */
export const UNPRINTABLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic})[\ufe0e\ufe0f]|#(?=#\w*\[)/gu

/** `\x1b`, `\u202e` */
export function escaped(character: string): string {
  const code = character.codePointAt(0)!.toString(16)
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`
}

/** As part of a line. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped)
}

/** Whether GitHub takes a line for a command that begins so, blanks aside. */
export function beginsCommand(line: string): boolean {
  return /^\s*::/.test(line)
}

/** As a line, and below it the calls of a stack trace where the text ends with one. */
export function printableTrace(text: string): string {
  return text
    .split(/\n(?= {4}at )/)
    .map((line) => (beginsCommand(line) ? printable(line).replace(':', escaped) : printable(line)))
    .join('\n')
}

/** As JSON in a line: whoever reads it gets the very value. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(UNPRINTABLE, (found) =>
    found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}
