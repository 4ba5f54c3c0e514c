// Elements of JSX and Vue, as tags with attributes: `<Note title="A">…</Note>`, `<Image src={cover} />`.
import { bracePairs } from '../braces.ts'
import type { AnyTag, TagArguments } from './tags.ts'

export interface ComponentTag extends AnyTag {
  args: TagArguments
}

/** The longest tag, in characters; longer ones are text. */
const MAX_TAG = 4_000

/** The tags of components and elements in order. Braces and quotes in attributes may contain any text. */
export function componentTags(text: string, wanted: (name: string) => boolean): ComponentTag[] {
  const tags: ComponentTag[] = []
  const braces = bracePairs(text)
  const start = /<(\/?)(?:([A-Za-z][\w.:-]*)(?=[\s/>])|(?=>))/g
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const [, slash, name = ''] = match
    const read = wanted(name) ? attributesAt(text, start.lastIndex, braces) : undefined
    if (!read) continue
    const { args, end, isVoid } = read
    const kind = slash ? 'close' : isVoid ? 'void' : 'open'
    tags.push({ start: match.index, end, name, kind, args, source: text.slice(match.index, end) })
    start.lastIndex = end
  }
  return tags
}

/** Reads the attributes of an element, by their names in lower case; none if they are not written as such. */
export function attributesIn(written: string): TagArguments['named'] {
  return attributesAt(`${written}>`, 0, new Map())?.args.named ?? {}
}

/** White space, the end of the tag, an expression, or an attribute with its value. */
const PART =
  /\s+|(\/?)>|(\{)|([^\s=/>{}"'<]+)(?:\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|(\{)|([^\s"'=<>`]*[^\s"'=<>`/])))?/y

function attributesAt(
  text: string,
  from: number,
  braces: ReadonlyMap<number, number>,
): { args: TagArguments; end: number; isVoid: boolean } | undefined {
  const args: TagArguments = { list: [], named: Object.create(null) }
  const rest = text.slice(from, from + MAX_TAG)
  const part = new RegExp(PART)
  for (let match = part.exec(rest); match; match = part.exec(rest)) {
    const [, slash, expression, name, double, single, brace, bare] = match
    if (slash !== undefined) return { args, end: from + part.lastIndex, isVoid: slash === '/' }
    let value = double ?? single ?? bare
    if (expression ?? brace) {
      const open = part.lastIndex
      part.lastIndex = (braces.get(from + open - 1) ?? Infinity) + 1 - from
      if (part.lastIndex > rest.length) return undefined
      value = literalOr(rest.slice(open, part.lastIndex - 1).trim())
    }
    if (name === undefined) continue
    if (value === undefined) args.list.push(name)
    else args.named[name.replace(/^(?::|v-bind:)/, '').toLowerCase()] = value
  }
  return undefined
}

/** Returns the text of a literal; any other expression keeps its braces. */
function literalOr(expression: string): string {
  const [, double, single] = /^(?:"([^"]*)"|'([^']*)')$/.exec(expression) ?? []
  return double ?? single ?? (/^[\d.]+$/.test(expression) ? expression : `{${expression}}`)
}
