// What may be where a file is expected.
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'

/** Each makes it at a path where nothing is. */
export const noFiles: Record<string, (path: string) => void> = {
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a device': (path) => symlinkSync('/dev/zero', path),
  'a file of three gigabytes': (path) => {
    writeFileSync(path, '')
    truncateSync(path, 3e9)
  },
  'a folder': (path) => mkdirSync(path),
}

/** Puts one in place of a file, which is kept. @returns what puts the file back there */
export function replaceBy(kind: string, path: string, kept: string): () => void {
  renameSync(path, kept)
  noFiles[kind]!(path)
  return () => {
    rmSync(path, { recursive: true })
    renameSync(kept, path)
  }
}
