// The file of a post as it is now, opened through no link: whoever writes content can commit links, and these may lead anywhere.
import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { HttpError } from '../../../api/_app/http/error.ts'
import { MAX_FILE_BYTES } from '../../../build/parse/decode.ts'
import { READING } from '../../../snapshot/format/disk.ts'
import { sha256 } from '../../../snapshot/format/format.ts'

/** Below a folder of content. */
export interface PostPlace {
  content: string
  workspace: string
  /** Relative to the workspace's folder. */
  file: string
}

export interface OwnFile {
  bytes: Buffer
  tag: string
}

/** @throws {HttpError} 404 or 422 */
export function readOwn(place: PostPlace): OwnFile {
  try {
    const bytes = readWithin(place)
    return { bytes, tag: tagOf(bytes) }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') throw gone(place.file)
    if (code === 'ELOOP' || code === 'EACCES' || code === 'ENXIO') throw notOwn(place.file)
    throw error
  }
}

function readWithin({ content, workspace, file }: PostPlace): Buffer {
  const path = join(realpathSync(content), workspace, file)
  // Opening a pipe does not wait.
  const descriptor = openSync(path, READING | (constants.O_NOFOLLOW ?? 0))
  try {
    const [stats, there] = [fstatSync(descriptor), lstatSync(path)]
    const isThere = stats.ino === there.ino && stats.dev === there.dev
    if (!stats.isFile() || !isThere || realpathSync(path) !== path) throw notOwn(file)
    if (stats.size > MAX_FILE_BYTES) throw refused(`${file} has more than 5 MB. Split it into several posts.`)
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

export function tagOf(bytes: Uint8Array): string {
  return `"${sha256(bytes)}"`
}

/** Returns the text of a file without a byte order mark, as it is written. @throws {HttpError} 422 */
export function textIn({ bytes }: OwnFile, file: string): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  throw refused(`${file} is not UTF-8. Save it as UTF-8 in another editor first.`)
}

/** Returns a text with `\n` for every line end, as the page has it. */
export function normalised(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

export function refused(message: string): HttpError {
  return new HttpError(422, 'Refused', message)
}

export function gone(file: string): HttpError {
  return new HttpError(404, 'Not found', `There is no post ${file}; look at the list of posts for its name.`)
}

function notOwn(file: string): HttpError {
  return refused(
    `${file} is not a file in the workspace, or may not be read. Open the file that it leads to.`,
  )
}
