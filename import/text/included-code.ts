// Code of other files as a program's own markdown names it: VitePress on a line of its own, Liquid by a tag within a fence.
import type { Conversion } from './conversion.ts'

/** `<<< @/file.ts#region{1,3 ts:line-numbers} [title]`: what stands in braces marks lines, and names another language. */
export function withSnippets(text: string, conversion: Conversion): string {
  return text.replace(/^([ \t]*)<<<(?!<)([^\n]{1,1000})$/gm, (line, margin: string, written: string) => {
    const [, path = '', rest = ''] =
      /^([^{#]*?)\s{0,20}((?:[{#]|\[[^[\]]+\]$).*)?$/.exec(written.trim()) ?? []
    const [, inside = ''] = /\{([^{}]*)\}/.exec(rest) ?? []
    const [, marked, language] = /^\s*([\d,-]*)\s*([\w+#-]*)/.exec(inside) ?? []
    const [region] = /(?<=#)[\w-]+/.exec(rest.replace(/\{[^{}]*\}/, '')) ?? []
    const [, title] = /\[(.+)\]\s*$/.exec(rest) ?? []
    const fence = conversion.codeOf({ path, marked, language, region, title }, margin)
    if (fence === undefined) conversion.onLeft(line)
    return fence === undefined ? line : margin + fence
  })
}

/** A fence, or a tag for one, around nothing but a tag that includes a file. */
const INCLUDED =
  /^([ \t]*)(?:(`{3,20}|~{3,20})([^`\n]{0,200})\n|\{%-?[ \t]*highlight[ \t]([^%\n]{0,200}?)[ \t]*-?%\}\s{0,20})[ \t]{0,40}(\{%-?[ \t]*include(_relative|_cached)?[ \t]+["']?([\w./-]{1,500})["']?[ \t]*-?%\})\s{0,20}(?:\n[ \t]*\2|\{%-?[ \t]*endhighlight[ \t]*-?%\})[ \t]*$/gm

/** Programs with Liquid and Nunjucks fill in code as well. */
export function withIncludedCode(text: string, conversion: Conversion): string {
  return text.replace(INCLUDED, (whole, margin, _fence, info = '', language = '', _tag, kind, path) => {
    const file = { path, language: (info.trim() || language).split(/\s/)[0] }
    const read = () => conversion.options.readPiece?.(path, kind === '_relative')
    const fence = conversion.codeOf(file, margin, read)
    return fence === undefined ? whole : margin + fence
  })
}
