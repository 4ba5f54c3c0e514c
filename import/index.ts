// The door: from the posts of another program to workspaces. Nothing of the source is changed or executed.

import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { absoluteUrl, ConfigurationError, isKey, slugify } from '../build/for-import.ts'
import { tried } from '../snapshot/tried.ts'
import { collect } from './collect.ts'
import { otherWorkspaces } from './earlier/others.ts'
import { readEarlier } from './earlier/read.ts'
import { devto, isDevto, readDevto } from './exports/devto.ts'
import { exportOf, MAX_EXPORT_BYTES } from './exports/export.ts'
import { isGhost, readGhost } from './exports/ghost.ts'
import { isHashnode, readHashnode } from './exports/hashnode.ts'
import { readMarble } from './exports/marble.ts'
import { isWordPress, readWordPress } from './exports/wordpress.ts'
import { takeSecrets } from './frontmatter/hidden.ts'
import type { Generator } from './generators/generator.ts'
import { holdBack, inCopy, isHeldAgain } from './held.ts'
import { addToList } from './lists.ts'
import { cleanName } from './names.ts'
import { withoutTemplates } from './pages.ts'
import { recognise } from './recognise.ts'
import { remedyFor } from './remedies.ts'
import type { ImportResult, LeftFolder, ReportedImport, StoppingError } from './report.ts'
import { noteOf, type SourceContent, type SourcePost } from './source.ts'
import { groupsOf } from './summary.ts'
import { hasEmoji, loadEmoji } from './text/emoji.ts'
import { htmlConverter } from './text/html.ts'
import { isInside, type LeftFile, readTree, realPathOf, textKindOf } from './tree.ts'
import { importWorkspace } from './workspace.ts'
import { filesToWrite, writeFiles } from './write/write.ts'

export {
  type ImportResult,
  type ReportedImport,
  type ReportLine,
  type ReportOptions,
  reportOf,
  type StoppingError,
  summaryOf,
} from './report.ts'
export type { ImportedPost } from './source.ts'

export interface ImportOptions {
  /** A folder, the file of an export, or the address of an API. */
  from: string
  as: string | undefined
  /** The folder of workspaces. */
  content: string
  /** The workspace's name: at most 50 letters, digits, `_` and `-`. */
  into: string
  sections: readonly string[]
  statics: readonly string[]
  url: string | undefined
  /** The keys that become fields; `all` stands for those that are not for the program itself. */
  fields: readonly string[]
  isDry: boolean
  /** The time of the import, in milliseconds. */
  now: number
  env: NodeJS.ProcessEnv
  /** Finds the errors that would stop a build of these workspaces, in that folder of them or a copy. */
  errorsIn: (workspaces: ImportResult['workspaces'], folder: string) => Promise<StoppingError[]>
}

/** @throws {ConfigurationError} if an option is wrong, there is nothing to import from, or nowhere to import to */
export async function importFrom(options: ImportOptions): Promise<ReportedImport> {
  const { content, into, statics, fields, now } = options
  requireName(into)
  const folders = statics.map((path) => realPathOf(path, 'The folder of --static'))
  const further = folders.map((folder) => readTree(folder, folder))
  const { source: all, generator } = await readSource(options, folders)
  const source = withoutTemplates(all)
  source.site.url = siteAddress(options.url ?? source.site.url)
  // Passwords of whole tags, and secrets of the site itself, are to stand in no text.
  takeSecrets(source.site.config)
  const isHtml = source.posts.some(({ text }) => text === 'html')
  const toMarkdown = isHtml ? await htmlConverter() : undefined
  const emoji = hasEmoji(source.site, generator.name) ? await loadEmoji() : undefined
  const groups = byLanguage(source)
  const workspaces: ImportResult['workspaces'] = []
  for (const [language, posts] of groups) {
    const name = language === undefined ? into : `${into}-${slugify(language)}`
    const earlier = readEarlier(content, name)
    const given = { name, language, generator, further, toMarkdown, emoji, earlier, fields, now }
    const imported = importWorkspace({ ...source, posts }, given)
    const files = filesToWrite(join(content, name), imported.files)
    workspaces.push({ ...imported, ...files, groups: groupsOf(imported.posts) })
  }
  const errors = await writeAll(workspaces, generator.name, options)
  const made = new Map(workspaces.map(({ name, posts }) => [name, posts]))
  const isPlaced = source.site.url !== undefined || source.posts.length === 0
  return {
    generator: generator.title,
    workspaces,
    pages: source.pages,
    sections: sectionsOf(source, generator),
    notImported: byFolder(source.left, new Set(workspaces.flatMap(({ asked }) => [...asked]))),
    notes: [...source.notes, ...(isPlaced ? [] : [NO_ADDRESS]), ...otherWorkspaces(content, into, made)],
    errors,
  }
}

/** Posts that would stop a build are held. @returns what stops it although they are */
async function writeAll(
  workspaces: ImportResult['workspaces'],
  program: string,
  { content, isDry, errorsIn }: ImportOptions,
): Promise<StoppingError[]> {
  const held = (folder: string) => {
    for (const { name, files } of workspaces) writeFiles(join(folder, name), files, program)
    return holdBack(workspaces, { content: folder, program }, () => errorsIn(workspaces, folder))
  }
  const isTriedFirst = isDry || workspaces.some((one) => isHeldAgain(one, one.known))
  if (!isTriedFirst) return held(content)
  const names = workspaces.map(({ name }) => name)
  const errors = await inCopy(content, names, held)
  for (const workspace of workspaces) {
    const folder = join(content, workspace.name)
    Object.assign(workspace, filesToWrite(folder, workspace.files))
    if (!isDry) writeFiles(folder, workspace.files, program)
  }
  return errors
}

/** Requires a name that a folder may have, and a key in addresses: it becomes both. */
function requireName(into: string): void {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$/.test(into) && isKey(into) && cleanName(into) === into) return
  throw new ConfigurationError(
    `--into "${into}" is not a workspace's name. Write letters, digits, _ and -, such as blog, and no word that the API or a system reserves.`,
  )
}

/** Returns an address without its ending slash; `undefined` if it is none: a configuration or an export may say anything. */
function siteAddress(written: string | undefined): string | undefined {
  const url = written === undefined ? undefined : absoluteUrl(written.replace(/[?#].*$/s, ''))
  return url?.replace(/\/+$/, '')
}

interface SourceAndGenerator {
  source: SourceContent
  generator: Generator
}

/** A folder, the file of an export, or the address of an API. */
async function readSource(options: ImportOptions, statics: readonly string[]): Promise<SourceAndGenerator> {
  const { from, as, content, into, sections, env, url } = options
  if (/^https?:\/\//i.test(from)) {
    if (as !== undefined && as !== 'marble')
      throw new ConfigurationError(`${from} is an address. Only posts of Marble are read over the network.`)
    return { source: await readMarble(from, env, url), generator: exportOf('marble', 'Marble') }
  }
  const real = realPathOf(from, 'The source')
  requireApart(real, content, into)
  const stats = statSync(real)
  if (stats.isFile()) return readExport(real, from, options)
  if (!stats.isDirectory()) throw new ConfigurationError(`${from} is neither a folder nor a file.`)
  const { generator, home } = recognise(real, as)
  const read = (opened: ReadonlySet<string>) => readTree(home, real, statics, opened)
  return { source: await collect(generator, sections, read), generator }
}

async function readExport(
  path: string,
  from: string,
  { as, url, sections }: ImportOptions,
): Promise<SourceAndGenerator> {
  if (statSync(path).size > MAX_EXPORT_BYTES)
    throw new ConfigurationError(`${from} has more than 400 MB. Export it in parts.`)
  const text = readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  if (as === 'wordpress' || (as === undefined && isWordPress(text)))
    return { source: readWordPress(text, url, sections), generator: exportOf('wordpress', 'WordPress') }
  const value: unknown = tried(() => JSON.parse(text))
  const mayBe = (name: string) => as === undefined || as === name
  if (mayBe('hashnode') && isHashnode(value))
    return { source: readHashnode(value, url), generator: exportOf('hashnode', 'Hashnode') }
  if (mayBe('devto') && isDevto(value))
    return { source: await readDevto(value, url), generator: { ...devto, content: () => [], statics: [] } }
  if (mayBe('ghost') && isGhost(value))
    return { source: readGhost(value, url, sections), generator: exportOf('ghost', 'Ghost') }
  throw new ConfigurationError(
    `${from} is neither JSON of Ghost, Hashnode or dev.to nor XML of WordPress. Name an export of theirs, or a folder.`,
  )
}

/** Folders whose files are posts, as --section names them. */
function sectionsOf({ site, posts }: SourceContent, generator: Generator): string[] {
  const isFolder = generator.content(site).length > 0
  const folders = posts.filter(({ entryOf }) => !entryOf).map(({ collection }) => collection || '.')
  return isFolder ? [...new Set(folders)] : []
}

/** @param asked the files that posts show, of which each post says what became of them */
function byFolder(files: readonly LeftFile[], asked: ReadonlySet<string>): LeftFolder[] {
  const folders = new Map<string, LeftFile[]>()
  for (const file of files) if (!asked.has(file.path)) addToList(folders, dirname(file.path), file)
  const hasText = ({ files }: LeftFolder) => files.some(({ path }) => textKindOf(path) !== undefined)
  return [...folders]
    .map(([folder, files]) => ({
      folder,
      files: files.map((file) => ({ ...file, remedy: remedyFor(file.reason) })),
    }))
    .sort((a, b) => Number(hasText(b)) - Number(hasText(a)))
}

/** Groups posts by language: one group without any, or one for each. */
function byLanguage({ posts }: SourceContent): [language: string | undefined, posts: SourcePost[]][] {
  const groups = new Map<string | undefined, SourcePost[]>()
  for (const post of posts) addToList(groups, post.language, post)
  return [...groups]
}

const NO_ADDRESS = noteOf(
  'missing',
  'The address of the site is not known, so links between posts lead to paths of the site. Run it again with --url https://example.org.',
)

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
