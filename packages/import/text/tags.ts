// Template tags in general: finds which tags belong together, and lets a function say what each means.

/** How much text pieces, or values of expressions, may add to a post. */
export const MAX_ADDED = 1_000_000

export interface TemplateTag {
  start: number
  end: number
  name: string
  kind: 'open' | 'close' | 'void'
  /** As written between name and end. */
  written: string
  /** The whole tag. */
  source: string
}

/** The arguments of a tag. */
export interface TagArguments {
  /** Those without a name, in order. */
  list: string[]
  /** By name, in lower case. */
  named: Record<string, string>
}

/**
 * What stands for a tag and what is inside it. `undefined`: no known meaning, so that a single tag stays as it is, and of a
 * pair what is inside.
 */
export type TagMeaning = (tag: TemplateTag, inner: string | undefined) => string | undefined

/** Called for tags without a known meaning. */
export type OnUnknown = (tag: TemplateTag, isPair: boolean) => void

/** @param tags in order; an opening tag without an end of its own stands alone */
export function replaceTags(
  text: string,
  tags: readonly TemplateTag[],
  meaning: TagMeaning,
  onUnknown: OnUnknown,
): string {
  const pairs = pairsIn(tags)
  const render = (from: number, to: number, first: number, last: number): string => {
    let result = ''
    let at = from
    for (let index = first; index < last; index++) {
      const tag = tags[index]!
      result += text.slice(at, tag.start)
      const close = pairs.get(index)
      const end = close === undefined ? undefined : tags[close]!
      const inner = end && render(tag.end, end.start, index + 1, close!)
      const replaced = tag.kind === 'close' ? undefined : meaning(tag, inner)
      if (replaced === undefined) onUnknown(tag, end !== undefined)
      result += replaced ?? inner ?? tag.source
      at = end?.end ?? tag.end
      if (close !== undefined) index = close
    }
    return result + text.slice(at, to)
  }
  return render(0, text.length, 0, tags.length)
}

/** Tags within more tags than these stand alone: depth costs the stack, and each level the text in it. */
export const MAX_NESTING = 100

/** The number of the closing tag for each opening one that has it. */
function pairsIn(tags: readonly TemplateTag[]): Map<number, number> {
  const pairs = new Map<number, number>()
  const open = new Map<string, number[]>()
  const order: { name: string; index: number }[] = []
  for (const [index, { kind, name }] of tags.entries()) {
    if (kind === 'open') {
      const same = open.get(name) ?? []
      same.push(index)
      open.set(name, same)
      order.push({ name, index })
    } else if (kind === 'close') {
      // An end without a name, as Zola has it, closes the last one.
      const last =
        name === '' ? order.findLast(({ index: at }) => !pairs.has(at))?.index : open.get(name)?.pop()
      if (last !== undefined) pairs.set(last, index)
    }
  }
  const ends: number[] = []
  for (const [index] of tags.entries()) {
    while (ends.length > 0 && ends.at(-1)! < index) ends.pop()
    const close = pairs.get(index)
    if (close === undefined) continue
    // Of a pair that goes on behind the end of the one around it, the text would be there twice.
    if (ends.length < MAX_NESTING && close < (ends.at(-1) ?? tags.length)) ends.push(close)
    else pairs.delete(index)
  }
  return pairs
}

const ARGUMENT =
  /([\w.:-]+)\s*[=:]\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s,"'`)]+))|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s,()"'`]+)/g

/** `src="a b" 12 title: 'x'`, with commas or without. */
export function argumentsIn(written: string): TagArguments {
  const found: TagArguments = { list: [], named: Object.create(null) }
  for (const match of written.matchAll(ARGUMENT)) {
    const [whole, name, ...rest] = match
    const value = unescaped(rest.find((text) => text !== undefined) ?? '')
    // `https://…` and `lang:ruby` look alike: what goes on with // is no name.
    if (name !== undefined && !/^\w+:\/\//.test(whole)) found.named[name.toLowerCase()] = value
    else found.list.push(name === undefined ? value : whole)
  }
  return found
}

function unescaped(text: string): string {
  return text.replace(/\\(["'\\])/g, '$1')
}
