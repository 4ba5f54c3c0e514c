// Formulas between dollar signs, with `math: true`: their source stays as it is, for a script of the page to typeset.
import type { MarkedExtension } from 'marked'
import { escapeHtml } from '../html/escape-html.ts'

/** A displayed formula, which has no blank lines in it. */
const DISPLAYED = /^\$\$(?:\\[\s\S]|\n(?![ \t]*\n)|[^\\$\n]|\$(?!\$))+?\$\$/
const BLOCK = new RegExp(`^ {0,3}${DISPLAYED.source.slice(1)}[ \\t]*(?:\\n|$)`)

/** $5 and $10 are prices: a formula neither begins nor ends with white space, and no digit follows it. */
const INLINE = /^\$(?![\s$])(?:\\[\s\S]|\n(?![ \t]*\n)|[^\\$\n])+?(?<![\s\\])\$(?!\d)/

export function math(): MarkedExtension {
  return {
    extensions: [
      {
        name: 'mathBlock',
        level: 'block',
        tokenizer(src) {
          const raw = BLOCK.exec(src)?.[0]
          return raw === undefined ? undefined : { type: 'mathBlock', raw }
        },
        renderer: ({ raw }) => `<p>${escapeHtml(raw.trim())}</p>\n`,
      },
      {
        name: 'mathInline',
        level: 'inline',
        start: (src) => src.indexOf('$'),
        tokenizer(src) {
          const raw = (DISPLAYED.exec(src) ?? INLINE.exec(src))?.[0]
          return raw === undefined ? undefined : { type: 'mathInline', raw }
        },
        renderer: ({ raw }) => escapeHtml(raw),
      },
    ],
  }
}
