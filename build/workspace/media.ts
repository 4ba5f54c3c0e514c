// Media files that posts show. Each is served under a name with a hash of its content.
import { createHash } from 'node:crypto'
import { basename } from 'node:path/posix'
import type * as images from 'image-size'
import { lazy } from '../../packages/search/basics/lazy.ts'
import { normalise } from '../../packages/search/basics/normalise.ts'
import { addToSeal } from '../../snapshot/format/format.ts'
import { chunksOfFile } from '../../snapshot/format/sealed-file.ts'
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
  /** As messages show it. */
  displayPath: string
  /** `cover.3f9a1c52e08d7b64.jpg` */
  name: string
  seal: PiecesSeal
  /** In pixels, if the file says so. */
  size: Sides | undefined
}

/** `undefined`, and a problem, if the file cannot be served. */
export function readMedium(file: ContentFile): Checked<Medium | undefined> {
  let read: ReturnType<typeof readInPieces>
  try {
    read = readInPieces(file.path)
  } catch (error) {
    return noValue(unreadable(file.displayPath, error))
  }
  const { head, sha256, seal } = read
  if (isLfsPointer(head)) return noValue(lfsPointer(file.displayPath))
  const { value: size, problems } = isImage(file.path) ? sizeOf(head, file) : noValue()
  const name = mediaName(file.relativePath, sha256)
  return { value: { path: file.path, displayPath: file.displayPath, name, seal, size }, problems }
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
    if (version !== undefined && medium.problems.length === 0)
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

/** Plain ASCII, so that it needs no encoding in a URL. */
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

// The types that browsers display, besides JPEG; `heif` includes AVIF.
const BROWSER_TYPES = new Set(['gif', 'heif', 'ico', 'png', 'svg', 'webp'])

/** Loaded for the first image: many workspaces have none. */
const imageSize = lazy(() => {
  const { disableTypes, imageSize, types }: typeof images = commonJs('image-size')
  disableTypes(types.filter((type) => !BROWSER_TYPES.has(type)))
  return imageSize
})

/** A valid image takes less than one. */
const MAX_MILLISECONDS = 500

function sizeOf(head: Uint8Array, file: ContentFile): Checked<Medium['size']> {
  let size: Medium['size']
  // Loading it is not this image's time.
  imageSize()
  try {
    const isRead = runWithinCpuTime(MAX_MILLISECONDS, () => {
      size = displaySize(head, endingOf(file.path))
    })
    if (isRead) return { value: size, problems: [] }
  } catch {
    // An SVG need not state its size.
    if (endingOf(file.path) === 'svg' && isSvg(head)) return noValue()
  }
  return noValue(
    problemAt(file.displayPath, WHOLE_FILE, {
      code: 'bad-image',
      message: 'This is not an image of the type in its name, or it is damaged.',
      hint: 'Save it again.',
    }),
  )
}

/** @throws {Error} of any kind, if it is not an image */
function displaySize(head: Uint8Array, ending: string): Medium['size'] {
  const { width, height } = jpegSides(head) ?? otherSides(head, ending)
  const isSize = (side: number) => side > 0 && Number.isFinite(side)
  return isSize(width) && isSize(height)
    ? { width: Math.round(width), height: Math.round(height) }
    : undefined
}

function otherSides(head: Uint8Array, ending: string): Sides {
  const { width, height, type } = imageSize()((ending === 'svg' && rootOf(head)) || head)
  if (type !== 'svg' && ending === 'svg') throw new Error('no SVG')
  return isTurned(head) ? { width: height, height: width } : { width, height }
}

function isSvg(bytes: Uint8Array): boolean {
  return /<(?:[\w.-]+:)?svg[\s/>]/.test(new TextDecoder().decode(bytes))
}
