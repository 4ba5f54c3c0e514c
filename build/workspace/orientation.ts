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
type ImagePart = [name: string, from: number, to: number]

/** One behind another. Boxes count their heads, PNG has checksums, and WebP is little-endian, with chunks of even length. */
function partsIn(view: DataView, from: number, end: number, format?: 'png' | 'webp'): ImagePart[] {
  const isWebp = format === 'webp'
  const parts: ImagePart[] = []
  for (let at = from; at + 8 <= end; ) {
    const size = view.getUint32(at + (isWebp ? 4 : 0), isWebp) - (format ? 0 : 8)
    if (size < 0) break
    parts.push([nameAt(view, at + (isWebp ? 0 : 4)), at + 8, at + 8 + size])
    at += 8 + size + (format === 'png' ? 4 : isWebp ? size % 2 : 0)
  }
  return parts
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, 4))
}

/** Behind the beginning of the pixels, it is too late. */
function isTurnedPng(view: DataView): boolean {
  const [name, from, to] = partsIn(view, 8, view.byteLength, 'png').find(([name]) => /eXIf|IDAT/.test(name))!
  return name === 'eXIf' && isTurnedExif(new DataView(view.buffer, from, to - from))
}

/** Some programs begin it as in JPEG. */
function isTurnedWebp(view: DataView): boolean {
  const [, from, to] = partsIn(view, 12, view.byteLength, 'webp').find(([name]) => name === 'EXIF')!
  const start = nameAt(view, from) === 'Exif' ? from + 6 : from
  return isTurnedExif(new DataView(view.buffer, start, to - start))
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
  return isOne && isOnSide(tiff.getUint16(entry + 8, isLittle))
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
