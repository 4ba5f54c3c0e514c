// Builds the committed project as the platform does: the real `vercel build` of a clean clone in an empty folder.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './command.ts'
import { writeContent } from './content.ts'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
export const commandLine = join(here, 'node_modules/vercel')

export interface Deployment {
  /** The clone after the build, moved away from where it was built. */
  project: string
  /** Everything `vercel build` produced, except the function. */
  output: string
  /** The function alone, moved to a folder of its own. */
  function: string
  /** What the build printed. */
  log: string
}

/** @param into an empty folder */
export async function deploy(into: string): Promise<Deployment> {
  const built = join(into, 'built')
  await run('git', ['clone', '--quiet', '--no-hardlinks', root, built], { cwd: into })
  writeContent(join(built, 'content'))
  return buildOnVercel(into, built)
}

/**
 * What `vercel build` makes of a project.
 * @param into the folder around it
 */
export async function buildOnVercel(into: string, built: string): Promise<Deployment> {
  await installCommandLine()
  mkdirSync(join(built, '.vercel'))
  const link = { projectId: 'prj_local', orgId: 'team_local', settings: {} }
  writeFileSync(join(built, '.vercel/project.json'), JSON.stringify(link))
  const cli = [join(commandLine, 'dist/vc.js'), 'build', '--prod', '--standalone', '--yes']
  const log = await run(process.execPath, cli, { cwd: built, env: buildEnvironment })
  return apart(into, built, log)
}

const buildEnvironment = {
  VERCEL_TELEMETRY_DISABLED: '1',
  VERCEL_ENV: 'production',
  VERCEL_PROJECT_PRODUCTION_URL: 'galley.example',
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
}

/** Nothing may work only because the build's folder is still there, so what was built is moved. */
function apart(into: string, built: string, log: string): Deployment {
  const project = join(into, 'project')
  const alone = join(into, 'function')
  renameSync(built, project)
  const output = join(project, '.vercel/output')
  const inside = join(output, 'functions/api/index.func')
  if (!existsSync(inside)) throw new Error(`vercel build made no functions/api/index.func\n${log}`)
  renameSync(inside, alone)
  return { project, output, function: alone, log }
}

/**
 * `npm install`, not `npm ci`: some of the command line's optional packages exist for other systems only and are
 * missing from the lock file. Nothing optional and no install script is needed to build.
 */
async function installCommandLine(): Promise<void> {
  const { packages } = JSON.parse(readFileSync(join(here, 'package-lock.json'), 'utf8'))
  const wanted = packages['node_modules/vercel'].version
  const manifest = join(commandLine, 'package.json')
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === wanted) return
  const flags = [
    '--no-save',
    '--ignore-scripts',
    '--omit=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ]
  await run('npm', ['install', ...flags], { cwd: here })
}
