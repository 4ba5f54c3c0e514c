// Emphasis and deleted text beside Chinese, Japanese and Korean, which have no spaces: **「強調」**です is bold. By CommonMark, a
// delimiter beside a punctuation mark within it opens and closes only next to a space or another mark. As in the specification of
// markdown-cjk-friendly, a character of these scripts outside counts as one, too, and their own marks inside count as letters.
import { type MarkedExtension, Tokenizer } from 'marked'
import { lazyPattern } from '../../../packages/search/basics/lazy.ts'

/** A letter or a mark of these scripts, or a mark in full width. The selector of a variant may follow. */
const CJK =
  '(?!\\s)[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{scx=Hang}\\u3000-\\u303f\\u3200-\\u33ff\\ufe10-\\ufe19\\ufe30-\\ufe6f\\uff01-\\uff60\\uffe0-\\uffe6][\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]?'
/** A CJK character beside a delimiter, and the character beyond that. Looking back from the CJK character takes linear time. */
const beside = lazyPattern(`${CJK}(?:(?<=(.)?(?:\\*+|~+)${CJK})|(?=(?:\\*+|~+)(.)?))`, 'gsu')
const cjk = lazyPattern(CJK, 'u')
const otherMark = lazyPattern(`(?!${CJK})[\\p{P}\\p{S}]`, 'u')

/** Characters that marked takes for a letter, and for a punctuation mark. */
const [A_LETTER, A_MARK] = ['あ', '、']

/** Tells whether a text has a character of these scripts: without one, emphasis is as marked finds it, which reads faster then. */
export function hasCjk(markdown: string): boolean {
  return cjk().test(markdown)
}

export function cjkEmphasis(): MarkedExtension {
  return {
    hooks: {
      emStrongMask: (mask) =>
        mask.replace(beside(), (one, before?: string, after?: string) =>
          (otherMark().test(before ?? after ?? '') ? A_MARK : A_LETTER).repeat(one.length),
        ),
    },
    tokenizer: {
      emStrong(src, mask, before) {
        return Tokenizer.prototype.emStrong.call(this, src, mask, outside(src, mask, before))
      },
      del(src, mask, before) {
        return Tokenizer.prototype.del.call(this, src, mask, outside(src, mask, before))
      },
    },
  }
}

/** The character before a delimiter, as marked is to see it: it reads the one behind it in the text itself. */
function outside(src: string, mask: string, before = ''): string {
  const at = mask.length - src.length
  const [delimiter = ''] = /^(?:\*+|~+)/.exec(src) ?? []
  if (mask[at + delimiter.length] === A_LETTER) return ''
  return delimiter !== '' && mask[at - 1] === A_MARK ? A_MARK : before
}
