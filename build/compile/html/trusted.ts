// HTML of a workspace that says `html: trusted`: all markup stays, but no URL that bears a script.
import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { VOID, withValidSrcsets, words } from './sanitise.ts'

/** Keeps all markup but comments, and takes attributes away whose URL would run a script. */
export function sanitiseTrusted(html: string): string {
  return sanitizeHtml(html, TRUSTED)
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
  // For srcset alone, whose candidates are looked at in any case.
  allowedSchemes: ['http', 'https', 'data'],
  // What animates an address is dropped by sanitize-html itself.
  transformTags: {
    '*': (tagName, attribs) => {
      const kept = Object.entries(withValidSrcsets(attribs)).filter(
        ([name, value]) => !runsScript(tagName, name, value),
      )
      return { tagName, attribs: Object.fromEntries(kept.map(withSafeDocument)) }
    },
    // A parser takes what is in it for HTML, and a browser only where it says so: what is a style's text to the one is
    // markup to the other.
    'annotation-xml': (tagName, attribs) => ({ tagName, attribs: { ...attribs, encoding: 'text/html' } }),
  },
}

/** Whatever follows the colon of `xlink:href`, in whichever namespace. */
const URL_ATTRIBUTES = new Set(
  words(`
    href src action formaction data poster background cite srcset ping longdesc usemap codebase classid archive manifest
    profile icon dynsrc lowsrc base`),
)
const PICTURES = new Set(['img', 'source', 'audio', 'video', 'track', 'input'])

function runsScript(tag: string, attribute: string, value: string): boolean {
  const scheme = schemeOf(urlIn(tag, attribute, value))
  if (scheme === 'data') return !PICTURES.has(tag)
  return scheme === 'javascript' || scheme === 'vbscript' || scheme === 'livescript'
}

function urlIn(tag: string, attribute: string, value: string): string {
  if (URL_ATTRIBUTES.has(attribute.slice(attribute.lastIndexOf(':') + 1))) return value
  return tag === 'meta' && attribute === 'content' ? value.replace(REFRESH, '') : ''
}

/** What stands before the URL in `5; url=/there`. */
const REFRESH = /^\s*[\d.]+\s*[;,]?\s*(?:url\s*=\s*)?['"]?/i

/** White space and control characters within a scheme do not keep a browser from running it. */
function schemeOf(url: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\x00-\x20\x7f-\x9f]/g, ''))?.[1]?.toLowerCase()
}

/** The document of a frame is markup as well. */
function withSafeDocument([name, value]: [string, string]): [string, string] {
  return [name, name === 'srcdoc' ? sanitiseTrusted(value) : value]
}
