// Keeps snapshots with drafts apart from those without: a preview never replaces what is published.
import { dirname, join } from 'node:path'
import { readWhole } from '../format/disk.ts'
import { currentFile } from '../format/format.ts'
import { tried } from '../tried.ts'

/**
 * Must be called before a snapshot with drafts is written.
 * @param dir the folder of snapshots
 * @throws {ProductionInPlace} if it holds a snapshot without drafts, or one that cannot be read
 */
export function requireNoProduction(dir: string): void {
  const path = join(dir, currentFile)
  let text: string
  try {
    text = readWhole(path).toString()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return
    throw error
  }
  // Works for any format: every one has had the branch.
  const isPreview = tried(() => typeof JSON.parse(text).preview === 'string')
  if (!isPreview) throw new ProductionInPlace(dir)
}

export class ProductionInPlace extends Error {
  constructor(dir: string) {
    const other = join(dirname(dir), 'preview')
    super(
      `${dir} holds a snapshot without drafts, and one with drafts must not replace it. Choose another folder, such as --out ${other}, or remove this one.`,
    )
  }
}
