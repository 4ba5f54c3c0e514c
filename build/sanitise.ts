// HTML that may stand in anyone's page: what GitHub keeps of a document, and nothing that can run.
import sanitizeHtml, { type IOptions } from 'sanitize-html'

/**
 * `safe` keeps an allow-list of elements and attributes. `trusted` keeps all markup. Neither keeps a URL that bears a
 * script.
 */
export function sanitise(html: string, mode: 'safe' | 'trusted'): string {
  return sanitizeHtml(html, mode === 'safe' ? SAFE : TRUSTED)
}

const words = (text: string) => text.trim().split(/\s+/)

const VOID = words('area base br col embed hr img input link meta param source track wbr')

const SAFE: IOptions = {
  allowedTags: words(`
    p a code li ul ol strong em pre h1 h2 h3 h4 h5 h6 br img blockquote hr table thead tbody tfoot tr th td
    del ins s strike sup sub kbd q samp var abbr cite dfn mark small span b i u tt bdo time wbr
    div section details summary figure figcaption dl dt dd ruby rt rp caption colgroup col picture source input`),
  allowedAttributes: {
    '*': words(`
      id title align lang dir role abbr itemprop tabindex aria-describedby aria-hidden aria-label aria-labelledby`),
    a: words('href name rel hreflang data-footnote-ref data-footnote-backref'),
    img: words('src alt width height loading longdesc border hspace vspace'),
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
  // Only what our own markdown makes: a class is the page's style sheet's to give.
  allowedClasses: {
    code: ['language-*'],
    div: ['markdown-alert', 'markdown-alert-*'],
    p: ['markdown-alert-title'],
    section: ['footnotes'],
    h2: ['sr-only'],
  },
  allowedSchemes: words('http https mailto tel ftp irc ircs xmpp'),
  allowedSchemesByTag: { img: ['http', 'https'], source: ['http', 'https'] },
  // Browsers read what is inside these as text, whatever it looks like.
  nonTextTags: words(
    'script style textarea option xmp noscript noembed noframes iframe plaintext title template',
  ),
  // Of form controls only the box of a task list stays, and nobody can tick it.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'input' && !(attribs.type === 'checkbox' && 'disabled' in attribs),
  selfClosing: VOID,
}

const TRUSTED: IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  parseStyleAttributes: false,
  nonTextTags: [],
  selfClosing: VOID,
  nonBooleanAttributes: [],
  allowedSchemesAppliedToAttributes: [],
  transformTags: {
    '*': (tagName, attribs) => {
      const kept = Object.entries(attribs).filter(([name, value]) => !bearsScript(tagName, name, value))
      return { tagName, attribs: Object.fromEntries(kept) }
    },
  },
}

const URL_ATTRIBUTES = new Set(
  words('href src action formaction data xlink:href poster background cite srcset ping'),
)
const PICTURES = new Set(words('img source audio video track input'))

/** White space and control characters within a scheme do not keep a browser from running it. */
function bearsScript(tag: string, attribute: string, value: string): boolean {
  if (!URL_ATTRIBUTES.has(attribute)) return false
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value.replace(/[\x00-\x20\x7f-\x9f]/g, ''))?.[1]?.toLowerCase()
  if (scheme === 'data') return !PICTURES.has(tag)
  return scheme === 'javascript' || scheme === 'vbscript' || scheme === 'livescript'
}

function each(tags: string, attributes: string[]): Record<string, string[]> {
  return Object.fromEntries(words(tags).map((tag) => [tag, attributes]))
}
