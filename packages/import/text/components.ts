// Elements of JSX and Vue, as tags with attributes: `<Note title="A">…</Note>`, `<Image src={cover} />`.
import { bracePairs } from '../braces.ts'
import type { TagArguments } from './tags.ts'

export interface ComponentTag {
  start: number
  end: number
  name: string
  kind: 'open' | 'close' | 'void'
  args: TagArguments
  source: string
}

/** Longer tags are text. */
const MAX_TAG = 4_000

/** The tags of components and elements in order. Braces and quotes in attributes may contain any text. */
export function componentTags(text: string, wanted: (name: string) => boolean): ComponentTag[] {
  const tags: ComponentTag[] = []
  const braces = bracePairs(text)
  const start = /<(\/?)(?:([A-Za-z][\w.:-]*)(?=[\s/>])|(?=>))/g
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const [begin, slash, name = ''] = match
    if (!wanted(name)) continue
    const read = attributesAt(text, match.index + begin.length, braces)
    if (!read) continue
    const source = text.slice(match.index, read.end)
    const kind = slash ? 'close' : read.isVoid ? 'void' : 'open'
    tags.push({ start: match.index, end: read.end, name, kind, args: read.args, source })
    start.lastIndex = read.end
  }
  return tags
}

function attributesAt(
  text: string,
  from: number,
  braces: ReadonlyMap<number, number>,
): { args: TagArguments; end: number; isVoid: boolean } | undefined {
  const args: TagArguments = { list: [], named: Object.create(null) }
  const limit = Math.min(text.length, from + MAX_TAG)
  let at = from
  while (at < limit) {
    const rest = text.slice(at, Math.min(limit, at + 200))
    const space = /^\s+/.exec(rest)
    if (space) {
      at += space[0].length
      continue
    }
    const end = /^(\/?)>/.exec(rest)
    if (end) return { args, end: at + end[0].length, isVoid: end[1] === '/' }
    if (rest.startsWith('{')) {
      const close = braces.get(at)
      if (close === undefined) return undefined
      at = close + 1
      continue
    }
    const name = /^[^\s=/>{}"'<]+/.exec(rest)?.[0]
    if (!name) return undefined
    at += name.length
    const equals = /^\s*=\s*/.exec(text.slice(at, at + 50))
    if (!equals) {
      args.list.push(name)
      continue
    }
    const value = valueAt(text, at + equals[0].length, limit, braces)
    if (!value) return undefined
    args.named[name.replace(/^(?::|v-bind:)/, '').toLowerCase()] = value.text
    at = value.end
  }
  return undefined
}

/** In braces, a literal is its text; anything else keeps its braces. */
function valueAt(
  text: string,
  from: number,
  limit: number,
  braces: ReadonlyMap<number, number>,
): { text: string; end: number } | undefined {
  const quote = text[from]
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, from + 1)
    return close < 0 || close > limit ? undefined : { text: text.slice(from + 1, close), end: close + 1 }
  }
  if (quote === '{') {
    const close = braces.get(from)
    if (close === undefined || close > limit) return undefined
    const inner = text.slice(from + 1, close).trim()
    const [, double, single] = /^(?:"([^"]*)"|'([^']*)')$/.exec(inner) ?? []
    const plain = double ?? single ?? (/^[\d.]+$/.test(inner) ? inner : undefined)
    return { text: plain ?? `{${inner}}`, end: close + 1 }
  }
  const bare = /^[^\s"'=<>`]+/.exec(text.slice(from, from + 2000))?.[0].replace(/\/$/, '')
  return bare ? { text: bare, end: from + bare.length } : undefined
}
