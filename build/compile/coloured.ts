// Code of a compiled post in colours. Its HTML is safe already, and gets no more than this: spans with a class of a fixed list
// around parts of code, a class of its <pre>, and the title that its fence gives it, escaped.
import {
  type CodeReader,
  type CodeSpan,
  languages,
  MAX_LINE,
  MAX_TIME,
} from '../../packages/colours/index.ts'
import { jsonText } from '../../snapshot/format/deflate.ts'
import { decodeEntities } from '../../snapshot/text/entities.ts'
import { filesNamedBy } from '../extract/attributes.ts'
import type { HtmlLink } from '../extract/html-links.ts'
import { type Edit, edited, type Range } from '../extract/range.ts'
import { type Location, lineStarts, locationOfLine, WHOLE_FILE } from '../problems/location.ts'
import { type Mistake, type Problem, problemAt, quoted, warning } from '../problems/problem.ts'
import type { CompiledContent, CompiledFile } from './compile.ts'
import { escapeHtml } from './html/escape-html.ts'
import { RAW_TEXT } from './html/headings.ts'

/** A block of code as our HTML has it, from markdown or from raw HTML; the contents of scripts and the like have none. */
const BLOCK = new RegExp(
  `${RAW_TEXT}|<pre(><code(?: class="language-([^"]*)")?(?: data-meta="([^"]*)")?>)([^<]*)</code></pre>`,
  'g',
)
const CHANGES: Record<string, string> = { '+': 'added', '-': 'removed' }
/** The most code of a post that is put in colours, in bytes: dense code takes five milliseconds for each kilobyte. */
const MAX_CODE = 200 * 1024
const LONG_LINE = new RegExp(`[^\\n]{${MAX_LINE + 1}}`)

export function withColours(file: CompiledFile, reader: CodeReader): CompiledFile {
  const { post } = file
  const texts = post ? [post.content, ...post.fieldTexts] : []
  if (!post || !texts.some(({ html }) => html.includes('<pre><code'))) return file
  const problems: Problem[] = []
  const colours = colouring(file, reader, problems)
  const { content, fieldTexts, htmlLinks } = post
  const body = colours(content.html, htmlLinks, (code) => locationOf(code, content))
  const fields = fieldTexts.map((one) => colours(one.html, one.htmlLinks, () => one.location))
  const found = { ...file, problems: [...file.problems, ...problems] }
  if (!body || fields.includes(undefined)) return { ...found, post: undefined }
  const coloured = { ...content, html: body.html, htmlJson: new Uint8Array(jsonText(body.html).buffer) }
  return {
    ...found,
    post: {
      ...{ ...post, content: coloured, htmlLinks: body.htmlLinks },
      fieldTexts: fieldTexts.map((one, i) => ({ ...one, ...fields[i]! })),
    },
  }
}

/** Makes the function that colours one text of a post after another, within the limits of all; it returns `undefined` if the time is over. */
function colouring({ file, relativePath }: CompiledFile, reader: CodeReader, problems: Problem[]) {
  let left = MAX_CODE
  let time = MAX_TIME
  return (html: string, links: readonly HtmlLink[], locate: (code: string) => Location) => {
    const edits: Edit[] = []
    const add = (code: string, mistake: Mistake) => problems.push(problemAt(file, locate(code), mistake))
    const report = (code: string, message: string) => {
      if (problems.some((one) => one.message.endsWith(message))) return
      add(code, warning('too-large', startOf(code) + message, 'Show less of it.'))
    }
    /** Returns `undefined` where `CodeReader.spans` does. */
    const spansOf = (written: string, language: string, isDiff: boolean): CodeSpan[] | undefined => {
      const known = languages().get(language.toLowerCase())
      if (known === undefined) return []
      // A sign at the beginning of a line is as wide as a space.
      const code = isDiff ? written.replace(/^[+-]/gm, ' ') : written
      const bytes = Buffer.byteLength(code)
      if (bytes > left) report(written, ' stays plain, since at most 200 KB of a post are put in colours.')
      else if (LONG_LINE.test(code))
        report(written, ' has a line of more than 2,000 characters, which stays plain.')
      if (bytes > left) return []
      left -= bytes
      const [started, before] = [performance.now(), process.cpuUsage()]
      const spans = reader.spans(code, known, Math.max(1, Math.ceil(time)))
      const { user, system } = process.cpuUsage(before)
      // Other threads use the processor, and other programs take it away.
      time -= Math.min(performance.now() - started, (user + system) / 1000)
      return spans
    }
    for (const { 2: beginning, 3: language = '', 4: meta = '', 5: inner, index } of html.matchAll(BLOCK)) {
      if (beginning === undefined || inner === undefined) continue
      const { title, isDiff, isMarked } = metaOf(decodeEntities(meta))
      // A title that names a file stays in `data-meta` alone, which is left out while readers cannot see that file.
      const isShown = title && filesNamedBy('title', title, relativePath).length === 0
      const at = index + '<pre'.length
      const code = decodeEntities(inner)
      const spans = spansOf(code, language, isDiff)
      if (!spans) {
        add(code, tooComplexCode(code))
        return undefined
      }
      const text = htmlOf(code, spans, (line, sign) => {
        return (isDiff && CHANGES[sign]) || (isMarked(line) ? 'marked' : undefined)
      })
      const own = ` class="code"${isShown ? ` data-title="${escapeHtml(title)}"` : ''}`
      const from = at + beginning.length
      edits.push({ from: at, to: at, text: own })
      // The colours are used only if the text is what it was.
      if (text.replace(/<[^>]*>/g, '') === inner) edits.push({ from, to: from + inner.length, text })
    }
    const { text, moved } = edited(html, edits)
    return { html: text, htmlLinks: movedLinks(links, moved) }
  }
}

function movedLinks(links: readonly HtmlLink[], moved: (offset: number) => number): HtmlLink[] {
  const range = ({ from, to }: Range) => ({ from: moved(from), to: moved(to) })
  return links.map(({ address, markup, picture, ...link }) => ({
    ...link,
    address: address && range(address),
    markup: markup.map(range),
    picture: picture && { ...picture, at: moved(picture.at) },
  }))
}

const TITLE = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)'|(\S+))/

/** Reads what follows the language of a fence, such as `{1,3-5} title="a.js" diff`. */
function metaOf(meta: string) {
  const [, double, single, bare] = TITLE.exec(meta) ?? []
  const rest = meta.replace(TITLE, '')
  const ranges = [...(/\{([\d\s,-]{1,500})\}/.exec(rest)?.[1] ?? '').matchAll(/(\d+)(?:\s*-\s*(\d+))?/g)]
  return {
    title: double ?? single ?? bare,
    isDiff: /(?:^|\s)diff(?:\s|$)/.test(rest),
    isMarked: (line: number) =>
      ranges.some(([, from, to = from]) => Number(from) <= line && line <= Number(to)),
  }
}

/** @param nameOf what a line is, by its number and its first sign */
function htmlOf(
  code: string,
  spans: readonly CodeSpan[],
  nameOf: (line: number, sign: string) => string | undefined,
): string {
  const parts: string[] = []
  const text = (from: number, to: number) => escapeHtml(code.slice(from, to)).replaceAll('&quot;', '"')
  const span = (name: string) => `<span class="code-${name}">`
  let next = 0
  for (let at = 0, line = 1; at < code.length; line++) {
    const end = code.indexOf('\n', at) + 1 || code.length
    const name = nameOf(line, code[at]!)
    if (name) parts.push(span(name))
    for (; (spans[next]?.to ?? Number.POSITIVE_INFINITY) <= end; next++) {
      const { from, to, name } = spans[next]!
      parts.push(text(at, from), span(name), text(from, to), '</span>')
      at = to
    }
    parts.push(text(at, end), name ? '</span>' : '')
    at = end
  }
  return parts.join('')
}

function startOf(code: string): string {
  return `The code that begins with ${quoted(code.trim().split('\n', 1)[0]!)}`
}

/** Reports an error, since whether it happens depends on the machine, and what a post becomes must not. */
function tooComplexCode(code: string): Mistake {
  const message = `${startOf(code)} takes too long to be put in colours, or is nested too deeply.`
  return { code: 'too-complex', message, hint: 'Show less of it, or name no language behind its fence.' }
}

/** Finds code, which may be indented or in a quotation, by its longest line, which hardly stands twice. */
function locationOf(code: string, { markdown, firstLine }: CompiledContent): Location {
  const lines = code.split('\n')
  const longest = lines.reduce((one, other) => (other.length > one.length ? other : one))
  const at = markdown.indexOf(longest)
  if (at < 0) return WHOLE_FILE
  const line = Math.max(1, lineStarts(markdown.slice(0, at)).length - lines.indexOf(longest))
  return { ...locationOfLine(markdown, line), line: firstLine - 1 + line }
}
