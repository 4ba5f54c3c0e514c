// Images small enough to be written in a test.
import { deflateSync } from 'node:zlib'
import { checksum } from '../../snapshot/format/format.ts'

/** A PNG of one colour; another `shade` gives other bytes. */
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

/** The headers of a JPEG with a camera's EXIF orientation: from 5 to 8 it is displayed turned on its side. */
export function jpeg(width: number, height: number, orientation: number): Buffer {
  // Big-endian TIFF of one directory with one entry: tag 0x0112 (orientation), one 16-bit number.
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  const frame = Buffer.from('080000000001011100', 'hex')
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xe1, exif),
    segment(0xc0, frame),
    Buffer.from('ffd9', 'hex'),
  ])
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(checksum(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
