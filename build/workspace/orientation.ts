// Whether an image lies on its side until it is shown: image-size says it of JPEG alone. What is odd or damaged is ignored, as
// browsers do.

/** @param head as much of the file as may say it, with a buffer of its own */
export function isTurned({ buffer }: Uint8Array): boolean {
  const view = new DataView(buffer)
  try {
    if (nameAt(view, 0) === '\x89PNG') return isTurnedPng(view)
    if (nameAt(view, 8) === 'WEBP') return isTurnedWebp(view)
    return nameAt(view, 4) === 'ftyp' && isTurnedAvif(view)
  } catch {
    // It ends where it says that it goes on, or lacks a part.
    return false
  }
}

/** Of the eight orientations of EXIF. */
export function isOnSide(orientation: number): boolean {
  return orientation >= 5 && orientation <= 8
}

/** A chunk or a box: what it is called, and where its content is. */
interface ImagePart {
  name: string
  from: number
  to: number
}

/** One behind another. Boxes count their heads, PNG has checksums, and WebP is little-endian, with chunks of even length. */
function partsIn(
  view: DataView,
  from: number,
  end: number,
  format: 'box' | 'png' | 'webp' = 'box',
): ImagePart[] {
  const isWebp = format === 'webp'
  const parts: ImagePart[] = []
  for (let at = from; at + 8 <= end; ) {
    const size = view.getUint32(at + (isWebp ? 4 : 0), isWebp) - (format === 'box' ? 8 : 0)
    if (size < 0) break
    parts.push({ name: nameAt(view, at + (isWebp ? 0 : 4)), from: at + 8, to: at + 8 + size })
    at += 8 + size + (format === 'png' ? 4 : isWebp ? size % 2 : 0)
  }
  return parts
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  )
}

/** Behind the beginning of the pixels, it is too late. */
function isTurnedPng(view: DataView): boolean {
  const chunks = partsIn(view, 8, view.byteLength, 'png')
  const first = chunks.find(({ name }) => name === 'eXIf' || name === 'IDAT')
  return first?.name === 'eXIf' && isTurnedExif(view, first.from, first.to)
}

/** Some programs begin it as in JPEG. */
function isTurnedWebp(view: DataView): boolean {
  const { from, to } = partsIn(view, 12, view.byteLength, 'webp').find(({ name }) => name === 'EXIF')!
  return isTurnedExif(view, nameAt(view, from) === 'Exif' ? from + 6 : from, to)
}

const ORIENTATION = 0x112
const SHORT = 3

function isTurnedExif({ buffer }: DataView, from: number, to: number): boolean {
  const tiff = new DataView(buffer, from, to - from)
  const order = nameAt(tiff, 0)
  if (order !== 'II*\0' && order !== 'MM\0*') return false
  const isLittle = order === 'II*\0'
  const directory = tiff.getUint32(4, isLittle)
  const end = directory + 2 + 12 * tiff.getUint16(directory, isLittle)
  for (let entry = directory + 2; entry < end; entry += 12) {
    if (tiff.getUint16(entry, isLittle) !== ORIENTATION) continue
    const isOne = tiff.getUint16(entry + 2, isLittle) === SHORT && tiff.getUint32(entry + 4, isLittle) === 1
    return isOne && isOnSide(tiff.getUint16(entry + 8, isLittle))
  }
  return false
}

/** The first rotation (`irot`) of the primary image counts. To mirror it (`imir`) leaves it its sides, and its EXIF is not for browsers. */
function isTurnedAvif(view: DataView): boolean {
  const within = (from: number, to: number, wanted: string) =>
    partsIn(view, from, to).filter(({ name }) => name === wanted)
  const meta = within(0, view.byteLength, 'meta')[0]!
  const primary = within(meta.from + 4, meta.to, 'pitm')[0]!
  const all = within(meta.from + 4, meta.to, 'iprp')[0]!
  const list = within(all.from, all.to, 'ipco')[0]!
  const properties = partsIn(view, list.from, list.to)
  const id = numberAt(view, primary.from + 4, view.getUint8(primary.from) > 0)
  const own = within(all.from, all.to, 'ipma').flatMap(({ from }) => associated(view, from, id))
  const rotation = own.map((number) => properties[number - 1]).find((property) => property?.name === 'irot')
  return rotation !== undefined && view.getUint8(rotation.from) % 2 === 1
}

/** The numbers of an image's properties, from 1. The highest bit of each says whether it is essential. */
function associated(view: DataView, from: number, wanted: number): number[] {
  const hasLongIds = view.getUint8(from) > 0
  const hasLongNumbers = view.getUint8(from + 3) % 2 === 1
  let at = from + 8
  for (let left = view.getUint32(from + 4); left > 0; left--) {
    const id = numberAt(view, at, hasLongIds)
    const first = at + (hasLongIds ? 5 : 3)
    const count = view.getUint8(first - 1)
    if (id === wanted) {
      return Array.from({ length: count }, (_, i) =>
        hasLongNumbers ? view.getUint16(first + 2 * i) & 0x7fff : view.getUint8(first + i) & 0x7f,
      )
    }
    at = first + count * (hasLongNumbers ? 2 : 1)
  }
  return []
}

function numberAt(view: DataView, at: number, isLong: boolean): number {
  return isLong ? view.getUint32(at) : view.getUint16(at)
}
