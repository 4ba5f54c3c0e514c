// YAML of the simplest forms, which most posts have no other of: keys at the beginnings of lines, each with text in the same line,
// a list of texts, or such keys of its own below it, as `fields` has. It is read in one pass, to the same values at the same places as
// by the parser in parse.ts. Whatever might mean anything else is left to that.
// It is a shortcut: front matter of plain lines (docs/design/shortcuts.md).

/** A text in YAML, and where it is, with its quotes. */
export interface SimpleText {
  /** `undefined` if it stands for nothing. */
  value: string | undefined
  from: number
  to: number
}

export interface SimpleEntry {
  /** The range of its key. */
  from: number
  to: number
  /** Missing if there is nothing behind the key. */
  value?: SimpleText | SimpleText[] | SimpleEntries
}

/** The entries by key. */
export type SimpleEntries = Map<string, SimpleEntry>

/** The entries of a mapping; `undefined` if the YAML has other forms. */
export function simpleEntries(yaml: string): SimpleEntries | undefined {
  const mapping = new SimpleMapping()
  for (let at = 0, end: number; at < yaml.length; at = end + 1) {
    end = yaml.indexOf('\n', at)
    if (end === -1) end = yaml.length
    const line = yaml.slice(at, yaml[end - 1] === '\r' && end < yaml.length ? end - 1 : end)
    if (line !== '' && !mapping.readItem(line, at) && !mapping.readKey(line, at)) return undefined
  }
  return mapping.entries.size === 0 ? undefined : mapping.entries
}

class SimpleMapping {
  readonly entries: SimpleEntries = new Map()
  /** The last key, while it has nothing else behind it: below it are a list, or entries. */
  #open: { entry: SimpleEntry; indent?: number } | undefined

  /** @param at where the line begins @returns whether it is an item of a list, and only that */
  readItem(line: string, at: number): boolean {
    const [before, indent = ''] = ITEM.exec(line) ?? []
    if (before === undefined) return false
    const above = this.#above(indent)
    const text = textIn(line, before.length, at)
    if (!above || text?.value === undefined) return false
    above.value ??= []
    if (!Array.isArray(above.value)) return false
    above.value.push(text)
    return true
  }

  /** @param at where the line begins @returns whether it is a key with a value, or with nothing behind it, and only that */
  readKey(line: string, at: number): boolean {
    const [before, indent = '', key = ''] = KEY.exec(line) ?? []
    if (before === undefined) return false
    const isBare = before.length === line.length
    const entry: SimpleEntry = { from: at + indent.length, to: at + indent.length + key.length }
    const siblings = indent === '' ? this.entries : isBare ? undefined : this.#entriesAbove(indent)
    if (!siblings || siblings.has(key)) return false
    siblings.set(key, entry)
    if (indent === '') this.#open = isBare ? { entry } : undefined
    if (isBare) return true
    const value =
      line[before.length] === '[' ? listIn(line, before.length, at) : textIn(line, before.length, at)
    if (!value) return false
    entry.value = value
    return true
  }

  /** The key that a line with this indent is below. */
  #above(indent: string): SimpleEntry | undefined {
    const open = this.#open
    if (!open || (open.indent ?? indent.length) !== indent.length) return undefined
    open.indent = indent.length
    return open.entry
  }

  #entriesAbove(indent: string): SimpleEntries | undefined {
    const above = this.#above(indent)
    if (!above) return undefined
    above.value ??= new Map()
    return above.value instanceof Map ? above.value : undefined
  }
}

/** YAML has a limit for the length of keys. */
const KEY = /^( *)([A-Za-z][\w-]{0,99}):(?: +|$)/
const ITEM = /^( *)- +(?=\S)/

/** Control characters and line ends other than LF; tabs and the byte order mark, which parsers treat in their own ways. */
const CONTROL = '\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufeff'
const QUOTED = RegExp(`^(?:"([^"\\\\${CONTROL}]*)"|'([^'${CONTROL}]*)')$`)
/** The beginning of a text without quotes. */
const BEGINNING = /^(?:[^\s"'#&*!|>%@`,[\]{}?:-]|-(?=[\w.]))/
/** The end of a text without quotes, or what might be one: a key, a comment. */
const END = RegExp(`:(?:\\s|$)|\\s#|[${CONTROL}]`)
const END_IN_LIST = RegExp(`[:#"'[\\]{}${CONTROL}]`)
/** A text that stands for nothing. */
const NOTHING = /^(?:~|[Nn]ull|NULL)$/

/** The text from a place in a line on. @param at where the line begins */
function textIn(line: string, start: number, at: number): SimpleText | undefined {
  return textOf(line, start, line.length, at, END)
}

function listIn(line: string, start: number, at: number): SimpleText[] | undefined {
  const close = withoutBlanks(line, start, line.length)[1] - 1
  if (line[close] !== ']') return undefined
  const texts: SimpleText[] = []
  const [first, last] = withoutBlanks(line, start + 1, close)
  for (let from = first, to: number; from < last; from = to + 1) {
    to = line.indexOf(',', from)
    if (to === -1 || to > last) to = last
    const text = textOf(line, from, to, at, END_IN_LIST)
    if (text?.value === undefined) return undefined
    texts.push(text)
  }
  return line[last - 1] === ',' ? undefined : texts
}

/** @param at where the line begins @param end what cannot be in it without quotes */
function textOf(line: string, from: number, to: number, at: number, end: RegExp): SimpleText | undefined {
  const [first, last] = withoutBlanks(line, from, to)
  const written = line.slice(first, last)
  const place = { from: at + first, to: at + last }
  const quoted = QUOTED.exec(written)
  if (quoted) return { value: quoted[1] ?? quoted[2], ...place }
  if (!BEGINNING.test(written) || end.test(written)) return undefined
  return { value: NOTHING.test(written) ? undefined : written, ...place }
}

/** Leaves out the spaces around a text. Other white space is part of the text. */
function withoutBlanks(line: string, from: number, to: number): [from: number, to: number] {
  let [first, last] = [from, to]
  while (first < last && line[first] === ' ') first++
  while (last > first && line[last - 1] === ' ') last--
  return [first, last]
}
