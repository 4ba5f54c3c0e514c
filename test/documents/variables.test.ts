// The variables of Galley's own: docs/commands.md explains those that are read, and no others.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { variables } from '../../snapshot/variables.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const known = Object.values(variables).sort()

test('docs/commands.md has a row for each, and for no others', () => {
  const document = readFileSync(join(root, 'docs/commands.md'), 'utf8')
  const [, table = ''] = document.split('\n## Environment variables\n')
  const cells = [...table.matchAll(/^\| (.*?) \|/gm)].map(([, cell]) => cell!)
  const named = cells.flatMap((cell) => [...cell.matchAll(/`(GALLEY_\w*)`/g)].map(([, name]) => name!))
  expect(named.sort()).toEqual(known)
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
  expect([...new Set(named)].filter((name) => !(known as string[]).includes(name))).toEqual([])
})

test('readers take them from one list', () => {
  const files = ['api', 'bin', 'build', 'server', 'snapshot'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|mjs)$/.test(name))
      .map((name) => join(folder, name)),
  )
  const texts = files.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
  const isNaming = (text: string) =>
    /(['"`])GALLEY_\w+\1|\benv\??\.GALLEY_/.test(text.replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, ''))
  const named = texts.filter(([, text]) => isNaming(text))
  expect(named.map(([path]) => path)).toEqual([join('snapshot', 'variables.ts')])
  const all = texts.map(([, text]) => text).join('\n')
  const unread = Object.keys(variables).filter((key) => key !== 'url' && !all.includes(`variables.${key}`))
  expect(unread).toEqual([])
})
