// docs/problems.md and the code agree: each documented example is built and has exactly the problem it is
// there for, in the documented words, and the documented fix fixes it.
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { printProblems } from '../../bin/terminal/problems.ts'
import { check } from '../../build/index.ts'
import { CODES } from '../../build/problems/codes.ts'
import type { Problem } from '../../build/problems/problem.ts'
import { type Workspace, workspace } from '../support/workspace.ts'

const document = readFileSync(new URL('../../docs/problems.md', import.meta.url), 'utf8')
const [introduction = '', ...sections] = document.split(/^### /m)

interface Example {
  code: string
  diff: string
  output: string
}

const examples = sections.map((section): Example => {
  const [, code = '', diff = '', output = ''] =
    /^(\S+)\n[\s\S]*?\n```diff\n([\s\S]*?)```\n\n```\n([\s\S]*?)```\n/.exec(section) ?? []
  return { code, diff, output }
})

const NEW = 'content/blog/posts/new.md'
/** The workspace of the introduction by path, and the post of examples that name no file. */
const { [NEW]: newPost = '', ...sound }: Record<string, string> = Object.fromEntries(
  [...introduction.matchAll(/^`(content\/[^`]+)`\n\n```\w+\n([\s\S]*?)```/gm)].map(([, path, text]) => [
    path!,
    text!,
  ]),
)

let place: Workspace
afterEach(() => place?.remove())

test('every kind of problem is documented, once', () => {
  expect(examples.map(({ code }) => code).sort()).toEqual([...CODES].sort())
})

test('the workspace of the examples is sound', async () => {
  expect(Object.keys(sound)).toHaveLength(4)
  expect(await problemsOf([])).toBe('')
})

test('a problem is printed as in the introduction', async () => {
  const { diff } = examples.find(({ code }) => code === 'unknown-tag')!
  expect(await problemsOf(filesIn(diff, '-'))).toBe(/\n```\n(content\/[^`]*)```\n/.exec(introduction)![1])
})

test('a problem is the JSON object of the introduction', async () => {
  const { diff } = examples.find(({ code }) => code === 'unknown-tag')!
  const [problem] = await found(filesIn(diff, '-'))
  const file = problem!.file.slice(dirname(place.dir).length + 1)
  expect(JSON.stringify({ ...problem, file })).toBe(/```json\n(.*)\n```/.exec(introduction)![1])
})

/** True if the system cannot create the example, or root can read everything. */
const impossible: Record<string, boolean> = {
  'bad-name': process.platform === 'win32',
  'unreadable-file': process.platform === 'win32' || process.getuid?.() === 0,
}

/** A line of the file, or the marks below it, which the document leaves out: its difference has the line. */
const FRAME = /^ +\d* *\|.*\n/gm
const frames: string[] = []

describe.each(examples)('the example of $code', ({ code, diff, output }) => {
  test.skipIf(impossible[code])('has that problem and no other, in these words', async () => {
    const printed = await problemsOf(filesIn(diff, '-'))
    expect(printed.replace(FRAME, '')).toBe(output)
    const frame = printed.match(FRAME)
    if (frame) frames.push(`${code}\n`, ...frame)
    for (const line of output.split('\n').filter((line) => line.startsWith('content/'))) {
      expect(line.split('  ')[2]).toBe(code)
    }
  })

  test('has no problem once it is fixed', async () => {
    expect(await problemsOf(filesIn(diff, '+'))).toBe('')
  })
})

test('each problem marks a part of its line', async () => {
  await expect(frames.join('')).toMatchFileSnapshot('problems.txt')
})

/** One side of a file in a diff. */
interface Side {
  path: string
  /** What the diff cannot express: `-> target` of a symbolic link, `(a note)`. */
  special: string
  text: string
}

function filesIn(diff: string, side: '-' | '+'): Side[] {
  const named = diff.startsWith('--- ') ? diff : diff.replace(/^/, `--- ${NEW}\n+++ ${NEW}\n`)
  const files = named.matchAll(/^--- (.+)\n\+\+\+ (.+)\n((?:(?!--- ).*\n)*)/gm)
  return [...files]
    .map(([, before = '', after = '', lines = '']): Side => {
      const header = side === '-' ? before : after
      const [, path = '', special = ''] = /^(\S.*?)(?: (-> .+|\(.+\)))?$/.exec(header)!
      const isPost = /^content\/.*\.(?:md|markdown)$/.test(path) && !/^.---$/m.test(lines)
      return { path: path.replaceAll('\\n', '\n'), special, text: (isPost ? postOf : textOf)(lines, side) }
    })
    .filter(({ path }) => path !== '/dev/null')
}

function textOf(lines: string, side: '-' | '+'): string {
  const own = lines.split('\n').filter((line) => line.startsWith(' ') || line.startsWith(side))
  return own.map((line) => `${line.slice(1)}\n`).join('')
}

/** The new post with other lines in place of those with the same keys, or of its text. */
function postOf(lines: string, side: '-' | '+'): string {
  const keyOf = (line: string) => /^[a-z][A-Za-z]*(?=:)/.exec(line)?.[0]
  const linesOf = (text: string) => text.split('\n').slice(0, -1)
  const [, front = '', text = ''] = /^---\n(.*?)---\n(.*)$/s.exec(newPost)!
  const changed = new Set(linesOf(lines).map((line) => keyOf(line.slice(1))))
  const other = linesOf(textOf(lines, side))
  const header = linesOf(front).flatMap((line) =>
    changed.has(keyOf(line)) ? other.filter((one) => keyOf(one) === keyOf(line)) : line,
  )
  header.push(...other.filter((line) => keyOf(line) !== undefined && !header.includes(line)))
  const body = changed.has(undefined) ? other.filter((line) => keyOf(line) === undefined) : linesOf(text)
  return ['---', ...header, '---', ...body, ''].join('\n')
}

/** What `galley check` prints of the sound workspace with these files in it. */
async function problemsOf(files: readonly Side[]): Promise<string> {
  let printed = ''
  printProblems(await found(files), { write: (text) => (printed += text) }, {})
  return printed.replaceAll(`${dirname(place.dir)}/`, '')
}

async function found(files: readonly Side[]): Promise<Problem[]> {
  place = await workspace({})
  const root = dirname(place.dir)
  for (const [path, text] of Object.entries(sound)) write(join(root, path), { path, special: '', text })
  for (const file of files) write(join(root, file.path), file)
  const isBuilt = files.some(({ special }) => special === '(built without BASE_URL)')
  const env = Object.fromEntries(files.flatMap(({ special }) => variableIn(special)))
  return (isBuilt ? await place.build() : await check({ content: place.dir, env })).problems
}

/** `(with NAME=value)` */
function variableIn(note: string): [name: string, value: string][] {
  const [, name, value] = /^\(with ([A-Z_]+)=(.*)\)$/.exec(note) ?? []
  return name === undefined ? [] : [[name, value!]]
}

const NOTES: Record<string, (text: string) => string | Uint8Array> = {
  '(saved as Windows-1252)': (text) => Buffer.from(text, 'latin1'),
  '(saved as UTF-16)': (text) => Buffer.from(text, 'utf16le'),
  '(with 6 MB of text)': (text) => text + 'word '.repeat((6 * 1024 * 1024) / 5),
  '(with 20,000 times > at its end)': (text) => `${text}\n${'> '.repeat(20_000)}x\n`,
  '(without the right to read it)': (text) => text,
  '(built without BASE_URL)': (text) => text,
}

function write(path: string, { special, text }: Side): void {
  mkdirSync(dirname(path), { recursive: true })
  if (special.startsWith('-> ')) symlinkSync(special.slice(3), path)
  else writeFileSync(path, NOTES[special]?.(text) ?? text)
  if (special === '(without the right to read it)') chmodSync(path, 0)
}
