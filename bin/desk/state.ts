// The desk's knowledge of the last build of `galley dev`, and who waits for the next one.
import { hash, randomUUID } from 'node:crypto'
import type { DeskWorkspace } from '../../build/desk/desk.ts'
import type { NotedProblem } from '../../build/desk/notes.ts'
import type { BuildResult } from '../../build/index.ts'

/** The state as the desk reads it. */
export interface DeskState {
  /** The id of the build: another one after each build, and after each start. */
  build: string
  /** The reason why the last build came to nothing, if that is no mistake in content. */
  failure: string | null
  /** True if the last build was published; if not, the API still answers from the one before. */
  isPublished: boolean
  /** Problems that belong to no workspace. */
  problems: NotedProblem[]
  workspaces: DeskWorkspaceState[]
}

export interface DeskWorkspaceState extends Omit<DeskWorkspace, 'hash' | 'notes' | 'files'> {
  /** Changes when what the desk shows of it does. */
  version: string
  /** False if its own settings are broken. */
  isShown: boolean
}

export class DeskStates {
  readonly #started = randomUUID()
  #builds = 0
  /** `undefined` before the first build. */
  current: DeskState | undefined
  readonly #waiting = new Set<() => void>()

  set(result: Pick<BuildResult, 'desk' | 'written'>): void {
    const { workspaces = [], problems = [] } = result.desk ?? {}
    this.#change({
      failure: null,
      isPublished: result.written,
      problems,
      workspaces: workspaces.map(({ hash: snapshot, notes, files: _, ...workspace }) => ({
        ...workspace,
        version: hash('sha256', `${snapshot} ${notes}`, 'base64url').slice(0, 22),
        isShown: snapshot !== undefined,
      })),
    })
  }

  /** Records a failed build. The posts and problems that were shown stay. */
  fail(failure: string): void {
    const { workspaces = [], problems = [] } = this.current ?? {}
    this.#change({ failure, isPublished: false, problems, workspaces })
  }

  #change(state: Omit<DeskState, 'build'>): void {
    this.current = { build: `${this.#started}.${++this.#builds}`, ...state }
    this.release()
  }

  /** Resolves with the next build, or as soon as nobody should wait any longer. */
  next(onGone: ((listener: () => void) => () => void) | undefined, milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        stop?.()
        this.#waiting.delete(done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      this.#waiting.add(done)
      const stop = onGone?.(done)
    })
  }

  /** Lets all go who wait. */
  release(): void {
    for (const done of [...this.#waiting]) done()
  }
}
