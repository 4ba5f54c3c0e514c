// Footnotes as on GitHub. The HTML is that of marked-footnote (1.4), which reads fewer of them: labels regardless of case,
// definitions directly below a paragraph, and lines that continue one with less indentation.
import type { Lexer, MarkedExtension, Token, Tokens } from 'marked'
import { childrenOf } from '../../extract/tokens.ts'
import { ownAnchor } from '../html/anchors.ts'
import { escapeHtml } from '../html/escape-html.ts'
import { FOOTNOTES_HEADING } from '../html/headings.ts'

/** A definition, at its place in the source. */
export interface Definition extends Tokens.Generic {
  type: 'footnote'
  label: string
  content: Token[]
  /** The number of the note, from 1; 0 if nothing refers to it. */
  number: number
  /** The number of references to it that are rendered. */
  references: number
}

interface FootnoteReference extends Tokens.Generic {
  type: 'footnoteRef'
  definition: Definition
  /** The number of the note; 0 if the reference is not rendered. */
  number: number
  /** The index among the references to the same note, from 0. */
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
  /** Tells whether a note with this text ends in a paragraph, which the next line goes on with. Only blocks are looked at. */
  const endsInParagraph = (text: string, lexer: Lexer): boolean => {
    if (isTried) return true
    const { length } = lexer.inlineQueue
    isTried = true
    const blocks = lexedAtTop(text, lexer)
    isTried = false
    lexer.inlineQueue.length = length
    return PARAGRAPHS.has(lastLeaf(blocks)?.type ?? '')
  }
  return {
    begin() {
      definitions = new Map()
      isTried = false
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
            const { raw, text } = noteIn(src, opening.length, (text) => endsInParagraph(text, this.lexer))
            const content = lexedAtTop(text, this.lexer)
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

/** The UTF-16 units of a paragraph that are searched: looking further for each paragraph of a text would take quadratic time. */
const MAX_PARAGRAPH = 10_000

/** A label has as many characters as that of a link, so that no search for its end takes long. */
const BEGINNING = /^ {0,3}\[\^([^\]\n]{1,999})\]:[ \t]*/
const INTERRUPTION = /\n {0,3}\[\^[^\]\n]{1,999}\]:/

/** Returns the name of a note, which is the same for all spellings of its label. */
export function nameOf(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Begins something other than the rest of a paragraph. */
const BLOCK =
  /^ {0,3}(?:[-*+][ \t]|\d{1,9}[.)][ \t]|>|#{1,6}(?:[ \t]|$)|`{3}|~{3}|(?:[-*_][ \t]*){3,}$|\[\^[^\]\n]+\]:|<[a-z/!?])/i
const PARAGRAPHS = new Set(['paragraph', 'text'])
const CONTAINERS = new Set(['blockquote', 'footnote', 'list', 'list_item'])

function lastLeaf(tokens: readonly Token[]): Token | undefined {
  const last = tokens.at(-1)
  return last && CONTAINERS.has(last.type) ? lastLeaf(childrenOf(last)) : last
}

function lexedAtTop(text: string, lexer: Lexer): Token[] {
  const { top } = lexer.state
  lexer.state.top = true
  const blocks = lexer.blockTokens(text, [])
  lexer.state.top = top
  return blocks
}

/** The number of times that a note is looked at from its beginning: each time takes longer than the one before. */
const MAX_TRIES = 50

/** The lines of a definition, and its text without their indentation. */
function noteIn(
  src: string,
  from: number,
  endsInParagraph: (text: string) => boolean,
): { raw: string; text: string } {
  const lines: string[] = []
  let end = 0
  let blank: string[] = []
  let isLazy = false
  let tries = 0
  for (const { 0: written, index } of src.matchAll(/[^\n]*(?:\n|$)/g)) {
    const line = written.replace(/\n$/, '').slice(index === 0 ? from : 0)
    const isFirst = index === 0
    const isIndented = /^(?: {4}| {0,3}\t)/.test(line)
    if (!isFirst && line.trim() === '') {
      blank.push('')
      continue
    }
    isLazy =
      !isFirst &&
      !isIndented &&
      blank.length === 0 &&
      !BLOCK.test(line) &&
      (isLazy || ++tries > MAX_TRIES || endsInParagraph(lines.join('\n')))
    if (!isFirst && !isIndented && !isLazy) break
    const text = isIndented ? line.replace(/^(?: {4}| {0,3}\t)/, '') : line.trimStart()
    lines.push(...blank, text)
    blank = []
    end = index + written.length
  }
  return { raw: src.slice(0, end), text: lines.join('\n') }
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
  const { label } = definition
  return `<sup><a id="${referenceId(label, index)}" href="#${noteId(label)}" data-footnote-ref aria-describedby="footnote-label">${number}</a></sup>`
}

function noteHtml({ label, references }: Definition, html: string): string {
  const back = Array.from({ length: references }, (_, index) => {
    const mark = index === 0 ? '↩' : `↩<sup>${index + 1}</sup>`
    return ` <a href="#${referenceId(label, index)}" data-footnote-backref aria-label="Back to reference ${escapeHtml(label)}">${mark}</a>`
  }).join('')
  const content = html.trimEnd()
  const inside = content.endsWith('</p>') ? `${content.slice(0, -4)}${back}</p>` : `${content}${back}`
  return `<li id="${noteId(label)}">\n${inside}\n</li>\n`
}

function noteId(label: string): string {
  return `footnote-${encodeURIComponent(label)}`
}

function referenceId(label: string, index: number): string {
  return `footnote-ref-${encodeURIComponent(label)}${index === 0 ? '' : `-${index + 1}`}`
}

/** The anchors of the elements that have an id: notes, and the references to them. */
export function anchorsOf(section: Section | undefined): string[] {
  if (!section) return []
  const anchors = section.items.flatMap(({ label, references }) => [
    ownAnchor('li', noteId(label)),
    ...Array.from({ length: references }, (_, index) => ownAnchor('a', referenceId(label, index))),
  ])
  return [ownAnchor('h2', 'footnote-label'), ...anchors]
}
