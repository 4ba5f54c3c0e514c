// The proof for markdown in which only addresses are to change: lines that show other text afterwards are left as they were.

import { markdownRenderer, type Render, sanitise } from '../../build/for-import.ts'
import { textOf } from '../../snapshot/text/html-text.ts'

/** The longest block. Nobody has written a longer one, which may take quadratic time. */
const MAX_BLOCK = 20_000

/** `after`, but for lines in which readers would see what is not in `before`, or would miss something. */
export function withSameText(before: string, after: string): string {
  if (before === after) return after
  const render = markdownRenderer()
  const sameBy = (end: RegExp, old: string, changed: string, otherwise: typeof sameLine): string => {
    const [parts, others] = [old.split(end), changed.split(end)]
    if (parts.length !== others.length) return changed
    return others
      .map((part, at) => (isSame(parts[at]!, part, render) ? part : otherwise(parts[at]!, part)))
      .join('')
  }
  const sameLine = (line: string, _changed: string) => line
  return sameBy(/(\n[ \t]*\n)/, before, after, (old, changed) => sameBy(/(\n)/, old, changed, sameLine))
}

function isSame(before: string, after: string, render: Render): boolean {
  if (before === after || before.length > MAX_BLOCK) return true
  const [old, changed] = [before, after].map((text) =>
    sanitise(render(text.replace(/^[ \t]+/gm, '')).html),
  ) as [string, string]
  const [seen, shown] = [old, changed].map((html) => textOf(html).replace(/\s+/g, '')) as [string, string]
  if (seen === shown) return true
  // The name of a file that has spaces is no link before.
  return linksIn(changed) > linksIn(old) && isWithin(shown, seen)
}

function linksIn(html: string): number {
  return html.match(/<(?:a|img) /g)?.length ?? 0
}

/** Tells whether all letters of a text are in another one, in their order. */
function isWithin(part: string, whole: string): boolean {
  let at = 0
  for (const letter of whole) if (letter === part[at]) at++
  return at >= part.length
}
