// The variables of Galley's own: docs/variables.md explains those that are read, and no others.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { variables } from '../../snapshot/variables.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const known = [...variables].sort()

/** The first and the second cell of each row. */
function rowsOf(table: string): [names: string, byDefault: string][] {
  return [...table.matchAll(/^\| (`.*?) \| (.*?) \|/gm)].map(([, names, byDefault]) => [names!, byDefault!])
}

test('docs/variables.md has a row for each, and for no others', () => {
  const cells = rowsOf(readFileSync(join(root, 'docs/variables.md'), 'utf8')).map(([names]) => names)
  const named = cells.flatMap((cell) => [...cell.matchAll(/`(GALLEY_\w*)`/g)].map(([, name]) => name!))
  expect(named.sort()).toEqual(known)
})

test('docs/commands.md has six of them, with the same defaults', () => {
  const [, table = ''] = readFileSync(join(root, 'docs/commands.md'), 'utf8').split(
    '\n## Environment variables\n',
  )
  const all = rowsOf(readFileSync(join(root, 'docs/variables.md'), 'utf8'))
  const six = rowsOf(table)
  expect(six).toHaveLength(6)
  for (const [name, byDefault] of six)
    expect(all.find(([names]) => names.includes(name))?.[1], name).toBe(byDefault)
})

test('no document names another one', () => {
  const documents = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'client/README.md', 'docs/openapi.yaml']
  documents.push(
    ...readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  )
  const named = documents.flatMap(
    (path) => readFileSync(join(root, path), 'utf8').match(/\bGALLEY_[A-Z_]+\b/g) ?? [],
  )
  expect([...new Set(named)].filter((name) => !known.includes(name))).toEqual([])
})

test('the list has those that are read, and one for the examples', () => {
  const files = ['api', 'bin', 'build', 'import', 'packages', 'server', 'snapshot'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|mjs)$/.test(name) && name !== 'variables.ts')
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
  const code = files.map((text) => text.replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, '')).join('\n')
  const named = code.matchAll(/\benv\??\.(GALLEY_\w+)|(['"`])(GALLEY_\w+)\2/g)
  const read = [...named].map(([, property, , text]) => property ?? text!)
  expect([...new Set([...read, 'GALLEY_URL'])].sort()).toEqual(known)
})
