// Prose is wrapped, so that a change of a sentence is a change of few lines.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const columns = 110

/** Whether a line of prose is too long although it could be broken: code and addresses can't. */
function isTooLong(line: string): boolean {
  if (line.length <= columns) return false
  const unbroken = line
    .replace(/^\s*(?:[-*+]|\d+[.)]|>)?\s*/, '')
    .replace(/(`+).*?\1|\]\([^()]*(?:\([^()]*\)[^()]*)*\)|<https?:[^>]*>/g, (whole) =>
      'x'.repeat(whole.length),
    )
  return unbroken.includes(' ')
}

/** The lines that are not code, output, a table, HTML or a definition of a link. */
function proseIn(text: string): { line: string; number: number }[] {
  let fence: string | undefined
  return text.split('\n').flatMap((line, index) => {
    const [mark] = /^\s*(?:`{3,}|~{3,})/.exec(line) ?? []
    if (mark !== undefined && (fence === undefined || line.trim() === fence)) {
      fence = fence === undefined ? mark.trim() : undefined
      return []
    }
    const isProse = fence === undefined && !/^\s*(?:\||<[a-zA-Z!/]|#)|^\[[^\]]+\]:/.test(line)
    return isProse ? [{ line, number: index + 1 }] : []
  })
}

test('prose in documents has at most 110 columns', () => {
  const below = ['client', 'create', 'docs', 'examples', 'import', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const files = [...readdirSync(root), ...below].filter((path) => /^(?!.*node_modules).*\.md$/.test(path))
  expect(files.length).toBeGreaterThan(20)
  const long = files.flatMap((path) =>
    proseIn(readFileSync(join(root, path), 'utf8'))
      .filter(({ line }) => isTooLong(line))
      .map(({ number }) => `${path}:${number}`),
  )
  expect(long).toEqual([])
})
