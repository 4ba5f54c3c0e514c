// Signs that another program takes for markup where CommonMark takes them for text, and the other way round.
import { COMMONMARK, oneOf } from './elements.ts'

export interface SignRules {
  /** True if `1)` makes no list, and `##` alone no heading. */
  isKramdown: boolean
  /** True for marked: any white space behind its signs makes a heading. */
  hasLooseHeadings: boolean
  /** The signs around text that are markup beside letters and quotation marks, too: `a**“b”**c`. */
  loose: readonly ('*' | '~')[]
}

/** The beginning of HTML that goes on to a blank line: what is in it is none of markdown. */
const HTML = new RegExp(`^ {0,3}<(?:/?${oneOf(COMMONMARK)}\\b|/?[a-z][^<>]*>[ \\t]*$)`, 'im')

/** Tells whether a place in a text is in HTML, and not in markdown. */
export function isInHtml(text: string, at: number): boolean {
  const [block = ''] = text
    .slice(Math.max(0, at - 5_000), at)
    .split(/\n[ \t]*\n/)
    .slice(-1)
  return HTML.test(block)
}

/** The signs before the text of a line. */
const MARGIN = /(?:[ \t]*>)*[ \t]*(?:(?:[-*+]|\d{1,9}\.)[ \t]+)*/.source
const PARENTHESIS = new RegExp(`^(${MARGIN}\\d{1,9})\\)(?=[ \\t])`, 'gm')
/** A heading with other white space behind its signs than the space or the tab that CommonMark wants. */
const SPACED_HEADING = new RegExp(`^(${MARGIN})(#{1,6})(?=[^\\S \\t\\r\\n])`, 'gm')

/** @param text with its code hidden */
export function withSameSigns(text: string, rules: SignRules): string {
  let [result, prose] = ['', '']
  for (const block of text.split(/(\n[ \t]*\n)/)) {
    const at = block.search(HTML)
    prose += at < 0 ? block : block.slice(0, at)
    if (at < 0) continue
    result += spelled(prose, rules) + block.slice(at)
    prose = ''
  }
  return result + spelled(prose, rules)
}

function spelled(text: string, { isKramdown, hasLooseHeadings, loose }: SignRules): string {
  if (!/[~*#)]/.test(text)) return text
  const plain = text
    .replace(SPACED_HEADING, hasLooseHeadings ? '$1$2 ' : '$1\\$2')
    .replace(TILDES, (source, run?: string) => (run === undefined ? source : '\\~'.repeat(run.length)))
  const own = isKramdown
    ? plain
        .replace(HALF_ESCAPED, (_, open: string, close: string) => `](${open}%28${close}%29`)
        .replace(PARENTHESIS, '$1\\)')
        .replace(EMPTY_HEADING, '$1\\$2')
    : plain
  return loose.reduce((changed, sign) => changed.replace(AROUND[sign], spelt), own)
}

const EMPTY_HEADING = new RegExp(`^(${MARGIN})(#{1,6})(?=[ \\t]*$)`, 'gm')

/** Addresses and tags are none of text. */
const OTHERS = /(?:https?:\/\/|www\.)\S+|\]\([^()\n]*\)|<[^<>\n]*>/.source
/** More than two tildes, which strike nothing through. At the beginning of a line they are a fence. */
const TILDES = new RegExp(`${OTHERS}|(?<=[^\\s~\\\\>])(~{3,})`, 'g')
/** Parentheses of which one is escaped: kramdown takes them for a pair in addresses. */
const HALF_ESCAPED = /\]\(((?:[^\s()\\]|\\.)+)\(((?:[^\s()\\]|\\[^)\s])*)\\\)/g
const AROUND = {
  '*': new RegExp(`${OTHERS}|(?<![\\\\*])(\\*\\*?)(?![\\s*])([^*\\n]{0,500}[^*\\s\\\\])\\1(?!\\*)`, 'g'),
  '~': new RegExp(`${OTHERS}|(?<![\\\\~])(~~)(?![\\s~])([^~\\n]{0,500}[^~\\s\\\\])\\1(?!~)`, 'g'),
}
const ELEMENTS: Record<string, string> = { '*': 'em', '**': 'strong', '~~': 'del' }

/** The element by its name, where CommonMark would show the signs. */
function spelt(
  source: string,
  mark: string | undefined,
  inner: string | undefined,
  at: number,
  whole: string,
): string {
  if (mark === undefined || inner === undefined || isHalved(inner)) return source
  const end = at + source.length
  const opens = !isSign(inner) || !isLetter(whole.slice(Math.max(0, at - 2), at), -1)
  const closes = !isSign(lastOf(inner)) || !isLetter(whole.slice(end, end + 2), 0)
  const name = ELEMENTS[mark]!
  return opens && closes ? source : `<${name}>${inner}</${name}>`
}

/** Tells whether a link begins or ends in it, and not both. */
function isHalved(inner: string): boolean {
  return inner.split('[').length !== inner.split(']').length
}

/** Code is hidden behind a mark: its own sign is a backtick. */
function isSign(text: string): boolean {
  return /^[\p{P}\p{S}\p{Co}]/u.test(text)
}

function isLetter(text: string, index: number): boolean {
  const letter = index < 0 ? lastOf(text) : text
  return letter !== '' && /^[^\s\p{P}\p{S}\p{Co}]/u.test(letter)
}

function lastOf(text: string): string {
  return Array.from(text.slice(-2)).at(-1) ?? ''
}
