// Footnotes as on GitHub. The HTML is that of marked-footnote (1.4), which reads fewer of them: labels regardless of case,
// definitions directly below a paragraph, and lines that continue one with less indentation.
import type { Lexer, MarkedExtension, Token, Tokens } from 'marked'
import { escapeHtml } from '../../link/escape-html.ts'
import { FOOTNOTES_HEADING } from '../html/headings.ts'
import { childrenOf } from '../tokens.ts'

/** A definition, at its place in the source. */
export interface Definition extends Tokens.Generic {
  type: 'footnote'
  label: string
  content: Token[]
  /** From 1, among the notes; 0 if nothing refers to it. */
  number: number
  /** How many references to it are rendered. */
  references: number
}

interface FootnoteReference extends Tokens.Generic {
  type: 'footnoteRef'
  definition: Definition
  /** The number of the note; 0 if the reference is not rendered. */
  number: number
  /** From 0, among the references to the same note. */
  index: number
}

/** The notes of a text in the order of their first references. */
export interface Section extends Tokens.Generic {
  type: 'footnotes'
  items: Definition[]
}

export interface Footnotes {
  extension: MarkedExtension
  /** Forgets the notes of the text before. */
  begin(): void
  /** Numbers the notes of a text, and gives those that it refers to; `undefined` if there are none. */
  sectionOf(tokens: readonly Token[]): Section | undefined
}

export function footnotes(): Footnotes {
  let definitions = new Map<string, Definition>()
  let isTried = false
  let depth = 0
  const lexed = (text: string, lexer: Lexer): Token[] => {
    const { top } = lexer.state
    lexer.state.top = true
    depth++
    const blocks = lexer.blockTokens(text, [])
    depth--
    lexer.state.top = top
    return blocks
  }
  /** The blocks of a note, without what is in their lines. Definitions among them are none yet. */
  const tried = (text: string, lexer: Lexer): Token[] => {
    const { length } = lexer.inlineQueue
    isTried = true
    const blocks = lexed(text, lexer)
    isTried = false
    lexer.inlineQueue.length = length
    return blocks
  }
  return {
    begin() {
      definitions = new Map()
      isTried = false
      depth = 0
    },
    sectionOf,
    extension: {
      extensions: [
        {
          name: 'footnote',
          level: 'block',
          childTokens: ['content'],
          // A definition ends a paragraph. There is none behind the paragraph's end.
          start(src) {
            const near = src.slice(0, MAX_PARAGRAPH)
            const end = near.indexOf('\n\n')
            return INTERRUPTION.exec(end === -1 ? near : near.slice(0, end))?.index
          },
          tokenizer(src) {
            const beginning = BEGINNING.exec(src)
            if (!beginning) return undefined
            const [opening, label = ''] = beginning
            const lines = linesIn(src, opening.length)
            const own =
              isTried || depth > MAX_TRIED ? lines : withoutOthers(lines, (text) => tried(text, this.lexer))
            const content = lexed(own.map(({ text }) => text).join('\n'), this.lexer)
            const raw = src.slice(0, own.at(-1)!.end)
            const token: Definition = { type: 'footnote', raw, label, content, number: 0, references: 0 }
            const name = nameOf(label)
            if (!isTried && !definitions.has(name)) definitions.set(name, token)
            return token
          },
          renderer: () => '',
        },
        {
          name: 'footnoteRef',
          level: 'inline',
          start: (src) => src.indexOf('[^'),
          tokenizer(src) {
            const [raw, label = ''] = /^\[\^([^\]\n]{1,999})\]/.exec(src) ?? []
            const definition = raw === undefined ? undefined : definitions.get(nameOf(label))
            return definition && { type: 'footnoteRef', raw: raw!, definition, number: 0, index: 0 }
          },
          renderer: (token) => referenceHtml(token as FootnoteReference),
        },
        {
          name: 'footnotes',
          renderer(token) {
            const notes = (token as Section).items.map((note) =>
              noteHtml(note, this.parser.parse(note.content)),
            )
            return `<section class="footnotes" data-footnotes>
<h2 id="footnote-label" class="sr-only" ${FOOTNOTES_HEADING}>Footnotes</h2>
<ol>
${notes.join('')}</ol>
</section>
`
          },
        },
      ],
    },
  }
}

/** In UTF-16 units: looking further for each paragraph of a text would take quadratic time. */
const MAX_PARAGRAPH = 10_000

/** Notes that are deeper in others are read once, as each of these is lexed twice with all that is in it. */
const MAX_TRIED = 3

/** A label has as many characters as that of a link, so that no search for its end takes long. */
const BEGINNING = /^ {0,3}\[\^([^\]\n]{1,999})\]:[ \t]*/
const INTERRUPTION = /\n {0,3}\[\^[^\]\n]{1,999}\]:/

function nameOf(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Begins something other than the rest of a paragraph. */
const BLOCK =
  /^ {0,3}(?:[-*+][ \t]|\d{1,9}[.)][ \t]|>|#{1,6}(?:[ \t]|$)|`{3}|~{3}|(?:[-*_][ \t]*){3,}$|\[\^[^\]\n]+\]:|<[a-z/!?])/i

interface NoteLine {
  /** Without the indentation of its note. */
  text: string
  /** Where it ends in the source. */
  end: number
  /** Whether it can only be there as the rest of a paragraph. */
  isLazy: boolean
}

/** The lines that a definition may have. */
function linesIn(src: string, from: number): NoteLine[] {
  const lines: NoteLine[] = []
  let blank: NoteLine[] = []
  for (const { 0: written, index } of src.matchAll(/[^\n]*(?:\n|$)/g)) {
    const line = written.replace(/\n$/, '').slice(index === 0 ? from : 0)
    const end = index + written.length
    if (index > 0 && line.trim() === '') {
      blank.push({ text: '', end, isLazy: false })
      continue
    }
    const isIndented = INDENTATION.test(line)
    const isLazy = index > 0 && !isIndented
    if (isLazy && (blank.length > 0 || BLOCK.test(line))) break
    const text = isIndented ? line.replace(INDENTATION, '') : line.trimStart()
    lines.push(...blank, { text, end, isLazy })
    blank = []
  }
  return lines
}

const INDENTATION = /^(?: {4}| {0,3}\t)/

/** No text has it. */
const MARK = '\0'

/** What a paragraph may be that goes on, for now or as a heading. */
const PARAGRAPHS = new Set(['paragraph', 'text', 'heading'])
const CONTAINERS = new Set(['blockquote', 'footnote', 'list', 'list_item'])

/** Up to the first line that would be the rest of a paragraph where there is none. @param blocksOf lexes a note */
function withoutOthers(lines: readonly NoteLine[], blocksOf: (text: string) => Token[]): readonly NoteLine[] {
  const lazy = lines.filter(({ isLazy }) => isLazy)
  if (lazy.length === 0) return lines
  const marked = lines.map(({ text, isLazy }) => (isLazy ? MARK : '') + text).join('\n')
  let count = 0
  for (const { type, raw } of blocksOf(marked).flatMap(leavesOf)) {
    const marks = raw.split(MARK).length - 1
    const isOther = marks > 0 && (raw.startsWith(MARK) || !PARAGRAPHS.has(type))
    if (isOther) return lines.slice(0, lines.indexOf(lazy[count]!))
    count += marks
  }
  return lines
}

function leavesOf(token: Token): readonly Token[] {
  return CONTAINERS.has(token.type) ? childrenOf(token).flatMap(leavesOf) : [token]
}

function sectionOf(tokens: readonly Token[]): Section | undefined {
  const used = usedIn(tokens)
  const items: Definition[] = []
  const visit = (token: Token) => {
    if (token.type === 'footnote' && !used.has(token as Definition)) return
    // The alternative text of an image has no references.
    if (token.type === 'image') return
    if (token.type === 'footnoteRef') {
      const reference = token as FootnoteReference
      const { definition } = reference
      if (definition.number === 0) definition.number = items.push(definition)
      reference.number = definition.number
      reference.index = definition.references++
    }
    for (const child of childrenOf(token)) visit(child)
  }
  for (const token of tokens) visit(token)
  return items.length === 0 ? undefined : { type: 'footnotes', raw: '', items }
}

/** The notes that the text refers to, directly or from other notes. */
function usedIn(tokens: readonly Token[]): Set<Definition> {
  const used = new Set<Definition>()
  const visit = (token: Token) => {
    if (token.type === 'footnote' || token.type === 'image') return
    if (token.type === 'footnoteRef' && !used.has((token as FootnoteReference).definition)) {
      const { definition } = token as FootnoteReference
      used.add(definition)
      for (const child of definition.content) visit(child)
    }
    for (const child of childrenOf(token)) visit(child)
  }
  for (const token of tokens) visit(token)
  return used
}

function referenceHtml({ definition, number, index }: FootnoteReference): string {
  if (number === 0) return ''
  const name = encodeURIComponent(definition.label)
  return `<sup><a id="footnote-ref-${name}${ordinal(index)}" href="#footnote-${name}" data-footnote-ref aria-describedby="footnote-label">${number}</a></sup>`
}

function noteHtml({ label, references }: Definition, html: string): string {
  const name = encodeURIComponent(label)
  const back = Array.from({ length: references }, (_, index) => {
    const mark = index === 0 ? '↩' : `↩<sup>${index + 1}</sup>`
    return ` <a href="#footnote-ref-${name}${ordinal(index)}" data-footnote-backref aria-label="Back to reference ${escapeHtml(label)}">${mark}</a>`
  }).join('')
  const content = html.trimEnd()
  const inside = content.endsWith('</p>') ? `${content.slice(0, -4)}${back}</p>` : `${content}${back}`
  return `<li id="footnote-${name}">\n${inside}\n</li>\n`
}

function ordinal(index: number): string {
  return index === 0 ? '' : `-${index + 1}`
}
