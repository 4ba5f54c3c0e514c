// What to run after a change: suites that reach it by their imports, those first that are fewest imports away.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { secondsOf, suites } from './suites.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Seconds of suites that run, by the list of durations. The ones that are further away are left to `npm test`. */
const ENOUGH = 16

const CODE = /\.(?:ts|mjs)$/

/** Paths of suites that reach what differs from `main`, nearest first. */
export function nearSuites(): string[] {
  const changed = changedFiles(process.env.BASE ?? 'main')
  const reached = nearest(changed)
  let seconds = 0
  const near = reached.filter((path, place) => {
    seconds += secondsOf(path)
    return place === 0 || seconds <= ENOUGH
  })
  console.log(
    `${changed.length} changed files reach ${reached.length} suites, and the nearest ${near.length} run. npm test runs all.`,
  )
  return near
}

/** Files that differ from where this branch began, whether they are committed or not. */
function changedFiles(base: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const start = git('merge-base', base, 'HEAD')
  const lines = `${git('diff', '--name-only', start)}\n${git('ls-files', '--others', '--exclude-standard')}`
  return lines.split('\n').filter((line) => line !== '')
}

/** @param changed paths below the root */
export function nearest(changed: readonly string[]): string[] {
  const importers = importersOf()
  const distance = new Map(changed.map((path) => [path, 0]))
  for (const path of changed) {
    if (CODE.test(path)) continue
    for (const suite of readersOf(path)) if (!distance.has(suite)) distance.set(suite, 1)
  }
  // A map goes on to what is added meanwhile.
  for (const [path, steps] of distance) {
    for (const importer of importers.get(path) ?? []) {
      if (!distance.has(importer)) distance.set(importer, steps + 1)
    }
  }
  const place = (path: string) => (isNamesake(path, changed) ? 0 : distance.get(`test/${path}`)!)
  return suites('test')
    .filter((path) => distance.has(`test/${path}`))
    .sort((a, b) => place(a) - place(b) || secondsOf(a) - secondsOf(b))
}

/** Suites are called after what they test: `cli/list.test.ts` after `bin/commands/list.ts`. */
function isNamesake(suite: string, changed: readonly string[]): boolean {
  const [name] = basename(suite).split('.')
  return changed.some(
    (path) =>
      path === `test/${suite}` ||
      basename(path).split('.')[0] === name ||
      (CODE.test(path) && basename(dirname(path)) === name),
  )
}

/** For each file of code, the files that import it. */
function importersOf(): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  const folders = ['api', 'bin', 'build', 'client', 'packages', 'server', 'snapshot', 'test']
  for (const file of folders.flatMap(codeIn)) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, specifier] of text.matchAll(/(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*'(\.[^']+)'/g)) {
      const target = posix.join(posix.dirname(file), specifier!)
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return importers
}

function codeIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => CODE.test(path) && !path.includes('/node_modules/'))
}

/** Suites that read a file which is no code: those that name it, and for a document those of all documents. */
function readersOf(path: string): string[] {
  const isDocument = path.endsWith('.md') || path.startsWith('docs/')
  return suites('test')
    .filter(
      (suite) =>
        (isDocument && suite.startsWith('documents/')) ||
        (existsSync(join(root, path)) &&
          readFileSync(join(root, 'test', suite), 'utf8').includes(basename(path))),
    )
    .map((suite) => `test/${suite}`)
}
