// Opens media of which the snapshot has seals. Each piece is checked before any of it is sent, once for as long as the system says the
// same of the file: damage that leaves no trace there is found by the first check or by none.
import { fstatSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checksum, pieceBytes } from '../snapshot/format/format.ts'
import { factsOf } from '../snapshot/format/sealed-file.ts'
import { Lru } from '../snapshot/lru.ts'
import { asSnapshotError, isExhaustion, type SnapshotError } from '../snapshot/read/error.ts'
import type { PiecesSeal } from '../snapshot/types.ts'
import { chunkBytes, type OpenFile, openBelow } from './file.ts'

/**
 * Opens a file as `openBelow` does.
 * @param names the last one is the name of a file that the snapshot seals
 * @throws {SnapshotError} if there is no file of that length
 */
export type OpenIntact = (root: string, names: readonly string[], seal: PiecesSeal) => Promise<OpenFile>

interface KnownPieces {
  facts: string
  /** Each resolves once it is known to be intact. */
  pieces: Map<number, Promise<void>>
}

/** Files of which that is remembered. */
const maxKnown = 10_000
/** A change within a tick of the clock that file systems read leaves the time as it was; on Linux it ticks a hundred times a second or more. */
const tickMs = 20

/** @param damaged gets the path of each damaged file below `public`, and loses it when the file is replaced */
export function intactFiles(damaged: Set<string>): OpenIntact {
  const known = new Lru<KnownPieces>(maxKnown)

  async function open(root: string, names: readonly string[], seal: PiecesSeal): Promise<OpenFile> {
    const name = names.join('/')
    const path = join(root, ...names)
    try {
      const file = await openBelow(root, names)
      if (file?.size === seal.bytes) return { ...file, check: (piece) => check(file, piece) }
      await file?.handle.close()
      throw new Error(
        file ? `it has ${file.size} bytes and should have ${seal.bytes}` : 'there is no such file',
      )
    } catch (error) {
      known.delete(name)
      throw failed(error)
    }

    async function check({ handle }: OpenFile, piece: number): Promise<string> {
      const facts = factsOf(fstatSync(handle.fd))
      const { pieces } = knownOf(facts)
      const checked = pieces.get(piece) ?? checkPiece(handle, piece, seal)
      pieces.set(piece, checked)
      try {
        await checked
      } catch (error) {
        pieces.delete(piece)
        throw failed(error)
      }
      return facts
    }

    function knownOf(facts: string): KnownPieces {
      const before = known.get(name)
      if (before?.facts === facts) return before
      const now = { facts, pieces: new Map() }
      known.set(name, now)
      damaged.delete(name)
      return now
    }

    function failed(error: unknown): SnapshotError {
      if (!isExhaustion(error)) damaged.add(name)
      return asSnapshotError(path, error)
    }
  }

  return open
}

/** Reads it in chunks, as it will be sent: the memory of many at a time is bounded. */
async function checkPiece(handle: FileHandle, piece: number, { bytes, crc32 }: PiecesSeal): Promise<void> {
  const age = Date.now() - (await handle.stat()).ctimeMs
  if (age >= 0 && age < tickMs) await sleep(tickMs - age)
  const chunk = Buffer.allocUnsafeSlow(chunkBytes)
  const end = Math.min((piece + 1) * pieceBytes, bytes)
  let found = 0
  for (let at = piece * pieceBytes; at < end; ) {
    const { bytesRead } = await handle.read(chunk, 0, Math.min(chunkBytes, end - at), at)
    if (bytesRead === 0) throw new Error(`it ends ${end - at} bytes too early`)
    found = checksum(chunk.subarray(0, bytesRead), found)
    at += bytesRead
  }
  if (found !== crc32[piece]) throw new Error(`the checksum of piece ${piece} is wrong`)
}
