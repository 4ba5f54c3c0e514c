// HTML that is safe in any page: the elements and attributes that GitHub allows, and nothing that can run.
import type { Attributes, IOptions } from 'sanitize-html'
import { sanitizeHtml } from '../../extract/character-references.ts'
import { validSrcset } from '../../extract/srcset.ts'
import { Anchors } from './anchors.ts'
import { FRAME_ATTRIBUTES, frame, PLAYER_ATTRIBUTES, player } from './embeds.ts'
import { FOOTNOTES_HEADING } from './headings.ts'
import { Losses } from './losses.ts'
import { plainHtml } from './plain.ts'

/**
 * Keeps an allow-list of elements and attributes, no URLs that run scripts, and no names that scripts might use.
 * @param embeds the hosts whose frames stay
 * @param losses gets what is left out
 */
export function sanitise(
  html: string,
  anchors: Anchors = new Anchors(),
  embeds: readonly string[] = [],
  losses: Losses = new Losses(),
): string {
  return plainHtml(html, (tag, id) => anchors.isOwn(tag, id)) ?? cleaned(html, anchors, embeds, losses)
}

/** Cleans any HTML, with a parser. */
export function cleaned(html: string, anchors: Anchors, embeds: readonly string[], losses: Losses): string {
  const parsable = withClosedPlayers(withSpaceForBlocks(escapeRawText(withClosedFrames(html))))
  const options = { ...(embeds.length > 0 ? WITH_FRAMES : SAFE), ...cleaning(anchors, embeds, losses) }
  return anchors.updateReferences(sanitizeHtml(parsable, options))
}

/** Returns the options that say what becomes of each element of a post. */
function cleaning(
  anchors: Anchors,
  embeds: readonly string[],
  losses: Losses,
): Pick<IOptions, 'transformTags' | 'exclusiveFilter'> {
  let sources = 0
  /** The number of sources before each player, by the player's attributes. */
  const before = new WeakMap<Attributes, number>()
  const embedded = (tag: string, attribs: Attributes): Attributes => {
    if (tag === 'iframe') return frame(attribs, embeds)
    return Object.hasOwn(PLAYER_ATTRIBUTES, tag) ? player(tag, attribs) : attribs
  }
  const transform = (tagName: string, attribs: Attributes) => {
    if (!ALLOWED.has(tagName) && !(tagName === 'iframe' && embeds.length > 0)) {
      losses.element(tagName, attribs)
      return { tagName, attribs }
    }
    const kept = anchors.name(tagName, withValidSrcsets(embedded(tagName, attribs)))
    losses.attributes(tagName, attribs, kept)
    if (tagName === 'video' || tagName === 'audio') before.set(kept, sources)
    return { tagName, attribs: kept }
  }
  return {
    transformTags: {
      '*': transform,
      // Browsers show the document of a frame instead of its content, which is text to both parsers.
      iframe: (tagName, attribs) => ({ tagName, attribs, text: '' }),
    },
    // Called for each element that stays when it ends; `excludeTag` keeps its content.
    exclusiveFilter: ({ tag, attribs }) => {
      switch (tag) {
        case 'input':
          // The only form control that stays is the disabled checkbox of a task list.
          return !(attribs.type === 'checkbox' && 'disabled' in attribs)
        case 'source':
          if (attribs.src) sources++
          return !attribs.src && !attribs.srcset
        case 'track':
          return !attribs.src
        case 'iframe':
          if (!attribs.src) losses.excluded(attribs)
          return !attribs.src
        case 'video':
        case 'audio':
          if (attribs.src || sources > before.get(attribs)!) return false
          losses.excluded(attribs)
          return 'excludeTag'
        default:
          return false
      }
    },
  }
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
    div section details summary figure figcaption dl dt dd ruby rt rp caption colgroup col picture source input
    video audio track`),
  allowedAttributes: {
    '*': words(`
      id title align lang dir role abbr itemprop tabindex aria-describedby aria-hidden aria-label aria-labelledby`),
    a: words('href name rel hreflang data-footnote-ref data-footnote-backref'),
    img: words('src srcset sizes alt width height loading longdesc border hspace vspace'),
    ...PLAYER_ATTRIBUTES,
    source: [...PLAYER_ATTRIBUTES.source, ...words('srcset media sizes type width height')],
    input: words('type checked disabled'),
    ol: words('start type reversed compact'),
    ul: words('type compact'),
    li: words('value type'),
    code: ['data-meta'],
    details: ['open'],
    section: ['data-footnotes'],
    h2: [FOOTNOTES_HEADING],
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
  // The only classes that stay are those that our markdown makes: any other might match the style sheet of the page.
  allowedClasses: {
    code: ['language-*'],
    div: ['markdown-alert', 'markdown-alert-*'],
    p: ['markdown-alert-title'],
    section: ['footnotes'],
    h2: ['sr-only'],
  },
  allowedSchemes: words('http https mailto tel ftp irc ircs xmpp'),
  // sanitize-html looks up the candidates of srcset by the name of the attribute.
  allowedSchemesByTag: {
    img: ['http', 'https'],
    srcset: ['http', 'https'],
    iframe: ['https'],
    ...each('video audio source track', []),
  },
  nonTextTags: DROPPED,
  selfClosing: VOID,
}

const WITH_FRAMES: IOptions = {
  ...SAFE,
  allowedTags: [...(SAFE.allowedTags as string[]), 'iframe'],
  allowedAttributes: { ...SAFE.allowedAttributes, iframe: FRAME_ATTRIBUTES },
}

/** The elements that safe HTML has. */
export const ALLOWED = new Set(SAFE.allowedTags as string[])

/** Tags of blocks that are left out. Without white space, the last word of one and the first of the next would be one. */
const BLOCK =
  /<(\/?)(?:address|article|aside|center|dialog|dir|fieldset|footer|form|header|hgroup|legend|main|menu|nav|noscript|search)\b[^<>]*>/gi

function withSpaceForBlocks(html: string): string {
  return html.replace(BLOCK, (tag, slash: string) => (slash ? `${tag}\n` : `\n${tag}`))
}

/**
 * A browser takes what follows these tags for text until they are closed: a post that mentions a <title> would end there.
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

/** Closes frames: in JSX, `<iframe />` is a whole element; in HTML it is only the beginning of one. */
function withClosedFrames(html: string): string {
  return html.replace(/<iframe\b[^<>]*\/>/gi, (tag) => `${tag.slice(0, -2)}></iframe>`)
}

/** Closes players that are not closed, which would hide the rest of the post. */
function withClosedPlayers(html: string): string {
  if (!/<(?:video|audio)\b/i.test(html)) return html
  const ends = { video: lastEnd(html, 'video'), audio: lastEnd(html, 'audio') }
  return html.replace(/<(video|audio)\b[^<>]*>/gi, (tag, name: string, offset: number) => {
    if (tag.endsWith('/>')) return `${tag.slice(0, -2)}></${name}>`
    return offset < ends[name.toLowerCase() as 'video' | 'audio'] ? tag : `${tag}</${name}>`
  })
}

function lastEnd(html: string, name: string): number {
  return [...html.matchAll(new RegExp(`</${name}\\b`, 'gi'))].at(-1)?.index ?? -1
}

function each(tags: string, attributes: string[]): Record<string, string[]> {
  return Object.fromEntries(words(tags).map((tag) => [tag, attributes]))
}
