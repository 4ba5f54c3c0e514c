// Images small enough to be written in a test.
import { deflateSync } from 'node:zlib'
import { checksum } from '../../snapshot/format/format.ts'

/** A PNG of one colour; another `shade` gives other bytes. EXIF may be in front of its pixels or behind them. */
export function png(
  width = 3,
  height = 2,
  shade = 0,
  { before, behind }: { before?: Buffer; behind?: Buffer } = {},
): Buffer {
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
    ...(before ? [chunk('eXIf', before)] : []),
    chunk('IDAT', deflateSync(rows)),
    ...(behind ? [chunk('eXIf', behind)] : []),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The EXIF of a camera: one directory, at `at`, with one entry. An orientation is one 16-bit number. */
export function tiff(orientation: number, { isLittle = false, at = 8, type = 3, count = 1 } = {}): Buffer {
  const bytes = Buffer.alloc(at + 18)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  bytes.write(isLittle ? 'II*\0' : 'MM\0*', 'latin1')
  view.setUint32(4, at, isLittle)
  view.setUint16(at, 1, isLittle)
  view.setUint16(at + 2, 0x112, isLittle)
  view.setUint16(at + 4, type, isLittle)
  view.setUint32(at + 6, count, isLittle)
  if (type === 3) view.setUint16(at + 10, orientation, isLittle)
  else view.setUint32(at + 10, orientation, isLittle)
  return bytes
}

/** The chunks of a WebP without its pixels. */
export function webp(width: number, height: number, exif: Buffer): Buffer {
  const size = Buffer.alloc(10)
  size[0] = 8
  size.writeUIntLE(width - 1, 4, 3)
  size.writeUIntLE(height - 1, 7, 3)
  const chunks = [riff('VP8X', size), riff('VP8 ', Buffer.alloc(3)), riff('EXIF', exif)]
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
}

/** A property of an AVIF, and the images that have it: the first one is shown, the second one is its thumbnail. */
export type Property = [name: string, value: number, images?: readonly number[]]

/** The boxes of an AVIF without its pixels. @param isLong whether numbers have their longer form */
export function avif(
  width: number,
  height: number,
  properties: readonly Property[],
  isLong = false,
  brand = 'avif',
): Buffer {
  const size = Buffer.alloc(12)
  size.writeUInt32BE(width, 4)
  size.writeUInt32BE(height, 8)
  const number = (value: number) => Buffer.from(isLong ? [0, 0, 0, value] : [0, value])
  const head = (flags = 0) => Buffer.from([isLong ? 1 : 0, 0, 0, flags])
  const essential = (index: number) => Buffer.from(isLong ? [0x80, index] : [0x80 | index])
  const owned = [1, 2].map((image) => {
    const own = properties.flatMap(([, , images = [1]], i) => (images.includes(image) ? [i + 2] : []))
    return Buffer.concat([number(image), Buffer.from([own.length + 1]), ...[1, ...own].map(essential)])
  })
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0avifmif1`, 'latin1')),
    box(
      'meta',
      Buffer.alloc(4),
      box('pitm', head(), number(1)),
      box(
        'iprp',
        box('ipco', box('ispe', size), ...properties.map(([name, value]) => box(name, Buffer.from([value])))),
        box('ipma', head(isLong ? 1 : 0), Buffer.from([0, 0, 0, 2]), ...owned),
      ),
    ),
    box('mdat', Buffer.alloc(9)),
  ])
}

/** The pixels of an AVIF: 16 to 8, of one colour, as AV1. */
const AV1 = Buffer.from('EgAKCBgMv7RAQ0GhMg4ex4eFWcAALAAAsJ/OKA==', 'base64')

/** A whole AVIF of 16 to 8 pixels. */
export function avifWithPixels(properties: readonly Property[]): Buffer {
  const meta = (from: number) =>
    box(
      'meta',
      Buffer.alloc(4),
      box('hdlr', Buffer.alloc(8), Buffer.from('pict'), Buffer.alloc(13)),
      box('pitm', Buffer.from([0, 0, 0, 0, 0, 1])),
      box(
        'iloc',
        Buffer.from([0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, from, 0, 0, 0, AV1.length]),
      ),
      box('iinf', Buffer.from([0, 0, 0, 0, 0, 1]), box('infe', Buffer.from('\x02\0\0\0\0\x01\0\0av01\0'))),
      box(
        'iprp',
        box(
          'ipco',
          box('ispe', Buffer.from([0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 8])),
          box('pixi', Buffer.from([0, 0, 0, 0, 3, 8, 8, 8])),
          box('av1C', Buffer.from([0x81, 0, 0x0c, 0])),
          ...properties.map(([name, value]) => box(name, Buffer.from([value]))),
        ),
        box('ipma', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 3 + own.length, 1, 2, 0x83, ...own])),
      ),
    )
  const own = properties.flatMap(([, , images = [1]], i) => (images.includes(1) ? [0x80 | (i + 4)] : []))
  const type = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1miaf'))
  const before = type.length + meta(0).length + 8
  return Buffer.concat([type, meta(before), box('mdat', AV1)])
}

/** The headers of a JPEG with what cameras write. With an orientation from 5 to 8, it is displayed turned on its side. */
export function jpeg(width: number, height: number, ...exifs: Buffer[]): Buffer {
  const frame = Buffer.from('080000000001011100', 'hex')
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    ...exifs.map(exifSegment),
    segment(0xc0, frame),
    Buffer.from('ffd9', 'hex'),
  ])
}

/** The part of a JPEG that a camera writes. */
export function exifSegment(exif: Buffer): Buffer {
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]))
}

export function riff(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type), length, data, Buffer.alloc(data.length % 2)])
}

function box(type: string, ...data: Buffer[]): Buffer {
  const content = Buffer.concat(data)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length + 8)
  return Buffer.concat([length, Buffer.from(type), content])
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
