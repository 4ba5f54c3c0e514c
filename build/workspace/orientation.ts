// Tells whether an image lies on its side until it is shown, as Chromium sees it: Chromium follows the EXIF of JPEG and PNG and the
// rotation of AVIF, and ignores the EXIF of WebP. Odd or damaged data is ignored, as browsers do.

export interface Sides {
  width: number
  height: number
}

/** @param head as much of the file as may say it, with a buffer of its own; of any kind but JPEG */
export function isTurned({ buffer }: Uint8Array): boolean {
  const view = new DataView(buffer)
  return unlessDamaged(() =>
    nameAt(view, 0) === '\x89PNG' ? isTurnedPng(view) : nameAt(view, 4) === 'ftyp' && isTurnedAvif(view),
  )
}

/** Returns false for a file that ends where it says that it goes on, or that lacks a part. */
function unlessDamaged(isTurned: () => boolean): boolean {
  try {
    return isTurned()
  } catch {
    return false
  }
}

/**
 * The sides of a JPEG as it is shown. The first EXIF before its frame counts. Bytes between two segments are skipped, as
 * libjpeg does.
 * @returns `undefined` if it is no JPEG
 * @throws {RangeError} if it has no frame
 */
export function jpegSides({ buffer }: Uint8Array): Sides | undefined {
  const view = new DataView(buffer)
  if (view.getUint16(0) !== 0xffd8) return undefined
  let exif: DataView | undefined
  for (let at = 2; ; ) {
    const marker = view.getUint16(at)
    if (marker <= 0xff01 || marker === 0xffff) {
      at += 1
      continue
    }
    const length = view.getUint16(at + 2)
    if (marker >= 0xffc0 && marker <= 0xffc2) {
      const [down, across] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      const isOnSide = unlessDamaged(() => exif !== undefined && isTurnedExif(exif))
      return isOnSide ? { width: down, height: across } : { width: across, height: down }
    }
    if (marker === 0xffe1 && length >= 8 && nameAt(view, at + 4) === 'Exif')
      exif ??= new DataView(buffer, at + 10, length - 8)
    at += 2 + length
  }
}

/** A chunk or a box: what it is called, and where its content is. */
type ImagePart = [name: string, from: number, to: number]

/** Lists the parts of an image, one behind another. Boxes count their heads, and PNG has checksums. */
function partsIn(view: DataView, from: number, end: number, { isPng } = { isPng: false }): ImagePart[] {
  const parts: ImagePart[] = []
  for (let at = from; at + 8 <= end; ) {
    const size = view.getUint32(at) - (isPng ? 0 : 8)
    if (size < 0) break
    parts.push([nameAt(view, at + 4), at + 8, at + 8 + size])
    at += 8 + size + (isPng ? 4 : 0)
  }
  return parts
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, 4))
}

/** Reads the EXIF of a PNG; behind the beginning of the pixels, it is too late. */
function isTurnedPng(view: DataView): boolean {
  const [name, from, to] = partsIn(view, 8, view.byteLength, { isPng: true }).find(([name]) =>
    /eXIf|IDAT/.test(name),
  )!
  return name === 'eXIf' && isTurnedExif(new DataView(view.buffer, from, to - from))
}

const ORIENTATION = 0x112
const SHORT = 3

function isTurnedExif(tiff: DataView): boolean {
  const isLittle = nameAt(tiff, 0) === 'II*\0'
  if (!isLittle && nameAt(tiff, 0) !== 'MM\0*') return false
  const directory = tiff.getUint32(4, isLittle)
  const entries = Array.from(
    { length: tiff.getUint16(directory, isLittle) },
    (_, i) => directory + 2 + 12 * i,
  )
  const entry = entries.find((at) => tiff.getUint16(at, isLittle) === ORIENTATION)!
  const isOne = tiff.getUint16(entry + 2, isLittle) === SHORT && tiff.getUint32(entry + 4, isLittle) === 1
  const orientation = tiff.getUint16(entry + 8, isLittle)
  return isOne && orientation >= 5 && orientation <= 8
}

/** The first rotation (`irot`) of the primary image counts. To mirror it (`imir`) leaves it its sides, and its EXIF is not for browsers. */
function isTurnedAvif(view: DataView): boolean {
  const within = (from: number, to: number, wanted: string) =>
    partsIn(view, from, to).find(([name]) => name === wanted)!
  const [, meta, end] = within(0, view.byteLength, 'meta')
  const [, primary] = within(meta + 4, end, 'pitm')
  const [, properties, last] = within(meta + 4, end, 'iprp')
  const [, list, listEnd] = within(properties, last, 'ipco')
  const [, owners, ownersEnd] = within(properties, last, 'ipma')
  const numberAt = (at: number, isLong: boolean) => (isLong ? view.getUint32(at) : view.getUint16(at))
  const id = numberAt(primary + 4, view.getUint8(primary) > 0)
  const hasLongIds = view.getUint8(owners) > 0
  const step = 1 + (view.getUint8(owners + 3) % 2)
  const parts = partsIn(view, list, listEnd)
  for (let at = owners + 8; at < ownersEnd; ) {
    const first = at + (hasLongIds ? 5 : 3)
    const behind = first + step * view.getUint8(first - 1)
    for (let own = first; own < behind && numberAt(at, hasLongIds) === id; own += step) {
      // The highest bit says whether it is essential.
      const number = step === 2 ? view.getUint16(own) & 0x7fff : view.getUint8(own) & 0x7f
      const [name, from = 0] = parts[number - 1] ?? []
      if (name === 'irot') return view.getUint8(from) % 2 === 1
    }
    at = behind
  }
  return false
}
