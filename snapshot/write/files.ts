// The files of a folder that is being written, and their seals. Short ones are joined: each file takes a block of the disk, a wait
// for it, and a look of whoever opens the folder.
import { join } from 'node:path'
import * as format from '../format/format.ts'
import { bytesOf, SealedFile, writeSealed } from '../format/sealed-file.ts'

/** A file that is written front to back. */
export interface FileWriter {
  /** @param piece not needed any more once this returns */
  write(piece: Uint8Array | string): void
  /** Writes the last piece, if there is one more. */
  end(piece?: Uint8Array | string): void
}

/** The file that seals another: the manifest, or `deflated.json`. */
type Sealing = keyof typeof format.joinedFiles

const deflated = new Set(format.contentNames.flatMap((name) => Object.values(format.contentFiles(name))))
/** The files that other versions look for. */
const apart = new Set<string>([format.mediaFile, format.mediaSealsFile])

export class SealedFiles {
  readonly #dir: string
  readonly #seals: Record<Sealing, Record<string, format.FileSeal>> = { lasting: {}, deflated: {} }
  readonly #short: Record<Sealing, Map<string, Buffer>> = { lasting: new Map(), deflated: new Map() }
  readonly #files: SealedFile[] = []

  constructor(dir: string) {
    this.#dir = dir
  }

  /** @param name of a file that does not exist yet */
  open(name: string): FileWriter {
    const sealing: Sealing = deflated.has(name) ? 'deflated' : 'lasting'
    const held: Buffer[] = []
    let length = 0
    let file = apart.has(name) ? this.#file(name) : undefined
    const write = (piece: Uint8Array | string) => {
      const bytes = bytesOf(piece)
      length += bytes.byteLength
      if (!file && length < format.shortBytes) {
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
        if (file) this.#seals[sealing][name] = file.close()
        else this.#short[sealing].set(name, Buffer.concat(held))
      },
    }
  }

  /** Writes a whole file. */
  write(name: string, content: Uint8Array | string): void {
    this.open(name).end(content)
  }

  /** Returns the seals, and joins the short files; call this when all files have ended. */
  seals(sealing: Sealing): format.FileSeals {
    const name = format.joinedFiles[sealing]
    const short = [...this.#short[sealing]]
    let at = 0
    const parts = short.map(([part, bytes]) => {
      const own = { at, bytes: bytes.length, crc32: format.checksum(bytes) }
      at += bytes.length
      return [part, own] as const
    })
    const joined = writeSealed(join(this.#dir, name), Buffer.concat(short.map(([, bytes]) => bytes)))
    return { files: { ...this.#seals[sealing], [name]: joined }, parts: Object.fromEntries(parts) }
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
