// Programs of the system that some tests need.
import { spawnSync } from 'node:child_process'

/**
 * Whether the program is there: its tests are skipped where it is not, but for a machine that checks what lands.
 * @param version the flag that makes it say its version
 */
export function isInstalled(program: string, version = '--version'): boolean {
  const isThere = spawnSync(program, [version]).error === undefined
  if (!isThere && process.env.CI) throw new Error(`${program} is missing. Install it as .ci/run does.`)
  return isThere
}
