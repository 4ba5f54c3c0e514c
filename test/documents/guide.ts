// The guide in content/demo, which documents take their examples from. After somebody has replaced it with their own content,
// comparing the two makes no sense: those tests are then skipped.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'
import type { Files } from '../support/workspace.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const folder = join(root, 'content/demo')
const settings = join(folder, 'workspace.yml')
const isHere = existsSync(settings) && readFileSync(settings, 'utf8').startsWith('name: The Galley guide\n')

/** Tests that compare something with the guide. */
export function describeWithGuide(name: string, body: () => void): void {
  describe.skipIf(!isHere)(`${name}${isHere ? '' : ' (skipped: content/demo is no longer the guide)'}`, body)
}

/** Between its newest post and its scheduled one. */
export const now = Date.UTC(2026, 10, 2, 12, 0, 7)

/** What the documents' examples were built with. */
export const env = {
  SOURCE_DATE_EPOCH: String(Date.UTC(2026, 10, 2, 11, 58, 3) / 1000),
  BASE_URL: 'https://api.example.org',
}

/** The guide's files, for a throw-away workspace; none if it is gone. */
export function guideFiles(): Files {
  if (!isHere) return {}
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    names.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [`demo${path.slice(folder.length).replaceAll('\\', '/')}`, readFileSync(path)]
    }),
  )
}

/** A document of the repository. */
export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Documents for people, except those that have a suite of their own. */
export function documents(): string[] {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  return [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'RELEASING.md',
    ...docs.map((name) => `docs/${name}`),
    ...['astro', 'html', 'next', 'server'].map((name) => `examples/${name}/README.md`),
  ]
}

/** The guide's posts as documents: they contain examples, too. */
export function guidePosts(): string[] {
  return Object.keys(guideFiles())
    .filter((path) => path.endsWith('.md'))
    .map((path) => `content/${path}`)
}
