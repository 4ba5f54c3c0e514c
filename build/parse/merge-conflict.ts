// Finds the conflicts that Git leaves in a file that two people changed: both versions, between lines of <<<<<<< and >>>>>>>.
import type { Mistake } from '../problems/problem.ts'

const MARKER = /^(?:<{7}|>{7})(?: [^\r\n]*)?$/gm

/** The first line of each conflict, and ends of conflicts whose first line is gone. */
export function conflictsIn(text: string): { offset: number; length: number }[] {
  if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>')) return []
  let isOpen = false
  return [...text.matchAll(MARKER)].flatMap(({ 0: written, index }) => {
    const opens = written.startsWith('<')
    const isReported = opens || !isOpen
    isOpen = opens
    return isReported && (opens || isNamedEnd(written)) ? [{ offset: index, length: written.length }] : []
  })
}

/** Requires a name: a line without one may be a quotation in a quotation. */
function isNamedEnd(line: string): boolean {
  return line.startsWith('>>>>>>> ') && line.length > '>>>>>>> '.length
}

export const MERGE_CONFLICT: Mistake = {
  code: 'merge-conflict',
  message: 'Git left both versions of a change here.',
  hint: 'Keep what is right, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.',
}
