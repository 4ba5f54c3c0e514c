// Contents are stored deflated, each post's as a piece that ends with a full flush (RFC 1951): it refers to nothing before
// it and ends on a byte, so that pieces in any order, one after the other, are one deflate stream.
import { constants, deflateRawSync } from 'node:zlib'
import { ownMemory } from '../../packages/search/basics/lru.ts'

/**
 * Equal names mean equal bytes for equal contents: zlib's output differs between its versions, and in Node between processors.
 */
export const compressor = `zlib ${process.versions.zlib} ${process.arch}`

/** Returns a text as JSON in UTF-8, with the quotes around it, in memory of its own. */
export function jsonText(text: string): Buffer {
  return ownMemory(Buffer.from(JSON.stringify(text)))
}

export function deflatePiece(contents: Uint8Array): Buffer {
  return deflateRawSync(contents, { level: 6, memLevel: 9, finishFlush: constants.Z_FULL_FLUSH })
}
