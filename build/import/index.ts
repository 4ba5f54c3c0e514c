// From the posts of another program to workspaces: read, map, write, report. Nothing of the source is changed or executed.

import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigurationError } from '../environment/configuration.ts'
import { slugify } from '../schema/slug.ts'
import { collect } from './collect.ts'
import type { Generator } from './generators/generator.ts'
import { recognise } from './recognise.ts'
import { type Note, noteOf, type SourceContent, type SourcePost } from './source.ts'
import { isInside, realPathOf, SourceTree } from './tree.ts'
import { type ImportedWorkspace, importWorkspace } from './workspace.ts'
import { type WrittenFiles, writeFiles } from './write/write.ts'

export interface ImportOptions {
  /** A folder, the file of an export, or the address of an API. */
  from: string
  as: string | undefined
  /** The folder of workspaces. */
  content: string
  /** The workspace's name. */
  into: string
  sections: readonly string[]
  statics: readonly string[]
  url: string | undefined
  isDry: boolean
  env: NodeJS.ProcessEnv
}

export interface ImportResult {
  /** The program that the source is of. */
  generator: string
  workspaces: (ImportedWorkspace & WrittenFiles)[]
  pages: string[]
  notes: Note[]
}

/** @throws {ConfigurationError} if there is nothing to import from, or nowhere to import to */
export async function importFrom(options: ImportOptions): Promise<ImportResult> {
  const { from, content, into, statics, sections, isDry } = options
  const real = realPathOf(from, 'The source')
  const folders = statics.map((path) => realPathOf(path, 'The folder of --static'))
  requireApart(real, content, into)
  const further = folders.map((folder) => new SourceTree(folder, folder))
  const { generator, home } = recognise(real, options.as)
  const tree = new SourceTree(home, real, folders)
  const source = await collect({ generator }, tree, sections)
  if (options.url) source.site.url = options.url.replace(/\/+$/, '')
  const groups = byLanguage(source)
  const workspaces: ImportResult['workspaces'] = []
  for (const [language, posts] of groups) {
    const name = language === undefined ? into : `${into}-${slugify(language)}`
    const imported = importWorkspace({ ...source, posts }, { name, language, generator, further })
    const written = writeFiles(join(content, name), imported.files, generator.name, isDry)
    workspaces.push({ ...imported, ...written })
  }
  return {
    generator: generator.title,
    workspaces,
    pages: source.pages,
    notes: [...source.notes, ...notesOn(source, generator)],
  }
}

/** One group without a language, or one for each. */
function byLanguage({ posts }: SourceContent): [language: string | undefined, posts: SourcePost[]][] {
  const groups = new Map<string | undefined, SourcePost[]>()
  for (const post of posts) groups.set(post.language, [...(groups.get(post.language) ?? []), post])
  return [...groups]
}

function notesOn({ site, posts }: SourceContent, generator: Generator): Note[] {
  if (posts.length === 0) return []
  const notes: Note[] = []
  if (site.url === undefined) {
    notes.push(
      noteOf(
        'missing',
        `The address of the site is not known, so links between posts lead to paths of the site. Run it again with --url https://example.org.`,
      ),
    )
  }
  void generator
  return notes
}

/** The source must stay as it is, so nothing is written into it; nor is a workspace imported into itself. */
function requireApart(from: string, content: string, into: string): void {
  let existing = join(content, into)
  while (!existsSync(existing)) existing = dirname(existing)
  const target = realpathSync(existing)
  const source = statSync(from).isDirectory() ? from : undefined
  if (
    source &&
    (isInside(target, source) || (existing === join(content, into) && isInside(source, target)))
  ) {
    throw new ConfigurationError(
      `${join(content, into)} is part of the source, which is not changed. Name another folder of workspaces with --content.`,
    )
  }
}
