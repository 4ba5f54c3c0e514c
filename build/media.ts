// Files beside posts that posts show: each is served under a name that stands for its bytes.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path/posix'
import { imageSize } from 'image-size'
import { isLfsPointer, lfsPointer } from './decode.ts'
import { type ContentFile, unreadable } from './file.ts'
import { endingOf, isImage } from './media-type.ts'
import { TOP } from './place.ts'
import { type Problem, problemAt } from './problem.ts'

export interface Medium {
  /** Its path on disk. */
  path: string
  /** `cover.3f9a1c52e08d7b64.jpg` */
  name: string
  /** In pixels, where the file says it. */
  size: { width: number; height: number } | undefined
}

/** A file that cannot be served is a problem, and no medium. */
export function readMedium(file: ContentFile, problems: Problem[]): Medium | undefined {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file.path)
  } catch (error) {
    problems.push(unreadable(file.shown, error))
    return undefined
  }
  if (isLfsPointer(bytes)) {
    problems.push(lfsPointer(file.shown))
    return undefined
  }
  const size = isImage(file.path) ? sizeOf(bytes, file, problems) : undefined
  return { path: file.path, name: mediaName(file.inside, bytes), size }
}

/** Plain ASCII, so that it stands in a URL as it is. */
function mediaName(inside: string, bytes: Uint8Array): string {
  const ending = endingOf(inside)
  const stem = basename(inside)
    .slice(0, -ending.length - 1)
    .toLowerCase()
  const plain = stem
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return [plain.slice(0, 60).replace(/^-|-$/g, ''), hash, ending].filter(Boolean).join('.')
}

function sizeOf(bytes: Uint8Array, file: ContentFile, problems: Problem[]): Medium['size'] {
  try {
    const { width, height, orientation = 1, type } = imageSize(bytes)
    if (type !== 'svg' && endingOf(file.path) === 'svg') throw new Error('no SVG')
    // From 5 on, a photo lies on its side, and browsers turn it.
    const [across, down] = orientation >= 5 ? [height, width] : [width, height]
    return across > 0 && down > 0 ? { width: Math.round(across), height: Math.round(down) } : undefined
  } catch {
    // An SVG need not say its size.
    if (endingOf(file.path) === 'svg' && isSvg(bytes)) return undefined
    problems.push(
      problemAt(file.shown, TOP, {
        code: 'bad-image',
        message: 'This is no image of the kind that its name says, or it is damaged.',
        hint: 'Save it again.',
      }),
    )
    return undefined
  }
}

function isSvg(bytes: Uint8Array): boolean {
  return /<svg[\s>]/.test(Buffer.from(bytes).toString('utf8'))
}
