// Most blocks are paragraphs, and lists of short items, in which each line begins with a letter: no other block is like that. For each
// of them marked tries a dozen patterns first, some of which read all of it: that takes it a quarter of its time. The tokens are the same.
import type { Lexer, MarkedExtension, Token, Tokens } from 'marked'

export function plainBlocks(): MarkedExtension {
  return {
    extensions: [
      {
        name: 'plainBlock',
        level: 'block',
        tokenizer(src, tokens) {
          return beginsText(src, 0) ? paragraphIn(src, tokens, this.lexer) : listIn(src, this.lexer)
        },
      },
    ],
  }
}

/** A paragraph, or the text of an item, up to a blank line. Headings and tables have a line of signs before it. */
function paragraphIn(
  src: string,
  tokens: readonly Token[],
  lexer: Lexer,
): Tokens.Paragraph | Tokens.Text | undefined {
  const type = lexer.state.top ? 'paragraph' : 'text'
  // These lines may belong to that one.
  if (tokens.at(-1)?.type === type) return undefined
  for (let at = 0; beginsText(src, at); ) {
    const end = lineEnd(src, at)
    if (isBlank(src, end + 1)) {
      const text = src.slice(0, end)
      return { type, raw: text, text, tokens: lexer.inline(text) }
    }
    at = end + 1
  }
  return undefined
}

/** A list without order whose items have one line each, and which ends before what is neither indented nor another list. */
function listIn(src: string, lexer: Lexer): Tokens.List | undefined {
  const [bullet] = src
  if (bullet !== '-' && bullet !== '*' && bullet !== '+') return undefined
  const lines: string[] = []
  let at = 0
  do {
    if (src[at] !== bullet || src[at + 1] !== ' ' || !beginsText(src, at + 2)) return undefined
    const end = lineEnd(src, at)
    lines.push(src.slice(at, end))
    at = end + 1
  } while (!isBlank(src, at))
  AFTER_LIST.lastIndex = at - 1
  if (!AFTER_LIST.test(src)) return undefined
  const last = lines.length - 1
  const raw = src.slice(0, at).trimEnd()
  lines[last] = lines[last]!.trimEnd()
  const items = lines.map((line, index) => itemOf(line, index < last ? '\n' : '', lexer))
  return { type: 'list', raw, ordered: false, start: '', loose: false, items }
}

const AFTER_LIST = /\n*(?![\s\d*+-])/y

function itemOf(line: string, lineBreak: string, lexer: Lexer): Tokens.ListItem {
  const text = line.slice(2)
  lexer.state.top = false
  const tokens = lexer.blockTokens(text, [])
  return { type: 'list_item', raw: line + lineBreak, task: false, loose: false, text, tokens }
}

/** Whether a letter is there, of those that are neither signs nor white space in any script. */
function beginsText(src: string, at: number): boolean {
  const code = src.charCodeAt(at)
  const lower = code | 0x20
  return (
    (lower >= 0x61 && lower <= 0x7a) || (code >= 0xc0 && code < 0x1680) || (code > 0x3040 && code < 0xfeff)
  )
}

function lineEnd(src: string, from: number): number {
  const end = src.indexOf('\n', from)
  return end === -1 ? src.length : end
}

/** Whether no line begins there, or an empty one. */
function isBlank(src: string, at: number): boolean {
  return at >= src.length || src[at] === '\n'
}
