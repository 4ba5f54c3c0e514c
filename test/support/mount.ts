// File systems of their own, which only root can mount.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { onTestFinished } from 'vitest'

/** Whether file systems can be mounted. Their tests are skipped otherwise, but fail on a machine that checks what lands, if it could. */
export function canMount(): boolean {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  // A container's root may lack the right to.
  const can = isRoot && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
  if (isRoot && !can && process.env.CI)
    throw new Error('Nothing can be mounted here. Run this as .ci/run does.')
  return can
}

/** Mounts an empty file system in memory at a path until the test has finished. */
export function mount(path: string, kibibytes: number): void {
  mkdirSync(path, { recursive: true })
  const options = `size=${kibibytes}k,nr_inodes=500,mode=755`
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path])
  if (status !== 0) throw new Error(String(stderr))
  onTestFinished(() => void spawnSync('umount', ['-l', path]))
}

/** Takes all of the room that is left there but so many bytes, in pages. */
export function fill(path: string, rest = 0): void {
  appendFileSync(path, '')
  const { bavail, bsize } = statfsSync(dirname(path))
  appendFileSync(path, Buffer.alloc(Math.max(0, bavail * bsize - rest)))
}
