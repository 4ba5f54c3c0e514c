// A Hugo site's own shortcodes, by their templates: HTML with parameters, and conditions on them, is filled in. Nothing is run,
// and a template that asks for more stays a tag.
import { BLOCKS, oneOf, TEMPLATE_HOLDERS } from '../markdown/elements.ts'
import { PIECE, PIECE_END } from '../markdown/marks.ts'
import { attribute } from '../markdown/written.ts'
import { belowBase } from './references.ts'
import { MAX_ADDED, type TagArguments } from './tags.ts'

/**
 * Returns what a template shows for a tag; `undefined` if it asks for what only Hugo knows.
 * @param base the path of the site on its host
 */
export function filledTemplate(
  template: string,
  args: TagArguments,
  inner: string | undefined,
  base = '',
): string | undefined {
  if (template.length > MAX_TEMPLATE) return undefined
  if (showsNothing(template)) return ''
  if (/<(?:script|style|form|pre|textarea)\b/i.test(template)) return undefined
  const tokens = tokensOf(template)
  const filling = new Filling(tokens, args, inner, base)
  const text = filling.block(true, undefined)
  if (filling.isUnknown || filling.at < tokens.length || text.length > MAX_ADDED / 10) return undefined
  const shown = text
    .split(VALUE)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\n\s*\n/g, '\n').replace(/^[ \t]+/gm, '')))
  // Markdown that is alone in HTML has blank lines around it.
  return shown
    .map((part, index) =>
      index % 2 === 1 && BEGINS.test(shown[index - 1]!) && part.trim() !== ''
        ? `\n\n${part.trim()}\n\n`
        : part,
    )
    .join('')
    .trim()
}

/** Tells whether a shortcode is an advertisement: without scripts, there is only an empty place for one. */
function showsNothing(template: string): boolean {
  const rest = template.replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
  return /<ins\b/i.test(rest) && rest.replace(/<\/?ins\b[^<>{}]*>/gi, '').trim() === ''
}

/** The sign that what a shortcode shows is a block, and not part of a line. A template with preformatted text is not filled in. */
export const BLOCK = new RegExp(`\\n\\n|<${oneOf(BLOCKS)}\\b`, 'i')

const MAX_TEMPLATE = 20_000
const MAX_DEPTH = 20

/** The marks around markdown: those of hidden pieces have a number between them. */
const VALUE = PIECE + PIECE_END

/** The text before the beginning of a line of HTML, or of an element of its own. */
const BEGINS = new RegExp(`(?:^|\\n|</?${oneOf(TEMPLATE_HOLDERS)}\\b[^<>]*>)\\s*$`)

/** A piece of text, or of what is between braces. */
type TemplatePart = { text: string } | { action: string }

function tokensOf(template: string): TemplatePart[] {
  const tokens: TemplatePart[] = []
  let [from, isTrimmed] = [0, false]
  for (const match of template.matchAll(
    /\{\{(-?)\s*(\/\*[\s\S]*?\*\/|(?:"(?:[^"\\]|\\.)*"|`[^`]*`|[^{}"`])*?)\s*(-?)\}\}/g,
  )) {
    const text = template.slice(from, match.index)
    const start = isTrimmed ? text.trimStart() : text
    tokens.push({ text: match[1] ? start.trimEnd() : start })
    if (!match[2]!.startsWith('/*')) tokens.push({ action: match[2]! })
    from = match.index + match[0].length
    isTrimmed = match[3] !== ''
  }
  const rest = template.slice(from)
  tokens.push({ text: isTrimmed ? rest.trimStart() : rest })
  return tokens
}

/** `undefined` for what is not given, `UNKNOWN` for what is not known. */
type Value = string | undefined | typeof UNKNOWN
const UNKNOWN = Symbol('unknown')

class Filling {
  at = 0
  /** True if the template needs what is not known. */
  isUnknown = false
  #depth = 0
  readonly #tokens: readonly TemplatePart[]
  readonly #args: TagArguments
  readonly #inner: string | undefined
  readonly #base: string
  readonly #variables = new Map<string, Value>()

  constructor(tokens: readonly TemplatePart[], args: TagArguments, inner: string | undefined, base: string) {
    this.#tokens = tokens
    this.#args = args
    this.#inner = inner
    this.#base = base
  }

  /** Fills in a block, up to the `else` or `end` that belongs to another one. */
  block(isShown: boolean, dot: Value): string {
    let shown = ''
    for (; this.at < this.#tokens.length && !this.isUnknown; this.at++) {
      const token = this.#tokens[this.at]!
      if ('text' in token) {
        if (isShown) shown += token.text
        continue
      }
      const { action } = token
      if (/^(?:else|end)\b/.test(action)) return shown
      const [, kind, condition] = /^(if|with)\s+(.*)$/s.exec(action) ?? []
      if (kind !== undefined) {
        shown += this.#condition(kind, condition!, isShown, dot)
        continue
      }
      if (/^(?:range|block|define|template)\b/.test(action)) this.isUnknown = true
      const [, name, written] = /^(\$\w+)\s*:?=\s*(.*)$/s.exec(action) ?? []
      if (!isShown) continue
      if (name !== undefined) this.#variables.set(name, this.#value(written!, dot))
      else shown += this.#printed(action, dot, shown)
    }
    return shown
  }

  #condition(kind: string, condition: string, isShown: boolean, dot: Value): string {
    let shown = ''
    if (++this.#depth > MAX_DEPTH) this.isUnknown = true
    let wanted = condition
    let isDone = !isShown
    for (;;) {
      const value = isDone ? undefined : this.#value(wanted, dot)
      if (value === UNKNOWN) this.isUnknown = true
      const isTaken = !isDone && isTrue(value)
      this.at++
      shown += this.block(isTaken, kind === 'with' ? value : dot)
      isDone ||= isTaken
      const end = this.#tokens[this.at]
      if (this.isUnknown || end === undefined || !('action' in end)) {
        this.isUnknown = true
        return shown
      }
      if (/^end\b/.test(end.action)) break
      const [, next] = /^else\s+(?:if|with)\s+(.*)$/s.exec(end.action) ?? []
      wanted = next ?? '"otherwise"'
    }
    this.#depth--
    return shown
  }

  #printed(action: string, dot: Value, before: string): string {
    const value = this.#value(action, dot)
    if (value === UNKNOWN) this.isUnknown = true
    if (value === UNKNOWN || value === undefined) return ''
    if (/<[^<>]*$/.test(before)) return attribute(value)
    if (/\.Inner\b|\bmarkdownify\b|safeHTML/.test(action)) return VALUE + value + VALUE
    return attribute(value).replace(/[*_`~[\]]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  }

  /** Evaluates a pipeline. */
  #value(written: string, dot: Value): Value {
    const [first = '', ...filters] = written.split(/\s*\|\s*(?=[a-zA-Z])/)
    return filters.reduce<Value>(
      (value, filter) => {
        const [name = '', ...rest] = filter.split(/\s+/)
        if (name === 'default')
          return value === undefined || value === '' ? this.#term(rest.join(' '), dot) : value
        return rest.length === 0 ? this.#through(name, value) : UNKNOWN
      },
      this.#term(first.trim(), dot),
    )
  }

  #term(term: string, dot: Value): Value {
    for (const [form, value] of this.#terms) {
      const found = form.exec(term)
      if (found) return value(found.slice(1), dot)
    }
    return UNKNOWN
  }

  #through(name: string, value: Value): Value {
    if (PLAIN.test(name)) return value
    if (!/^(?:rel|abs)URL$|^relLangURL$/.test(name)) return UNKNOWN
    // A path that begins at the root begins at that of the host, whatever path the site has.
    return typeof value === 'string' && !value.startsWith('/') ? belowBase(this.#base, value) : value
  }

  /** The forms of a term, and what its value is in each. */
  readonly #terms: [form: RegExp, value: (parts: string[], dot: Value) => Value][] = [
    [/^\(([^()]*)\)$/, ([inside = ''], dot) => this.#value(inside, dot)],
    [/^"((?:[^"\\]|\\.)*)"$/, ([text = '']) => text.replace(/\\(.)/g, '$1')],
    [/^`([^`]*)`$/, ([text]) => text],
    [/^\$?\.Get\s+"([\w-]+)"$/, ([key = '']) => this.#args.named[key.toLowerCase()]],
    [/^\$?\.Get\s+(\d+)$/, ([index]) => this.#args.list[Number(index)]],
    [/^\$?\.Params\.(\w+)$/, ([key = '']) => this.#args.named[key.toLowerCase()]],
    [/^\$?\.Inner$/, () => this.#inner],
    [/^\.$/, (_, dot) => dot],
    [/^(\$\w+)$/, ([name = '']) => (this.#variables.has(name) ? this.#variables.get(name) : UNKNOWN)],
    [/^not\s+(.*)$/s, ([term = ''], dot) => opposite(this.#value(term, dot))],
    [
      /^default\s+("[^"]*"|`[^`]*`|\S+)\s+(.*)$/s,
      ([standard = '', wanted = ''], dot) => {
        const value = this.#term(wanted, dot)
        return value === undefined || value === '' ? this.#term(standard, dot) : value
      },
    ],
    [/^([\w.]+)\s+(.*)$/s, ([name = '', rest = ''], dot) => this.#through(name, this.#value(rest, dot))],
    [
      /^\(urls\.Parse\s+(\$\w+|\(.*\))\)\.Host$/,
      ([address = ''], dot) => {
        const url = this.#term(address, dot)
        return typeof url === 'string' ? /^https?:\/\/([^/?#]*)/.exec(url)?.[1] : url
      },
    ],
  ]
}

function opposite(value: Value): Value {
  return value === UNKNOWN ? UNKNOWN : isTrue(value) ? undefined : 'true'
}

/** Functions that make no difference to what is read. */
const PLAIN =
  /^(?:markdownify|safeHTML|safeURL|safeHTMLAttr|safeCSS|htmlEscape|htmlUnescape|string|trim|strings\.TrimSpace|\$?\.Page\.RenderString|emojify)$/

function isTrue(value: Value): boolean {
  return value !== undefined && value !== UNKNOWN && value !== '' && value !== 'false' && value !== '0'
}
