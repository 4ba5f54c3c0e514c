// Opens media of which the snapshot has seals. Each piece is checked before any of it is sent, once for as long as the system says the
// same of the file: damage that leaves no trace there is found by the first check or by none.
import { fstatSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Lru } from '../packages/search/basics/lru.ts'
import { asSnapshotError, isExhaustion, type SnapshotError } from '../snapshot/folder/error.ts'
import { checksum, pieceBytes } from '../snapshot/format/format.ts'
import { damageOf } from '../snapshot/format/own-checksum.ts'
import { factsOf } from '../snapshot/format/sealed-file.ts'
import type { PiecesSeal } from '../snapshot/types.ts'
import { chunkBytes, type OpenFile, openBelow } from './file.ts'

/** Pieces of which that is remembered, some 400 bytes for each. */
const maxChecks = 50_000
/** A change within a tick of the clock that file systems read leaves the time as it was; on Linux it ticks a hundred times a second or more. */
const tickMs = 20

/**
 * @param damaged gets the path of each damaged file below `public`, and loses it when the file is replaced
 * @returns opens a file as `openBelow` does, and throws a SnapshotError if there is none of that length
 */
export function intactFiles(damaged: Set<string>) {
  /** Checks by file and piece: each resolves once the piece is known to be intact. */
  const checks = new Lru<Promise<void>>(maxChecks)
  /** The system's messages about damaged files. */
  const damagedAs = new Map<string, string>()

  return async (root: string, names: readonly string[], seal: PiecesSeal): Promise<OpenFile> => {
    const name = names.join('/')
    try {
      const file = await openBelow(root, names)
      if (file?.size === seal.bytes) return { ...file, check: (piece) => check(file, piece) }
      await file?.handle.close()
      throw new Error(
        file ? `it has ${file.size} bytes and should have ${seal.bytes}` : 'there is no such file',
      )
    } catch (error) {
      throw failed(error)
    }

    async function check({ handle }: OpenFile, piece: number): Promise<string> {
      const facts = factsOf(fstatSync(handle.fd))
      if (damagedAs.get(name) !== facts) damaged.delete(name)
      const key = `${name} ${piece} ${facts}`
      const checked = checks.get(key) ?? checkPiece(handle, piece, seal)
      checks.set(key, checked)
      try {
        await checked
      } catch (error) {
        checks.delete(key)
        damagedAs.set(name, facts)
        throw failed(error)
      }
      return facts
    }

    function failed(error: unknown): SnapshotError {
      if (!isExhaustion(error)) damaged.add(name)
      return asSnapshotError(join(root, ...names), error)
    }
  }
}

/** Requires that a document that has its own checksum is intact. @throws {SnapshotError} if it is damaged */
export function requireAsWritten(root: string, name: string, damaged: Set<string>): void {
  const path = join(root, name)
  const damage = damageOf(path)
  damaged.delete(name)
  if (damage === undefined) return
  damaged.add(name)
  throw asSnapshotError(path, new Error(damage))
}

/** Reads a file in chunks, as it will be sent: the memory of many at a time is bounded. */
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
