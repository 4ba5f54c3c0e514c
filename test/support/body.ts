// What a client reads of a reply.
import { isStream, type Reply } from '../../api/_app/http/reply.ts'

/** @throws what cuts a stream off; it is closed in every case */
export async function readBody({ status, body }: Reply, method = 'GET'): Promise<Buffer> {
  const isBodiless = method === 'HEAD' || status === 204 || status === 304
  if (!isStream(body)) return Buffer.concat(isBodiless ? [] : body)
  const pieces: Uint8Array[] = []
  try {
    if (!isBodiless) for await (const piece of body.chunks()) pieces.push(piece)
    return Buffer.concat(pieces)
  } finally {
    body.close()
  }
}
