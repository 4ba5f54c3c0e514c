// One blog of BLOGS, and all its posts as its own program makes them, with the plain theme of themes/ laid over the site.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeFiles } from '../support/files.ts'
import { layRoutes } from './routes.ts'

/** Services whose exports have the HTML of their posts. */
export type Export = 'Ghost' | 'Hashnode' | 'WordPress'

/** What its file says of a blog: `fidelity.json` in its folder, or one named like the folder in blogs/. */
export interface Site {
  program:
    | 'Astro'
    | 'Docusaurus'
    | 'Eleventy'
    | 'Hexo'
    | 'Hugo'
    | 'Jekyll'
    | 'Nikola'
    | 'Nuxt'
    | 'Pelican'
    | 'VitePress'
    | Export
  repository: string
  commit: string
  /** Of an export, in place of `command`. */
  file?: string
  /** Of the site in its repository, if it is below. */
  folder?: string
  /** How it is built, in its folder: a line for a shell. The tools that npm installed come first in its PATH. */
  command: string
  /** Where the plain theme is laid, within the site: the folder of Eleventy's input, for example. */
  theme?: string
  /** What is not there, or needs the network, by path: stubs in place of it. */
  files?: Record<string, string>
  /** What the program is to do without: paths. */
  without?: string[]
  /** What is changed of its files before it is built and imported, by path: what a pattern finds first, and what comes in its place. */
  edits?: Record<string, [pattern: string, text: string]>
  /** What `galley import` is given besides FROM. */
  flags?: string[]
}

export interface MadePost {
  /** Of its file, from the folder of the site. */
  path: string
  /** Its public address, a path. */
  url: string
  title: string
  /** As ISO 8601, by the clock of the site. */
  date: string
  html: string
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const TOOLS = here('tools/node_modules')
const FRAMEWORKS = here('frameworks/node_modules')

/** What npm installed for each program; none for those of the system. */
const INSTALLED: Partial<Record<Site['program'], string>> = {
  ...{ Eleventy: TOOLS, Hexo: TOOLS },
  ...{ Astro: FRAMEWORKS, Docusaurus: FRAMEWORKS, Nuxt: FRAMEWORKS, VitePress: FRAMEWORKS },
}

export function readSite(blog: string): Site {
  const [file] = [join(blog, 'fidelity.json'), here(`blogs/${basename(blog)}.json`)].filter(existsSync)
  if (file === undefined)
    throw new Error(`${blog} has no fidelity.json. Write one with program, repository, commit and command.`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/**
 * Lists the blogs in a folder, and those that are one of them below another path: `NAME-based`, by what their files add to its own.
 * @param only the names of those that are wanted; all by default
 */
export function sitesIn(
  blogs: string,
  only?: readonly string[],
): { name: string; blog: string; site: Site }[] {
  const isWanted = (name: string) => only?.includes(name) ?? true
  return readdirSync(blogs)
    .filter((name) => statSync(join(blogs, name)).isDirectory())
    .filter((name) => isWanted(name) || isWanted(`${name}-based`))
    .flatMap((name) => {
      const blog = resolve(blogs, name)
      const based = here(`blogs/${name}-based.json`)
      const site = readSite(blog)
      const own = { name, blog, site }
      if (!existsSync(based)) return [own]
      return [
        own,
        { name: `${name}-based`, blog, site: { ...site, ...JSON.parse(readFileSync(based, 'utf8')) } },
      ]
    })
    .filter(({ name }) => isWanted(name))
}

/** The folder of the site, or a copy with its edits in `work`. */
export function editedBlog(blog: string, { folder = '.', edits }: Site, work: string): string {
  if (edits === undefined) return join(blog, folder)
  const copy = join(work, basename(blog))
  cpSync(blog, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => basename(path) !== '.git' })
  for (const [path, [pattern, text]] of Object.entries(edits)) {
    const file = join(copy, folder, path)
    const written = readFileSync(file, 'utf8')
    const edited = written.replace(new RegExp(pattern, 'm'), text)
    if (edited === written) throw new Error(`${path} has nothing that ${pattern} finds.`)
    writeFileSync(file, edited)
  }
  return join(copy, folder)
}

/**
 * @param work an empty folder, in which a copy of the blog is built
 * @throws if the program does not get through, with what it printed of it
 */
export function makePosts(blog: string, site: Site, work: string): MadePost[] {
  const folder = join(work, 'site')
  cpSync(blog, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => basename(path) !== '.git',
  })
  for (const path of site.without ?? []) rmSync(join(folder, path), { recursive: true, force: true })
  layTheme(site, folder)
  writeFiles(folder, site.files ?? {})
  const list = join(work, 'made.json')
  const { status, stdout, stderr } = spawnSync('sh', ['-c', site.command], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${INSTALLED[site.program] ?? TOOLS}/.bin:${process.env.PATH}`,
      FIDELITY: list,
      JEKYLL_NO_BUNDLER_REQUIRE: 'true',
    },
    maxBuffer: 1 << 30,
  })
  const made: MadePost[] = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : site.program === 'Hugo'
      ? listsOfHugo(folder)
      : status === 0
        ? postsOfPages(folder)
        : []
  if (made.length === 0)
    throw new Error(`${site.command} ended with ${status}:\n${saying(stdout + stderr).join('\n')}`)
  return made
}

/** What tells of the mistake: programs print where they were when they noticed it, too. */
function saying(printed: string): string[] {
  const lines = printed.split('\n').filter((line) => /\S/.test(line) && !/^\s+(?:at|from) |^INFO/.test(line))
  return lines
    .slice(0, 6)
    .concat(lines.slice(6).slice(-12))
    .map((line) => line.slice(0, 300))
}

/** Layouts make no difference to what is compared, and are often missing, or too new for the program. */
function layTheme({ program, theme = '.' }: Site, folder: string): void {
  const isLayout = (path: string) =>
    program === 'Hugo'
      ? /(^|\/)layouts\//.test(path) && !/\/(?:shortcodes|partials|_markup)\//.test(path)
      : program === 'Eleventy' &&
        /\{\{-?\s*content\b/.test(readFileSync(join(folder, path), 'utf8').slice(0, 100_000))
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name))
    if (!entry.isFile() || !/\.(?:html|njk|liquid|xml|json|redirects|headers)$/.test(path) || !isLayout(path))
      continue
    const [head = ''] = /^---\n.*?\n---\n/s.exec(readFileSync(join(folder, path), 'utf8')) ?? []
    if (program === 'Hugo') rmSync(join(folder, path))
    else writeFileSync(join(folder, path), `${head}{{ content${path.endsWith('.njk') ? ' | safe' : ''} }}`)
  }
  if (program === 'Astro') layRoutes(folder)
  cpSync(here(`themes/${program.toLowerCase()}`), join(folder, theme), { recursive: true })
  const installed = INSTALLED[program]
  if (installed !== undefined && existsSync(installed)) {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    // Astro keeps there what posts became, whatever its configuration says by now.
    rmSync(join(installed, '.astro'), { recursive: true, force: true })
    symlinkSync(installed, join(folder, 'node_modules'))
  }
}

/** Reads posts from the pages with an element in which the plain theme put one. Copies of a page count once. */
function postsOfPages(folder: string): MadePost[] {
  const posts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .flatMap((html) => [
      ...html.matchAll(/<fidelity-post about="?([^">\s]*)"?[^>]*>(.*?)<\/fidelity-post>/gs),
    ])
  const made = new Map(posts.map(([, about = '', html = '']) => [about, html]))
  return [...made].map(([about, html]) => ({ ...JSON.parse(decodeURIComponent(about)), html }))
}

/** One list for each language. */
function listsOfHugo(folder: string): MadePost[] {
  const out = join(folder, 'public')
  if (!existsSync(out)) return []
  return readdirSync(out, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name === 'index.html')
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .filter((text) => text.startsWith('fidelity\n'))
    .flatMap((text) => text.split('\n').slice(1).filter(Boolean))
    .map((line): MadePost => JSON.parse(line))
    .map((post) => ({ ...post, path: relative(folder, post.path) }))
}
