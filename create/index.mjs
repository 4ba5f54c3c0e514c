#!/usr/bin/env node
// `npm create galley FOLDER`: makes the folder, installs Galley there, runs its `galley init`, and makes a first commit.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

const USAGE = `usage: npm create galley FOLDER -- [flags]

  --yes           write without asking
  --tarball FILE  install this package of Galley instead of ${version} from npm, and keep it in the folder
  --help          print this help
  --version       print the version

example: npm create galley my-blog`

/** Names that a folder may hold before: those of a repository, and of the files that a host begins one with. */
const BEGINNING = /^(?:\.git(?:attributes|ignore)?|\.DS_Store|(?:readme|licen[cs]e)(?:\.\w+)?)$/i

class CreateError extends Error {}

try {
  main()
} catch (error) {
  const isUsage = String(error.code).startsWith('ERR_PARSE_ARGS')
  if (!isUsage && error.syscall === undefined && !(error instanceof CreateError)) throw error
  const advice = isUsage ? `\n\n${USAGE}` : error.syscall ? '. Name another folder.' : ''
  console.error(`create-galley: ${error.message}${advice}`)
  process.exitCode = 2
}

function main() {
  const string = { type: 'string' }
  const boolean = { type: 'boolean' }
  const options = { yes: { ...boolean, short: 'y' }, tarball: string, help: boolean, version: boolean }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) return console.log(USAGE)
  if (values.version) return console.log(version)
  const [name] = positionals
  if (name === undefined || positionals.length > 1) {
    throw new CreateError(`Name one folder, which is made if it is not there.\n\n${USAGE}`)
  }
  const folder = resolve(name)
  install(folder, name, values.tarball)
  init(folder, name, values.yes)
  if (!existsSync(join(folder, 'content'))) {
    return console.error(`Galley is installed in ${name}. Run npx galley init there for the rest.`)
  }
  const enter = folder === process.cwd() ? '' : `\n  cd ${name}`
  console.error(`\n${commit(folder)}\n\nThe blog is in ${name}. To see it:\n${enter}\n  npx galley dev`)
}

/**
 * Installs Galley in the folder, or leaves it as it was.
 * @param tarball of Galley, unless it comes from npm
 * @throws {CreateError} if something else is in the folder, or npm fails
 */
function install(folder, name, tarball) {
  if (tarball !== undefined && !existsSync(tarball)) {
    throw new CreateError(`There is no file ${tarball}. In a clone of Galley, npm pack makes one.`)
  }
  const made = mkdirSync(folder, { recursive: true })
  const before = readdirSync(folder)
  const other = before.find((file) => !BEGINNING.test(file))
  if (other !== undefined) {
    throw new CreateError(
      `${name} is not empty: it has ${other}. Name a new folder, or add Galley to what is there: run npm install galley and npx galley init in ${name}.`,
    )
  }
  if (tarball !== undefined) copyFileSync(tarball, join(folder, basename(tarball)))
  const wanted = tarball === undefined ? `galley@${version}` : `./${basename(tarball)}`
  // Without --prefix, npm would install into a project around this folder.
  const { status } = npm(folder, 'install', '--prefix', '.', '--no-audit', '--no-fund', wanted)
  if (status === 0) return
  const added = readdirSync(folder).filter((file) => !before.includes(file))
  const left = made === undefined ? added.map((file) => join(folder, file)) : [made]
  for (const path of left) rmSync(path, { recursive: true, force: true })
  throw new CreateError(
    `npm could not install ${wanted}: what it says is above. Nothing was left behind. When that is mended, or there is a network again, run the same command once more.`,
  )
}

/** Runs the npm that runs this, or that of the PATH, which on Windows only a shell finds. */
function npm(cwd, ...args) {
  const script = join(dirname(process.env.npm_execpath ?? ''), 'npm-cli.js')
  return process.env.npm_execpath && existsSync(script)
    ? spawnSync(process.execPath, [script, ...args], { cwd, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
}

function init(folder, name, isYes) {
  const installed = join(folder, 'node_modules/galley')
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  // No question is asked if the user has given --yes to npm itself, or has no terminal.
  const { stdin, stderr, env } = process
  const asks = !isYes && env.npm_config_yes !== 'true' && stdin.isTTY && stderr.isTTY
  const args = [join(installed, bin.galley), 'init', ...(asks ? [] : ['--yes'])]
  const { status } = spawnSync(process.execPath, args, { cwd: folder, stdio: 'inherit' })
  if (status === 0) return
  throw new CreateError(
    `galley init has failed: what it says is above. Galley is installed in ${name}; run npx galley init there.`,
  )
}

/** @returns a sentence about the first commit */
function commit(folder) {
  const git = (...args) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  const top = git('rev-parse', '--show-toplevel')
  if (top.error) return 'Nothing is committed, since git is not installed.'
  const isRepository = top.status === 0
  if (isRepository && realpathSync(top.stdout.trim()) !== realpathSync(folder)) {
    return 'Nothing is committed, since the folder is within another repository.'
  }
  if (isRepository && git('rev-parse', '--verify', '--quiet', 'HEAD').status === 0) {
    return 'Nothing is committed, since the repository has commits already.'
  }
  const made = ['commit', '--quiet', '--message', 'Begin a blog with Galley']
  for (const step of [...(isRepository ? [] : [['init', '--quiet']]), ['add', '--all'], made]) {
    const { status, stdout, stderr } = git(...step)
    if (status === 0) continue
    return `${`${stdout}${stderr}`.trim()}\n\nNothing is committed: what git says is above. When that is mended, run git add --all and git commit.`
  }
  return 'All files are in a first commit.'
}
