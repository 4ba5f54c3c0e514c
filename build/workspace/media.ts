// Media files that posts show. Each is served under a name with a hash of its content.
import { createHash } from 'node:crypto'
import { basename } from 'node:path/posix'
import type * as images from 'image-size'
import { lazy } from '../../packages/search/basics/lazy.ts'
import { normalise } from '../../packages/search/basics/normalise.ts'
import { addToSeal } from '../../snapshot/format/format.ts'
import { chunksOfFile } from '../../snapshot/format/sealed-file.ts'
import { tried } from '../../snapshot/tried.ts'
import type { PiecesSeal } from '../../snapshot/types.ts'
import { commonJs } from '../common-js.ts'
import { endingOf, isImage } from '../discover/media-type.ts'
import { runWithinCpuTime } from '../isolation/time-limit.ts'
import { isLfsPointer, lfsPointer } from '../parse/decode.ts'
import { type ContentFile, unreadable } from '../parse/file.ts'
import { WHOLE_FILE } from '../problems/location.ts'
import { type Checked, noValue, problemAt } from '../problems/problem.ts'
import { isTurned, jpegSides, type Sides } from './orientation.ts'
import { rootOf } from './svg.ts'

export interface Medium {
  /** Its path on disk. */
  path: string
  /** The path as messages show it. */
  displayPath: string
  /** `cover.3f9a1c52e08d7b64.jpg` */
  name: string
  seal: PiecesSeal
  /** The ending that its name should have, without the dot; `undefined` for a file that is named like an image, but that no browser shows. */
  type: string | undefined
  /** The size in pixels, if the file says so. */
  size: Sides | undefined
}

/** Reads a medium; `undefined`, and a problem, if the file cannot be served. */
export function readMedium(file: ContentFile): Checked<Medium | undefined> {
  let read: ReturnType<typeof readInPieces>
  try {
    read = readInPieces(file.path)
  } catch (error) {
    return noValue(unreadable(file.displayPath, error))
  }
  const { head, sha256, seal } = read
  if (isLfsPointer(head)) return noValue(lfsPointer(file.displayPath))
  const { value, problems } = imageOf(head, file)
  const name = mediaName(file.relativePath, sha256)
  return { value: { path: file.path, displayPath: file.displayPath, name, seal, ...value }, problems }
}

/** Media that earlier builds of this process have read. */
export class KnownMedia {
  readonly #known = new Map<string, { version: string; medium: Checked<Medium | undefined> }>()

  /** @param versionOf says of a path what is the same as long as the file is */
  read(file: ContentFile, versionOf: (path: string) => string | undefined): Checked<Medium | undefined> {
    const { path, displayPath, relativePath } = file
    const version = versionOf(path)
    const known = this.#known.get(displayPath)
    if (known && known.version === version) return known.medium
    const medium = readMedium({ path, displayPath, relativePath })
    if (version !== undefined && medium.problems.every(({ severity }) => severity === 'warning'))
      this.#known.set(displayPath, { version, medium })
    return medium
  }
}

const MEGABYTE = 1 << 20

/**
 * Keeps only the head of the file in memory, however large the file is: as much of its beginning as may contain an image's size. A
 * copy, since image-size would read past the end of a view into a larger buffer.
 */
function readInPieces(path: string) {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  const seal: PiecesSeal = { bytes: 0, crc32: [] }
  // A photograph may begin with previews and camera metadata; other images state their size near the beginning.
  let left = /^jpe?g$/.test(endingOf(path)) ? 16 * MEGABYTE : MEGABYTE
  for (const piece of chunksOfFile(path)) {
    hash.update(piece)
    addToSeal(seal, piece)
    if (left > 0) head.push(piece.subarray(0, left))
    left -= piece.length
  }
  return { head: new Uint8Array(Buffer.concat(head)), sha256: hash.digest('hex'), seal }
}

/** Returns a name in plain ASCII, so that it needs no encoding in a URL. */
function mediaName(relativePath: string, sha256: string): string {
  const ending = endingOf(relativePath)
  const stem = basename(relativePath)
    .slice(0, -ending.length - 1)
    .toLowerCase()
  const plain = normalise(stem, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
  return [plain.slice(0, 60).replace(/^-|-$/g, ''), sha256.slice(0, 16), ending].filter(Boolean).join('.')
}

// The types that browsers display; `heif` includes AVIF.
const BROWSER_TYPES = new Set(['gif', 'heif', 'ico', 'jpg', 'png', 'svg', 'webp'])

/** Loaded for the first image: many workspaces have none. */
const imageSize = lazy(() => {
  const { disableTypes, imageSize, types }: typeof images = commonJs('image-size')
  disableTypes(types.filter((type) => !BROWSER_TYPES.has(type)))
  return imageSize
})

/** A valid image takes less than one. */
const MAX_MILLISECONDS = 500

const NONE = { type: undefined, size: undefined }

function imageOf(head: Uint8Array, file: ContentFile): Checked<Pick<Medium, 'type' | 'size'>> {
  const ending = endingOf(file.path)
  if (!isImage(file.path)) return { value: { type: ending, size: undefined }, problems: [] }
  const images: ReturnType<typeof imageIn>[] = []
  // The time to load the library is not this image's.
  imageSize()
  tried(() => runWithinCpuTime(MAX_MILLISECONDS, () => void images.push(imageIn(head))))
  const [{ type, size } = NONE] = images
  if (type === ending.replace('jpeg', 'jpg')) return { value: { type: ending, size }, problems: [] }
  const problem = problemAt(file.displayPath, WHOLE_FILE, {
    code: 'bad-image',
    // Browsers tell images by their bytes, but for SVG.
    severity: type && type !== 'svg' && ending !== 'svg' ? 'warning' : 'error',
    message: `This is not an image of the type in its name, ${type ? `but of the type ${type}` : 'or it is damaged'}.`,
    hint: type ? `Rename it to ${basename(file.relativePath).replace(/[^.]+$/, type)}.` : 'Save it again.',
  })
  return { value: { type, size }, problems: [problem] }
}

/** @throws {Error} of any kind, if browsers show no such image */
function imageIn(head: Uint8Array): Pick<Medium, 'type' | 'size'> {
  const { width, height, type } = sidesIn(head)
  const [across, down] = isTurned(head) ? [height, width] : [width, height]
  const isSize = (side: number) => side > 0 && Number.isFinite(side)
  const rounded = { width: Math.round(across), height: Math.round(down) }
  const size = isSize(across) && isSize(down) ? rounded : undefined
  if (BROWSER_TYPES.has(type)) return { type, size }
  // Browsers show no HEIC, which has the same boxes.
  if (/avi[fs]/.test(String.fromCharCode(...head.subarray(8, 64)))) return { type: 'avif', size }
  throw new Error('no image of the web')
}

function sidesIn(head: Uint8Array): Sides & { type: string } {
  const jpeg = jpegSides(head)
  if (jpeg) return { ...jpeg, type: 'jpg' }
  const root = rootOf(head)
  // An SVG need not state its size.
  const { type = '', ...sides } = root
    ? { width: 0, height: 0, ...tried(() => imageSize()(root)), type: 'svg' }
    : imageSize()(head)
  if (type === 'svg' && !root) throw new Error('no SVG')
  return { ...sides, type }
}
