// The source of a post without what it links to: nothing of a draft is served, not even its file's name.
import { spellings } from './written.ts'

/** `[text](draft.md)` becomes `text`; whatever else names one of `hrefs` leads to `#`. */
export function unlink(markdown: string, hrefs: Iterable<string>): string {
  let text = markdown
  for (const written of [...new Set([...hrefs].flatMap(spellings))].sort((a, b) => b.length - a.length)) {
    if (!text.includes(written)) continue
    const href = written.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const inline = new RegExp(`\\[([^[\\]]*)\\]\\(\\s*<?${href}>?(?:\\s+(?:"[^"]*"|'[^']*'))?\\s*\\)`, 'g')
    text = text.replace(inline, '$1').replaceAll(written, '#')
  }
  return text
}
