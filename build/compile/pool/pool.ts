// Compiles all posts of a build: in this thread, and in helper threads if that is worth starting them. No file can hang
// or crash the build, whatever is in it. It is not done with tinypool (2.2), which could only replace thread.ts: its threads
// abort this process if a single map or array outgrows their heap, its processes run in the current folder and print
// messages of V8, and it has no time limit for the work of this thread.

import { availableParallelism } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { Vocabulary } from '../../../packages/search/index.ts'
import { tooComplex } from '../../problems/read-failure.ts'
import type { ConfiguredWorkspace } from '../../workspace/configure.ts'
import { type CompilerSettings, compilerSettings } from '../../workspace/settings.ts'
import type { Brief } from '../brief.ts'
import { withoutPost } from '../compile.ts'
import { briefInMemory, type StoredFile, stored } from '../stored-content.ts'
import { LastTry } from './last-try.ts'
import { PostCompiler, type PostFile } from './post.ts'
import { HelperThread } from './thread.ts'

/** The work that threads share: each takes the next files and records the results. */
interface Workload {
  files: readonly PostFile[]
  next: number
  /** The results, by index of the file; missing if its first try was stopped. */
  compiled: (Brief | undefined)[]
  /** Records the result of a file, once for each. @returns what is held of it */
  done(file: PostFile, compiled: StoredFile): Brief
  /** True if texts that depend on no other file are packed. */
  packs: boolean
}

export interface CompiledWorkspace extends ConfiguredWorkspace {
  /** The posts, sorted by path in code point order, drafts included. */
  posts: Brief[]
  /** The vocabulary that has the numbers of their words. */
  vocabulary: Vocabulary
}

/** The results of files in earlier builds. */
export interface KnownFiles {
  /** True if contents are kept as they are stored. */
  readonly keepsContents: boolean
  /** Finds the result of a file; `undefined` if the file, as it is now, is not among them. */
  find(file: PostFile): Brief | undefined
  add(file: PostFile, compiled: StoredFile): Brief
}

export interface CompileOptions {
  /** Gets the words of posts. */
  vocabulary?: Vocabulary | undefined
  /** Gives the known files for the settings of each workspace; without it, all files are compiled. */
  knownWith?: ((settings: readonly CompilerSettings[]) => KnownFiles) | undefined
  /** Starts a helper; by default, a thread. */
  startHelper?: ((...given: ConstructorParameters<typeof HelperThread>) => Helper) | undefined
}

type Helper = Pick<HelperThread, 'compile' | 'end'>

/** @param onCompiled called after each post */
export async function compileAll(
  workspaces: readonly ConfiguredWorkspace[],
  onCompiled: () => void,
  { vocabulary = new Vocabulary(), knownWith, startHelper }: CompileOptions = {},
): Promise<CompiledWorkspace[]> {
  const files = workspaces.flatMap(({ folder }, workspace) =>
    folder.posts.map((file) => ({ file, workspace })),
  )
  const settings = workspaces.map((workspace) => compilerSettings(workspace.settings))
  const known = knownWith?.(settings)
  const found = known ? await findAll(files, known, onCompiled) : []
  const done: Workload['done'] = (file, compiled) => {
    onCompiled()
    return known?.add(file, compiled) ?? briefInMemory(compiled)
  }
  const unknown = files.filter((_, index) => !found[index])
  const packs = known?.keepsContents ?? false
  const workload: Workload = { files: unknown, next: 0, compiled: [], done, packs }
  const next = (await compileFiles(workload, settings, vocabulary, startHelper)).values()
  const all = workspaces.map((workspace): CompiledWorkspace => ({ ...workspace, posts: [], vocabulary }))
  for (const [index, { workspace }] of files.entries()) {
    all[workspace]!.posts.push(found[index] ?? next.next().value!)
  }
  return all
}

/** Finds the results of files; `undefined` for files that are not known. */
async function findAll(
  files: readonly PostFile[],
  known: KnownFiles,
  onFound: () => void,
): Promise<(Brief | undefined)[]> {
  const found: (Brief | undefined)[] = []
  for (const file of files) {
    found.push(known.find(file))
    if (found.at(-1)) onFound()
    if (found.length % TOGETHER === 0) await turn()
  }
  return found
}

/** Files that are looked up between two turns of others. */
const TOGETHER = 64

/** The most helpers: one for each further core, at least one and at most three. More would cost more memory than they save time. */
const MAX_HELPERS = Math.max(1, Math.min(3, availableParallelism() - 1))

/** Returns one result for each of the files, in the same order. */
async function compileFiles(
  workload: Workload,
  settings: readonly CompilerSettings[],
  vocabulary: Vocabulary,
  startHelper: CompileOptions['startHelper'] = (...given) => new HelperThread(...given),
): Promise<Brief[]> {
  const lastTry = new LastTry(vocabulary)
  const helpers: Helper[] = []
  try {
    const start = () => {
      if (helpers.length < MAX_HELPERS) return helpers[helpers.push(startHelper(settings, vocabulary)) - 1]
    }
    const compiler = new PostCompiler(settings, vocabulary)
    await firstTries(workload, compiler, start)
    return await lastTries(workload, settings, lastTry, compiler)
  } finally {
    await Promise.all([lastTry, ...helpers].map((one) => one.end()))
  }
}

/**
 * The least work left for which a helper is started, in milliseconds: the helper takes a quarter of that to load its modules and
 * to have them compiled by V8, and this thread is slower meanwhile.
 */
const MIN_WORK_LEFT = 4_000

async function firstTries(
  desk: Workload,
  compiler: PostCompiler,
  start: () => Helper | undefined,
): Promise<void> {
  const helped: Promise<void>[] = []
  const addHelper = () => {
    const helper = start()
    // Three assignments at a time: the helper works on one while the result of another waits until this thread receives it.
    for (let i = 0; helper && i < 3; i++) helped.push(assign(desk, helper))
  }
  /** The time, and the next file, after the first files, each of which takes many times as long as later ones. */
  let begun: { at: number; next: number } | undefined
  while (desk.next < desk.files.length) {
    const from = desk.next
    const tried = compiler.first(desk.files.slice(from, from + MAX_BATCH), desk.packs)
    desk.next += tried.length
    for (const [index, compiled] of tried.entries()) record(desk, from + index, compiled)
    // Meanwhile, results of helpers are received and a server can answer requests.
    await turn()
    const now = performance.now()
    begun ??= { at: now, next: desk.next }
    const left = ((now - begun.at) / (desk.next - begun.next)) * (desk.files.length - desk.next)
    if (left > MIN_WORK_LEFT) addHelper()
  }
  await Promise.all(helped)
}

/** Small enough that all threads finish at about the same time. */
const MAX_BATCH = 32

async function assign(desk: Workload, helper: Helper): Promise<void> {
  while (desk.next < desk.files.length) {
    const from = desk.next
    const count = Math.min(MAX_BATCH, Math.ceil((desk.files.length - from) / MAX_BATCH))
    desk.next += count
    const answer = await helper.compile(desk.files.slice(from, desk.next), desk.packs)
    // If the thread crashed on one of them, all of them get a last try.
    if (!answer) return
    for (const [index, compiled] of answer.entries()) record(desk, from + index, compiled)
  }
}

function record(desk: Workload, index: number, one: StoredFile | undefined): void {
  desk.compiled[index] = one && desk.done(desk.files[index]!, one)
}

/** Gives files their last try, one after another, so that each has the machine to itself. */
async function lastTries(
  desk: Workload,
  settings: readonly CompilerSettings[],
  lastTry: LastTry,
  compiler: PostCompiler,
): Promise<Brief[]> {
  const all: Brief[] = []
  for (const [index, file] of desk.files.entries()) {
    const first = desk.compiled[index]
    if (first) {
      all.push(first)
      continue
    }
    const compiled = await lastTry.compile({ file, settings })
    const done = compiled && stored(compiler.coloured(compiled, file), desk.packs)
    all.push(desk.done(file, done ?? withoutPost(file.file, [tooComplex(file.file.displayPath)])))
  }
  return all
}
