// Replaces the template tags of a text: by what the text itself says, what all programs mean by a tag's name, the site's own
// template or piece of text, or if nothing of it is known, what is inside.

import { ALERT } from '../markdown/marks.ts'
import { isInHtml } from '../markdown/signs.ts'
import { attribute, codeSpan, destination, fenced } from '../markdown/written.ts'
import { codeFileIn } from './code-files.ts'
import { codeDetector } from './code-like.ts'
import type { Conversion } from './conversion.ts'
import { embedded } from './embeds.ts'
import { BLOCK, filledTemplate } from './filled-template.ts'
import { pieces } from './includes.ts'
import { listsIn, unrolled } from './loops.ts'
import { lostCaption, meaningOfTag } from './meanings.ts'
import { argumentsIn, replaceTags, type TagArguments, type TemplateTag } from './tags.ts'
import { tagsOf } from './template-tags.ts'
import { assignedIn, assignedName } from './variables.ts'

export function withTags(text: string, conversion: Conversion): string {
  const tags = tagsOf(text, conversion.facts.tags)
  conversion.assigned = assignedIn(tags)
  const meanings = new TagMeanings(conversion, tags)
  return replaceTags(text, tags, (tag, inner) => {
    const meant = meanings.of(tag, inner)
    if (meant === undefined) (inner === undefined ? conversion.onLeft : conversion.onDropped)(tag.source)
    return meant
  })
}

class TagMeanings {
  readonly #conversion: Conversion
  readonly #lists: ReturnType<typeof listsIn>
  readonly #pieceFor: ReturnType<typeof pieces>
  #isCode: ReturnType<typeof codeDetector> | undefined

  constructor(conversion: Conversion, tags: readonly TemplateTag[]) {
    this.#conversion = conversion
    this.#lists = listsIn(tags)
    this.#pieceFor = pieces(conversion.options.readPiece ?? (() => undefined))
  }

  /** `undefined` if it is not known. */
  of(tag: TemplateTag, inner: string | undefined): string | undefined {
    const { text, assigned, options } = this.#conversion
    if (tag.kind === 'close') return undefined
    if (/^(?:more|excerpt)$/.test(tag.name)) return ''
    const set = assignedName(tag.name, tag.written) ?? ''
    if (assigned.has(set) || this.#lists.has(set)) return ''
    const loop =
      tag.name === 'for' && inner !== undefined ? unrolled(tag.written, inner, this.#lists) : undefined
    if (loop !== undefined) return loop
    const { name, args, isInclude } = calledBy(tag)
    const card = this.#card(tag, inner)
    if (card !== undefined) return card
    const meaning = meaningOfTag(name, args, inner, this.#conversion)
    if (meaning !== undefined) return isInHtml(text, tag.start) ? withoutMarkdown(meaning) : meaning
    const key = options.codeFileTags?.get(name)
    const file = key === undefined ? undefined : codeFileIn(args, key)
    const fence = file && this.#conversion.codeOf(file)
    if (fence !== undefined) return `\n\n${fence}\n\n`
    const template = options.templates?.get(name)
    const filled = template === undefined ? undefined : filledTemplate(template, args, inner, options.base)
    if (filled !== undefined) return this.#shown(filled, name, tag)
    return isInclude ? this.#included(tag) : this.#unknown(tag, args, inner)
  }

  /** A player, or a link, for a tag that shows an address. */
  #card({ name, written }: TemplateTag, inner: string | undefined): string | undefined {
    const { facts, onMeant } = this.#conversion
    const before = facts.tags.cards?.[name]
    const [target = ''] = /[^\s"']+/.exec(written) ?? []
    if (before === undefined || target === '') return undefined
    const isWhole = /^https?:\/\//.test(target)
    if (!isWhole && before === '') return undefined
    onMeant(name, false)
    const url = isWhole ? target : before + target.replace(/^[/@#]+/, '')
    const label = inner?.trim() || url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/[[\]*_`]/g, '\\$&')
    return `\n\n${embedded(url) ?? `[${label}](${destination(url)})`}\n\n`
  }

  /** Returns what a template of the site shows, set apart if it is a block. */
  #shown(filled: string, name: string, tag: TemplateTag): string {
    const { text, onDropped, onMeant } = this.#conversion
    if (filled === '') onDropped(tag.source)
    else onMeant(name, false)
    if (!BLOCK.test(filled)) return filled.replace(/\s*\n\s*/g, ' ')
    return isAloneAt(text, tag.start) ? `\n\n${filled}\n\n` : filled
  }

  #included({ source, start }: TemplateTag): string | undefined {
    const { text, mask } = this.#conversion
    const piece = this.#pieceFor(source)
    return piece && mask.hideCode(isAloneAt(text, start) && piece.includes('\n') ? `\n${piece}\n` : piece)
  }

  #unknown(tag: TemplateTag, args: TagArguments, inner: string | undefined): string | undefined {
    if (inner === undefined) return undefined
    const caption = lostCaption(args, inner)
    const code = this.#asCode(tag.source, inner)
    if (code === undefined && caption === '') return undefined
    if (code === undefined) this.#conversion.onDropped(tag.source)
    return (code ?? inner) + caption
  }

  /** Returns what is in an unknown tag as code, if markdown would lose some of it. */
  #asCode(tag: string, inner: string): string | undefined {
    const { mask, coded } = this.#conversion
    const code = inner.includes(ALERT) ? '' : mask.reveal(inner)
    if (code.trim() === '' || code.includes('```')) return undefined
    this.#isCode ??= codeDetector()
    if (!this.#isCode(code)) return undefined
    this.#conversion.count(coded, tag)
    return code.includes('\n') ? `\n\n${mask.hide(fenced(code))}\n\n` : mask.hide(codeSpan(code.trim()))
  }
}

/** The name that a tag means, and its arguments: an include is called like its file. */
function calledBy(tag: TemplateTag): { name: string; args: TagArguments; isInclude: boolean } {
  const include =
    /^include(?:_relative|_cached)?$/.exec(tag.name) && /^\s*["']?([\w./-]+)["']?(.*)$/s.exec(tag.written)
  if (!include) return { name: tag.name, args: argumentsIn(tag.written), isInclude: false }
  const args = argumentsIn(include[2]!)
  for (const [key, value] of Object.entries(args.named)) args.named[key] = asVariable(value)
  const name = include[1]!.replace(/^.*\//, '').replace(/\.\w+$/, '')
  return { name, args, isInclude: true }
}

/** A parameter that names a variable, for withVariables. */
function asVariable(value: string): string {
  return /^(?:page|site)\.[\w.-]+$/.test(value) ? `{{ ${value} }}` : value
}

/** Tells whether something begins its line. */
function isAloneAt(text: string, at: number): boolean {
  return /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 100), at))
}

/** An image as HTML has it. */
function withoutMarkdown(meaning: string): string {
  return meaning.replace(
    /^!\[((?:[^[\]\\]|\\.)*)\]\((\S+)\)$/,
    (_, alt: string, src: string) =>
      `<img src="${attribute(src)}" alt="${attribute(alt.replace(/\\(.)/g, '$1'))}">`,
  )
}
