// HTML of a workspace that says `html: trusted`: all markup stays, but no URL that bears a script.
import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { VOID, withSoundSrcsets } from './sanitise.ts'

/** Keeps all markup but comments, and takes attributes away whose URL would run a script. */
export function trust(html: string): string {
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
  transformTags: {
    '*': (tagName, attribs) => {
      const kept = Object.entries(withSoundSrcsets(attribs)).filter(
        ([name, value]) => !bearsScript(tagName, name, value),
      )
      return { tagName, attribs: Object.fromEntries(kept) }
    },
  },
}

const URL_ATTRIBUTES = new Set(
  'href src action formaction data xlink:href poster background cite srcset ping'.split(' '),
)
const PICTURES = new Set(['img', 'source', 'audio', 'video', 'track', 'input'])

function bearsScript(tag: string, attribute: string, value: string): boolean {
  return urlsIn(tag, attribute, value).some((url) => {
    const scheme = schemeOf(url)
    if (scheme === 'data') return !PICTURES.has(tag)
    return scheme === 'javascript' || scheme === 'vbscript' || scheme === 'livescript'
  })
}

/** An animation may set the URL of what it is in. */
function urlsIn(tag: string, attribute: string, value: string): string[] {
  if (URL_ATTRIBUTES.has(attribute)) return [value]
  if (tag === 'set' || tag === 'animate') return ANIMATED.has(attribute) ? value.split(';') : []
  return tag === 'meta' && attribute === 'content' ? [value.replace(REFRESH, '')] : []
}

const ANIMATED = new Set(['to', 'from', 'by', 'values'])

/** What stands before the URL in `5; url=/there`. */
const REFRESH = /^\s*[\d.]+\s*[;,]?\s*(?:url\s*=\s*)?['"]?/i

/** White space and control characters within a scheme do not keep a browser from running it. */
function schemeOf(url: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\x00-\x20\x7f-\x9f]/g, ''))?.[1]?.toLowerCase()
}
