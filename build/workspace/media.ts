// Files beside posts that posts show: each is served under a name that stands for its bytes.
import { createHash } from 'node:crypto'
import { basename } from 'node:path/posix'
import { disableTypes, imageSize, types } from 'image-size'
import { piecesOf } from '../../snapshot/format/sealed-file.ts'
import { endingOf, isImage } from '../discover/media-type.ts'
import { within } from '../isolation/time-limit.ts'
import { isLfsPointer, lfsPointer } from '../parse/decode.ts'
import { type ContentFile, unreadable } from '../parse/file.ts'
import { TOP } from '../problems/location.ts'
import { type Checked, nothing, problemAt } from '../problems/problem.ts'

export interface Medium {
  /** Its path on disk. */
  path: string
  /** As messages show it. */
  shown: string
  /** `cover.3f9a1c52e08d7b64.jpg` */
  name: string
  /** In pixels, where the file says it. */
  size: { width: number; height: number } | undefined
}

/** A file that cannot be served is a problem, and no medium. */
export function readMedium(file: ContentFile): Checked<Medium | undefined> {
  let read: Read
  try {
    read = readOnce(file.path)
  } catch (error) {
    return nothing(unreadable(file.shown, error))
  }
  const { head, sha256 } = read
  if (isLfsPointer(head)) return nothing(lfsPointer(file.shown))
  const { value: size, problems } = isImage(file.path) ? sizeOf(head, file) : nothing()
  const name = mediaName(file.inside, sha256)
  return { value: { path: file.path, shown: file.shown, name, size }, problems }
}

interface Read {
  /**
   * As much from its beginning as may tell an image's size, in memory of its own: image-size reads on behind its end where
   * other bytes are there.
   */
  head: Uint8Array
  sha256: string
}

const MEGABYTE = 1 << 20

/** A photograph may begin with previews and notes of its camera, any other image tells its size at once. */
const MOST_BEFORE_SIZE: Record<string, number> = { jpg: 16 * MEGABYTE, jpeg: 16 * MEGABYTE }

/** However large the file is, no more of it is in memory than its head. */
function readOnce(path: string): Read {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let left = MOST_BEFORE_SIZE[endingOf(path)] ?? MEGABYTE
  for (const piece of piecesOf(path)) {
    hash.update(piece)
    if (left > 0) head.push(piece.subarray(0, left))
    left -= piece.length
  }
  return { head: new Uint8Array(Buffer.concat(head)), sha256: hash.digest('hex') }
}

/** Plain ASCII, so that it stands in a URL as it is. */
function mediaName(inside: string, sha256: string): string {
  const ending = endingOf(inside)
  const stem = basename(inside)
    .slice(0, -ending.length - 1)
    .toLowerCase()
  const plain = stem
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
  return [plain.slice(0, 60).replace(/^-|-$/g, ''), sha256.slice(0, 16), ending].filter(Boolean).join('.')
}

// Browsers show no others; `heif` is that of AVIF.
const SHOWN = new Set(['gif', 'heif', 'ico', 'jpg', 'png', 'svg', 'webp'])
disableTypes(types.filter((type) => !SHOWN.has(type)))

/** Milliseconds. A sound image takes less than one. */
const LONGEST = 500

function sizeOf(head: Uint8Array, file: ContentFile): Checked<Medium['size']> {
  let size: Medium['size']
  try {
    const isRead = within(LONGEST, () => {
      size = shownSize(head, endingOf(file.path))
    })
    if (isRead) return { value: size, problems: [] }
  } catch {
    // An SVG need not say its size.
    if (endingOf(file.path) === 'svg' && isSvg(head)) return nothing()
  }
  return nothing(
    problemAt(file.shown, TOP, {
      code: 'bad-image',
      message: 'This is no image of the kind that its name says, or it is damaged.',
      hint: 'Save it again.',
    }),
  )
}

/** @throws {Error} of any kind, about what is no image */
function shownSize(head: Uint8Array, ending: string): Medium['size'] {
  const { width, height, orientation = 1, type } = imageSize(head)
  if (type !== 'svg' && ending === 'svg') throw new Error('no SVG')
  // From 5 on, a photo lies on its side, and browsers turn it.
  const [across, down] = orientation >= 5 ? [height, width] : [width, height]
  const isSize = (side: number) => side > 0 && Number.isFinite(side)
  return isSize(across) && isSize(down) ? { width: Math.round(across), height: Math.round(down) } : undefined
}

function isSvg(bytes: Uint8Array): boolean {
  return /<svg[\s>]/.test(new TextDecoder().decode(bytes))
}
