// Images small enough to be written in a test.
import { deflateSync } from 'node:zlib'
import { checksum } from '../snapshot/format.ts'

/** A PNG of one colour; another `shade` makes other bytes of it. */
export function png(width = 3, height = 2, shade = 0): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const rows = Buffer.alloc((width + 1) * height, shade)
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(checksum(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
