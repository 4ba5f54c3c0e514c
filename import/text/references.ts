// Rewrites links and images: in markdown, in definitions, and in attributes of HTML.
import { normalise } from '../../packages/search/basics/normalise.ts'
import { destination } from '../markdown/written.ts'

/** The new form of a reference, or `undefined` to leave it. */
export type Rewrite = (href: string, place: ReferencePlace) => string | undefined

/** The places of references, in markdown and in attributes of HTML. */
export type ReferencePlace = 'link' | 'image' | 'href' | 'src'
export const REFERENCE_PLACES: readonly ReferencePlace[] = ['link', 'image', 'href', 'src']

/** A path from the root of the site, as one from the root of its host. Any other reference stays. */
export function belowBase(base: string, path: string): string {
  if (path === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/|[.#?])/i.test(path)) return path
  const rooted = path.replace(/^(?!\/)/, '/')
  return `${rooted}/`.startsWith(`${base}/`) ? rooted : base + rooted
}

/** @param text with its code hidden */
export function withReferences(text: string, rewrite: Rewrite): string {
  return [inBrackets, inDefinitions, inAttributes].reduce((changed, step) => step(changed, rewrite), text)
}

/** A destination up to a title or the end: what goes on after a space is none. */
const DESTINATION =
  /\]\(([ \t\n]*)(?:<([^<>\n]*)>|((?:[^\s()<>\\]|\\.|\((?:[^\s()]|\([^\s()]*\))*\))+))(?=\s*\)|\s+["'(])/g

function inBrackets(text: string, rewrite: Rewrite): string {
  const texts = textsIn(text)
  const rewritten = text.replace(
    DESTINATION,
    (source, space: string, angled: string | undefined, bare: string | undefined, offset: number) => {
      const isImage = texts.get(offset)
      if (isImage === undefined) return source
      const href = angled ?? bare ?? ''
      const changed = rewrite(unescaped(href), isImage ? 'image' : 'link')
      return changed === undefined ? source : `](${space}${destination(changed)}`
    },
  )
  // A name with spaces is no link in markdown, but is one in some programs: it is, if there is such a file.
  return rewritten.replace(
    /(!|(?<!\]))\[([^[\]\n]*)\]\(([^()<>\n"']*)\)/g,
    (source, image: string, label: string, href: string) => {
      const changed =
        /\S /.test(href) && /\.\w{2,5}$/.test(href)
          ? rewrite(href, image === '' ? 'link' : 'image')
          : undefined
      return changed === undefined || changed.startsWith('/')
        ? source
        : `${image}[${label}](${destination(changed)})`
    },
  )
}

/**
 * Finds where texts of links end, and whether they are of images. Labels are none, as in `[text][label](words)`: what follows
 * them is no destination.
 */
function textsIn(text: string): Map<number, boolean> {
  const ends = new Map<number, boolean>()
  const defined = new Set([...text.matchAll(LABEL)].map(([, label]) => labelOf(label!)))
  const open: number[] = []
  let previous: { end: number; text: string } | undefined
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\\') at++
    else if (letter === '[') open.push(at)
    else if (letter === ']') {
      const start = open.pop()
      if (start === undefined) continue
      const inside = text.slice(start + 1, Math.min(at, start + 1 + MAX_LABEL))
      const isLabel = previous?.end === start - 1 && defined.has(labelOf(inside || previous.text))
      if (!isLabel) ends.set(at, text[start - 1] === '!')
      // Another label may follow a text only.
      previous = isLabel ? undefined : { end: at, text: inside }
    }
  }
  return ends
}

/** The most characters of a label. */
const MAX_LABEL = 1_000

function labelOf(written: string): string {
  return normalise(written.trim().replace(/\s+/g, ' ')).toLowerCase()
}

/** The label of a definition, which may be in a list. */
const LABEL = /^[ \t>]{0,20}\[(?!\^)([^\]\n]+)\]:/gm

const DEFINITION = /^((?:[ \t]*>)*[ \t]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*)(?:<([^<>\n]*)>|(\S+))/gm

function inDefinitions(text: string, rewrite: Rewrite): string {
  return text.replace(
    DEFINITION,
    (source, start: string, angled: string | undefined, bare: string | undefined) => {
      const changed = rewrite(angled ?? bare ?? '', 'link')
      return changed === undefined ? source : start + destination(changed)
    },
  )
}

/** A tag by CommonMark, which takes anything else for text, as browsers do where quotes are missing. */
const WHOLE_TAG =
  /^<[A-Za-z][\w-]*(?:\s+[A-Za-z_:@][\w.:@-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?>$/
const TAG = /<[A-Za-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/g
const ATTRIBUTE =
  /(\s(?:src|href|poster|srcset|data-src)\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)(?=[\s>]))/gi

function inAttributes(text: string, rewrite: Rewrite): string {
  return text.replace(TAG, (tag) => {
    // References of SVG show nothing in markdown.
    if (/^<(?:image|use)\b/i.test(tag)) return tag
    const isWhole = WHOLE_TAG.test(tag)
    return tag.replace(
      ATTRIBUTE,
      (
        source,
        start: string,
        double: string | undefined,
        single: string | undefined,
        bare: string | undefined,
      ) => {
        if (bare !== undefined && !isWhole) return source
        const value = double ?? single ?? bare ?? ''
        const place = !/href/i.test(start) || /^<link/i.test(tag) ? 'src' : 'href'
        const changed = /srcset/i.test(start) ? candidates(value, rewrite) : rewrite(value, place)
        return changed === undefined ? source : `${start}"${changed.replaceAll('"', '&quot;')}"`
      },
    )
  })
}

function candidates(value: string, rewrite: Rewrite): string {
  return value
    .split(/,\s+/)
    .map((one) => {
      const [, url = '', size = ''] = /^\s*(\S+)(.*)$/s.exec(one) ?? []
      return (rewrite(url, 'src') ?? url) + size
    })
    .join(', ')
}

function unescaped(href: string): string {
  return href.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}
