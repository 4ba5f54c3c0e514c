// HTML that is safe in any page: the elements and attributes that GitHub allows, and nothing that can run.
import sanitizeHtml, { type Attributes, type IOptions, type Transformer } from 'sanitize-html'
import { validSrcset } from '../../link/srcset.ts'
import { Anchors } from './anchors.ts'

/** Keeps an allow-list of elements and attributes, no URLs that run scripts, and no names that scripts might use. */
export function sanitise(html: string, anchors = new Anchors()): string {
  const transform: Transformer = (tagName, attribs) => ({
    tagName,
    attribs: anchors.name(tagName, withValidSrcsets(attribs)),
  })
  return anchors.updateReferences(
    sanitizeHtml(escapeRawText(html), { ...SAFE, transformTags: { '*': transform } }),
  )
}

export const words = (text: string) => text.trim().split(/\s+/)

/** Elements without an end tag. */
export const VOID = words('area base br col embed hr img input link meta param source track wbr')

/** Elements that are removed together with their content. */
const DROPPED = words('script style iframe noembed noframes')
const RAW_TEXT = /<(\/?)(title|textarea|xmp|script|style|iframe|noembed|noframes)\b/gi

/** Removes invalid srcset candidates: the parser of sanitize-html would print a warning about them. */
export function withValidSrcsets(attribs: Attributes): Attributes {
  const valid = Object.entries(attribs).map(([name, value]) => [
    name,
    SRCSETS.has(name) ? validSrcset(value) : value,
  ])
  return Object.fromEntries(valid.filter(([, value]) => value !== undefined))
}

const SRCSETS = new Set(['srcset', 'imagesrcset'])

const SAFE: IOptions = {
  allowedTags: words(`
    p a code li ul ol strong em pre h1 h2 h3 h4 h5 h6 br img blockquote hr table thead tbody tfoot tr th td
    del ins s strike sup sub kbd q samp var abbr cite dfn mark small span b i u tt bdo time wbr
    div section details summary figure figcaption dl dt dd ruby rt rp caption colgroup col picture source input`),
  allowedAttributes: {
    '*': words(`
      id title align lang dir role abbr itemprop tabindex aria-describedby aria-hidden aria-label aria-labelledby`),
    a: words('href name rel hreflang data-footnote-ref data-footnote-backref'),
    img: words('src srcset sizes alt width height loading longdesc border hspace vspace'),
    source: words('srcset media sizes type width height'),
    input: words('type checked disabled'),
    ol: words('start type reversed compact'),
    ul: words('type compact'),
    li: words('value type'),
    details: ['open'],
    section: ['data-footnotes'],
    table: words('border cellpadding cellspacing rules summary width'),
    ...each('thead tbody tfoot tr', words('char charoff valign')),
    ...each('th td', words('char charoff valign colspan rowspan headers scope axis width height nowrap')),
    ...each('col colgroup', words('char charoff valign span width')),
    ...each('blockquote q del ins', words('cite datetime')),
    time: ['datetime'],
    div: words('itemscope itemtype'),
    hr: words('noshade size width'),
    dl: ['compact'],
    pre: ['width'],
  },
  // Only the classes that our markdown makes: any other might match the style sheet of the page.
  allowedClasses: {
    code: ['language-*'],
    div: ['markdown-alert', 'markdown-alert-*'],
    p: ['markdown-alert-title'],
    section: ['footnotes'],
    h2: ['sr-only'],
  },
  allowedSchemes: words('http https mailto tel ftp irc ircs xmpp'),
  // sanitize-html looks up the candidates of srcset by the name of the attribute.
  allowedSchemesByTag: { img: ['http', 'https'], srcset: ['http', 'https'] },
  nonTextTags: DROPPED,
  // The only form control that stays is the disabled checkbox of a task list.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'input' && !(attribs.type === 'checkbox' && 'disabled' in attribs),
  selfClosing: VOID,
}

/**
 * To a browser, what follows these tags is text until they are closed: a post that mentions a <title> would end there.
 * So they are escaped, as on GitHub; only scripts, styles and frames that are closed stay, to be removed with their
 * content.
 */
function escapeRawText(html: string): string {
  const ends = new Map<string, number>()
  for (const { 1: slash, 2: name = '', index } of html.matchAll(RAW_TEXT)) {
    if (slash) ends.set(name.toLowerCase(), index)
  }
  return html.replaceAll(RAW_TEXT, (tag, _slash, name: string, offset: number) => {
    const isClosed = offset <= (ends.get(name.toLowerCase()) ?? -1)
    return isClosed && DROPPED.includes(name.toLowerCase()) ? tag : `&lt;${tag.slice(1)}`
  })
}

function each(tags: string, attributes: string[]): Record<string, string[]> {
  return Object.fromEntries(words(tags).map((tag) => [tag, attributes]))
}
