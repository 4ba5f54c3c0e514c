// The body of a list of redirects: in one piece, or as a stream if it is too large to hold in memory.
import type { Records } from '../../../snapshot/read/snapshots.ts'
import { type MadeBody, usuallyHeld } from '../http/reply.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import type { RedirectFormat } from '../listing/query.ts'
import { streamBytes, type Turn } from '../turns/turn.ts'
import type { Pagination } from '../wire.ts'
import type { RedirectRange } from './lookup.ts'
import { netlifyRules } from './netlify.ts'

/** A larger body is streamed. Vercel refuses unstreamed bodies over 4.5 MB. */
const maxPiecesBytes = 1_000_000
/** Some sixty kilobytes, unless paths are very long. */
const batchSize = 500

export async function redirectsBody(
  { edition, lease, turn }: WorkspaceExchange,
  range: RedirectRange,
  format: RedirectFormat,
  pagination: Pagination,
): Promise<MadeBody> {
  const { records } = edition.workspace.redirects
  const chunks = () => {
    const batches = batchesOf(records, range, turn)
    return format === 'netlify' ? netlifyChunks(batches) : jsonChunks(batches, pagination)
  }
  const bytes = bytesOf(records, range)
  await turn.expect(bytes > maxPiecesBytes ? streamBytes : bytes)
  if (bytes > maxPiecesBytes) {
    return { body: { chunks, close: lease.clone().release, holds: usuallyHeld }, isGzip: false }
  }
  const body: Uint8Array[] = []
  for await (const chunk of chunks()) body.push(chunk)
  return { body, isGzip: false }
}

/** Of the records, or some number above the most that is sent in one piece. */
function bytesOf(records: Records, { from, to }: RedirectRange): number {
  let bytes = 0
  for (let number = from; number < to && bytes <= maxPiecesBytes; number++) bytes += records.length(number)
  return bytes
}

async function* jsonChunks(
  batches: AsyncIterable<string[]>,
  pagination: Pagination,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"redirects":[')
  let isFirst = true
  for await (const batch of batches) {
    yield Buffer.from(`${isFirst ? '' : ','}${batch.join()}`)
    isFirst = false
  }
  yield Buffer.from(`],${JSON.stringify({ pagination }).slice(1)}`)
}

async function* netlifyChunks(batches: AsyncIterable<string[]>): AsyncGenerator<Uint8Array> {
  for await (const batch of batches) {
    yield Buffer.from(netlifyRules(batch.map((record) => JSON.parse(record))))
  }
}

/** The JSON of each redirect. Takes turns. */
async function* batchesOf(
  records: Records,
  { from, to }: RedirectRange,
  turn: Turn,
): AsyncGenerator<string[]> {
  for (let at = from; at < to; at += batchSize) {
    yield records.read(at, Math.min(at + batchSize, to)).map(String)
    await turn()
  }
}
