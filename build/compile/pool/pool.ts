// All posts of a build, compiled: here, and with a helper where that is worth its start. No file takes more than a
// second or ends the process, whatever is in it. Ours rather than tinypool (2.2), which could replace thread.ts alone: its
// threads end this process when one map or array outgrows their heap, its processes run in the current folder and print what
// V8 says, and it stops nothing that this thread does.
import { availableParallelism } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { tooComplex } from '../../problems/read-failure.ts'
import type { ConfiguredWorkspace } from '../../workspace/configure.ts'
import type { Settings } from '../../workspace/settings.ts'
import { type CompiledFile, withoutPost } from '../compile.ts'
import { LastTry } from './last-try.ts'
import { type PostFile, postCompiler } from './post.ts'
import { HelperThread } from './thread.ts'

/** What threads share: each takes the next files and puts down what they are. */
interface Queue {
  files: readonly PostFile[]
  next: number
  /** A file's is missing when its first try was stopped. */
  compiled: (CompiledFile | undefined)[]
  onCompiled(): void
}

export interface CompiledWorkspace extends ConfiguredWorkspace {
  /** In code point order of their paths, drafts included. */
  posts: CompiledFile[]
}

/** @param onCompiled called after each file */
export async function compileAll(
  workspaces: readonly ConfiguredWorkspace[],
  onCompiled: () => void,
): Promise<CompiledWorkspace[]> {
  const files = workspaces.flatMap(({ folder }, workspace) =>
    folder.posts.map((file) => ({ file, workspace })),
  )
  const compiled = await compileFiles(
    files,
    workspaces.map(({ settings }) => settings),
    onCompiled,
  )
  const all = workspaces.map((workspace): CompiledWorkspace => ({ ...workspace, posts: [] }))
  for (const [index, { workspace }] of files.entries()) all[workspace]!.posts.push(compiled[index]!)
  return all
}

/** Gives one result for each of `files`, in their order. */
async function compileFiles(
  files: readonly PostFile[],
  settings: readonly Settings[],
  onCompiled: () => void,
): Promise<CompiledFile[]> {
  const queue: Queue = { files, next: 0, compiled: [], onCompiled }
  const lastTry = new LastTry()
  const helpers = Array.from({ length: MAX_HELPERS }, () => new HelperThread(settings))
  try {
    await firstTries(queue, settings, helpers)
    return await lastTries(queue, settings, lastTry)
  } finally {
    await Promise.all([lastTry, ...helpers].map((one) => one.end()))
  }
}

/** One has a core to itself wherever there are two; more cost more memory than they save time. */
const MAX_HELPERS = Math.max(1, Math.min(3, availableParallelism() - 1))

/** Milliseconds of work left at which a helper is called: it takes a third of that to start. */
const MIN_WORK_LEFT = 1_000

async function firstTries(
  desk: Queue,
  settings: readonly Settings[],
  helpers: readonly HelperThread[],
): Promise<void> {
  const compile = postCompiler(settings)
  const started = performance.now()
  const idle = [...helpers]
  const helped: Promise<void>[] = []
  while (desk.next < desk.files.length) {
    const index = desk.next++
    record(desk, index, compile(desk.files[index]!, 'first'))
    // Helpers answer, and a server goes on, between two files.
    await turn()
    const left = ((performance.now() - started) / desk.next) * (desk.files.length - desk.next)
    const helper = left > MIN_WORK_LEFT ? idle.pop() : undefined
    if (!helper) continue
    // One assignment is done while the answer to the other is read.
    helped.push(assign(desk, helper), assign(desk, helper))
  }
  await Promise.all(helped)
}

/** Few enough that all threads finish at about the same time. */
const MAX_BATCH = 16

async function assign(desk: Queue, helper: HelperThread): Promise<void> {
  while (desk.next < desk.files.length) {
    const from = desk.next
    const count = Math.min(MAX_BATCH, Math.ceil((desk.files.length - from) / MAX_BATCH))
    desk.next += count
    const answer = await helper.compile(desk.files.slice(from, desk.next))
    // A thread that was lost over one of them leaves them all for a last try.
    if (!answer) return
    for (const [index, compiled] of answer.entries()) record(desk, from + index, compiled)
  }
}

function record({ compiled, onCompiled }: Queue, index: number, one: CompiledFile | undefined): void {
  compiled[index] = one
  if (one) onCompiled()
}

/** Alone, so that each has the machine to itself. */
async function lastTries(
  desk: Queue,
  settings: readonly Settings[],
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
