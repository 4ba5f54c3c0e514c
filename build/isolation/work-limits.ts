// How much work a file may be.

/**
 * Bytes of the largest file that the thread which builds reads without having it tried. What larger ones fill in half a
 * second is more than that thread should ever hold, and nothing but its end makes it smaller.
 */
export const MAX_FIRST_TRY_BYTES = 256 * 1024

/** The same of YAML, of which a byte may fill a kilobyte. */
export const MAX_FIRST_TRY_YAML_BYTES = 64 * 1024

/** Milliseconds of work for a file of so many bytes. Prose takes a second for each megabyte or so. */
export function timeLimit(bytes: number): number {
  return 1000 + Math.ceil(bytes / 1000)
}
