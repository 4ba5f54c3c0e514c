// System programs that some tests need.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The programs that `.ci/run` and the workflow install, each with the Debian package that has it. */
export const programs: ReadonlyMap<string, string> = new Map(
  readFileSync(new URL('../../.ci/programs', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .flatMap((line) => {
      const [name = '', ...within] = line.split(' ')
      return within.map((program): [string, string] => [program, name])
    }),
)

/**
 * Whether the program is installed. Its tests are skipped otherwise, but fail on a machine that checks what lands, if it
 * is one that could have it.
 * @param version the flag that makes it say its version
 */
export function isInstalled(program: string, version = '--version'): boolean {
  return isThere(program, spawnSync(program, [version]).error === undefined)
}

/** Says the same of a program that has been looked for otherwise. */
export function isThere(program: string, isFound: boolean): boolean {
  if (!programs.has(program))
    throw new Error(`.ci/programs does not name ${program}, so nothing installs it.`)
  if (!isFound && process.env.CI && process.platform === 'linux')
    throw new Error(`${program} is missing. Install ${programs.get(program)}, as .ci/run does.`)
  return isFound
}
