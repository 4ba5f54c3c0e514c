// Whether two commits do the same: what they find wrong with content and what they build of it, to the byte, and what they
// answer. The content is the sample, some 2,000 files made here with every kind of mistake, and a blog if one is given:
//
//   npm run compare -- BASE HEAD [--corpus CONTENT] [--messages] [--decoded]
//
// With --messages the words of problems and errors count as well. With --decoded, neither the bytes of snapshots count nor how
// replies are compressed, for commits that change the format. Prints the differences, and exits with 1 if there are.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CODES } from '../../build/problems/codes.ts'
import { seeded } from '../bench/words.ts'
import { writeFiles } from '../support/files.ts'
import { Commit, type Ended, filesBelow } from './commit.ts'
import { LINKS, LOCKED, writeMistaken, writeOthers } from './mistakes.ts'
import { replies } from './requests.ts'
import { type Files, writeWorkspace, writtenPost } from './workspaces.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: 'string' },
    messages: { type: 'boolean', default: false },
    decoded: { type: 'boolean', default: false },
  },
})
const [base = '', head = 'HEAD'] = positionals
const corpus = values.corpus ?? process.env.TEST_CORPUS
const { messages, decoded } = values

const SOUND = 6
const MISTAKEN = 12
const POSTS = 100

/** Differences that are printed. */
const MOST_SHOWN = 30

/** By what it is about; of each commit. */
type Seen = Map<string, string | Buffer>

const env = {
  BASE_URL: 'https://api.example.org',
  GALLEY_RATE_LIMIT: '100000/10s',
  GALLEY_KEYS: 'sound-0=g6G8a14PMeYmoWPV2mW393',
}

const KEYS = ['demo', 'g6G8a14PMeYmoWPV2mW393', 'sound-1', 'sound-2', 'sound-3']
/** Codes of all problems found. */
const codes = new Set<string>()

const root = mkdtempSync(join(tmpdir(), 'galley-compare-'))
chmodSync(root, 0o755)
const commits: Commit[] = []
try {
  for (const name of [base, head]) commits.push(new Commit(name, join(root, `${commits.length}`)))
  write('mistakes', mistakes())
  write('sound', sound())
  for (const to of ['sample', 'sound/content']) {
    cpSync(commits[0]!.file('content/demo'), join(root, to, 'demo'), { recursive: true })
  }
  await withoutErrors(commits[0]!)
  const [before, after] = await Promise.all(commits.map(seenOf))
  process.exitCode = report(before!, after!)
} finally {
  for (const commit of commits) commit.remove()
  rmSync(root, { recursive: true, force: true })
}

function mistakes(): Files {
  const files: Files = new Map()
  for (let number = 0; number < MISTAKEN; number++) writeMistaken(files, `mistaken-${number}`, number, POSTS)
  writeOthers(files)
  return files
}

function sound(): Files {
  const files: Files = new Map()
  for (let number = 0; number < SOUND; number++) {
    const random = seeded(number)
    for (const post of writeWorkspace(files, `sound-${number}`, number, POSTS)) {
      files.set(`sound-${number}/${post.inside}`, writtenPost(post, random))
    }
  }
  return files
}

function write(name: string, files: Files): void {
  const content = join(root, name, 'content')
  writeFiles(content, Object.fromEntries(files))
  if (name !== 'mistakes') return
  for (const [path, target] of Object.entries(LINKS)) symlinkSync(target, join(content, path))
  writeFileSync(join(content, LOCKED[0]!), '')
  mkdirSync(join(content, LOCKED[1]!))
  for (const path of LOCKED) chmodSync(join(content, path), 0)
}

/** Takes files out of what is to be published until the first commit finds nothing wrong with them. */
async function withoutErrors(commit: Commit): Promise<void> {
  const wrong = new Set<string>()
  for (let tries = 0; tries < 4; tries++) {
    const found = problemsIn(await commit.run(['check', '--json'], join(root, 'sound'), { env }))
    const files = new Set(found.filter(({ severity }) => severity === 'error').map(({ file }) => file))
    if (files.size === 0)
      return wrong.size === 0
        ? undefined
        : say(`${wrong.size} files that were meant to be sound are not used`)
    for (const file of files) {
      wrong.add(file)
      rmSync(join(root, 'sound', file), { recursive: true })
    }
  }
  throw new Error(`Not all errors could be taken out: ${[...wrong].slice(-5).join(', ')}`)
}

async function seenOf(commit: Commit, index: number): Promise<Seen> {
  const seen: Seen = new Map()
  const out = join(root, `out-${index}`)
  const at = (name: string) => join(root, name)
  // Root may read everything, and unreadable files are to be found.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const checked = await commit.run(['check', '--json'], at('mistakes'), {
    env: { GALLEY_KEYS: 'keyed=short' },
    ...nobody,
  })
  addProblems(seen, 'mistakes', checked.code, problemsIn(checked))
  if (messages) {
    const more = { env: { ...env, GITHUB_ACTIONS: '1' } }
    seen.set(
      'as they are printed',
      (await commit.run(['check', '--quiet', '--strict'], at('sound'), more)).stdout,
    )
  }
  const builds: [name: string, flags: string[], env: NodeJS.ProcessEnv][] = [
    ['no address', ['--content', at('sample')], {}],
    ['preview', ['--drafts'], env],
    ['plain', [], env],
    ...(corpus
      ? [
          ['corpus', ['--content', resolve(corpus)], { ...env, GALLEY_KEYS: '' }] as [
            string,
            string[],
            NodeJS.ProcessEnv,
          ],
        ]
      : []),
  ]
  for (const [name, flags, env] of builds) {
    const built = await commit.run(['build', '--json', '--out', join(out, name), ...flags], at('sound'), {
      env: { GALLEY_CACHE: 'off', ...env },
    })
    if (built.stdout === '') throw new Error(built.stderr)
    const { milliseconds, problems, ...result } = JSON.parse(built.stdout)
    const named = JSON.stringify(result)
    seen.set(`${name}: result`, decoded ? named.replace(/"hash":"\w+"/g, '"hash":…') : named)
    addProblems(seen, name, built.code, problems)
    if (!result.written) continue
    const folders = new Map<string, string>(result.workspaces.map((one: Workspace) => [one.hash, one.folder]))
    for (const [written, bytes] of filesBelow(join(out, name))) {
      const path = written.replace(/[0-9a-f]{32}/, (hash) => folders.get(hash) ?? hash)
      if (decoded && path.startsWith('data/')) continue
      if (messages || !/^public\/(docs|openapi)/.test(path)) seen.set(`${name}: ${path}`, bytes)
    }
    const keys = name === 'corpus' ? [...folders.values()] : KEYS
    const serving = ['--dir', join(out, name), '--drafts']
    const answers = await commit.serve(serving, at('sound'), env, (url) =>
      replies(url, keys, { messages, decoded }),
    )
    for (const [asked, reply] of answers) {
      // It names the files of snapshots.
      if (!decoded || !asked.includes(' /status')) seen.set(`${name}: ${asked}`, reply)
    }
  }
  return seen
}

interface Workspace {
  folder: string
  hash: string
}

interface Problem {
  file: string
  line: number
  column: number
  length: number
  code: string
  severity: string
  message: string
  hint: string
}

function problemsIn({ stdout, stderr }: Ended): Problem[] {
  const lines = stdout.split('\n').filter((line) => line !== '')
  if (lines.length === 0 && !/0 errors/.test(stderr)) throw new Error(stderr)
  return lines.map((line) => JSON.parse(line))
}

function addProblems(seen: Seen, name: string, code: number | null, problems: readonly Problem[]): void {
  seen.set(`${name}: exit code`, String(code))
  for (const { message, hint, ...problem } of problems) {
    const { file, line, column, ...rest } = problem
    const key = `${name}: ${printable(file)}:${line}:${column} ${rest.code}`
    const said = `${rest.severity} ${rest.length}${messages ? ` ${message} ${hint}` : ''}`
    seen.set(key, seen.has(key) ? `${seen.get(key)}\n${said}` : said)
    codes.add(rest.code)
  }
}

function printable(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Prints what differs. @returns the exit code */
function report(before: Seen, after: Seen): number {
  const missing = CODES.filter((code) => !codes.has(code))
  if (missing.length > 0) say(`No file has the problem ${missing.join(', ')}`)
  const different = [...new Set([...before.keys(), ...after.keys()])].filter((name) => {
    const [a, b] = [before.get(name), after.get(name)]
    return (
      a === undefined ||
      b === undefined ||
      Buffer.compare(Buffer.from(a as string), Buffer.from(b as string)) !== 0
    )
  })
  for (const name of different.slice(0, MOST_SHOWN))
    say(`${name}\n${difference(before.get(name), after.get(name))}`)
  if (different.length > MOST_SHOWN)
    say(`and ${different.length - MOST_SHOWN} more, such as ${different.at(-1)}`)
  say(`${before.size} things compared, ${different.length} differ`)
  return different.length > 0 || missing.length > 0 ? 1 : 0
}

/** The first place where they differ, and a little of what stands around it. */
function difference(a: string | Buffer | undefined, b: string | Buffer | undefined): string {
  const texts = [a, b].map((one) =>
    one === undefined ? undefined : Buffer.from(one as string).toString('latin1'),
  )
  const [left = '', right = ''] = texts
  let from = 0
  while (from < left.length && left[from] === right[from]) from++
  const excerpts = texts.map((text) =>
    text === undefined ? 'is missing' : JSON.stringify(text.slice(Math.max(0, from - 30), from + 70)),
  )
  return `  - ${excerpts[0]}\n  + ${excerpts[1]}`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
