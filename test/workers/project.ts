// Builds content for Cloudflare with the command, and installs what runs it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../vercel/command.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
export const root = join(here, '../..')

/** `npm install`, as for test/vercel: packages for other systems are missing from the lock file. */
export async function installPackages(): Promise<void> {
  const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
  const isInstalled = Object.entries(dependencies).every(([name, version]) => {
    const manifest = join(here, 'node_modules', name, 'package.json')
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version
  })
  const flags = ['--no-save', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  if (!isInstalled) await run('npm', ['install', ...flags], { cwd: here })
}

/**
 * What wrangler makes of a folder, without sending it anywhere.
 * @returns what it printed
 */
export function tryDeploying(folder: string): Promise<string> {
  const wrangler = join(here, 'node_modules/wrangler/bin/wrangler.js')
  // Where it writes its log.
  const XDG_CONFIG_HOME = join(folder, '..')
  const env = { WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1', CI: 'true', XDG_CONFIG_HOME }
  return run(process.execPath, [wrangler, 'deploy', '--dry-run'], { cwd: folder, env })
}

/** @returns what the build printed */
export function buildFor(folder: string, flags: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const args = [join(root, 'bin/galley.mjs'), 'build', '--target', 'cloudflare', '--no-cache', ...flags]
  return run(process.execPath, args, { cwd: folder, env: { BASE_URL: 'https://galley.example', ...env } })
}
