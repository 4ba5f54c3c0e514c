// A document that ends with a checksum of what comes before: nothing else seals it.
import { tried } from '../tried.ts'
import { readWhole } from './disk.ts'
import { checksum } from './format.ts'

/** @param json an object, indented by two spaces */
export function withOwnChecksum(json: string): string {
  const head = json.replace(/\n\}\n*$/, '')
  return `${head},\n  "x-crc32": "${digitsOf(Buffer.from(head))}"\n}\n`
}

/** Returns what is wrong with a file, if anything is; one that cannot be read is reported where it is opened. */
export function damageOf(path: string): string | undefined {
  const bytes = tried(() => readWhole(path))
  return bytes === undefined || isAsWritten(bytes) ? undefined : 'its checksum is wrong'
}

/** Versions before 0.9 wrote no checksum, and no digit that near the end. */
function isAsWritten(bytes: Buffer): boolean {
  const end = bytes.toString('latin1', Math.max(0, bytes.length - 32))
  const [tail, digits] = /,\n {2}"x-crc32": "([0-9a-f]{8})"\n\}\n$/.exec(end) ?? []
  if (tail === undefined) return !/\d/.test(end)
  return digitsOf(bytes.subarray(0, -tail.length)) === digits
}

function digitsOf(bytes: Uint8Array): string {
  return checksum(bytes).toString(16).padStart(8, '0')
}
