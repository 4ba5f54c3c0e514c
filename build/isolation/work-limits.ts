// How much work one file may take.

/**
 * The largest file, in bytes, that the build thread compiles itself. In half a second a larger one can fill more memory
 * than that thread should ever hold, and a thread returns memory only when it ends.
 */
export const MAX_FIRST_TRY_BYTES = 256 * 1024

/** The same for YAML, where one byte can fill a kilobyte of memory. */
export const MAX_FIRST_TRY_YAML_BYTES = 64 * 1024

/** In milliseconds, for a file of this many bytes. Prose takes about a second per megabyte. */
export function timeLimit(bytes: number): number {
  return 1000 + Math.ceil(bytes / 1000)
}

/** The same, in CPU time, until its process is ended from outside: it has to start, may try again, and cannot stop native code. */
export function processLimit(bytes: number): number {
  return 4 * timeLimit(bytes)
}

/** On a busy machine, or where CPU time cannot be known, it may take this many times its limit in wall time. */
export const MAX_PROCESS_FACTOR = 8
