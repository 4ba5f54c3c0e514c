// The HTML of WordPress: paragraphs that are only blank lines, blocks in comments, shortcodes in brackets.

import { escapeHtml } from '../../build/for-import.ts'
import { oneOf, WORDPRESS } from '../markdown/elements.ts'
import { HIDDEN, WORDPRESS_MARKS, withMarks, withoutMarks } from '../markdown/marks.ts'
import { attribute } from '../markdown/written.ts'
import { replaceBetween } from '../text/between.ts'
import { WORDPRESS_CODE } from '../text/dialects.ts'
import { Mask } from '../text/mask.ts'
import { argumentsIn } from '../text/tags.ts'
import { figureOf } from './export.ts'

/** Shortcodes whose names are not those of languages. */
const PLUGIN = /^(?:code(?:syntax)?$|sourcecode$|crayon$|geshi$|cc_?)/i

/** The commands that make it a document; without any, what is between such shortcodes is a formula. */
const LATEX_DOCUMENT = /\\(?:documentclass|usepackage|newcommand|begin *\{document)/

const BLANK_LINES = /^(?:[ \t]*\n)+/

const BLOCK = `</?${oneOf(WORDPRESS)}\\b`

export interface GalleryImage {
  src: string
  /** HTML; empty if there is none. */
  caption: string
}

/**
 * @param gallery images by their ids
 * @param notes footnotes, which newer posts keep beside their text
 */
export function htmlOfWordPress(
  written: string,
  gallery: (ids: readonly string[]) => GalleryImage[],
  notes: readonly { id: string; content: string }[],
): { html: string; left: string[] } {
  const hasBlocks = /<!-- wp:/.test(written)
  const mask = new Mask()
  const coded = replaceBetween(
    withoutMarks(written.replace(/\r\n?/g, '\n').replace(WORDPRESS_MARKS, '')),
    new RegExp(`\\[(${WORDPRESS_CODE})(?![\\w+#-])([^[\\]]*)\\]`, 'gi'),
    // All names that begin with cc have one end: each that is missing would be looked for in all of the text.
    ([, name]) => `\\[/${name!.toLowerCase().replace(/^cc.*/, 'cc\\w*').replaceAll('+', '\\+')}\\]`,
    (inner, [, name = '', options = '']) => {
      if (/^(?:la)?tex$/i.test(name) && !LATEX_DOCUMENT.test(inner)) return formula(inner)
      const { named } = argumentsIn(options)
      const language = named.lang ?? named.language ?? name.replace(PLUGIN, '')
      return mask.hide(
        `<pre><code class="language-${attribute(language)}">${inner
          .replace(/<(?=[\w/?!])/g, '&lt;')
          .replace(BLANK_LINES, '')
          .trimEnd()}</code></pre>`,
      )
    },
  )
  const text = replaceBetween(
    coded,
    /<pre\b([^<>]*>)?/gi,
    () => '</pre>',
    (inner, [tag], whole) => mask.hide(isAsWritten(tag, inner) ? `${tag}${escapeHtml(inner)}</pre>` : whole),
  )
  const expanded = withShortcodes(text, gallery)
  const list = notes
    .map(({ id, content }) => `<li id="${attribute(id)}">${withoutMarks(content)}</li>`)
    .join('')
  const blocks = replaceBetween(
    hasBlocks ? withEmbeds(expanded.text) : withParagraphs(expanded.text),
    /<!-- \/?wp:/g,
    () => '-->',
    () => '',
  )
  const whole = blocks + (list === '' ? '' : `<ol>${list}</ol>`)
  return { html: withMarks(mask.reveal(whole)), left: expanded.left }
}

/** Writes a formula on one line, since a line end would become a break. */
function formula(written: string): string {
  return `$${written
    .trim()
    .replace(/^\$|\$$/g, '')
    .replace(/\s+/g, ' ')}$`
}

/** WP-Syntax and Crayon show tags in code as they are written, unless the editor has escaped them. */
function isAsWritten(tag: string, inner: string): boolean {
  const isPlugin =
    /\slang=|\bclass=["'][^"']*\blang:/.test(tag) && !/\bescaped=["']true|\bdecode:true/.test(tag)
  return isPlugin && /<[\w/?!%]/.test(inner) && !/^\s*<(?:code|span)\b/.test(inner)
}

function withShortcodes(
  text: string,
  gallery: (ids: readonly string[]) => GalleryImage[],
): { text: string; left: string[] } {
  const left: string[] = []
  const captioned = replaceBetween(
    text,
    /\[caption\b([^[\]]*)\]/gi,
    () => '\\[/caption\\]',
    (inner, [, options = '']) => {
      const [, image = '', rest = ''] = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)/.exec(
        inner,
      ) ?? [undefined, inner, '']
      const caption = rest.trim() || argumentsIn(options).named.caption || ''
      return `\n\n<figure>${image}<figcaption>${caption}</figcaption></figure>\n\n`
    },
  )
  const played = replaceBetween(
    captioned,
    /\[youtube[= ]+(?:<a\b[^<>]*>)?"?(https?:[^\]"\s<]+)/gi,
    () => '\\]',
    (_inner, [, url]) => `\n\n${url}\n\n`,
  )
  const replaced = played
    .replace(/\[youtube\s+([\w-]{11})\]/gi, '\n\nhttps://youtu.be/$1\n\n')
    .replace(/\[vimeo\s+(?:https?:\/\/(?:www\.)?vimeo\.com\/)?(\d+)\]/gi, '\n\nhttps://vimeo.com/$1\n\n')
    .replace(/\$latex\s([^$]{1,5000})\$/g, (_whole, inner: string) =>
      formula(inner.replace(/(?:&(?:amp;|#0?38;)?(?:s|fg|bg)=[\w-]+)+\s*$/, '')),
    )
    .replace(/\[gallery\b([^[\]]*)\]/gi, (whole, options: string) => {
      const ids = (argumentsIn(options).named.ids ?? '').split(',').map((id) => id.trim())
      const images = gallery(ids)
      if (images.length === 0) left.push(whole)
      const shown = images.map(({ src, caption }) =>
        figureOf(`<img src="${attribute(src)}" alt="">`, caption),
      )
      return shown.join('\n') || whole
    })
    .replace(/\[embed\b[^[\]]*\]\s*([^\s[\]]+)\s*\[\/embed\]/gi, (_whole, url: string) => `\n\n${url}\n\n`)
    .replace(/\[(audio|video)\b([^[\]]*)\](?:\s*\[\/\1\])?/gi, (whole, tag: string, options: string) => {
      const { named, list } = argumentsIn(options)
      const src = named.src ?? named.mp4 ?? named.mp3 ?? named.webm ?? named.m4a ?? list[0]
      return src ? `<${tag} controls src="${attribute(src)}"></${tag}>` : whole
    })
  const closed = new Set(Array.from(replaced.matchAll(/\[\/([\w-]+)\]/g), ([, name]) => name))
  for (const [tag, , options] of replaced.matchAll(
    /(?<!\[)\[([a-z][\w-]{2,})(\s+[\w-]+=[^\]\n]{0,2000})?\/?\](?![([])/gi,
  )) {
    const name = /^\[([\w-]+)/.exec(tag)![1]!
    if (options || closed.has(name)) left.push(tag)
  }
  return { text: replaced, left: [...new Set(left)] }
}

/** Addresses alone on a line are embedded. */
function withEmbeds(text: string): string {
  return text.replace(/^[ \t]*(https?:\/\/[^\s<>"]+)[ \t]*$/gm, (_line, url: string) => embedded(url))
}

function embedded(url: string): string {
  const [, id] =
    /(?:youtu\.be\/|youtube\.com\/(?:watch\?(?:[^#\s]*&(?:amp;)?)?v=|embed\/|shorts\/))([\w-]{5,20})/.exec(
      url,
    ) ?? []
  if (id)
    return `<iframe src="https://www.youtube-nocookie.com/embed/${id}" title="Video on YouTube"></iframe>`
  const [, vimeo] = /vimeo\.com\/(\d+)/.exec(url) ?? []
  if (vimeo) return `<iframe src="https://player.vimeo.com/video/${vimeo}" title="Video on Vimeo"></iframe>`
  return `<p><a href="${attribute(url)}">${url}</a></p>`
}

/** Shows text without markup as WordPress does: a blank line ends a paragraph, a single line end is a break. */
function withParagraphs(written: string): string {
  const text = withEmbeds(written)
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      if (new RegExp(`^${BLOCK}|^${HIDDEN}$|^<!--`, 'i').test(part)) return part
      return `<p>${part.replace(new RegExp(`(?<!>)\\n(?!${BLOCK})`, 'gi'), '<br>\n')}</p>`
    })
    .join('\n\n')
}
