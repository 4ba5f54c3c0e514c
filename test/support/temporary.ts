// Where a test run puts its throw-away folders: all in one, which is removed with the run.
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { FOLDER } from './bundle/entry-points.ts'

/** Linux's in-memory folder. */
const memory = '/dev/shm'

/** Bytes that a run may need there, by mode. `versions` is missing: something has to be tested on a disk. */
const needed: Record<string, number> = { test: 2e9, long: 8e9 }

export function setup({ vite }: TestProject): () => void {
  const bytes = needed[vite.config.mode]
  const place = bytes !== undefined && isOfUse(memory, bytes) ? memory : tmpdir()
  const folder = mkdtempSync(join(place, 'galley-tests-'))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  process.env[FOLDER] = mkdtempSync(join(folder, 'galley-bundles-'))
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Snapshots are flushed to disk: hundreds of small ones would spend half their time waiting for that. */
function isOfUse(folder: string, bytes: number): boolean {
  if (process.platform !== 'linux' || process.env.TMPDIR || !existsSync(folder)) return false
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const [, , type, options = ''] = mounts.find((line) => line.split(' ')[1] === folder)?.split(' ') ?? []
  // A program that content must not start has to be one that could be started.
  if (type !== 'tmpfs' || !/^rw\b/.test(options) || /\bnoexec\b/.test(options)) return false
  const { bavail, bsize } = statfsSync(folder)
  // Containers have 64 MB there unless they are given more.
  return Math.min(bavail * bsize, process.availableMemory()) > bytes
}
