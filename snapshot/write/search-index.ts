// Writes the search index for browsers: a file beside the workspaces' folders, named by its contents like them, and complete
// once it has its name.
import { join } from 'node:path'
import {
  addToSeal,
  hashOf,
  type SearchIndexSeal,
  searchIndexName,
  type WorkspaceEntry,
} from '../format/format.ts'
import { replaceFile } from '../format/sealed-file.ts'
import { searchIndexDamages } from '../read/search-index.ts'
import type { BuiltSearchIndex, PiecesSeal } from '../types.ts'

/**
 * An existing file is kept unless it is damaged.
 * @param temporary a path that nothing else writes to
 * @param settle called before the file has its name
 */
export function writeSearchIndex(
  dir: string,
  temporary: string,
  built: BuiltSearchIndex,
  settle: (path: string) => void,
): WorkspaceEntry['searchIndex'] {
  if ('missing' in built) return built
  const bytes = Buffer.from(built.json)
  const hash = hashOf(bytes)
  const pieces: PiecesSeal = { bytes: 0, crc32: [] }
  addToSeal(pieces, bytes)
  const seal: SearchIndexSeal = { hash, ...pieces, posts: built.posts }
  const isThere = [...searchIndexDamages(dir, seal)].every((damage) => damage === undefined)
  if (!isThere) replaceFile(join(dir, searchIndexName(hash)), temporary, bytes, settle)
  return seal
}
