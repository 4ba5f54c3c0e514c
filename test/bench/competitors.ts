// What Galley is measured against, installed on first use: `npm ci` installs none of it.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

/** @throws {Error} when they cannot be installed */
export function installCompetitors(): void {
  const { packages } = JSON.parse(readFileSync(join(here, 'package-lock.json'), 'utf8'))
  const isThere = (place: string) => {
    const manifest = join(here, place, 'package.json')
    return (
      existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === packages[place].version
    )
  }
  if (Object.keys(packages).every((place) => place === '' || packages[place].optional || isThere(place)))
    return
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', ['ci', ...flags], { cwd: here, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`npm ci failed in ${here}`)
}
