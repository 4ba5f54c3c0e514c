// Folders and files that documents name are there: in the repository, or in what a build or a reader makes.
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { documents, read, root } from './guide.ts'

const kept = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

/** Each beginning and each end of a path, such as `build/memo/` and `memo/store.ts`. */
const there = new Set<string>()
for (const path of kept) {
  const parts = path.split('/')
  for (let from = 0; from < parts.length; from++) {
    there.add(parts.slice(from).join('/'))
    for (let to = from + 1; to < parts.length; to++) there.add(`${parts.slice(from, to).join('/')}/`)
  }
}

/** Names of files that a build, a reader or another program makes, by the document that has them. */
const elsewhere: Record<string, string> = {
  'docs/agents.md': '.cursor/mcp.json',
  'docs/api.md': 'W/ feed.json llms.txt robots.txt',
  'docs/architecture.md': 'current.json dist/ dist/data/ dist/dev/ dist/package/',
  'docs/buckets.md': 'closed.txt current.json pointers/TIME.json',
  'docs/commands.md':
    '.vscode/settings.json .yarnrc.yml authors/grace-muir.yml content/blog/workspace.yml dist/ entry.FOLDER.TALKS.schema.json index.md media/ openapi.json post.FOLDER.schema.json post.schema.json',
  'docs/content.md': '2026-05-31-on-tables.md index.md netlify.toml openapi.json series.yml talks/',
  'docs/cloudflare.md': 'assets/ openapi.json',
  'docs/deploying.md': 'dist/',
  'docs/desk.md': '_deleted/',
  'docs/moving-in.md':
    '../oars.md .eleventy.js .galley-import.json @/blog/oars.md _config.yml _data/authors.yml _index.md about.md articles.json authors.yml blog/ cl2fk5w1w028hhtnvafck7mj7.md config.toml config/_default/ content/de/ docusaurus.config.js draft-641002d0f04693000f405780.md eleventy.config.js hello.de.md hello.pt-BR.md hello/index.md hugo.toml posts/images/ vendor/security.md website/',
  'docs/operating.md': 'current.json dist/ dist/data/current.json',
  'docs/problems.md':
    'content/blog/authors/ada.yml content/blog/categories.yml content/blog/posts/hello.md content/blog/posts/new.md content/blog/workspace.yml',
  'RELEASING.md': 'dist/package/',
  'docs/scaling.md': 'current.json dist/',
  'docs/start.md': 'content/blog/posts/hello.md',
  'docs/tell.md': 'revisions.json',
  'docs/upgrading.md': 'current.12.json current.json dist/data/public.json',
  'docs/writing.md': 'admin/config.yml admin/index.html',
}

const named =
  /`((?:[\w.@-]+\/)+|(?:[\w.@-]+\/)*[\w.-]+\.(?:ts|mjs|js|json|jsonc|ya?ml|md|txt|css|html|toml|conf|sh))`/g

describe.each(
  [...documents(), 'CONTRIBUTING.md'].filter((path) => /^(docs|CONTRIBUTING|RELEASING)/.test(path)),
)('%s', (path) => {
  test('names folders and files that there are', () => {
    const prose = read(path).replace(/^(`{3,})[\s\S]*?^\1$/gm, '')
    const names = [...prose.matchAll(named)].map(([, name]) => name!)
    const missing = [...new Set(names)].filter((name) => !there.has(name)).sort()
    expect(missing.join(' ')).toBe(elsewhere[path] ?? '')
  })
})
