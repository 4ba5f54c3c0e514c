// What to run after a change: suites that reach it by their imports, those first that are called after it.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { secondsOf, suites } from './suites.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Seconds of suites that run, by the list of durations. Those further away are left to `npm test`. */
const ENOUGH = 12

const CODE = /\.(?:ts|mjs)$/

/** Paths of suites that reach what differs from `main`, nearest first. */
export function nearSuites(): string[] {
  const changed = changedFiles(process.env.BASE ?? 'main')
  const reached = nearest(changed)
  let left = ENOUGH
  const near = reached.filter((path, place) => {
    const fits = place === 0 || secondsOf(path) <= left
    if (fits) left -= secondsOf(path)
    return fits
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
  const nearness = new Map(
    [...suites('test'), ...suites('long')]
      .filter((path) => distance.has(`test/${path}`))
      .map(
        (path) => [path, [kinship(path, changed), distance.get(`test/${path}`)!, secondsOf(path)]] as const,
      )
      // Those are run if they are called after what has changed, and after nothing else.
      .filter(([path]) => path.endsWith('.test.ts') || changed.some((file) => isCalledAfter(path, file))),
  )
  return [...nearness.keys()].sort((a, b) => {
    const [one, other] = [nearness.get(a)!, nearness.get(b)!]
    const place = one.findIndex((value, index) => value !== other[index])
    return place === -1 ? 0 : one[place]! - other[place]!
  })
}

/**
 * Suites are called after what they test, and most reach a command or a route only through the table of all of them: the name says
 * more than the number of imports. 0 for a suite that is named after a changed file, such as `cli/list` after `bin/commands/list.ts`,
 * 1 and 2 after the folder of one, 3 if it only speaks of one, and 4 otherwise.
 */
function kinship(suite: string, changed: readonly string[]): number {
  const words = wordsOf(basename(suite).replace(/\.\w+\.ts$/, ''))
  const text = readFileSync(join(root, 'test', suite), 'utf8')
  return Math.min(
    ...changed.map((path) => {
      const name = basename(path).replace(CODE, '')
      const speaksOfIt = new RegExp(`\\b${name}\\b`).test(text)
      if (path === `test/${suite}` || wordsOf(name).every((word) => words.includes(word))) return 0
      if (
        CODE.test(path) &&
        dirname(path)
          .split('/')
          .some((folder) => words.includes(folder))
      )
        return speaksOfIt ? 1 : 2
      return speaksOfIt ? 3 : 4
    }),
  )
}

function isCalledAfter(suite: string, path: string): boolean {
  const name = basename(suite).replace(/\.\w+\.ts$/, '')
  return path.replace(CODE, '').split('/').includes(name)
}

const wordsOf = (name: string) => name.split('-')

/** For each file of code, the files that import it. */
function importersOf(): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  const folders = ['api', 'bin', 'build', 'client', 'import', 'packages', 'server', 'snapshot', 'test']
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
