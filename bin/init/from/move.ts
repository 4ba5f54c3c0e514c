// galley init --from --move: files go where Galley reads them, in a commit that changes no byte of them, so that git finds their history.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { dirname, extname, join, posix, resolve } from 'node:path'
import { ConfigurationError } from '../../../build/environment/configuration.ts'
import { tried } from '../../../snapshot/tried.ts'

/** A folder and its new place, both from the current folder, or a file, whose name may be said without an ending. */
export interface Move {
  from: string
  to: string
  isFile: boolean
}

interface TrackedFile {
  path: string
  /** Mode and hash, as git's index has them. */
  blob: string
  place: Move | undefined
  target: string
}

const MESSAGE = 'Move content to where Galley reads it'

/** Finds what would be moved. @throws {ConfigurationError} if anything is in the way, before anything is done */
export function movingOf(moves: readonly Move[]) {
  const top = git('.', ['rev-parse', '--show-toplevel']).replace(/\n$/, '')
  const prefix = git('.', ['rev-parse', '--show-prefix']).replace(/\n$/, '')
  const changed = git(top, ['status', '--porcelain']).split('\n', 1)[0]
  if (changed) fail(`the working tree has changes, such as${changed.slice(2)}. Commit or stash them first`)
  if (tried(() => git(top, ['symbolic-ref', '-q', 'HEAD'])) === undefined)
    fail('no branch is checked out. Run git switch with the name of one first')
  const places = moves.map(
    ({ from, to, isFile }): Move => ({ from: posix.join(prefix, from), to: posix.join(prefix, to), isFile }),
  )
  for (const { from, to } of places) {
    for (const one of [from, to]) if (/^\.\.(?:\/|$)/.test(one)) fail(`${one} is outside of the repository`)
    for (let at = to; at !== '.'; at = dirname(at))
      if (existsSync(join(top, at, '.git'))) fail(`${at} is a repository of its own`)
  }
  // The innermost place counts.
  const innermost = places.toSorted((a, b) => b.from.length - a.from.length)
  const all = git(top, ['ls-files', '-s', '-z']).split('\0').slice(0, -1)
  const files = all.map((line): TrackedFile => {
    const [blob = '', path = ''] = [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]
    const place = innermost.find((one) => isIn(path, one))
    const rest = place && (place.isFile ? extname(path) : path.slice(place.from.length))
    return { path, blob, place, target: place ? place.to + rest : path }
  })
  const moved = files.filter(({ path, target }) => path !== target)
  refuseConflicts(top, files, moved)
  const lines = places.map((place) => {
    const own = moved.filter((file) => file.place === place)
    const to = place.isFile ? (own[0]?.target ?? place.to) : place.to
    return `move      ${place.from} to ${to}: ${own.length === 1 ? '1 file' : `${own.length} files`}`
  })
  return { lines, move: moved.length > 0 ? () => moveAll(top, moved) : undefined }
}

function isIn(path: string, { from, isFile }: Move): boolean {
  const rest = isFile ? /^(?:(?:\/index)?\.\w+)?$/ : /^\/|^$/
  return path.startsWith(from) && rest.test(path.slice(from.length))
}

function refuseConflicts(top: string, files: readonly TrackedFile[], moved: readonly TrackedFile[]): void {
  const places = new Map<string, TrackedFile>()
  const sources = new Set(moved.map(({ path }) => path))
  const isMoved = ({ path, target }: TrackedFile) => path !== target
  for (const file of files) {
    const { path, blob, target } = file
    const same = places.get(target.toLowerCase())
    places.set(target.toLowerCase(), file)
    if (same && (isMoved(file) || isMoved(same)))
      fail(`${same.path} and ${path} would both be ${target}, or differ in case only`)
    if (!isMoved(file)) continue
    if (blob.startsWith('160000')) fail(`${path} is a repository of its own`)
    if (existsSync(join(top, target)) && !sources.has(target)) fail(`${target} exists`)
  }
}

/** Moves files, and commits that alone. @throws {ConfigurationError} if a hook or git refuses, after all is as it was */
function moveAll(top: string, moved: readonly TrackedFile[]): string {
  const done: TrackedFile[] = []
  const rename = (from: string, to: string) => {
    mkdirSync(dirname(join(top, to)), { recursive: true })
    renameSync(join(top, from), join(top, to))
    // Folders in which nothing is left are removed, as git does.
    for (let at = dirname(from); at !== '.' && tried(() => rmdirSync(join(top, at)) ?? true); )
      at = dirname(at)
  }
  try {
    for (const file of moved) {
      rename(file.path, file.target)
      done.push(file)
    }
    const removed = moved.map(({ path, blob }) => `0 ${'0'.repeat(blob.split(' ')[1]!.length)}\t${path}\0`)
    const added = moved.map(({ target, blob }) => `${blob}\t${target}\0`)
    git(top, ['update-index', '-z', '--index-info'], [...removed, ...added].join(''))
    git(top, ['commit', '-q', '-m', MESSAGE])
  } catch (error) {
    for (const { path, target } of done.reverse()) rename(target, path)
    git(top, ['reset', '-q'])
    throw error
  }
  return `${moved.length} files were moved, in a commit of their own.`
}

function git(folder: string, args: string[], input = ''): string {
  try {
    // Some systems look for programs in the current folder first.
    const options = {
      cwd: dirname(process.execPath),
      input,
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 2 ** 30,
    } as const
    return execFileSync('git', ['-C', resolve(folder), ...args], options)
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    return fail(`git ${args[0]} says: ${stderr?.trim() || message}`)
  }
}

function fail(why: string): never {
  throw new ConfigurationError(`Nothing was moved: ${why}.`)
}
