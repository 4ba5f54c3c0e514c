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

/** Kinds, titles and signs of folding, which our alerts do not have: `> [!faq]- Title`. */
const TITLED =
  /^([ \t]{0,3}>[ \t]?)\[!([A-Za-z]+)(?:\|[^\]\n]{0,100})?\](?:([+-])[ \t]*(.*)|[ \t]+(\S.*)|[ \t]*)$/gm

/** The other names that Obsidian has for them, which mean something else as names of tags. */
const OBSIDIAN = new Map([
  ...'summary tldr help faq quote cite'.split(' ').map((name) => [name, 'NOTE'] as const),
  ...'fail missing'.split(' ').map((name) => [name, 'CAUTION'] as const),
  ['done', 'TIP'],
])

/** Alerts with a title as those that begin with it in bold: one of another kind than ours is called by that. */
export function withAlertTitles(text: string): string {
  return text.replace(
    TITLED,
    (source, quote: string, name: string, sign, folded = '', plain = '', at = 0) => {
      const kind = alertKind(name) ?? OBSIDIAN.get(name.toLowerCase())
      const isOurs = kind === name.toUpperCase()
      const written = (folded || plain).trim()
      const above = text.slice(text.lastIndexOf('\n', at - 2) + 1, at)
      const isLater = at > 0 && /^[ \t]*>/.test(above)
      if (kind === undefined || (written === '' && sign === undefined && (isOurs || isLater))) return source
      const title = written || (isOurs ? '' : name.charAt(0).toUpperCase() + name.slice(1))
      return `${quote}[!${kind}]${title === '' ? '' : `\n${quote}${bold(title)}\n${quote.trimEnd()}`}`
    },
  )
}

/** Signs in a title may be emphasis, which would end that around it. */
function bold(title: string): string {
  return /[*_]/.test(title) ? `<strong>${title}</strong>` : `**${title}**`
}

/** A line that would be text of a paragraph, or make a heading of it, directly below the line that says what an alert is. */
const APART = /^(?:\t| {4}| {0,3}(?:\d{1,9}[.)][ \t]|\[[^\]]+\]:|(?:=+|-+|<[^<>]+>)[ \t]*$))/

const LEFT = new RegExp(`^[^\\s${ALERT_END}]`)

/** Makes quotes of what was marked, hidden code included. */
export function withQuotes(text: string, mask: Mask): string {
  if (!text.includes(ALERT)) return text
  const lines: string[] = []
  /** The text before the lines of each quote. */
  const open: string[] = []
  /** True right after a quote, whose blank lines are enough. */
  let hasEnded = false
  let isList = false
  const add = (line: string) => {
    const inner = open.at(-1)
    if (inner === undefined) return lines.push(line.trim() === '' ? '' : line)
    const prefix = open[0] + open.map(() => '>').join(' ')
    for (const [at, one] of mask.reveal(line).split('\n').entries()) {
      const rest = one.startsWith(inner) ? one.slice(inner.length) : at === 0 ? one.trimStart() : one
      if (APART.test(rest) && /\[!\w+\]$/.test(lines.at(-1)!)) lines.push(prefix)
      lines.push(rest.trim() === '' ? prefix : `${prefix} ${rest}`)
    }
    return lines.length
  }
  const begin = (before: string, [kind = '', title = '']: string[]) => {
    const isText = /[^\s>]/.test(before)
    if (isText) add(before)
    if ((lines.at(-1) ?? '').replace(/^[\s>]+/, '') !== '') add('')
    const isInner = open.length > 0 || isList || /[^ \t]/.test(before)
    open.push((isText ? /^\s*/ : /^[\s>]*/).exec(before)![0])
    if (kind !== '' && !isInner) add(`${open.at(-1)}[!${kind}]`)
    // Within lists and quotes there are no alerts.
    const heading = title === '' && isInner ? kind.charAt(0) + kind.slice(1).toLowerCase() : title
    if (heading !== '') add(`${open.at(-1)}${bold(heading)}`)
  }
  const end = (after: string) => {
    // Blank lines of the quote at its end.
    while (open.length > 0 && /^[\s>]*>$/.test(lines.at(-1) ?? '')) lines.pop()
    open.pop()
    add('')
    if (after.trim() !== '') add(after)
  }
  for (const line of text.split('\n')) {
    if (/^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line)) isList = true
    else if (LEFT.test(line)) isList = false
    const at = line.indexOf(ALERT)
    const isEnd = at < 0 && line.includes(ALERT_END)
    const isFirst = open.length > 0 && /^[\s>]*>\s*(?:\[!\w+\])?$/.test(lines.at(-1) ?? '')
    if (at >= 0) begin(line.slice(0, at), line.slice(at + 1).split(TITLE_END))
    else if (isEnd) end(line.split(ALERT_END)[1]!)
    else if (line.trim() !== '' || !(isFirst || hasEnded)) add(line)
    hasEnded = isEnd || (hasEnded && line.trim() === '')
  }
  return lines.join('\n')
}
