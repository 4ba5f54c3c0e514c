// What the app answers with: plain values that two adapters (web.ts here, send.ts of the server) put on the wire.

export interface Reply {
  status: number
  headers: Record<string, string>
  body: Body
  /** What the body may be kept by, in any form: where it is equal, so are the bytes. */
  key?: string
}

/** Pieces already in memory (Content-Length is set), or a stream (it is not). */
export type Body = readonly Uint8Array[] | ByteStream

/**
 * A body that is read while it is sent. An error thrown by `chunks` must cut the connection: a body that ends
 * well-formed is a whole one.
 */
export interface ByteStream {
  /** How long its reader may take nothing before it is cut off, in ms; left out, as long as with any reply. */
  patience?: number
  /** Making it takes so much that it waits to be admitted. */
  isDear?: boolean
  /** Each time from the beginning, and the same bytes. */
  chunks(): AsyncGenerator<Uint8Array>
  /** Gives back what the stream holds; called once the reply is done or given up. May be called again. */
  close(): void
}

export function isStream(body: Body): body is ByteStream {
  return !Array.isArray(body)
}

export function byteLength(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
}

export const jsonType = 'application/json; charset=utf-8'

export function jsonBody(value: unknown): Uint8Array[] {
  return [Buffer.from(JSON.stringify(value))]
}
