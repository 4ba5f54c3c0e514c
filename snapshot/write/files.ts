// The files of a folder that is being written, and their seals. Short ones are joined, and deflated: each file takes a block of the disk, a wait
// for it, and a look of whoever opens the folder.
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import * as format from '../format/format.ts'
import { bytesOf, SealedFile } from '../format/sealed-file.ts'

/** A file that is written front to back. */
export interface FileWriter {
  /** @param piece not needed any more once this returns */
  write(piece: Uint8Array | string): void
  /** Writes the last piece, if there is one more. */
  end(piece?: Uint8Array | string): void
}

/** The files that other versions look for. */
const apart = new Set<string>([format.mediaFile, format.mediaSealsFile])
/** The files that are deflated however long they are. */
const joined = new Set<string>([format.openapiFile])

export class SealedFiles {
  readonly #dir: string
  readonly #seals = new Map<string, format.FileSeal>()
  readonly #short = new Map<string, Buffer>()
  readonly #files: SealedFile[] = []

  constructor(dir: string) {
    this.#dir = dir
  }

  /** @param name of a file that does not exist yet */
  open(name: string): FileWriter {
    const held: Buffer[] = []
    let length = 0
    let file = apart.has(name) ? this.#file(name) : undefined
    const write = (piece: Uint8Array | string) => {
      const bytes = bytesOf(piece)
      length += bytes.byteLength
      if (!file && (length < format.shortBytes || joined.has(name))) {
        held.push(Buffer.from(bytes))
        return
      }
      file ??= this.#file(name)
      for (const one of held.splice(0)) file.write(one)
      file.write(bytes)
    }
    return {
      write,
      end: (piece) => {
        if (piece !== undefined) write(piece)
        if (file) this.#seals.set(name, file.close())
        else this.#short.set(name, Buffer.concat(held))
      },
    }
  }

  /** Writes a whole file. */
  write(name: string, content: Uint8Array | string): void {
    this.open(name).end(content)
  }

  /** Joins the short files; call this when all files have ended. @returns the seal of those that are not of contents, and all of them by name */
  join(): { short: format.JoinedSeal; parts: Record<string, format.FilePart> } {
    const file = this.#file(format.joinedFile)
    const parts: Record<string, format.FilePart> = {}
    const digests = new Map<string, string>()
    let [at, length] = [0, 0]
    for (const [name, bytes] of this.#short) {
      const stored = storedForm(name, bytes)
      file.write(stored)
      parts[name] = { at, stored: stored.length, bytes: bytes.length, crc32: format.checksum(bytes) }
      at += stored.length
      if (format.isOfContents(name)) continue
      length += bytes.length
      digests.set(name, format.sha256(bytes))
    }
    this.#seals.set(format.joinedFile, file.close())
    return { short: format.shortSeal(length, digests), parts }
  }

  /** Returns the seals of all files, by what they depend on: `deflated` are those that another compressor would write differently. */
  seals(): Record<'lasting' | 'deflated', Record<string, format.FileSeal>> {
    const isDeflated = (name: string) => name === format.joinedFile || format.isOfContents(name)
    const all = [...this.#seals]
    return {
      lasting: Object.fromEntries(all.filter(([name]) => !isDeflated(name))),
      deflated: Object.fromEntries(all.filter(([name]) => isDeflated(name))),
    }
  }

  /** Ends all writing; call this if something has failed. */
  abandon(): void {
    for (const file of this.#files) file.abandon()
  }

  #file(name: string): SealedFile {
    const file = new SealedFile(join(this.#dir, name))
    this.#files.push(file)
    return file
  }
}

/** Deflates a file, unless it is no shorter then, or has contents, which are deflated piece by piece. */
function storedForm(name: string, bytes: Buffer): Buffer {
  if (format.isOfContents(name)) return bytes
  const deflated = deflateRawSync(bytes)
  return deflated.length < bytes.length ? deflated : bytes
}
