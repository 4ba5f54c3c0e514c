// Redirects as lines of a `_redirects` file, which Netlify and Cloudflare Pages read.
import type { Redirect } from '../../../snapshot/types.ts'

/** A line for each redirect between paths: what leads from an earlier slug alone names no page of the site. */
export function netlifyRules(redirects: readonly Redirect[]): string {
  return redirects
    .filter(({ from, to }) => from.startsWith('/') && to !== null)
    .map(({ from, to }) => `${escaped(from)} ${escaped(to!)} 301\n`)
    .join('')
}

/** Without what has a meaning there: `*` stands for anything, and `:name` for a segment. White space is encoded already. */
function escaped(path: string): string {
  return path.replaceAll('*', '%2A').replaceAll(':', '%3A')
}
