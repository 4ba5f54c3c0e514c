// The body of a list of redirects: in one piece, or as a stream if it is too large to hold in memory.
import type { Redirect } from '../../../snapshot/types.ts'
import { textBody } from '../feeds/text-body.ts'
import type { MadeBody, ReplyHead } from '../http/reply.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import type { Pagination } from '../wire.ts'

/** Redirects from `from` up to, not including, `to`. */
export interface RedirectRange {
  from: number
  to: number
}

/** A larger body is streamed. Vercel refuses unstreamed bodies over 4.5 MB. */
const maxPiecesBytes = 1_000_000
/** Some sixty kilobytes, unless paths are very long. */
const batchSize = 500

/** @param pagination of JSON; without it, they are lines of a `_redirects` file, which Netlify and Cloudflare Pages read */
export function redirectsBody(
  exchange: WorkspaceExchange,
  head: ReplyHead,
  { from, to }: RedirectRange,
  pagination?: Pagination,
): Promise<MadeBody> {
  const { records } = exchange.edition.workspace.redirects()
  async function* text() {
    if (pagination) yield '{"redirects":['
    for (let at = from; at < to; at += batchSize) {
      const batch = records.read(at, Math.min(at + batchSize, to)).map(String)
      yield pagination ? `${at > from ? ',' : ''}${batch.join()}` : netlifyRules(batch)
      await exchange.turn()
    }
    if (pagination) yield `],${JSON.stringify({ pagination }).slice(1)}`
  }
  let bytes = 0
  for (let number = from; number < to && bytes <= maxPiecesBytes; number++) bytes += records.length(number)
  return textBody(exchange, head, { bytes, text, maxPiecesBytes, isCheap: true })
}

/** A line for each redirect between paths: what leads from an earlier slug alone names no page of the site. */
function netlifyRules(redirects: readonly string[]): string {
  return redirects
    .map((redirect): Redirect => JSON.parse(redirect))
    .filter(({ from, to }) => from.startsWith('/') && to !== null)
    .map(({ from, to }) => `${escaped(from)} ${escaped(to!)} 301\n`)
    .join('')
}

/** Without what has a meaning there: `*` stands for anything, and `:name` for a segment. White space is encoded already. */
function escaped(path: string): string {
  return path.replaceAll('*', '%2A').replaceAll(':', '%3A')
}
