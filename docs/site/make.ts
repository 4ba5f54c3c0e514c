// npm run docs: a site of the documents in dist/docs/site, for any host. docs/README.md is the map: its sections are folders.
import { execFileSync, execSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'

const root = fileURLToPath(new URL('../..', import.meta.url))
const site = process.env.SITE_URL ?? 'https://galley.example.org'
const out = join(root, 'dist/docs')
const content = join(out, 'content/galley')
const repository: string = JSON.parse(read('package.json')).homepage.replace('#readme', '')

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** The document of each page, by the page's path; the title of a folder is the heading of its section. */
const pages = new Map<string, { source: string; title?: string }>([
  ['index', { source: 'README.md' }],
  ['documents', { source: 'docs/README.md' }],
])
for (const section of read('docs/README.md').split(/^## /m).slice(1)) {
  const title = section.split('\n', 1)[0]!
  const folder = title.split(' ', 1)[0]!.toLowerCase()
  pages.set(`${folder}/index`, { source: 'docs/README.md', title })
  const details = section.includes('](design)') ? documentsIn(read('docs/architecture.md')) : []
  for (const source of [...documentsIn(section), ...details.filter((one) => one.includes('/design/'))])
    pages.set(`${folder}/${source.replace(/^docs\/|(?:\/README)?\.md$/g, '').toLowerCase()}`, { source })
}

function documentsIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)#\s]+\.md)\)/g)].map(([, link]) => posix.join('docs', link!))
}

/** Leads links to the pages of documents, to posts, to copies of images, or to the repository; code has none. */
function linked(text: string, source: string, path: string): string {
  const links = /(^ *`{3}[\s\S]*?^ *`{3,}$|`[^`]+`)|\]\(([^)\s#]*)/gm
  return text.replace(links, (whole, code: string | undefined, target = '') => {
    if (code || /^(?:[a-z]+:|\/|$)/.test(target)) return whole
    const file = posix.join(dirname(source), target)
    const page = [...pages].find(([, one]) => one.source === file && !one.title)?.[0]
    const [, post] = /^content\/demo\/(posts\/.+)/.exec(file) ?? []
    const image = /\.webp$/.test(file) && `pages/images/${basename(file)}`
    if (image) cpSync(join(root, file), join(content, image))
    const place = page ? `pages/${page}.md` : post || image
    const kind = statSync(join(root, file)).isDirectory() ? 'tree' : 'blob'
    return `](${place ? posix.relative(dirname(path), place) : `${repository}/${kind}/main/${file}`}`
  })
}

rmSync(out, { recursive: true, force: true })
cpSync(join(root, 'content/demo'), content, { recursive: true })
write(join(content, 'workspace.yml'), read('docs/site/workspace.yml').replaceAll('SITE', site))
const edit = (source: string) => `edit: ${repository}/edit/main/${source}\n`
for (const [position, [path, { source, title }]] of [...pages].entries()) {
  const text = title ? '' : linked(read(source), source, `pages/${path}.md`)
  const header = `${title ? `title: ${title}\n` : ''}position: ${position}\n${edit(source)}`
  write(join(content, `pages/${path}.md`), `---\n${header}---\n${text}`)
}
for (const name of readdirSync(join(content, 'posts')).filter((name) => name.endsWith('.md'))) {
  const source = `content/demo/posts/${name}`
  const text = read(source).replace(/(?<=\]\()\/guide\/([\w-]+)/g, '/posts/$1/')
  write(join(content, 'posts', name), text.replace('---\n', `---\n${edit(source)}`))
}
const [words = ''] = read('docs/architecture.md').split('| word | sense |\n|---|---|\n')[1]!.split('\n\n')
for (const [, word = '', sense] of words.matchAll(/^\| (.+?) \| (.+) \|$/gm))
  write(join(content, `glossary/${word.replaceAll(' ', '-')}.yml`), stringify({ word, sense }))

const [node, galley] = [process.execPath, join(root, 'bin/galley.mjs')]
const baseUrl = { ...process.env, BASE_URL: site }
execFileSync(node, [galley, 'build'], { cwd: out, env: baseUrl, stdio: 'inherit' })
const serving = spawn(node, [galley, 'serve', '--port', '0', '--quiet'], { cwd: out })
try {
  const [said] = await once(serving.stdout, 'data')
  const api = /http:\S+/.exec(String(said))![0]
  const env = { ...process.env, GALLEY_URL: `${api}/v1/galley`, SITE_URL: site }
  const steps = `npm pack ../../client && npm ci && npm run build -- --outDir "${out}/site"`
  execSync(steps, { cwd: join(root, 'examples/astro'), env, stdio: 'inherit' })
  // The API's images and reference stand beside the site, and so does each text as markdown.
  cpSync(join(out, 'dist/public'), join(out, 'site'), { recursive: true })
  const list = readFileSync(join(out, 'site/llms.txt'), 'utf8')
  for (const [, path = ''] of list.matchAll(/\]\(https?:\/\/[^/]+([^)]+)\)/g))
    write(join(out, 'site', decodeURIComponent(path)), await (await fetch(api + path)).text())
} finally {
  serving.kill()
}
