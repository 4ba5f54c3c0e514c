// What an image is by its first bytes: names say something else more often than one thinks.
import { closeSync, openSync, readSync } from 'node:fs'

/** The ending that fits, with its dot; the given one if the bytes say nothing else, `undefined` if it cannot be read. */
export function imageEnding(path: string, given: string): string | undefined {
  const head = Buffer.alloc(16)
  try {
    const file = openSync(path, 'r')
    try {
      readSync(file, head, 0, head.length, 0)
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
  const found = SIGNS.find(([sign]) => sign.test(head.toString('latin1')))?.[1]
  const lower = given.toLowerCase()
  if (found === undefined || (found === '.jpg' && lower === '.jpeg')) return lower
  return found
}

const SIGNS: [RegExp, string][] = [
  [/^\x89PNG/, '.png'],
  [/^\xff\xd8\xff/, '.jpg'],
  [/^GIF8/, '.gif'],
  [/^RIFF[\s\S]{4}WEBP/, '.webp'],
  [/^[\s\S]{4}ftyp(?:avif|avis)/, '.avif'],
]
