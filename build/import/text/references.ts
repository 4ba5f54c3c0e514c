// Rewrites links and images: in markdown, in definitions, and in attributes of HTML.

/** The new form of a reference, or `undefined` to leave it. */
export type Rewrite = (href: string, isImage: boolean) => string | undefined

/** @param text with its code hidden */
export function withReferences(text: string, rewrite: Rewrite): string {
  return [inBrackets, inDefinitions, inAttributes].reduce((changed, step) => step(changed, rewrite), text)
}

/** Up to a title or the end: what goes on after a space is none. */
const DESTINATION =
  /\]\(([ \t\n]*)(?:<([^<>\n]*)>|((?:[^\s()<>\\]|\\.|\((?:[^\s()]|\([^\s()]*\))*\))+))(?=\s*\)|\s+["'(])/g

function inBrackets(text: string, rewrite: Rewrite): string {
  const { images, labels } = endsIn(text)
  const rewritten = text.replace(
    DESTINATION,
    (source, space: string, angled: string | undefined, bare: string | undefined, offset: number) => {
      // What is behind a reference is text.
      if (labels.has(offset)) return source
      const href = angled ?? bare ?? ''
      const changed = rewrite(unescaped(href), images.has(offset))
      return changed === undefined ? source : `](${space}${destination(changed)}`
    },
  )
  // A name with spaces is no link in markdown, but is one in some programs: it is, if there is such a file.
  return rewritten.replace(
    /(!?)\[([^[\]\n]*)\]\(([^()<>\n"']*[^()<>\n"'\s] [^()<>\n"']*\.\w{2,5})\)/g,
    (source, image: string, label: string, href: string) => {
      const changed = rewrite(href, image !== '')
      return changed === undefined || changed.startsWith('/')
        ? source
        : `${image}[${label}](${destination(changed)})`
    },
  )
}

/** Where the text of an image ends, and the label of a reference whose definition is there: `[text][label]`. */
function endsIn(text: string): { images: Set<number>; labels: Set<number> } {
  const [images, labels] = [new Set<number>(), new Set<number>()]
  const defined = new Set(Array.from(text.matchAll(LABEL), ([, label]) => label!.toLowerCase()))
  const open: number[] = []
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\\') at++
    else if (letter === '[') open.push(at)
    else if (letter === ']') {
      const begin = open.pop()
      if (begin === undefined) continue
      if (text[begin - 1] === '!') images.add(at)
      if (text[begin - 1] === ']' && defined.has(text.slice(begin + 1, at).toLowerCase())) labels.add(at)
    }
  }
  return { images, labels }
}

const LABEL = /^[ \t>]{0,20}\[(?!\^)([^\]\n]{1,200})\]:/gm

function inDefinitions(text: string, rewrite: Rewrite): string {
  return text.replace(
    /^((?:[ \t]*>)*[ \t]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*)(?:<([^<>\n]*)>|(\S+))/gm,
    (source, start: string, angled: string | undefined, bare: string | undefined) => {
      const changed = rewrite(angled ?? bare ?? '', false)
      return changed === undefined ? source : start + destination(changed)
    },
  )
}

const TAG = /<[A-Za-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/g
const ATTRIBUTE = /(\s(?:src|href|poster|srcset|data-src)\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi

function inAttributes(text: string, rewrite: Rewrite): string {
  return text.replace(TAG, (tag) =>
    // Those of SVG show nothing in markdown.
    /^<(?:image|use)\b/i.test(tag)
      ? tag
      : tag.replace(
          ATTRIBUTE,
          (
            source,
            start: string,
            double: string | undefined,
            single: string | undefined,
            bare: string | undefined,
          ) => {
            const value = double ?? single ?? bare ?? ''
            const isImage = !/href/i.test(start) || /^<link/i.test(tag)
            const changed = /srcset/i.test(start) ? candidates(value, rewrite) : rewrite(value, isImage)
            return changed === undefined ? source : `${start}"${changed.replaceAll('"', '&quot;')}"`
          },
        ),
  )
}

function candidates(value: string, rewrite: Rewrite): string {
  return value
    .split(/,\s+/)
    .map((one) => {
      const [, url = '', size = ''] = /^\s*(\S+)(.*)$/s.exec(one) ?? []
      return (rewrite(url, true) ?? url) + size
    })
    .join(', ')
}

/** A destination that markdown takes as one. */
export function destination(href: string): string {
  return href.replace(
    /[\s<>()\\]/g,
    (letter) => `%${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

function unescaped(href: string): string {
  return href.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}
