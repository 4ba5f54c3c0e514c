// Titles and descriptions of images as other programs take them, which end early in markdown and in HTML.
import type { TextContext } from './meanings.ts'

/** The text behind an address: a title in quotes, straight or curly, or a size. */
const BEHIND =
  /(\]\((?:<[^<>\n]{0,2000}>|[^\s()<>]{1,2000}))[ \t]+(?:(["'“])([^\]\n]{0,1000}?)(["'”])|=(\d*%?x\d*%?))[ \t]*\)/g

/** Markdown has no form for sizes, which are dropped. */
export function withTitles(text: string, { onDropped }: Pick<TextContext, 'onDropped'>): string {
  return text
    .replace(BEHIND, (source, start: string, open: string | undefined, title = '', close = '', size = '') => {
      if (open === undefined) {
        onDropped(`=${size}`)
        return `${start})`
      }
      if (open !== '“' && open !== close) return source
      const mark = open === '“' ? '"' : open
      return `${start} ${mark}${title.replace(/\\?(["'])/g, (quote: string, one: string) => (one === mark ? `\\${one}` : quote))}${mark})`
    })
    .replace(QUOTED, (source, start: string, value: string) =>
      value.includes('"') ? `${start}${value.replaceAll('"', '&quot;')}"` : source,
    )
}

/** An attribute that goes on behind a quote in it. The bounds keep a text full of them linear. */
const QUOTED = /(<img\b[^<>]{0,300}?\s(?:alt|title)=")([^<>]{0,300}?)"(?=\s+[\w-]+\s*=|\s*\/?>)/gi
