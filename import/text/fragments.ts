// Links to headings: each program makes ids of headings by rules of its own (`x86-64` or `x86_64`, `_1-first` or `1-first`,
// `3.-webc` or `3-webc`), and such a link is to name the id that the heading has here.
import { dirname, join } from 'node:path/posix'
import { anchorsIn, fragmentMistake, markdownRenderer, PREFIX } from '../../build/for-import.ts'
import { normalise } from '../../packages/search/basics/normalise.ts'
import { decoded } from '../../snapshot/format/address.ts'
import { outsideCode } from './mask.ts'
import { type Rewrite, withReferences } from './references.ts'
import { withinLimits } from './within-limits.ts'

/** @param texts the markdown of posts, by their path in the workspace; those with such links are changed */
export function translateFragments(texts: Map<string, string>): void {
  const render = markdownRenderer()
  const known = new Map<string, HeadingIds>()
  const anchorsOf = (path: string, text: string) => {
    const anchors = known.get(path) ?? new HeadingIds(withinLimits(text, () => render(text).html) ?? '')
    known.set(path, anchors)
    return anchors
  }
  for (const [path, text] of texts) {
    if (!/\]\([^()\s]*#|\]:[^\n]*#|href=["'][^"'\s]*#/.test(text)) continue
    const rewrite: Rewrite = (href) => {
      const [, to = '', fragment = ''] = /^([^#:?]*)#(.+)$/s.exec(href) ?? []
      const target = to === '' ? path : join(dirname(path), decoded(to))
      const own = texts.get(target)
      if (fragment === '' || own === undefined) return undefined
      const id = anchorsOf(target, own).like(fragment)
      return id === undefined ? undefined : `${to}#${id}`
    }
    texts.set(
      path,
      outsideCode(text, (prose) => withReferences(prose, rewrite)),
    )
  }
}

class HeadingIds {
  readonly #names: Set<string>
  /** Names, and texts of headings, without what programs treat differently. */
  readonly #keys = new Map<string, string>()

  constructor(html: string) {
    this.#names = anchorsIn(html)
    for (const [, id = '', text = ''] of html.matchAll(/<h[1-6] id="([^"]+)">(.*?)<\/h[1-6]>/gs)) {
      const name = id.replace(PREFIX, '')
      for (const key of [name, text.replace(/<[^>]*>|&\w+;/g, '')].map(keyOf))
        for (const one of [key, key.replace(/^\p{N}+/u, '')])
          if (one !== '' && !this.#keys.has(one)) this.#keys.set(one, name)
    }
  }

  /** The id that another program calls so; `undefined` if it is right as it is, or there is none. */
  like(fragment: string): string | undefined {
    if (!fragmentMistake(fragment, this.#names, '')) return undefined
    const key = keyOf(decoded(fragment))
    const found = this.#keys.get(key) ?? this.#keys.get(keyOf(fragment.replace(/^(?:h-|_)/, '')))
    return found ?? this.#beginning(key)
  }

  /** Finds the id that begins most like a key: some programs take addresses in a heading for words of it, or names for emoji. */
  #beginning(key: string): string | undefined {
    const alike = [...this.#keys].map(([one, name]) => ({ name, length: common(one, key), all: one.length }))
    const [best, next] = alike.toSorted((a, b) => b.length - a.length)
    if (!best || best.length < MIN_KEY || best.length < Math.min(key.length, best.all) / 2) return undefined
    return next && next.length === best.length && next.name !== best.name ? undefined : best.name
  }
}

/** The shortest common beginning that counts: shorter ones begin other words as well. */
const MIN_KEY = 10

/** Counts the letters that two texts begin with. */
function common(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** Letters and digits without accents. */
function keyOf(text: string): string {
  return normalise(text, 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
