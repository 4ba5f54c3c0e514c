// A throw-away content root: write files, build, look at the result.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { type BuildOptions, type BuildResult, build } from '../../build/index.ts'
import { writePublic } from '../../build/publish/static-pages.ts'
import { documentFile, referenceFiles } from '../../snapshot/format/pages.ts'
import { type Files, writeFiles } from './files.ts'

export type { Files }

export interface Workspace {
  /** The content root. */
  dir: string
  /** The output folder: holds `data` and `public` after a build. */
  out: string
  /** Builds with 2026-01-01 as the build's time by default. */
  build(overrides?: Partial<BuildOptions>): Promise<BuildResult>
  write(files: Files): void
  remove(): void
}

/** @param beginning whether the first build finds the API pages already made: they take most of its time */
export async function workspace(
  files: Files,
  options: Partial<BuildOptions> = {},
  beginning: 'with pages' | 'without pages' = 'with pages',
): Promise<Workspace> {
  // With `/` on Windows, too, as messages show paths.
  const root = mkdtempSync(join(tmpdir(), 'galley-')).split(sep).join('/')
  const dir = `${root}/content`
  const out = `${root}/dist`
  const env = { SOURCE_DATE_EPOCH: '1767225600' }
  // Later than that, whenever the suite runs.
  const now = Date.UTC(2100, 0)
  const write = (more: Files) => {
    mkdirSync(dir, { recursive: true })
    writeFiles(dir, more)
  }
  write(files)
  return {
    dir,
    out,
    build: (overrides) => {
      const all = { content: dir, out, drafts: false, strict: false, env, now, ...options, ...overrides }
      return beginning === 'with pages' ? buildWithPages(all) : build(all)
    },
    write,
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** What a build makes from docs/, by path in `public`. */
const made = new Map<string, string>()

/** Makes the API's pages where a process or a thread is to find them: they take a third of the time of its first build. */
export function makePages(out: string): void {
  const folder = join(out, 'public')
  writeFiles(folder, Object.fromEntries(made))
  if (made.size > 0) return
  writePublic(out, { hasDesk: false })
  for (const path of pages) made.set(path, readFileSync(join(folder, path), 'utf8'))
}

async function buildWithPages(options: BuildOptions): Promise<BuildResult> {
  const [data, folder] = [join(options.out, 'data'), join(options.out, 'public')]
  const isFirst = !existsSync(folder)
  if (isFirst) makePages(options.out)
  try {
    return await build(options)
  } finally {
    // After a failing build, its test should see only what that build left.
    if (isFirst && !existsSync(data)) {
      for (const path of pages) rmSync(join(folder, path), { force: true })
      for (const path of [join(folder, 'docs'), folder, options.out]) removeEmpty(path)
    }
  }
}

const pages = ['openapi.json', ...[...referenceFiles, documentFile].map((name) => `docs/${name}`)]

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {}
}

/** A post's file: complete front matter, unless `lines` change it, and a text. */
export function postFile(lines: Record<string, string> = {}, text = 'Hello.\n'): string {
  const front = { title: 'Hello', publishedAt: '2026-05-31', authors: '[ada]', category: 'news', ...lines }
  const yaml = Object.entries(front).map(([key, value]) => `${key}: ${value}\n`)
  return `---\n${yaml.join('')}---\n${text}`
}
