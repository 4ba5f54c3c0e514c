// Markdown of Hashnode: what its editor writes that no other program reads.

import { fenced } from '../markdown/written.ts'
import { replaceBetween } from '../text/between.ts'
import { embedded } from '../text/embeds.ts'
import { type Mask, outsideCode } from '../text/mask.ts'

export interface HashnodeText {
  markdown: string
  /** Names of widgets, whose code is in no export. */
  widgets: string[]
}

/** Code stays as it is. */
export function fromHashnode(written: string): HashnodeText {
  let widgets: string[] = []
  const markdown = outsideCode(written, (prose, mask) => {
    const text = withCallouts(withCode(prose, mask))
      .replace(
        /(\]\([^\s()<>]{1,2000})((?: +(?:align|width|height|style)="[^"\n]*")+)(?=[^\S\n]*\)|[^\S\n]+["'])/g,
        '$1',
      )
      .replace(/(!\[[^[\]\n]{0,2000}\]\([^\s()]{1,2000}\))((?: +(?:align|width|height)="[^"\n]*")+)/g, '$1')
      .replace(
        /(?<!%)%\[(https?:\/\/[^\s\]]{1,2000})\][ \t]*/g,
        (_whole, url: string) => embedded(url) ?? `<${url.replace(/[<>]/g, encodeURIComponent)}>`,
      )
      // A mention of somebody.
      .replace(/\]\(@([\w-]+)\)/g, '](https://hashnode.com/@$1)')
      // Hashnode's editor writes spaces within the signs of emphasis, which markdown would show as they are.
      .replace(/^([^*\n]*\*\*(?=\S)[^*\n]{1,1000}?)( {1,100}\n?)\*\*(?=[^\s*])([^*\n]*)$/gm, '$1**$2$3')
    widgets = [...text.matchAll(/%%\[([^\]\n]{1,100})\]/g)].map(([, name]) => name!)
    return text
  })
  return { markdown, widgets }
}

const CAUTIONS: [signs: RegExp, kind: string][] = [
  [/[⚠🚧]/u, 'WARNING'],
  [/[🚨🛑🚫❌❗‼⛔]/u, 'CAUTION'],
  [/[💡✅✨🎯]/u, 'TIP'],
  [/[🔥📌⭐]/u, 'IMPORTANT'],
]

/** A box with a sign and a text becomes an alert; in a list, a quotation. */
function withCallouts(text: string): string {
  return replaceBetween(
    text,
    /^([ \t]*)<div data-node-type="callout">/gm,
    () => '</div>\\s*</div>',
    (inner, [, indent = ''], whole) => {
      const [, sign = '', rest] =
        /^\s*<div data-node-type="callout-emoji">([^<]*)<\/div>\s*<div data-node-type="callout-text">([\s\S]*)$/.exec(
          inner,
        ) ?? []
      if (rest === undefined || /<\/?div\b/.test(rest)) return whole
      const kind = CAUTIONS.find(([signs]) => signs.test(sign))?.[1] ?? 'NOTE'
      const lines = `${sign.trim()} ${rest.trim()}`.trim().split('\n')
      const head = indent === '' ? [`[!${kind}]`] : []
      return [...head, ...lines.map((line) => line.trim())]
        .map((line) => `${indent}> ${line}`.trimEnd())
        .join('\n')
    },
  )
}

/** A block of code as an element. */
function withCode(text: string, mask: Mask): string {
  return replaceBetween(
    text,
    /<div data-node-type="code-?block"([^<>]*)>/gi,
    () => '</div>',
    (inner, [, attributes = '']) => {
      const [, language = ''] = /(?:data-)?lang(?:uage)?="([\w+#.-]*)"/.exec(attributes) ?? []
      const code = mask.reveal(inner).replace(/<\/?(?:pre|code)\b[^<>]*>/g, '')
      return `\n\n${mask.hide(fenced(unescaped(code), language))}\n\n`
    },
  )
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#123': '{', amp: '&' }

function unescaped(html: string): string {
  return html.replace(/&(lt|gt|quot|#39|#123|amp);/g, (_entity, name) => ENTITIES[name]!)
}
