// The body of a list of redirects: in one piece, or as a stream if it is too large to hold in memory.
import type { Records } from '../../../snapshot/read/snapshots.ts'
import { turn } from '../admission/turn.ts'
import type { WorkspaceExchange } from '../exchange.ts'
import type { MadeBody } from '../http/reply.ts'
import type { RedirectFormat } from '../listing/query.ts'
import type { Pagination } from '../wire.ts'
import type { RedirectRange } from './lookup.ts'
import { netlifyRules } from './netlify.ts'

/** A larger body is streamed. Vercel refuses unstreamed bodies over 4.5 MB. */
const maxPiecesBytes = 1_000_000
/** A few hundred kilobytes, unless paths are very long. */
const batchSize = 1_000

export async function redirectsBody(
  { edition, lease }: WorkspaceExchange,
  range: RedirectRange,
  format: RedirectFormat,
  pagination: Pagination,
): Promise<MadeBody> {
  const { records } = edition.workspace.redirects
  const chunks = () =>
    format === 'netlify' ? netlifyChunks(records, range) : jsonChunks(records, range, pagination)
  if (isLarge(records, range)) {
    return { body: { chunks, close: lease.clone().release }, isGzip: false }
  }
  const body: Uint8Array[] = []
  for await (const chunk of chunks()) body.push(chunk)
  return { body, isGzip: false }
}

function isLarge(records: Records, { from, to }: RedirectRange): boolean {
  let bytes = 0
  for (let number = from; number < to && bytes <= maxPiecesBytes; number++) bytes += records.length(number)
  return bytes > maxPiecesBytes
}

async function* jsonChunks(
  records: Records,
  range: RedirectRange,
  pagination: Pagination,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"redirects":[')
  let isFirst = true
  for await (const batch of batchesOf(records, range)) {
    yield Buffer.from(`${isFirst ? '' : ','}${batch.join()}`)
    isFirst = false
  }
  yield Buffer.from(`],${JSON.stringify({ pagination }).slice(1)}`)
}

async function* netlifyChunks(records: Records, range: RedirectRange): AsyncGenerator<Uint8Array> {
  for await (const batch of batchesOf(records, range)) {
    yield Buffer.from(netlifyRules(batch.map((record) => JSON.parse(record))))
  }
}

/** The JSON of each redirect. Takes turns. */
async function* batchesOf(records: Records, { from, to }: RedirectRange): AsyncGenerator<string[]> {
  for (let at = from; at < to; at += batchSize) {
    yield records
      .read(at, Math.min(at + batchSize, to))
      .map((record) => Buffer.from(record.buffer, record.byteOffset, record.byteLength).toString())
    const others = turn()
    if (others) await others
  }
}
