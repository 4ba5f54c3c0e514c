// HTML of a workspace that says `html: trusted`: all markup stays, but no URL that bears a script.
import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { VOID } from './sanitise.ts'

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
      const kept = Object.entries(attribs).filter(([name, value]) => !bearsScript(tagName, name, value))
      return { tagName, attribs: Object.fromEntries(kept) }
    },
  },
}

const URL_ATTRIBUTES = new Set(
  'href src action formaction data xlink:href poster background cite srcset ping'.split(' '),
)
const PICTURES = new Set(['img', 'source', 'audio', 'video', 'track', 'input'])

/** White space and control characters within a scheme do not keep a browser from running it. */
function bearsScript(tag: string, attribute: string, value: string): boolean {
  if (!URL_ATTRIBUTES.has(attribute)) return false
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value.replace(/[\x00-\x20\x7f-\x9f]/g, ''))?.[1]?.toLowerCase()
  if (scheme === 'data') return !PICTURES.has(tag)
  return scheme === 'javascript' || scheme === 'vbscript' || scheme === 'livescript'
}
