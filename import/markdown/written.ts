// Writes pieces of markdown and of HTML.
import { ANY_MARK } from './marks.ts'

/** A cell or a definition: text with nothing of markdown in it is HTML as it is; other text is apart from the tags, so that it stays markdown. */
export function held(name: string, text: string): string {
  const isPlain = !SIGN.test(text)
  return isPlain ? `<${name}>${text}</${name}>` : `<${name}>\n\n${text}\n\n</${name}>`
}

/** Signs that may be markdown in a text. */
const SIGN = new RegExp(`[\\n*_\`~[\\]<>&\\\\!|:@${ANY_MARK}]|www\\.`)

/**
 * A fence that is longer than any in the code.
 * @param margin what stands before its first line, for lines that have less
 */
export function fenced(written: string, info = '', margin = ''): string {
  const lines = written
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .split('\n')
  const code = lines
    .map((line) => (line.startsWith(margin) || line.trim() === '' ? line : margin + line))
    .join('\n')
  const runs = code.matchAll(/^[ \t]*(`{3,})/gm)
  const longest = [...runs].reduce((most, [, run]) => Math.max(most, run!.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${info}\n${code}\n${margin}${fence}`
}

/** @param code without spaces at its edges */
export function codeSpan(code: string): string {
  const runs = new Set(Array.from(code.matchAll(/`+/g), ([run]) => run.length))
  let ticks = '`'
  while (runs.has(ticks.length)) ticks += '`'
  const edge = code.startsWith('`') || code.endsWith('`') ? ' ' : ''
  return ticks + edge + code + edge + ticks
}

/** Text without a tab or up to so many spaces before its lines but the first. */
export function dedented(text: string, columns: number): string {
  return text.replace(new RegExp(`\n(?:\t| {1,${columns}})`, 'g'), '\n')
}

/** A destination that markdown takes as one. */
export function destination(href: string): string {
  return href.replace(
    /[\s<>()\\]/g,
    (letter) => `%${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

/** Text for an attribute in double quotes. */
export function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('&amp;amp;', '&amp;')
    .replace(/</g, '&lt;')
}
