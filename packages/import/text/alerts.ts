// Notes, tips and warnings of other programs as alerts. They are marked while a text is changed, and become quotes at its
// end, when all that stands in them is known.

import { ALERT, ALERT_END, TITLE_END } from '../markdown/marks.ts'
import type { Mask } from './mask.ts'

const KINDS = new Map(
  Object.entries({
    NOTE: 'note info information primary secondary default abstract question example todo aside notice callout admonition alert',
    TIP: 'tip hint success check',
    IMPORTANT: 'important',
    WARNING: 'warning warn attention',
    CAUTION: 'caution danger error failure bug',
  }).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
)

/** `note` → `NOTE`; `undefined` for what is no kind of note. */
export function alertKind(name: string): string | undefined {
  const key = name
    .toLowerCase()
    .replace(/^(?:el-|u-|pro)?(?:callout|alert)[-_]?(?=\w)/, '')
    .replace(/block$|box$/, '')
  return KINDS.get(key)
}

export function alert(kind: string, title: string | undefined, text: string): string {
  const shown = (title ?? '').trim().replaceAll('\n', ' ')
  return `\n\n${ALERT}${kind}${TITLE_END}${shown}\n\n${text.replace(/^\s*\n/, '').trimEnd()}\n\n${ALERT_END}\n\n`
}

/** A quote without a kind. */
export function quote(text: string): string {
  return alert('', undefined, text)
}

/** Titles and signs of folding, which our alerts do not have: `> [!tip]- Title`. */
const TITLED = /^([ \t]{0,3}>[ \t]?)\[!([A-Za-z]+)\](?:([+-])[ \t]*(.*)|[ \t]+(\S.*))$/gm

/** Alerts with a title as those that begin with it in bold. */
export function withAlertTitles(text: string): string {
  return text.replace(TITLED, (source, quote: string, name: string, _sign, folded = '', plain = '') => {
    const kind = alertKind(name)
    const title = (folded || plain).trim()
    if (kind === undefined) return source
    return `${quote}[!${kind}]${title === '' ? '' : `\n${quote}**${title}**\n${quote.trimEnd()}`}`
  })
}

/** What would be the text of a paragraph, or make a heading of it, directly below the line that says what an alert is. */
const APART = /^(?:\t| {4}| {0,3}(?:\d{1,9}[.)][ \t]|\[[^\]]+\]:|(?:=+|-+|<[^<>]+>)[ \t]*$))/

/** Makes quotes of what was marked, hidden code included. */
export function withQuotes(text: string, mask: Mask): string {
  if (!text.includes(ALERT)) return text
  const writer = new QuoteWriter(mask)
  for (const line of text.split('\n')) writer.read(line)
  return writer.lines.join('\n')
}

const LEFT = new RegExp(`^[^\\s${ALERT_END}]`)

class QuoteWriter {
  readonly lines: string[] = []
  readonly #mask: Mask
  /** What stands before the lines of each quote. */
  readonly #open: string[] = []
  /** True right after a quote, whose blank lines are enough. */
  #hasEnded = false
  #isList = false

  constructor(mask: Mask) {
    this.#mask = mask
  }

  read(line: string): void {
    if (/^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line)) this.#isList = true
    else if (LEFT.test(line)) this.#isList = false
    if (line.includes(ALERT)) this.#begin(line)
    else if (line.includes(ALERT_END)) {
      this.#end(line)
      return
    } else if (this.#isWanted(line)) this.#add(line)
    this.#hasEnded &&= line.trim() === ''
  }

  #begin(line: string): void {
    const at = line.indexOf(ALERT)
    const before = line.slice(0, at)
    const [kind = '', title = ''] = line.slice(at + 1).split(TITLE_END)
    const isText = /[^\s>]/.test(before)
    if (isText) this.#add(before)
    if ((this.lines.at(-1) ?? '').replace(/^[\s>]+/, '') !== '') this.#add('')
    const isInner = this.#open.length > 0 || this.#isList || /[^ \t]/.test(before)
    const margin = (isText ? /^\s*/ : /^[\s>]*/).exec(before)![0]
    this.#open.push(margin)
    if (kind !== '' && !isInner) this.#add(`${margin}[!${kind}]`)
    // Within lists and quotes there are no alerts.
    const heading = title === '' && isInner ? kind.charAt(0) + kind.slice(1).toLowerCase() : title
    if (heading !== '') this.#add(`${margin}**${heading}**`)
  }

  #end(line: string): void {
    const [, after = ''] = line.split(ALERT_END)
    // Blank lines of the quote at its end.
    while (this.#open.length > 0 && /^[\s>]*>$/.test(this.lines.at(-1) ?? '')) this.lines.pop()
    this.#open.pop()
    this.#add('')
    this.#hasEnded = true
    if (after.trim() !== '') this.#add(after)
  }

  /** Whether a line is no blank one where there is one already. */
  #isWanted(line: string): boolean {
    if (line.trim() !== '') return true
    const isFirst = this.#open.length > 0 && /^[\s>]*>\s*(?:\[!\w+\])?$/.test(this.lines.at(-1) ?? '')
    return !isFirst && !this.#hasEnded
  }

  #add(line: string): void {
    const inner = this.#open.at(-1)
    if (inner === undefined) {
      this.lines.push(line.trim() === '' ? '' : line)
      return
    }
    const prefix = this.#open[0] + this.#open.map(() => '>').join(' ')
    for (const [at, one] of this.#mask.reveal(line).split('\n').entries()) {
      const rest = one.startsWith(inner) ? one.slice(inner.length) : at === 0 ? one.trimStart() : one
      if (APART.test(rest) && /\[!\w+\]$/.test(this.lines.at(-1)!)) this.lines.push(prefix)
      this.lines.push(rest.trim() === '' ? prefix : `${prefix} ${rest}`)
    }
  }
}
