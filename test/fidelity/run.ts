// `npm run test:fidelity -- BLOGS`: builds each blog in a folder with the program that it is written for, imports it, and
// compares all of each post with what Galley serves. README.md says what BLOGS is.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ASPECTS, type Comparison, compare } from './compare.ts'
import { postsOfExport } from './exports.ts'
import { importBlog } from './imported.ts'
import { editedBlog, makePosts, sitesIn } from './site.ts'
import { rowOf, writeTable } from './table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, json: { type: 'string' }, write: { type: 'boolean' } },
})
const [given = ''] = positionals
if (!existsSync(given)) {
  console.error('usage: npm run test:fidelity -- BLOGS [--only NAME,NAME] [--json FILE] [--write]')
  process.exit(2)
}
const blogs = sitesIn(given, values.only?.split(','))
const all: Record<string, Comparison['differences']> = {}
const rows = { posts: [] as string[], pages: [] as string[] }
for (const { name, blog, site } of blogs) {
  const work = mkdtempSync(join(tmpdir(), 'galley-fidelity-'))
  try {
    const from = site.file ? join(blog, site.file) : editedBlog(blog, site, work)
    const made = site.file ? postsOfExport(from, site.program) : makePosts(from, site, work)
    const imported = await importBlog(from, site.flags ?? [], work)
    const isBuilt = (path: string) => site.file !== undefined || existsSync(join(work, 'site', path))
    for (const kind of ['posts', 'pages'] as const) {
      const result = compare(site.program, made, imported, kind, isBuilt)
      const title = kind === 'posts' ? name : `${name}, pages`
      all[title] = result.differences
      if (result.posts > 0) rows[kind].push(rowOf(name, site, result))
      print(title, result)
    }
  } catch (error) {
    process.exitCode = 1
    console.log(`${name}: ${error instanceof Error ? error.message : error}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
if (values.json) writeFileSync(values.json, JSON.stringify(all, null, 1))
if (values.write) writeTable(rows.posts, rows.pages)

function print(name: string, { posts, both, differences }: Comparison): void {
  console.log(`${name}: ${posts} texts, ${both} shown by both`)
  for (const kind of ['lost', 'hidden', 'public', 'unknown', ...ASPECTS] as const) {
    const those = differences.filter((one) => one.kind === kind)
    if (those.length === 0) continue
    console.log(`  ${kind} ${those.length}`)
    for (const { path, made, served } of those.slice(0, 5))
      console.log(`    ${path}\n      - ${JSON.stringify(made)}\n      + ${JSON.stringify(served)}`)
  }
}
