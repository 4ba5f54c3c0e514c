// Reads what a reader sees or follows of HTML, in a form in which HTML is the same as the markdown that was made of it: its text,
// the elements around that, and what these show or name.
import { Parser } from 'htmlparser2'
import { PREFIX } from '../../build/for-import.ts'
import { decoded } from '../../snapshot/format/address.ts'
import { ALL_BLOCKS, EDGES } from '../markdown/elements.ts'

export interface ShownHtml {
  content: string
  /** The ids that raw HTML has, each with the number of letters before it. */
  ids: ReadonlySet<string>
  /** The ids that markdown has given, each with the number of letters before it. */
  given: ReadonlySet<string>
}

/** Tells whether `made` shows the same as `source`, and has its ids and no others. */
export function isAlike(source: ShownHtml, made: ShownHtml): boolean {
  return (
    source.content === made.content &&
    [...source.ids].every((id) => made.ids.has(id) || made.given.has(id)) &&
    [...made.ids].every((id) => source.ids.has(id))
  )
}

const words = (text: string) => new Set(text.split(' '))

/** Elements around text, by the names that markdown has for them. */
const MARKS = new Map([
  ...[
    ...words(
      'em strong del ins sub sup kbd q u small abbr cite dfn mark samp var code a ruby rt rp bdo time',
    ),
  ].map((name) => [name, name] as const),
  ...([
    ['b', 'strong'],
    ['i', 'em'],
    ['s', 'del'],
    ['strike', 'del'],
    ['tt', 'code'],
  ] as const),
])
/** Blocks that mean something. */
const EDGE = new Set(EDGES)
const MEANT = new Set(ALL_BLOCKS.filter((name) => !EDGE.has(name)))
const SHOWN = words('img input video audio iframe source track')
/** Blocks that are seen even if they are empty. */
const PLACES = words('li td th dt dd hr')
const ATTRIBUTES = 'href src alt start align colspan rowspan title checked value'.split(' ')

/** Begins what is no text. */
const TAG = '\u0001'

/** An element that is open. Its place is that of its tag in the output. */
interface OpenElement {
  kind: 'mark' | 'block' | 'edge' | 'hidden' | 'none'
  name: string
  tag: string
  at: number | undefined
  /** A list right in a list, which is taken for a part of the item before it. */
  isInItem?: boolean
  /** True if text was shown before it since a block. */
  isAfterText?: boolean
}

/** @param html as the pipeline gives it, where all elements are closed */
export function shapeOf(html: string): ShownHtml {
  const reader = new ShapeReader()
  const parser = new Parser(reader, { decodeEntities: true })
  parser.end(html)
  return reader.shape
}

class ShapeReader {
  readonly #out: string[] = []
  readonly #ids = new Set<string>()
  readonly #given = new Set<string>()
  readonly #open: OpenElement[] = []
  /** White space and line breaks, which are only seen if something follows. */
  #space = ''
  /** True if a block has begun or ended since something was shown. */
  #isEdge = true
  /** True if something was shown since the last tag of a block. */
  #isRun = false
  #length = 0
  #pres = 0
  #hidden = 0

  get shape(): ShownHtml {
    return { content: this.#out.join(''), ids: this.#ids, given: this.#given }
  }

  onopentag(name: string, attribs: Record<string, string>): void {
    for (const id of [attribs.id, attribs.name]) {
      if (id?.startsWith(PREFIX)) this.#ids.add(`${this.#length} ${id.slice(PREFIX.length)}`)
      else if (id) this.#given.add(`${this.#length} ${id}`)
    }
    const one: OpenElement = {
      kind: this.#kindOf(name, attribs),
      name: MARKS.get(name) ?? name,
      tag: '',
      at: undefined,
    }
    one.tag = tagOf(one.name, attribs)
    if (one.kind === 'mark' && one.tag === `${TAG}<a>`) one.kind = 'none'
    if (one.kind === 'hidden') this.#hidden++
    if (one.kind === 'edge') this.#edge()
    if (one.kind === 'block') this.#openBlock(one)
    this.#open.push(one)
    if (this.#hidden > 0) return
    if (name === 'br') this.#break()
    else if (SHOWN.has(name)) this.#show(one.tag)
  }

  ontext(text: string): void {
    if (this.#hidden > 0 || text === '') return
    if (this.#pres > 0) {
      this.#show(this.#isEdge && this.#open.at(-1)?.name === 'pre' ? text.replace(/^\n/, '') : text)
      return
    }
    for (const part of text.split(/([ \t\r\n\f\u00a0]+)/)) {
      if (part === '') continue
      if (!/^[ \t\r\n\f\u00a0]/.test(part)) this.#show(part)
      else if (!this.#isEdge && this.#space === '') this.#space = ' '
    }
  }

  onclosetag(): void {
    const one = this.#open.pop()!
    if (one.kind === 'hidden') this.#hidden--
    if (one.kind === 'mark') this.#closeMark(one)
    if (one.kind === 'edge') this.#edge()
    if (one.kind === 'block') this.#closeBlock(one)
  }

  #kindOf(name: string, { class: names, align, href }: Record<string, string>): OpenElement['kind'] {
    if (names === 'markdown-alert-title') return 'hidden'
    if (MARKS.has(name))
      return this.#pres > 0 && !(name === 'a' && /^[^#]/.test(href ?? '')) ? 'none' : 'mark'
    if (MEANT.has(name) || (align && EDGE.has(name))) return 'block'
    return EDGE.has(name) ? 'edge' : 'none'
  }

  #break(): void {
    if (this.#pres > 0) this.#show('\n')
    else this.#space = `${this.#space === ' ' ? '' : this.#space}${TAG}<br>`
  }

  #show(what: string): void {
    if (what === '') return
    const out = this.#out
    if (this.#isEdge && this.#isRun) out.push(`${TAG}¶`)
    // A task's box is apart from its text.
    if (this.#space !== '' && !out.at(-1)?.startsWith(`${TAG}<input`)) out.push(this.#space)
    for (const one of this.#open) {
      if (one.kind !== 'mark' || one.at !== undefined || (this.#pres > 0 && one.name !== 'a')) continue
      one.at = out.length
      out.push(one.tag)
    }
    out.push(what)
    this.#space = ''
    this.#isEdge = false
    this.#isRun = true
    this.#length += what.startsWith(TAG) ? 1 : what.replace(/\s/g, '').length
  }

  #closeMark(one: OpenElement): void {
    if (one.at === undefined) return
    // An address that becomes a link by itself is its text.
    if (one.name === 'a' && isAddress(one, this.#out.slice(one.at + 1).join(''))) this.#out.splice(one.at, 1)
    else this.#out.push(`${TAG}</${one.name}>`)
    one.at = undefined
  }

  #edge(): void {
    if (this.#pres > 0) {
      const last = this.#out.at(-1)!
      if (!last.startsWith(TAG) && !last.endsWith('\n')) this.#show('\n')
      return
    }
    for (const one of this.#open.toReversed()) if (one.kind === 'mark') this.#closeMark(one)
    this.#space = ''
    this.#isEdge = true
  }

  #openBlock(one: OpenElement): void {
    this.#edge()
    const out = this.#out
    const isList = (name = '') => name === 'ul' || name === 'ol'
    one.isInItem = isList(one.name) && isList(this.#open.at(-1)?.name) && out.at(-1) === `${TAG}</li>`
    if (one.isInItem) out.pop()
    one.at = out.length
    one.isAfterText = this.#isRun
    out.push(one.tag)
    this.#isRun = false
    if (one.name === 'pre') this.#pres++
  }

  #closeBlock(one: OpenElement): void {
    this.#edge()
    const out = this.#out
    if (one.name === 'pre') {
      out[out.length - 1] = out.at(-1)!.replace(/(?<!\n)\n+$/, '')
      const isBlank = out
        .slice(one.at! + 1)
        .every((part) => part.trim() === '' || /^\u0001<\/?a\b/.test(part))
      this.#pres--
      this.#edge()
      if (isBlank) out.length = one.at! + 1
    }
    if (one.name === 'tr') this.#closeRow(one.at!)
    const isGone = out.length === one.at! + 1 && !PLACES.has(one.name)
    if (isGone) out.length = one.at!
    else out.push(`${TAG}</${one.name}>`)
    if (one.isInItem) out.push(`${TAG}</li>`)
    this.#isRun = isGone && one.isAfterText === true
  }

  /** Leaves heads of columns to the first row: in markdown that has them, though they may be empty, and no other has any. */
  #closeRow(at: number): void {
    const out = this.#out
    const isFirst = out[at - 1]?.startsWith(`${TAG}<table`)
    const cells = out.splice(at + 1)
    const isHead = cells.every((part) => !/^\u0001<td\b/.test(part))
    if (isFirst && isHead && cells.every((part) => /^\u0001<\/?th\b/.test(part))) return
    out.push(...cells.map((part) => (isFirst && isHead ? part : part.replace(/^(\u0001<\/?)th\b/, '$1td'))))
  }
}

function tagOf(name: string, attribs: Record<string, string>): string {
  const written = ATTRIBUTES.flatMap((key) => {
    const value = attribs[key]
    if (value === undefined || NOTHING.has(`${key} ${value}`)) return []
    if (key === 'title' && (MEANT.has(name) || EDGE.has(name))) return []
    const plain = decoded(value.replace(/\s+/g, ' ').trim())
    return [` ${key}="${key === 'href' ? plain.replace(`#${PREFIX}`, '#') : plain}"`]
  })
  return `${TAG}<${name}${written.join('')}>`
}

/** Attributes that say nothing. */
const NOTHING = new Set(['start 1', 'colspan 1', 'rowspan 1', 'alt ', 'title ', 'align ', 'src ', 'start '])

function isAddress({ tag }: OpenElement, text: string): boolean {
  if (text.includes(TAG)) return false
  return ['', 'http://', 'mailto:'].some((scheme) => tag === tagOf('a', { href: scheme + text }))
}
