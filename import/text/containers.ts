// Blocks between colons: `:::note Title` of Docusaurus and VitePress, `::note{title="A"}` of Nuxt.
import { nameOfSlug } from '../../build/for-import.ts'
import { alert, alertKind } from './alerts.ts'
import { lostCaption, meaningOfTag, type TextContext } from './meanings.ts'
import { argumentsIn, MAX_NESTING, type TagArguments } from './tags.ts'

const OPEN =
  /^([ \t]*(?:>[ \t]?)*)(:{2,})[ \t]*([A-Za-z][\w-]*)[ \t]*(?:\[(.*?)\])?[ \t]*(\{.*\})?[ \t]*(.*)$/
const CLOSE = /^[ \t]*(?:>[ \t]?)*(:{2,})[ \t]*$/

interface OpenContainer {
  colons: number
  indent: string
  name: string
  title: string
  props: string
  lines: string[]
}

/** Replaces blocks between colons by what they mean; the text of a block without a known meaning stays. */
export function withContainers(text: string, context: TextContext): string {
  if (!text.includes('::')) return text
  const root: string[] = []
  const open: OpenContainer[] = []
  const target = () => open.at(-1)?.lines ?? root
  const close = (colons: number, line: string) => {
    const matching = open.findLastIndex((one) => one.colons === colons)
    const isLast = matching < 0 && colons >= open.at(-1)!.colons
    const count = isLast ? 1 : matching < 0 ? 0 : open.length - matching
    for (let times = 0; times < count; times++) {
      const ended = open.pop()!
      target().push(...render(ended, context).split('\n'))
    }
    if (count === 0) target().push(line)
  }
  const begin = (line: string): boolean => {
    const [, indent = '', colons, name, label, props = '', rest = ''] = OPEN.exec(line) ?? []
    if (!colons || !name || /^:/.test(rest) || open.length >= MAX_NESTING) return false
    // Something like `::note` stands alone on its line.
    const isAlone = rest === '' && context.facts.has('twoColons')
    if (colons.length === 2 && !isAlone) target().push(line)
    else open.push({ colons: colons.length, indent, name, title: label ?? rest, props, lines: [] })
    return true
  }
  for (const line of text.split('\n')) {
    const [, colons] = CLOSE.exec(line) ?? []
    const last = open.at(-1)
    if (colons !== undefined && last) close(colons.length, line)
    else if (!begin(line)) target().push(last ? withoutQuote(line, last.indent) : line)
  }
  // A block without its end goes on to the end of the text; a note is the paragraph below its line.
  while (open.length > 0) {
    const { lines, ...opened } = open.pop()!
    const end = lines.findIndex((line) => line.trim() === '')
    const own = alertKind(opened.name) ? lines.slice(0, end < 0 ? lines.length : end) : []
    const block = own.length > 0 ? render({ ...opened, lines: own }, context).split('\n') : []
    if (own.length === 0) context.onDropped(`${':'.repeat(opened.colons)}${opened.name}`)
    target().push(...block, ...lines.slice(own.length))
  }
  return root.join('\n')
}

/** A line of a block that is in a quote, without the marks of the quote. */
function withoutQuote(line: string, indent: string): string {
  let rest = line
  for (const _ of indent.matchAll(/>/g)) rest = rest.replace(/^[ \t]*>[ \t]?/, '')
  return rest
}

function render({ name, title, props, lines, indent }: OpenContainer, context: TextContext): string {
  const { text, named } = withProps(lines, context)
  const args = argumentsIn(props.replace(/^\{|\}$/g, ''))
  const all = { list: args.list, named: Object.assign(args.named, named) }
  const shown = meaningOf({ name, title, text, indent }, all, context)
  return shown + indentOf(lostCaption(all, shown), indent)
}

function meaningOf(
  { name, title, text, indent }: { name: string; title: string; text: string; indent: string },
  all: TagArguments,
  context: TextContext,
): string {
  const kind = alertKind(name)
  const shown = title.trim() || all.named.title || ''
  if (kind) {
    const own = all.named.type ?? all.named.color ?? all.named.icon
    context.onMeant?.(`:::${name}`, false)
    return indentOf(alert((own && alertKind(own)) || kind, shown, text), indent)
  }
  if (/^(details|collapse|accordion|accordion-item)$/.test(name)) {
    return `\n<details><summary>${shown || all.named.label || 'Details'}</summary>\n\n${text}\n\n</details>\n`
  }
  if (
    /^(code-group|tabs|tab|steps|raw|v-pre|div|center|card-group|field-group|code-tree|code-preview)$/.test(
      name,
    )
  ) {
    return `\n${shown && name === 'tab' ? `**${shown}**\n\n` : ''}${text}\n`
  }
  const meant = meaningOfTag(
    name,
    { ...all, list: shown ? [shown] : all.list },
    text.trim() === '' ? undefined : text,
    context,
  )
  if (meant !== undefined) return meant
  const url = all.named.to ?? all.named.href
  const label = shown || text.trim() || nameOfSlug(name)
  // A block that leads somewhere is a link, whatever it looks like.
  if (url && !/[{}<>\s]/.test(url) && !/\n|\]\(/.test(label))
    return `\n[${label}](${url})\n${shown && text.trim() ? `\n${text}\n` : ''}`
  context.onDropped(`::${name}`)
  const words = [shown, all.named.description ?? ''].filter((one) => one && !one.startsWith('{'))
  return `\n${words.length > 0 ? `**${words.join(': ')}**\n\n` : ''}${text}\n`
}

/** Nuxt's blocks may begin with their properties in YAML, and name their parts with `#title`. */
function withProps(
  lines: readonly string[],
  { mask }: TextContext,
): { text: string; named: Record<string, string> } {
  const named: Record<string, string> = {}
  let from = 0
  if (lines[0]?.trim() === '---') {
    const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---')
    // If no key is below the first of two such lines, they are lines across the page.
    if (end > 1 && /^\s*:?[\w-]+:/.test(lines[1]!)) {
      for (const line of lines.slice(1, end)) {
        const [, key, value] = /^\s*:?([\w-]+):\s*(.+)$/.exec(line) ?? []
        if (key) named[key.toLowerCase()] = value!.replace(/^(["'])(.*)\1$/, '$2')
      }
      from = end + 1
    }
  }
  const text = lines
    .slice(from)
    .map((line) => (/^#[a-z][\w-]*\s*$/.test(line) ? '' : line))
    .join('\n')
  const margins = Array.from(text.matchAll(/^([ \t]*)\S/gm), ([, margin]) => margin!.length)
  const least = margins.reduce((one, other) => Math.min(one, other), Infinity)
  return { text: mask.dedent(`\n${text}`, Number.isFinite(least) ? least : 0).slice(1), named }
}

function indentOf(text: string, indent: string): string {
  return indent === '' ? text : text.replace(/^(?=.)/gm, indent)
}

const SHOWN = /^(?:nuxt-img|nuxt-picture|img|image|video|audio)$/

/** `:icon{name="x"}` and `:button-link[Text]{to="/x"}` of Nuxt's inline components. */
export function withInlineComponents(text: string, context: TextContext): string {
  return text.replace(
    /(?<![\w:/])(:([a-z][\w-]*)(?:\[([^[\]\n]*)\](?:\{([^{}\n]*)\})?|\{([^{}\n]*)\}))/g,
    (source, _all, name: string, label: string | undefined, props = '', alone = '') => {
      const args = argumentsIn(props || alone)
      const shown = inline(source, name, label, args)
      return shown + lostCaption(args, shown)
    },
  )

  function inline(source: string, name: string, label: string | undefined, args: TagArguments): string {
    const { named } = args
    const meant =
      label === undefined && SHOWN.test(name) ? meaningOfTag(name, args, undefined, context) : undefined
    if (meant !== undefined) return meant
    if (name === 'kbd' && named.value) return `<kbd>${named.value}</kbd>`
    const url = named.to ?? named.href ?? named.link
    if (label !== undefined) return url ? `[${label}](${url})` : label
    const title = named.title ?? named.label
    if (url && !/[{}<>\s]/.test(url)) return `[${(title ?? url).replace(/[[\]]/g, '\\$&')}](${url})`
    if (name !== 'icon' && name !== 'br') context.onDropped(source)
    return name === 'br' ? '<br>' : ''
  }
}
