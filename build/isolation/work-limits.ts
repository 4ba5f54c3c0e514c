// The limits of the work that one file may take.

/**
 * The largest file, in bytes, that the build thread compiles itself. In half a second a larger one can fill more memory
 * than that thread should ever hold, and a thread returns memory only when it ends.
 */
export const MAX_FIRST_TRY_BYTES = 256 * 1024

/** The largest such YAML, in bytes: one byte of it can fill a kilobyte of memory. */
export const MAX_FIRST_TRY_YAML_BYTES = 64 * 1024

/** Returns the time for a file of this many bytes, in milliseconds. Prose takes about a second per megabyte. */
export function timeLimit(bytes: number): number {
  return 1000 + Math.ceil(bytes / 1000)
}

/** Returns the CPU time, in ms, before a process is ended from outside: it starts, may try again, and cannot stop native code. */
export function processLimit(bytes: number): number {
  return 4 * timeLimit(bytes)
}

/** A process may take this many times its limit in wall time on a busy machine, or where CPU time cannot be known. */
export const MAX_PROCESS_FACTOR = 8
