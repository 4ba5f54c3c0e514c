// The template tags of each program: how they are written, and what is to happen before code is hidden.

import { fenced } from '../markdown/written.ts'
import { replaceBetween } from './between.ts'
import type { TagFacts } from './dialects.ts'
import type { Mask } from './mask.ts'
import { lostCaption, type TextContext } from './meanings.ts'
import type { CodeTag } from './shortcode-templates.ts'
import { ANY, argumentsIn, type TemplateTag } from './tags.ts'

/** The tags of a text in order. */
export function tagsOf(text: string, { tag }: TagFacts): TemplateTag[] {
  return Array.from(text.matchAll(tag), ({ 0: source, index, groups = {} }) => {
    const { slash, slashed, single } = groups
    return {
      ...{ start: index, end: index + source.length, source },
      name: groups.name ?? single ?? ANY,
      kind: slash ? 'close' : slashed || single ? 'void' : 'open',
      written: groups.written ?? groups.arguments ?? '',
    }
  })
}

interface RawTagContext extends Pick<TextContext, 'facts' | 'mask' | 'onMeant'> {
  /** The site's own tags around code. */
  options?: { codeTags?: ReadonlyMap<string, CodeTag> }
}

/**
 * Tags that apply to code as well: what they protect is hidden, and what contains code becomes a fence, of which `onMeant` is told.
 */
export function withRawTags(text: string, { facts, mask, onMeant, options }: RawTagContext): string {
  const { shown, code, hasRaw = false } = facts.tags
  const codeTags = options?.codeTags ?? new Map<string, CodeTag>()
  const open = shown
    ? replaceBetween(
        text,
        new RegExp(shown.start),
        () => shown.end,
        (inner, [, open], whole) => mask.hide(open + inner + whole.slice(whole.lastIndexOf('*/') + 2)),
      )
    : text
  const plain = hasRaw ? withoutRaw(open, mask) : open
  if (!code) return plain
  const escaped = (name: string) => name.replace(/[^\w-]/g, '\\$&')
  const names = [...code.names, ...codeTags.keys()].map(escaped).join('|')
  return replaceBetween(
    plain,
    new RegExp(
      `(^(?:[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])[ \\t]))*[ \\t]*${code.start(names)}([ \\t]*\\n)?`,
      'gm',
    ),
    ([, , name]) => code.end(escaped(name!)),
    (inner, { 1: margin = '', 2: name = '', 3: options = '', index, input }, { length }) => {
      const isAlone = index === 0 || margin !== '' || input[index - 1] === '\n'
      // Directly below HTML, a fence would be part of it.
      const above = margin === '' && index > 0 && input[index - 2] !== '\n' ? '\n' : ''
      const indent = margin.replace(/[-*+]|\d+[.)]/g, (mark) => ' '.repeat(mark.length))
      const written = hasRaw ? inner.replace(/\{%-?\s*(?:end)?raw\s*-?%\}\n?/g, '') : inner
      const caption = lostCaption(argumentsIn(options), written).trim()
      onMeant?.(name, caption !== '')
      const language = languageOf(codeTags.get(name), options) ?? languageIn(name, options)
      const below = caption === '' ? '' : `\n${indent}\n${indent}${caption}\n${indent}`
      const title = name === 'codeblock' ? titleIn(options) : ''
      const info = title === '' ? language : `${language || 'text'} ${title}`
      const fence = mask.hide(fenced(written.replace(/\n[ \t>]*$/, ''), info, indent)) + below
      if (!isAlone) return `\n\n${fence}\n\n`
      const isLast = /^[ \t]*(?:\n|$)/.test(input.slice(index + length).slice(0, 100))
      return above + margin + fence + (isLast ? '' : '\n\n')
    },
  )
}

/** Hides raw text first: tags in it are none. Comments go. */
function withoutRaw(text: string, mask: Mask): string {
  const endOf = ([, name]: RegExpExecArray) => `\\{%-?\\s*end${name}\\s*-?%\\}`
  const raw = replaceBetween(text, /\{%-?\s*(raw|verbatim)\s*-?%\}/g, endOf, (inner) =>
    // Code keeps its own marks: only braces need protection.
    replaceBetween(
      inner,
      /\{[{%#]/g,
      ([open]) => ENDS[open]!,
      (_inner, _match, tag) => mask.hide(tag),
    ),
  )
  return replaceBetween(
    raw,
    /\{%-?\s*(comment)\s*-?%\}/g,
    (match) => `${endOf(match)}\\n?`,
    () => '',
  )
}

/** The ends of what is between braces. */
const ENDS: Record<string, string> = { '{{': '\\}\\}', '{%': '%\\}', '{#': '#\\}' }

/** Returns the language that a site's own tag says. Parameters without a name are numbered. */
function languageOf(tag: CodeTag | undefined, options: string): string | undefined {
  if (tag?.parameter === undefined) return tag?.language
  const { list, named } = argumentsIn(options)
  return named[tag.parameter.toLowerCase()] ?? list[Number(tag.parameter)] ?? ''
}

/** Returns what Hexo shows above code: words, and then an address with a text of its own. */
function titleIn(options: string): string {
  return options
    .replace(/\b(?:lang(?:uage)?|line_number|line_threshold|highlight|first_line|mark|wrap):\S*/g, '')
    .replace(/[`{}]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Jekyll and Hugo name the language first, Eleventy in quotes, Hexo as `lang:`, themes of Hugo as `lang=`. */
function languageIn(name: string, options: string): string {
  const [, named] = /\blang(?:uage)?\s*[:=]\s*["']?(?:lang(?:uage)?[:-])?([\w+#.-]+)/.exec(options) ?? []
  if (named) return named
  const [, first = ''] = /^\s*["'`]?([\w+#.-]+)(?![\w+#.-]|\s*=)/.exec(options) ?? []
  return name === 'codeblock' || /^(?:linenos|hl_lines)$/.test(first) ? '' : first
}
