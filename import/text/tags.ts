// Template tags in general: finds which tags belong together, and lets a function say what each means.

/** The most characters that pieces, or values of expressions, may add to a post. */
export const MAX_ADDED = 1_000_000

/** Says of one text after another, by its length, whether it may be added. */
export function allowance(): (length: number) => boolean {
  let left = MAX_ADDED
  return (length) => {
    const isLess = length <= left
    if (isLess) left -= length
    return isLess
  }
}

/** A tag of a template, a component or an element. */
export interface AnyTag {
  start: number
  end: number
  name: string
  kind: 'open' | 'close' | 'void'
  /** The whole tag. */
  source: string
}

export interface TemplateTag extends AnyTag {
  /** The text between the name and the end of the tag. */
  written: string
}

/** The arguments of a tag. */
export interface TagArguments {
  /** Arguments without a name, in order. */
  list: string[]
  /** Arguments by name, in lower case. */
  named: Record<string, string>
}

/**
 * Puts what its meaning is in the place of each tag, or of a pair with what is inside of it.
 * @param tags in order; an opening tag without an end of its own stands alone
 * @param meaning `undefined` for a single tag that stays as it is, and of a pair what is inside
 * @param isPaired whether a tag may belong to another one
 */
export function replaceTags<T extends AnyTag>(
  text: string,
  tags: readonly T[],
  meaning: (tag: T, inner: string | undefined) => string | undefined,
  isPaired: (tag: T) => boolean = () => true,
): string {
  const pairs = pairsIn(tags, isPaired)
  const render = (from: number, to: number, first: number, last: number): string => {
    let [result, at] = ['', from]
    for (let index = first; index < last; index++) {
      const tag = tags[index]!
      const close = pairs.get(index)
      const end = close === undefined ? undefined : tags[close]!
      const inner = end && render(tag.end, end.start, index + 1, close!)
      result += text.slice(at, tag.start) + (meaning(tag, inner) ?? inner ?? tag.source)
      at = end?.end ?? tag.end
      index = close ?? index
    }
    return result + text.slice(at, to)
  }
  return render(0, text.length, 0, tags.length)
}

/** Tags within more tags than these stand alone: depth costs the stack, and each level the text in it. */
export const MAX_NESTING = 100

/** The name of an end that closes whatever is open, as Zola has it. */
export const ANY = '*'

/** The number of the closing tag for each opening one that has it; an end also ends what is open within. */
function pairsIn<T extends AnyTag>(tags: readonly T[], isPaired: (tag: T) => boolean): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  const times = new Map<string, number>()
  const opened = (name: string, by: number) => times.set(name, (times.get(name) ?? 0) + by)
  for (const [index, tag] of tags.entries()) {
    const { kind, name } = tag
    if (kind === 'void' || !isPaired(tag)) continue
    if (kind === 'open') {
      open.push(index)
      opened(name, 1)
    } else if (name === ANY ? open.length > 0 : times.get(name)) {
      let last: number
      do {
        last = open.pop()!
        opened(tags[last]!.name, -1)
      } while (name !== ANY && tags[last]!.name !== name)
      pairs.set(last, index)
    }
  }
  const ends: number[] = []
  for (const index of tags.keys()) {
    while (ends.length > 0 && ends.at(-1)! < index) ends.pop()
    const close = pairs.get(index)
    if (close !== undefined && ends.length < MAX_NESTING) ends.push(close)
    else pairs.delete(index)
  }
  return pairs
}

const ARGUMENT =
  /([\w.:-]+)\s*[=:]\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s,"'`)]+))|(?<!\\)"((?:[^"\\]|\\.)*)"|(?<!\\)'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s,()"'`]+)/g

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
