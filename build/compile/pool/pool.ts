// Compiles all posts of a build: in this thread, and in helper threads if that is worth starting them. No file can hang
// or crash the build, whatever is in it. Ours rather than tinypool (2.2), which could only replace thread.ts: its threads
// abort this process if a single map or array outgrows their heap, its processes run in the current folder and print
// messages of V8, and it has no time limit for the work of this thread.
import { availableParallelism } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { Vocabulary } from '../../../snapshot/search/vocabulary.ts'
import { tooComplex } from '../../problems/read-failure.ts'
import type { ConfiguredWorkspace } from '../../workspace/configure.ts'
import { type CompilerSettings, compilerSettings } from '../../workspace/settings.ts'
import { type CompiledFile, withoutPost } from '../compile.ts'
import { LastTry } from './last-try.ts'
import { PostCompiler, type PostFile } from './post.ts'
import { HelperThread } from './thread.ts'

/** The work that threads share: each takes the next files and records the results. */
interface Workload {
  files: readonly PostFile[]
  next: number
  /** By index of the file; missing if its first try was stopped. */
  compiled: (CompiledFile | undefined)[]
  onCompiled(): void
}

interface Assigned {
  /** Of each workspace. */
  settings: readonly CompilerSettings[]
  vocabulary: Vocabulary
  onCompiled: () => void
}

export interface CompiledWorkspace extends ConfiguredWorkspace {
  /** Sorted by path in code point order, drafts included. */
  posts: CompiledFile[]
  /** Whose numbers their words have. */
  vocabulary: Vocabulary
}

/** What files became in earlier builds. */
export interface KnownFiles {
  /** `undefined` if the file, as it is now, is not among them. */
  find(file: PostFile): CompiledFile | undefined
  /** @returns the same, with its key */
  add(file: PostFile, compiled: CompiledFile): CompiledFile
}

export type KnownWith = (settings: readonly CompilerSettings[]) => KnownFiles

/**
 * @param onCompiled called after each post
 * @param vocabulary gets the words of posts
 * @param knownWith with the settings of each workspace; without it, all files are compiled
 */
export async function compileAll(
  workspaces: readonly ConfiguredWorkspace[],
  onCompiled: () => void,
  vocabulary = new Vocabulary(),
  knownWith?: KnownWith,
): Promise<CompiledWorkspace[]> {
  const files = workspaces.flatMap(({ folder }, workspace) =>
    folder.posts.map((file) => ({ file, workspace })),
  )
  const settings = workspaces.map((workspace) => compilerSettings(workspace.settings))
  const compiled = knownWith
    ? await compileUnknown(files, { settings, vocabulary, onCompiled }, knownWith(settings))
    : await compileFiles(files, { settings, vocabulary, onCompiled })
  const all = workspaces.map((workspace): CompiledWorkspace => ({ ...workspace, posts: [], vocabulary }))
  for (const [index, { workspace }] of files.entries()) all[workspace]!.posts.push(compiled[index]!)
  return all
}

/** Compiles what is not known. One result for each of `files`, in the same order. */
async function compileUnknown(
  files: readonly PostFile[],
  work: Assigned,
  known: KnownFiles,
): Promise<CompiledFile[]> {
  const all: (CompiledFile | undefined)[] = []
  for (const file of files) {
    all.push(known.find(file))
    if (all.at(-1)) work.onCompiled()
    if (all.length % TOGETHER === 0) await turn()
  }
  const unknown = files.filter((_, index) => !all[index])
  const compiled = await compileFiles(unknown, work)
  const added = unknown.map((file, index) => known.add(file, compiled[index]!))
  const next = added.values()
  return all.map((one) => one ?? next.next().value!)
}

/** Files that are looked up between two turns of others. */
const TOGETHER = 64

/** One result for each of `files`, in the same order. */
async function compileFiles(
  files: readonly PostFile[],
  { settings, vocabulary, onCompiled }: Assigned,
): Promise<CompiledFile[]> {
  const workload: Workload = { files, next: 0, compiled: [], onCompiled }
  const lastTry = new LastTry(vocabulary)
  const helpers = Array.from({ length: MAX_HELPERS }, () => new HelperThread(settings, vocabulary))
  try {
    await firstTries(workload, new PostCompiler(settings, vocabulary), helpers)
    return await lastTries(workload, settings, lastTry)
  } finally {
    await Promise.all([lastTry, ...helpers].map((one) => one.end()))
  }
}

/** One for each further core, at least one and at most three: more would cost more memory than they save time. */
const MAX_HELPERS = Math.max(1, Math.min(3, availableParallelism() - 1))

/** In milliseconds. A helper is started only if this much work is left: it takes a third of that to start. */
const MIN_WORK_LEFT = 1_000

async function firstTries(
  desk: Workload,
  compiler: PostCompiler,
  helpers: readonly HelperThread[],
): Promise<void> {
  const started = performance.now()
  const idle = [...helpers]
  const helped: Promise<void>[] = []
  while (desk.next < desk.files.length) {
    const from = desk.next
    const tried = compiler.first(desk.files.slice(from, from + MAX_BATCH))
    desk.next += tried.length
    for (const [index, compiled] of tried.entries()) record(desk, from + index, compiled)
    // Meanwhile, results of helpers are received and a server can answer requests.
    await turn()
    const left = ((performance.now() - started) / desk.next) * (desk.files.length - desk.next)
    const helper = left > MIN_WORK_LEFT ? idle.pop() : undefined
    if (!helper) continue
    // Two assignments at a time: the helper works on one while the result of the other is received.
    helped.push(assign(desk, helper), assign(desk, helper))
  }
  await Promise.all(helped)
}

/** Small enough that all threads finish at about the same time. */
const MAX_BATCH = 16

async function assign(desk: Workload, helper: HelperThread): Promise<void> {
  while (desk.next < desk.files.length) {
    const from = desk.next
    const count = Math.min(MAX_BATCH, Math.ceil((desk.files.length - from) / MAX_BATCH))
    desk.next += count
    const answer = await helper.compile(desk.files.slice(from, desk.next))
    // If the thread crashed on one of them, all of them get a last try.
    if (!answer) return
    for (const [index, compiled] of answer.entries()) record(desk, from + index, compiled)
  }
}

function record({ compiled, onCompiled }: Workload, index: number, one: CompiledFile | undefined): void {
  compiled[index] = one
  if (one) onCompiled()
}

/** One after another, so that each has the machine to itself. */
async function lastTries(
  desk: Workload,
  settings: readonly CompilerSettings[],
  lastTry: LastTry,
): Promise<CompiledFile[]> {
  const all: CompiledFile[] = []
  for (const [index, file] of desk.files.entries()) {
    const first = desk.compiled[index]
    const compiled = first ?? (await lastTry.compile({ file, settings }))
    if (!first) desk.onCompiled()
    all.push(compiled ?? withoutPost(file.file, [tooComplex(file.file.displayPath)]))
  }
  return all
}
