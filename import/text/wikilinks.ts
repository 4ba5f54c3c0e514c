// Converts what Obsidian writes in its own way: links by names of notes, embedded files, highlights, comments, names of blocks.
import { slug } from 'github-slugger'
import { isImage, isMedia } from '../../build/for-import.ts'
import { inProse } from '../markdown/prose.ts'
import { outsideHtml } from '../markdown/scan.ts'
import { attribute, destination } from '../markdown/written.ts'
import { replaceBetween } from './between.ts'
import type { Conversion } from './conversion.ts'

/** A link; in a table, `|` stands behind a backslash. */
const LINK = /(!?)\[\[([^[\]|#\n\\]{0,500})(?:#([^[\]|\n\\]{1,500}))?(?:\\?\|([^[\]\n]{0,1000}))?\]\]/g

/** `[[Note#Heading|text]]`, `![[image.png|300]]`: a note that is no post is text. */
export function withWikilinks(text: string, conversion: Conversion): string {
  return text.replace(LINK, (source, sign: string, written: string, heading?: string, label?: string) => {
    const name = written.trim()
    const words = label?.replaceAll('\\|', '|').trim()
    if (isMedia(name))
      return sign === '' ? `[${words || plain(name)}](${destination(name)})` : embedded(name, words)
    const headings = heading?.split('#').filter(Boolean) ?? []
    if (name === '' && headings.length === 0) return source
    const at = headings.length === 0 ? '' : `#${fragmentOf(headings.at(-1)!)}`
    const href = name === '' ? at : conversion.linkTo(name + at)
    const shown = words || plain([name, ...headings].filter(Boolean).join(' > '))
    if (href === undefined)
      conversion.note('missing', `${source} names no post: it is text.`, 'Links to notes that are no posts')
    else if (sign !== '')
      conversion.note('changed', `${source} shows a note there, and is a link here.`, 'Notes within notes')
    return href === undefined ? shown : `[${shown}](${destination(href)})`
  })
}

/** The id of a block, or of a heading as it has it here. */
function fragmentOf(heading: string): string {
  return heading.startsWith('^') ? heading.slice(1) : slug(heading.trim())
}

function plain(name: string): string {
  return name.replace(/[\\*_`[\]<~]/g, '\\$&')
}

/** An image with its size or another text, a player, or a link. */
function embedded(name: string, words = ''): string {
  const parts = words.split('|').map((part) => part.trim())
  const [size = '', width, height] = /^(\d{1,5})(?:x(\d{1,5}))?$/.exec(parts.at(-1)!) ?? []
  const alt = (size === '' ? parts : parts.slice(0, -1)).join(' ')
  const src = destination(name)
  const player = /\.(?:mp4|webm)$/i.test(name) ? 'video' : /\.mp3$/i.test(name) ? 'audio' : undefined
  if (player) return `<${player} controls src="${src}"></${player}>`
  if (!isImage(name)) return `[${plain(name)}](${src})`
  if (width === undefined) return `![${alt}](${src})`
  return `<img src="${src}" alt="${attribute(alt)}" width="${width}"${height ? ` height="${height}"` : ''}>`
}

/** `==text==`. */
export function withHighlights(text: string): string {
  const highlight = /==(?=[^\s=])(?:[^=\n]|=(?!=)){1,2000}?(?<=\S)==(?!=)/
  return outsideHtml(text, (prose) =>
    inProse(prose, highlight, (found) => `<mark>${found.slice(2, -2)}</mark>`),
  )
}

/** `%%comment%%`. */
export function withoutPercents(text: string): string {
  return replaceBetween(
    text,
    /%%/g,
    () => '%%',
    () => '',
  )
}

/** `^name` at the end of a block, to which links may lead. */
export function withBlockIds(text: string): string {
  return text.replace(/(^|(?<![ \t])[ \t]{1,20})\^([A-Za-z\d-]{3,100})[ \t]{0,20}$/gm, '$1<a id="$2"></a>')
}
