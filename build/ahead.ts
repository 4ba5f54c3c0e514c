// What a build begins with: found by another thread while that of the build is still loading its modules.
import { discover, type WorkspaceFolder } from './discover/discover.ts'
import { type FileFacts, factsOf } from './parse/facts.ts'
import type { Checked } from './problems/problem.ts'

/** It can be sent to a thread. */
export interface FoundContent {
  /** As `discover` returns them. */
  folders: Checked<WorkspaceFolder[]>
  /** Of the first files of posts, in order. */
  facts: (FileFacts | undefined)[]
}

/**
 * How long the thread that finds it may do nothing else, in milliseconds: about as long as that of the build takes to start. Ctrl-C waits
 * for it.
 */
const longestMs = 400

/**
 * `undefined` if that takes too long, or is not possible: the build itself will find it, or say why not.
 * @param isCached whether there is a cache, for which the system is asked about files
 */
export function findContent(content: string, isCached = true): FoundContent | undefined {
  const until = performance.now() + longestMs
  try {
    const folders = discover(content, until)
    const facts: FoundContent['facts'] = []
    for (const path of isCached ? postsIn(folders) : []) {
      if (performance.now() > until) break
      facts.push(factsOf(path))
    }
    return { folders, facts }
  } catch {
    return undefined
  }
}

/** By path. */
export function factsIn({ folders, facts }: FoundContent): Map<string, FileFacts | undefined> {
  const paths = postsIn(folders)
  return new Map(facts.map((own, i) => [paths[i]!, own]))
}

function postsIn({ value }: FoundContent['folders']): string[] {
  return value.flatMap(({ posts }) => posts.map(({ path }) => path))
}
