// HTML of a workspace with `html: trusted`: all markup stays, except URLs that run scripts.
import type { IOptions } from 'sanitize-html'
import { sanitizeHtml } from '../../extract/character-references.ts'
import { plainHtml } from './plain.ts'
import { VOID, withValidSrcsets, words } from './sanitise.ts'

/** Keeps all markup except comments and attributes whose URL would run a script. */
export function sanitiseTrusted(html: string): string {
  return plainHtml(html, () => true) ?? cleanedTrusted(html)
}

/** Cleans any HTML, with a parser. */
export function cleanedTrusted(html: string): string {
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
  // These schemes are only for srcset, whose candidates sanitize-html always checks.
  allowedSchemes: ['http', 'https', 'data'],
  // sanitize-html itself removes elements that animate a URL.
  transformTags: {
    '*': (tagName, attribs) => {
      const kept = Object.entries(withValidSrcsets(attribs)).filter(
        ([name, value]) => !runsScript(tagName, name, value),
      )
      return { tagName, attribs: Object.fromEntries(kept.map(withSafeDocument)) }
    },
    // The parser reads the content of this element as HTML, a browser only with this encoding. Otherwise the text of a <style>
    // for one of them would be markup for the other.
    'annotation-xml': (tagName, attribs) => ({ tagName, attribs: { ...attribs, encoding: 'text/html' } }),
  },
}

/** Local names, such as the `href` of `xlink:href`, in any namespace. */
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

/** The part before the URL in `5; url=/there`. */
const REFRESH = /^\s*[\d.]+\s*[;,]?\s*(?:url\s*=\s*)?['"]?/i

/** Browsers ignore white space and control characters in a scheme. */
function schemeOf(url: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\x00-\x20\x7f-\x9f]/g, ''))?.[1]?.toLowerCase()
}

/** Sanitises the document of a frame, which is markup, too. */
function withSafeDocument([name, value]: [string, string]): [string, string] {
  return [name, name === 'srcdoc' ? sanitiseTrusted(value) : value]
}
