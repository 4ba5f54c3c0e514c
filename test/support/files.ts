// Files of a test on disk.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** By path below a folder, such as that of all workspaces: `demo/posts/hello.md`. */
export type Files = Record<string, string | Uint8Array>

/** Makes the folders, too. */
export function writeFiles(folder: string, files: Files): void {
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
}
