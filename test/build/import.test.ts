// What becomes of sites of other programs, down to each file and each line of the report. CONTRIBUTING.md says how to
// write import.txt anew.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { main } from '../../bin/main.ts'
import { details } from './import-details.ts'
import { edges } from './import-edges.ts'
import { exported, inLines } from './import-exports.ts'
import { folders } from './import-folders.ts'
import { nearMisses } from './import-near-misses.ts'
import { settings } from './import-settings.ts'
import { type ImportedSite, sites } from './import-sites.ts'
import { tables } from './import-tables.ts'
import { converted } from './import-texts.ts'

const root = mkdtempSync(join(tmpdir(), 'galley-imported-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const content = join(root, 'content')

async function galley(...argv: string[]): Promise<string> {
  let printed = ''
  const write = (text: string) => (printed += text)
  await main({ argv, env: {}, stdout: { write }, stderr: { write } })
  return printed.replaceAll(root, '')
}

async function becomes(name: string, { files, from = '', flags = [] }: ImportedSite): Promise<string> {
  const site = join(root, 'sites', name)
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(site, path)), { recursive: true })
    writeFileSync(join(site, path), bytes)
  }
  const paths = flags.map((flag, index) => (flags[index - 1] === '--static' ? join(site, flag) : flag))
  let all = await galley('import', join(site, from), '--content', content, '--into', name, ...paths)
  const workspaces = readdirSync(content).filter((one) => one === name || one.startsWith(`${name}-`))
  for (const workspace of workspaces) {
    const written = readdirSync(join(content, workspace), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== '.galley-import.json')
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
    for (const path of written) {
      const bytes = readFileSync(path)
      const shown = /\.(md|yml)$/.test(path) ? bytes.toString() : `${bytes.length} bytes\n`
      all += `--- ${path.slice(content.length + 1)}\n${shown}`
    }
    // Each import looks through all workspaces.
    rmSync(join(content, workspace), { recursive: true })
  }
  return all
}

test('sites become what is written down', async () => {
  let all = ''
  const imported = {
    ...sites,
    ...details,
    ...tables,
    ...exported,
    ...settings,
    ...converted,
    ...folders,
    ...nearMisses,
    ...edges,
  }
  for (const [name, site] of Object.entries(imported)) all += `=== ${name}\n${await becomes(name, site)}\n`
  await expect(all).toMatchFileSnapshot('import.txt')
})

test('white space between the elements of an export makes no difference', async () => {
  const [name, lines] = ['exports-wordpress-joined', 'exports-wordpress-spaced']
  const export_ = exported['exports-wordpress']!
  const joined = await becomes(name, export_)
  expect(joined.length).toBeGreaterThan(5_000)
  expect((await becomes(lines, inLines(export_))).replaceAll(lines, name)).toBe(joined)
})

test('of the sites in a repository, the usual folders come first, then the others by name', async () => {
  const order = ['website', 'site', 'docs', 'blog', 'www', 'web', 'aaa', 'zzz']
  const found: (string | undefined)[] = []
  for (const [index] of order.entries()) {
    // The last is made first: names come in another order than files were made in.
    const folders = order.slice(index).reverse()
    const files = Object.fromEntries(
      folders.flatMap((folder) => [
        [`${folder}/config.toml`, "baseURL = 'https://example.org'\n"],
        [`${folder}/content/posts/of-${folder}.md`, '---\ntitle: A\ndate: 2020-01-02\n---\nText.\n'],
      ]),
    )
    const printed = await becomes(`places-${index}`, { files })
    found.push(/\/posts\/of-(\w+)\.md$/m.exec(printed)?.[1])
  }
  expect(found).toEqual(order)
})
