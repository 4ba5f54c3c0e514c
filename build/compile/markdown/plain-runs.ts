// In most paragraphs and items, signs only stand around code, emphasised words and links to other sites, one after another. marked tries
// a dozen patterns at each of them, and looks through all of the text several times before: three times the work of all else that
// rendering takes then. The tokens are the same.
import { Lexer, type MarkedExtension, type Token, type Tokens } from 'marked'

export function plainRuns(): MarkedExtension {
  return { hooks: { provideLexer: () => (src, options) => new RunLexer(options).lex(src) } }
}

class RunLexer<ParserOutput, RendererOutput> extends Lexer<ParserOutput, RendererOutput> {
  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const isPlain = tokens.length === 0 && !this.state.inRawBlock && !this.options.extensions?.inline
    const run = isPlain ? plainRun(src) : undefined
    if (!run) return super.inlineTokens(src, tokens)
    for (const token of run) {
      if (token.type === 'link') this.state.linkEmitted = true
      tokens.push(token)
    }
    return tokens
  }
}

/** Addresses, character references and line breaks: not text as it is. */
const NOT_TEXT = '&|://|mailto:|xmpp:|www\\.| {2}\\n'
/** Begins something other than text, or may. */
const SIGN = new RegExp(`[\\\\<\`*~_@]|!?\\[|${NOT_TEXT}`, 'g')

/** Of letters, so that a sign beside them opens or closes whatever is around. */
const WORDS = "\\p{L}(?:[\\p{L}\\p{N} ,'-]{0,200}\\p{L})?"
const CODE = '`(?<code>[^`\\s](?:[^`\\n]*[^`\\s])?)`(?!`)'
const EMPHASIS = `(?<![^ \\n])(?<mark>\\*\\*?)(?<words>${WORDS})\\k<mark>(?=[ \\n.,;:!?)]|$)`
const LINK = `\\[(?<label>${WORDS})\\]\\((?<href>https?://[\\w/.?=#%+-]+)\\)`
const SPAN = new RegExp(`${CODE}|${EMPHASIS}|${LINK}`, 'uy')

/** The tokens of text with nothing else in it; `undefined` if there is anything else. */
function plainRun(src: string): Token[] | undefined {
  const tokens: Token[] = []
  let at = 0
  while (at < src.length) {
    SIGN.lastIndex = at
    const end = SIGN.exec(src)?.index ?? src.length
    if (end > at) tokens.push(textToken(src.slice(at, end)))
    if (end === src.length) break
    SPAN.lastIndex = end
    const span = SPAN.exec(src)
    if (!span) return undefined
    tokens.push(spanToken(span))
    at = SPAN.lastIndex
  }
  return tokens
}

function textToken(raw: string): Tokens.Text {
  return { type: 'text', raw, text: raw, escaped: false }
}

function spanToken({ 0: raw, groups = {} }: RegExpExecArray): Token {
  const { code, mark, words, label = '', href } = groups
  if (code !== undefined) return { type: 'codespan', raw, text: code }
  if (words !== undefined) {
    return { type: mark === '*' ? 'em' : 'strong', raw, text: words, tokens: [textToken(words)] }
  }
  return { type: 'link', raw, href: href!, title: null, text: label, tokens: [textToken(label)] }
}
