// System programs that some tests need.
import { spawnSync } from 'node:child_process'

/**
 * Whether the program is installed. Its tests are skipped otherwise, but fail on a machine that checks what lands, if it
 * is one that could have it.
 * @param version the flag that makes it say its version
 */
export function isInstalled(program: string, version = '--version'): boolean {
  const isThere = spawnSync(program, [version]).error === undefined
  if (!isThere && process.env.CI && process.platform === 'linux')
    throw new Error(`${program} is missing. Install it as .ci/run does.`)
  return isThere
}
