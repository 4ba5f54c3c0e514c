// What Git leaves in a file that two people changed: both versions, between lines of <<<<<<< and >>>>>>>.
import type { Mistake } from '../problems/problem.ts'

const MARKER = /^(?:<{7}|>{7})(?: [^\r\n]*)?$/gm

export interface ConflictMarker {
  offset: number
  length: number
}

/** The first line of each conflict, and ends of conflicts whose first line is gone. */
export function conflictsIn(text: string): ConflictMarker[] {
  if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>')) return []
  let isOpen = false
  return [...text.matchAll(MARKER)].flatMap(({ 0: written, index }) => {
    const opens = written.startsWith('<')
    const isTold = opens || !isOpen
    isOpen = opens
    // Without a name, it may be a quotation in a quotation.
    return isTold && (opens || written.length > 8) ? [{ offset: index, length: written.length }] : []
  })
}

export const MERGE_CONFLICT: Mistake = {
  code: 'merge-conflict',
  message: 'Git left both versions of a change here.',
  hint: 'Keep what is right, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.',
}
