// All posts of a build, compiled: here, and with a helper where that is worth its start. No file takes more than a
// second or ends the process, whatever is in it. Ours rather than tinypool (2.2), which could replace thread.ts alone: its
// threads end this process when one map or array outgrows their heap, its processes run in the current folder and print what
// V8 says, and it stops nothing that this thread does.
import { availableParallelism } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { tooComplex } from '../../problems/read-failure.ts'
import type { ConfiguredWorkspace } from '../../workspace/configure.ts'
import type { Settings } from '../../workspace/settings.ts'
import { type Compiled, withoutPost } from '../compile.ts'
import { LastTry } from './last-try.ts'
import { type PostFile, postCompiler } from './post.ts'
import { Helper } from './thread.ts'

/** What threads share: each takes the next files and puts down what they are. */
interface Desk {
  files: readonly PostFile[]
  next: number
  /** A file's is missing when its first try was stopped. */
  compiled: (Compiled | undefined)[]
  onCompiled(): void
}

export interface CompiledWorkspace extends ConfiguredWorkspace {
  /** In code point order of their paths, drafts included. */
  posts: Compiled[]
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
): Promise<Compiled[]> {
  const desk: Desk = { files, next: 0, compiled: [], onCompiled }
  const lastTry = new LastTry()
  const helpers = Array.from({ length: MOST_HELPERS }, () => new Helper(settings))
  try {
    await firstTries(desk, settings, helpers)
    return await lastTries(desk, settings, lastTry)
  } finally {
    await Promise.all([lastTry, ...helpers].map((one) => one.end()))
  }
}

/** One has a core to itself wherever there are two; more cost more memory than they save time. */
const MOST_HELPERS = Math.max(1, Math.min(3, availableParallelism() - 1))

/** Milliseconds of work left at which a helper is called: it takes a third of that to start. */
const WORTH_HELP = 1_000

async function firstTries(
  desk: Desk,
  settings: readonly Settings[],
  helpers: readonly Helper[],
): Promise<void> {
  const compile = postCompiler(settings)
  const started = performance.now()
  const idle = [...helpers]
  const helped: Promise<void>[] = []
  while (desk.next < desk.files.length) {
    const index = desk.next++
    put(desk, index, compile(desk.files[index]!, 'first'))
    // Helpers answer, and a server goes on, between two files.
    await turn()
    const left = ((performance.now() - started) / desk.next) * (desk.files.length - desk.next)
    const helper = left > WORTH_HELP ? idle.pop() : undefined
    if (!helper) continue
    // One assignment is done while the answer to the other is read.
    helped.push(assign(desk, helper), assign(desk, helper))
  }
  await Promise.all(helped)
}

/** Few enough that all threads finish at about the same time. */
const MOST_AT_ONCE = 16

async function assign(desk: Desk, helper: Helper): Promise<void> {
  while (desk.next < desk.files.length) {
    const from = desk.next
    const count = Math.min(MOST_AT_ONCE, Math.ceil((desk.files.length - from) / MOST_AT_ONCE))
    desk.next += count
    const answer = await helper.compile(desk.files.slice(from, desk.next))
    // A thread that was lost over one of them leaves them all for a last try.
    if (!answer) return
    for (const [index, compiled] of answer.entries()) put(desk, from + index, compiled)
  }
}

function put({ compiled, onCompiled }: Desk, index: number, one: Compiled | undefined): void {
  compiled[index] = one
  if (one) onCompiled()
}

/** Alone, so that each has the machine to itself. */
async function lastTries(desk: Desk, settings: readonly Settings[], lastTry: LastTry): Promise<Compiled[]> {
  const all: Compiled[] = []
  for (const [index, file] of desk.files.entries()) {
    const first = desk.compiled[index]
    const compiled = first ?? (await lastTry.compile({ file, settings }))
    if (!first) desk.onCompiled()
    all.push(compiled ?? withoutPost(file.file, [tooComplex(file.file.shown)]))
  }
  return all
}
