// The marks that stand in a text while it is changed, one alphabet for all: letters of a private-use area, of which no other file names any.

const code = (letter: number) => String.fromCharCode(0xe000 + letter)

/** The marks around the number of a piece that is hidden: see mask.ts. */
export const [PIECE, PIECE_END] = [code(0), code(1)]
/** The marks around a note that is to become a quotation, and between its title and its text: see alerts.ts. */
export const [ALERT, ALERT_END, TITLE_END] = [code(2), code(3), code(4)]
/** The marks around the label of a footnote that HTML refers to: see html/read.ts. */
export const [LABEL, LABEL_END] = [code(5), code(6)]

/** Two letters that go from texts of WordPress, as they always have: import is known to do so. */
export const WORDPRESS_MARKS = new RegExp(`[${code(16)}${code(17)}]`, 'g')

/** The source of a pattern for the mark of a hidden piece. */
export const HIDDEN = `${PIECE}(\\d+)${PIECE_END}`
/** The range of all marks, within the brackets of a pattern. */
export const ANY_MARK = `${PIECE}-${LABEL_END}`

/** The distance to another private-use area, where characters of the source that are marks here wait. */
const ASIDE = 0x100000

/** The text without marks: one of the source would stand for a hidden piece, and within one for itself, again and again. */
export function withoutMarks(text: string): string {
  return text.replace(new RegExp(`[${ANY_MARK}]`, 'g'), (mark) =>
    String.fromCodePoint(mark.charCodeAt(0) + ASIDE),
  )
}

/** The text with the characters again that withoutMarks has put aside. */
export function withMarks(text: string): string {
  return text.replace(/[\u{10E000}-\u{10E006}]/gu, (aside) =>
    String.fromCodePoint(aside.codePointAt(0)! - ASIDE),
  )
}
