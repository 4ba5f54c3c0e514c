// Compiles no more than the problems of some files depend on: these files, the posts they link to, and those that may have the
// same addresses. Of all other posts only front matter is read, since no two may have the same names.

import { normalise } from '../packages/search/basics/normalise.ts'
import { Vocabulary } from '../packages/search/index.ts'
import { type Brief, load } from './compile/brief.ts'
import { readHeads } from './compile/heads.ts'
import { type CompiledWorkspace, type CompileOptions, compileAll } from './compile/pool/pool.ts'
import { briefInMemory } from './compile/stored-content.ts'
import { sharingAddresses } from './link/addresses.ts'
import type { ContentFile } from './parse/file.ts'
import type { ConfiguredWorkspace } from './workspace/configure.ts'

/**
 * Leaves out workspaces without any of `files`.
 * @param files as messages show them
 * @param onCompiled called after each post
 */
export async function compileAffecting(
  files: ReadonlySet<string>,
  workspaces: readonly ConfiguredWorkspace[],
  onCompiled: () => void,
  options?: CompileOptions,
): Promise<CompiledWorkspace[]> {
  const compiled: CompiledWorkspace[] = []
  for (const workspace of workspaces.filter(({ folder }) => hasAny(files, folder.displayPath))) {
    // The posts that show an image, or lead to another collection, are known only when all posts are compiled.
    const { media, collections } = workspace.folder
    const isWhole = collections.length > 0 || media.some(({ displayPath }) => files.has(displayPath))
    if (isWhole) compiled.push(...(await compileAll([workspace], onCompiled, options)))
    else compiled.push(await compileSome(files, workspace, onCompiled, options))
  }
  return compiled
}

function hasAny(files: ReadonlySet<string>, folder: string): boolean {
  return [...files].some((file) => file.startsWith(`${folder}/`))
}

async function compileSome(
  files: ReadonlySet<string>,
  workspace: ConfiguredWorkspace,
  onCompiled: () => void,
  options: CompileOptions = {},
): Promise<CompiledWorkspace> {
  const { folder, settings } = workspace
  const { vocabulary = new Vocabulary() } = options
  const done = new Map<string, Brief>()
  const compile = async (isWanted: (file: ContentFile) => boolean) => {
    const posts = folder.posts.filter((file) => !done.has(file.displayPath) && isWanted(file))
    const own = { ...workspace, folder: { ...folder, posts } }
    const [compiled] = await compileAll([own], onCompiled, { ...options, vocabulary })
    for (const one of compiled!.posts) done.set(one.file, one)
  }
  await compile(({ displayPath }) => files.has(displayPath))
  const urls = [...done.values()].flatMap((post) => load(post).urls)
  const linked = new Set(urls.flatMap(({ target }) => (target.to === 'file' ? [target.path] : [])))
  await compile(({ relativePath }) => linked.has(normalise(relativePath)))
  const others = folder.posts.filter(({ displayPath }) => !done.has(displayPath))
  const heads = readHeads(others, settings)
  await compile(({ displayPath }) => !heads.has(displayPath))
  const posts = () =>
    folder.posts.map(({ displayPath }) => done.get(displayPath) ?? briefInMemory(heads.get(displayPath)!))
  const sharing = new Set(sharingAddresses({ ...workspace, posts: posts().map(load) }, files))
  await compile(({ displayPath }) => sharing.has(displayPath))
  return { ...workspace, posts: posts(), vocabulary }
}
