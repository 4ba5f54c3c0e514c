// Comments of product code begin with a subject or a verb: one that begins with "What", "Of" or the like has to be decoded.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = [
  'api',
  'bin',
  'build',
  'client',
  'create',
  'docs',
  'import',
  'packages',
  'server',
  'snapshot',
]

/** Beginnings of comments that have no subject, or hide it. */
const beginnings = [
  ...[
    'As',
    'How',
    'Like',
    'Likewise',
    'Of',
    'Such',
    'Than',
    'The same',
    'Those',
    'What',
    'Whatever',
    'Where',
  ],
  ...['Whether', 'Which', 'Who', 'Whoever', 'Why'],
]
const beginning = new RegExp(`^(?:${beginnings.join('|')})\\b`)

/** The first line of each comment, with its place. */
function commentsIn(file: string): string[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const [, mark, text = ''] = /^\s*(\/\/|\/\*\*?)\s?(.*)$/.exec(line) ?? []
    if (mark === undefined || (mark === '//' && /^\s*\/\//.test(lines[index - 1] ?? ''))) return []
    const first = text === '' ? (lines[index + 1] ?? '').replace(/^\s*\*\s?/, '') : text
    return beginning.test(first) ? [`${file}:${index + 1}: ${first}`] : []
  })
}

test('begin with a subject or a verb', () => {
  const listed = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' }).split('\n')
  const files = listed.filter((file) => /\.(?:ts|mjs|js)$/.test(file) && !file.endsWith('/codemirror.js'))
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap(commentsIn)).toEqual([])
})
