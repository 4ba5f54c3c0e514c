// A text while it is changed: what is known of it, what is hidden in it, and what there will be to say of it.
import { ALERT, HIDDEN, TITLE_END, withMarks, withoutMarks } from '../markdown/marks.ts'
import { delimitersIn, hasFormula } from '../markdown/math.ts'
import type { Dialect, NoteKind, SourceData, SourceText } from '../source.ts'
import { withQuotes } from './alerts.ts'
import { type CodeFile, fenceOf } from './code-files.ts'
import { factsOf, type TextFacts } from './dialects.ts'
import type { Emoji } from './emoji.ts'
import type { ImageCaption } from './figures.ts'
import type { PieceReader } from './includes.ts'
import { Mask } from './mask.ts'
import type { TextContext } from './meanings.ts'
import type { Rewrite } from './references.ts'
import type { CodeTag } from './shortcode-templates.ts'
import { allowance } from './tags.ts'

export interface ConvertOptions {
  text: SourceText
  /** Turns HTML into markdown, for posts in HTML. */
  toMarkdown: ((html: string) => string) | undefined
  dialect: Dialect
  /** The front matter, and the configuration of the site. */
  page: SourceData
  site: SourceData
  rewrite: Rewrite
  /** The address of a post or a page that a tag names. */
  linkTo: (target: string) => string | undefined
  /** The host of the site, and its path there. */
  ownHost: string | undefined
  base?: string
  /** The source with pieces of text that it imports. */
  expand?: (source: string) => string
  /** A piece of text that a tag includes. */
  readPiece?: PieceReader
  /** A file of code that the text shows, by its path there. */
  readCode?: (path: string) => string | undefined
  /** The site's own tags around code. */
  codeTags?: ReadonlyMap<string, CodeTag>
  /** The site's own tags that show a file of code, and the parameter that names it. */
  codeFileTags?: ReadonlyMap<string, string>
  /** The templates of the site's own tags, by their names. */
  templates?: ReadonlyMap<string, string> | undefined
  /** The words that a plugin of the site shows below images that stand alone. */
  imageCaption?: ImageCaption | undefined
  /** The emoji, if their names stand for them in the text. */
  emoji?: Emoji | undefined
}

type TagCounts = Map<string, number>

export interface ConvertedText {
  markdown: string
  /** Tags that still stand in the text, with how often. */
  left: TagCounts
  /** Markup that is gone, with how often; its text is there. */
  dropped: TagCounts
  /** Tags whose text is code now, since markdown would not show all of it. */
  coded: TagCounts
  /** Other notes on it, once each: the kind of a note, and what that is about. */
  notes: Map<string, [kind: NoteKind, about: string]>
  /** Tags that became what they mean, without their arguments. */
  meant: Map<string, { times: number; hasCaption: boolean }>
  /** The hosts of frames in it. */
  frames: Set<string>
  /** True if it has formulas. */
  hasMath: boolean
}

export class Conversion implements TextContext {
  text: string
  readonly options: ConvertOptions
  readonly facts: TextFacts
  readonly mask: Mask
  /** The names that the text itself gives: to values, and to files that it imports. */
  assigned: ReadonlyMap<string, string> = new Map()
  readonly imported = new Map<string, string>()
  readonly left: TagCounts = new Map()
  readonly dropped: TagCounts = new Map()
  readonly coded: TagCounts = new Map()
  readonly meant: ConvertedText['meant'] = new Map()
  readonly notes: ConvertedText['notes'] = new Map()
  readonly frames = new Set<string>()
  readonly #mayAdd = allowance()

  constructor(written: string, options: ConvertOptions) {
    this.text = withoutMarks(options.expand?.(written) ?? written)
    this.options = options
    const { text, dialect, site } = options
    const facts = factsOf(text, dialect, site)
    this.facts = facts.has('mdxByLooks') && isJsx(this.text) ? factsOf('mdx', dialect, site) : facts
    this.mask = new Mask({ hasDefinitions: this.facts.has('definitions') })
  }

  hide = (piece: string) => this.mask.hide(piece)
  linkTo = (target: string) => this.options.linkTo(target)
  codeOf = (file: CodeFile, margin = '', read = this.options.readCode) => {
    const code = read?.(file.path)
    if (code !== undefined && this.#mayAdd(code.length))
      return this.hide(fenceOf(withoutMarks(code), file, margin))
    this.note('missing', `Its text shows code of ${file.path}, which is not in the source.`, NO_CODE)
    return undefined
  }
  note = (kind: NoteKind, message: string, about: string) =>
    this.notes.set(this.mask.reveal(message), [kind, about])
  onLeft = (source: string) => this.count(this.left, source)
  onDropped = (source: string) => this.count(this.dropped, source)
  onMeant = (name: string, hasCaption: boolean) => {
    const tag = name.startsWith(':') ? name : this.facts.tags.reported.replace('name', name)
    const known = this.meant.get(tag)
    this.meant.set(tag, {
      times: (known?.times ?? 0) + 1,
      hasCaption: hasCaption || (known?.hasCaption ?? false),
    })
  }

  /** Counts a piece of source as it was written: a reader of the report knows nothing of what is hidden. */
  count(counts: TagCounts, source: string): void {
    const short = this.mask.reveal(source).replace(BLANK, ' ').trim()
    const key = short.length > 120 ? `${short.slice(0, 120)}…` : short
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }

  finished(): ConvertedText {
    const { text, mask, left, dropped, coded, notes, meant, frames } = this
    // Changes leave blank lines at the beginning and the end.
    const tidy = mask
      .reveal(withQuotes(text, mask))
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd()
    const markdown = `${withMarks(tidy)}\n`
    const { block, inline } = delimitersIn(this.options.site)
    const hasMath =
      (block.length + inline.length > 0 && markdown.includes('$')) || hasFormula(withFormulasOnly(text, mask))
    return { markdown, left, dropped, coded, notes, meant, frames, hasMath }
  }
}

const NO_CODE = 'Files of code that are not in the source'

/** White space, and what is marked for notes. */
const BLANK = new RegExp(`[\\s${ALERT}-${TITLE_END}]+`, 'g')

/** Returns the text without what is hidden in it, but with formulas: MDX has them hidden like code. */
function withFormulasOnly(text: string, mask: Mask): string {
  return text.replace(new RegExp(HIDDEN, 'g'), (mark) => /^\$/.exec(mask.reveal(mark))?.input ?? '')
}

/** Markdown that the site's own code reads as MDX: outside of code, only that has imports and such attributes. */
function isJsx(text: string): boolean {
  if (!/^import\s.+\sfrom\s+['"]|\s(?:style=\{\{|className=)/m.test(text)) return false
  return /^import\s.+\sfrom\s+['"]|<\w[^<>]*\s(?:style=\{\{|className=)/m.test(new Mask().hideCode(text))
}
