// The build thread: receives options, reports progress, sends the result. builder.ts is the other end.
import { setImmediate as turn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { type FormEdits, formEdits } from '../../build/edit/front-matter.ts'
import { formFor, LastRead, type TypedPost, type TypedText, typedPost } from '../../build/edit/typed-text.ts'
import type { BuildOptions, BuildResult } from '../../build/index.ts'
import { build, OutdatedBuild } from '../../build/index.ts'
import { Memo } from '../../build/memo/memo.ts'
import type { Progress, StageName } from '../../build/stages.ts'
import { isExpectedError } from '../cli/expected-error.ts'

/** The request for a build, with the options that can be sent to a thread: no functions. */
export interface BuildQuestion {
  ask: 'build'
  about: Omit<BuildOptions, 'onProgress' | 'onPublished' | 'memo' | 'isOutdated'>
}

/** The data for all builds of a thread. */
export interface ThreadData {
  /** The memo's folder; without one, the memo is kept for builds of this thread only. */
  cache: { folder: string | undefined } | undefined
  /** Shared: not 0 if files have changed since the build began. */
  outdated: Int32Array
}

/** About what the last build has read. */
export type Question =
  | { ask: 'typed'; about: TypedText }
  | { ask: 'edits'; about: { text: string; changes: Parameters<typeof formEdits>[1]; file: string } }
  | { ask: 'form'; about: string }

/** `undefined` if there was no build, or it has no such workspace; null if there is a newer question. */
export interface Answers {
  typed: TypedPost | null
  edits: FormEdits
  form: object
}

export type AskedQuestion = (Question | BuildQuestion) & { id: number }

export type Message =
  /** `reason` is why a build was refused. */
  | { kind: 'answer'; id: number; answer?: unknown; error?: unknown; reason?: string }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'published' }

/** Nobody can see more than ten updates a second. */
const progressMs = 100

/** Few files: saving them takes longer than compiling them again, and somebody who has just saved one may save another. */
const few = 32
const quietMs = 1_000

/** Answers requests for builds, one after the other, and questions between them. */
export function answerRequests(data: ThreadData): void {
  const thread = new BuildThread(data)
  parentPort!.on('message', (request: AskedQuestion) => thread.answer(request))
}

class BuildThread {
  readonly #memo: Memo | undefined
  readonly #outdated: Int32Array
  #building: Promise<void> | undefined
  /** The reason why the last builds could not be kept. */
  #saveFailure: string | undefined
  /** Files that have been compiled since. */
  #unsaved = 0
  #saving: NodeJS.Timeout | undefined
  /** The last question about each file, and the last that was answered: they are answered one at a time, and only the newest. */
  readonly #newest = new Map<string, number>()
  readonly #running = new Map<string, Promise<void>>()

  constructor({ cache, outdated }: ThreadData) {
    this.#memo = cache && new Memo(cache.folder)
    this.#outdated = outdated
  }

  async answer(request: AskedQuestion): Promise<void> {
    const { id } = request
    if (request.ask === 'build') {
      this.#building = this.#answerBuild(id, request.about)
      return
    }
    const place = request.ask === 'typed' && `${request.about.workspace}/${request.about.file}`
    if (place) this.#newest.set(place, id)
    // Newer questions may have come with this one.
    await turn()
    await this.#building
    if (place) await this.#running.get(place)
    const isLate = place && this.#newest.get(place) !== id
    const reply = isLate ? Promise.resolve(null) : replyTo(request, this.#memo?.memory.of(LastRead).build)
    const said = reply.then(
      (answer) => send({ kind: 'answer', id, answer }),
      (error) => send({ kind: 'answer', id, error }),
    )
    if (place && !isLate) this.#running.set(place, said)
  }

  async #answerBuild(id: number, request: BuildQuestion['about']): Promise<void> {
    clearTimeout(this.#saving)
    const memo = this.#memo
    try {
      const result = await build({
        ...request,
        onProgress: progressSender(),
        isOutdated: () => Atomics.load(this.#outdated, 0) !== 0,
        onPublished: () => send({ kind: 'published' }),
        ...(memo && { memo }),
      })
      if (this.#saveFailure !== undefined) result.cached?.notes.unshift(this.#saveFailure)
      send({ kind: 'answer', id, answer: result })
      if (memo && request.isTransient) this.#saveLater(memo, result)
    } catch (error) {
      if (error instanceof OutdatedBuild) return send({ kind: 'answer', id })
      // An error loses its class and its code when it is sent.
      send({ kind: 'answer', id, ...(isExpectedError(error) ? { reason: error.message } : { error }) })
    }
  }

  #saveLater(memo: Memo, { written, cached }: BuildResult): void {
    const save = () => {
      this.#unsaved = 0
      this.#saveFailure = memo.save(written)
    }
    this.#unsaved += cached?.files.compiled ?? 0
    if (this.#unsaved > few) save()
    else this.#saving = setTimeout(save, quietMs)
  }
}

async function replyTo({ ask, about }: Question, read: LastRead['build']): Promise<unknown> {
  if (ask === 'edits') return formEdits(about.text, about.changes, about.file)
  return read && (ask === 'form' ? formFor(read, about) : typedPost(read, about))
}

function progressSender(): (progress: Progress) => void {
  let sentAt = 0
  let sent: StageName | undefined
  return (progress) => {
    const { stage, done, total } = progress
    const now = performance.now()
    if (now - sentAt < progressMs && done < total && stage === sent) return
    sentAt = now
    sent = stage
    send({ kind: 'progress', progress })
  }
}

function send(message: Message): void {
  parentPort!.postMessage(message)
}
