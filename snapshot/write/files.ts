// The files of a folder that is being written, and their seals.
import { join } from 'node:path'
import type { FileSeal } from '../format/format.ts'
import { SealedFile } from '../format/sealed-file.ts'

/** A file that is written front to back. */
export interface FileWriter {
  /** @param piece not needed any more once this returns */
  write(piece: Uint8Array | string): void
  /** Writes the last piece, if there is one more. */
  end(piece?: Uint8Array | string): void
}

export class SealedFiles {
  readonly #dir: string
  readonly #seals: Record<string, FileSeal> = {}
  readonly #files: SealedFile[] = []

  constructor(dir: string) {
    this.#dir = dir
  }

  /** @param name of a file that does not exist yet */
  open(name: string): FileWriter {
    const file = new SealedFile(join(this.#dir, name))
    this.#files.push(file)
    return {
      write: (piece) => file.write(piece),
      end: (piece) => {
        this.#seals[name] = piece === undefined ? file.close() : file.end(piece)
      },
    }
  }

  /** Writes a whole file. */
  write(name: string, content: Uint8Array | string): void {
    this.open(name).end(content)
  }

  /** By name; all have ended. */
  seals(): Record<string, FileSeal> {
    return this.#seals
  }

  /** Nothing is written from now on; call this if something has failed. */
  abandon(): void {
    for (const file of this.#files) file.abandon()
  }
}
