// Text between the signs of markdown takes marked a fifth of its time: at each character it looks whether an address or a line break
// follows. Most texts have none: there, text ends at the next sign.
import type { MarkedExtension, TokenizerThis, Tokens } from 'marked'

/** Ends text, whatever is before it. */
const SIGN = '[\\\\<![`*~_]'
/** May end it earlier, or is not text as it is. */
export const NOT_TEXT = '&|://|mailto:|xmpp:|www\\.| {2}\\n'
const NEXT = new RegExp(`(${SIGN})|${NOT_TEXT}`)

export function plainText(): MarkedExtension {
  /** Any address begins at the word before its `@`. */
  let hasAddress = true
  return {
    hooks: {
      preprocess(markdown) {
        hasAddress = markdown.includes('@')
        return markdown
      },
    },
    tokenizer: {
      inlineText(this: TokenizerThis, src): Tokens.Text | false {
        if (hasAddress || this.lexer.state.inRawBlock) return false
        const next = NEXT.exec(src)
        // A sign that begins the text is part of it: no other token does.
        if (next && (next[1] === undefined || next.index === 0)) return false
        const raw = next ? src.slice(0, next.index) : src
        return { type: 'text', raw, text: raw, escaped: false }
      },
    },
  }
}
