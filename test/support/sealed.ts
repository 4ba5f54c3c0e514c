// The files of a workspace's folder by name, wherever they lie: by themselves, or within the one that joins short ones.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

const joined = 'short.bin'

interface Part {
  at: number
  stored: number
  bytes: number
}

function partsOf(folder: string): Record<string, Part> {
  const path = join(folder, 'deflated.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).parts : {}
}

/** All files, but the one that joins others. */
export function namesIn(folder: string): string[] {
  const own = readdirSync(folder).filter((name) => name !== joined)
  return [...own, ...Object.keys(partsOf(folder))].sort()
}

/** Where a file lies as it is stored. */
export function placeOf(folder: string, name: string): { path: string; at: number; stored: number } {
  const part = new Map(Object.entries(partsOf(folder))).get(name)
  if (part) return { path: join(folder, joined), at: part.at, stored: part.stored }
  const path = join(folder, name)
  return { path, at: 0, stored: statSync(path).size }
}

/** Returns a file, inflated. */
export function partOf(folder: string, name: string): Buffer {
  const { path, at, stored } = placeOf(folder, name)
  const bytes = readFileSync(path).subarray(at, at + stored)
  return stored < (partsOf(folder)[name]?.bytes ?? 0) ? inflateRawSync(bytes) : bytes
}

/** Changes bytes of a file in place, as it is stored. @returns a function that undoes that */
export function overwrite(folder: string, name: string, change: (bytes: Buffer) => void): () => void {
  const { path, at, stored } = placeOf(folder, name)
  const whole = readFileSync(path)
  const changed = Buffer.from(whole)
  change(changed.subarray(at, at + stored))
  writeFileSync(path, changed)
  return () => writeFileSync(path, whole)
}
