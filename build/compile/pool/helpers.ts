// The helper threads of a build: started when files are compiled, and used again when contents are packed.

import { availableParallelism } from 'node:os'
import type { TermNumbers } from '../../../packages/search/index.ts'
import type { CompilerSettings } from '../../workspace/settings.ts'
import { HelperThread } from './thread.ts'

/** One for each further core, at least one and at most three: more would cost more memory than they save time. */
const MAX_HELPERS = Math.max(1, Math.min(3, availableParallelism() - 1))

export class Helpers {
  readonly started: HelperThread[] = []

  /** One more, unless there are enough. @param vocabulary gets the words of posts */
  start(settings: readonly CompilerSettings[], vocabulary: TermNumbers): HelperThread | undefined {
    if (this.started.length === MAX_HELPERS) return undefined
    const helper = new HelperThread(settings, vocabulary)
    this.started.push(helper)
    return helper
  }

  /** Ends them with whatever they are doing. */
  async end(): Promise<void> {
    await Promise.all(this.started.splice(0).map((helper) => helper.end()))
  }
}
