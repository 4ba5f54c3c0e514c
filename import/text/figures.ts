// Images that stand alone, of which the plugin markdown-it-implicit-figures makes figures: its caption is their text or title.
import { attribute } from '../markdown/written.ts'
import type { SourceTree } from '../tree.ts'

export type ImageCaption = 'alt' | 'title'

/** Finds what the site's own configuration tells the plugin to take for captions. */
export function imageCaptionIn(tree: SourceTree, configs: readonly string[]): ImageCaption | undefined {
  for (const name of configs) {
    const text = tree.configText(name) ?? ''
    if (!/markdown-it-(?:implicit|image)-figures/.test(text)) continue
    const [, caption] = /\bfigcaption["']?\s*:\s*["']?(true|alt|title)\b/.exec(text) ?? []
    if (caption !== undefined) return caption === 'title' ? caption : 'alt'
  }
  return undefined
}

const ALONE =
  /(?<=^|\n[ \t]*\n)!\[((?:[^[\]\n]|\[[^[\]\n]*\])*)\]\((\S+?)(?:[ \t]+"([^"\n]*)")?\)(?:\{[^{}\n]*\})?[ \t]*(?=\n[ \t]*(?:\n|$)|$)/g

/** @param text with its code hidden */
export function withFigures(
  text: string,
  { options: { imageCaption: caption } }: { options: { imageCaption?: ImageCaption | undefined } },
): string {
  if (!caption) return text
  return text.replace(ALONE, (source, alt: string, src: string, title: string | undefined) => {
    const words = caption === 'alt' ? alt : title
    if (!words) return source
    const hover = title === undefined ? '' : ` title="${attribute(title)}"`
    return `<figure><img src="${attribute(src)}" alt="${attribute(plain(alt))}"${hover}><figcaption>\n\n${words}\n\n</figcaption></figure>`
  })
}

/** Returns words without links and emphasis. */
function plain(words: string): string {
  return words.replace(/\[([^[\]]*)\](?:\([^()]*\))?/g, '$1').replace(/[*_`]/g, '')
}
