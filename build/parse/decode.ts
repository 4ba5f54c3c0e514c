// Bytes to text. What is not text, or not content, is a problem.
import { isUtf8 } from 'node:buffer'
import { locator, WHOLE_FILE } from '../problems/location.ts'
import { type Checked, type Mistake, noValue, type Problem, problemAt } from '../problems/problem.ts'

/** Larger content files are an error. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024

export function tooLarge(bytes: number, file: string): Problem {
  const message = `The file is ${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1)} MB; the limit is 5 MB.`
  return problemAt(file, WHOLE_FILE, { code: 'too-large', message, hint: 'Split it into several posts.' })
}

/**
 * The text of a file without its byte order mark. If it is not text, that is a problem, and the value is what can be read
 * of it, to find other problems: `undefined` if that is not worth it.
 */
export function decode(bytes: Uint8Array, file: string): Checked<string | undefined> {
  if (!isUtf8(bytes)) {
    const readable = new TextDecoder().decode(bytes)
    const value = readable.startsWith('---') && !readable.includes('\0') ? readable : undefined
    return { value, problems: [notUtf8(bytes, file)] }
  }
  if (isLfsPointer(bytes)) return noValue(lfsPointer(file))
  const text = new TextDecoder().decode(bytes)
  const nul = text.indexOf('\0')
  if (nul === -1) return { value: text, problems: [] }
  const mistake: Mistake = {
    code: 'nul-character',
    message: 'The text contains a NUL character.',
    hint: 'Save the file as UTF-8 text.',
  }
  const value = text.startsWith('---') ? text.replaceAll('\0', ' ') : undefined
  return { value, problems: [problemAt(file, locator(text)(nul), mistake)] }
}

/** Tells whether these bytes are the pointer that Git LFS leaves in place of a file it has not fetched. */
export function isLfsPointer(bytes: Uint8Array): boolean {
  const beginning = 'version https://git-lfs.github.com/spec/'
  return Buffer.from(bytes.subarray(0, beginning.length)).toString('latin1') === beginning
}

export function lfsPointer(file: string): Problem {
  return problemAt(file, WHOLE_FILE, {
    code: 'lfs-pointer',
    message: 'This is a Git LFS pointer, not the file itself.',
    hint: 'Run git lfs pull, or turn on Git LFS in the project settings on Vercel.',
  })
}

function notUtf8(bytes: Uint8Array, file: string): Problem {
  const offset = firstInvalidByte(bytes)
  const before = new TextDecoder().decode(bytes.subarray(0, offset))
  return problemAt(file, locator(before)(before.length), {
    code: 'not-utf8',
    message: `The file is not UTF-8: byte ${offset} is 0x${bytes[offset]!.toString(16)}.`,
    hint: 'Save it as UTF-8.',
  })
}

/** Offset of the first byte that a lenient decoder replaces. A U+FFFD that is written in the file is valid. */
function firstInvalidByte(bytes: Uint8Array): number {
  let offset = 0
  for (const valid of new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\ufffd')) {
    offset += Buffer.byteLength(valid)
    const isWritten = bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd
    if (!isWritten) break
    offset += 3
  }
  return offset
}
