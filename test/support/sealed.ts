// The files of a workspace's folder by name, wherever they lie: by themselves, or within one that joins short ones.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sealing = { 'manifest.json': 'short.bin', 'deflated.json': 'short.deflated.bin' }

function partsOf(folder: string, seals: string): Record<string, { at: number; bytes: number }> {
  const path = join(folder, seals)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).parts : {}
}

/** All files, but those that join others. */
export function namesIn(folder: string): string[] {
  const joined = Object.values(sealing)
  const parts = Object.keys(sealing).flatMap((seals) => Object.keys(partsOf(folder, seals)))
  return [...readdirSync(folder).filter((name) => !joined.includes(name)), ...parts].sort()
}

/** Where a file lies. */
export function placeOf(folder: string, name: string): { path: string; at: number; bytes: number } {
  for (const [seals, joined] of Object.entries(sealing)) {
    const parts = partsOf(folder, seals)
    if (Object.hasOwn(parts, name)) return { path: join(folder, joined), ...parts[name]! }
  }
  const path = join(folder, name)
  return { path, at: 0, bytes: statSync(path).size }
}

export function partOf(folder: string, name: string): Buffer {
  const { path, at, bytes } = placeOf(folder, name)
  return readFileSync(path).subarray(at, at + bytes)
}

/** Changes bytes of a file in place. @returns a function that undoes that */
export function overwrite(folder: string, name: string, change: (bytes: Buffer) => void): () => void {
  const { path, at, bytes } = placeOf(folder, name)
  const whole = readFileSync(path)
  const changed = Buffer.from(whole)
  change(changed.subarray(at, at + bytes))
  writeFileSync(path, changed)
  return () => writeFileSync(path, whole)
}
