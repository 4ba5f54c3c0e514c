// Limits the lists of a workspace: they are all read before its first reply.
import { WHOLE_FILE } from '../problems/location.ts'
import { type Problem, problemAt } from '../problems/problem.ts'
import { COLLECTIONS, KINDS } from '../workspace/collections.ts'
import type { Reference } from '../workspace/references.ts'
import { firstReferences } from '../workspace/taxonomies.ts'
import type { LinkedWorkspace } from './resolve.ts'

/** The size of a list: a workspace whose three lists all have it takes 25 to 30 ms to open. */
const MAX_ENTRIES = 10_000
const MAX_MEGABYTES = 2

/** @param references of all posts and of the workspace's defaults */
export function largeLists(
  { folder, lists }: Pick<LinkedWorkspace, 'folder' | 'lists'>,
  references: readonly Reference[],
): Problem[] {
  return KINDS.flatMap((kind): Problem[] => {
    const named = lists[kind] ? [] : firstReferences(references, kind)
    const entries: readonly unknown[] = lists[kind] ?? named.map(({ target }) => target)
    const mistake = mistakeIn(entries, COLLECTIONS[kind].list)
    if (mistake === undefined) return []
    const [list] = kind === 'author' ? [] : COLLECTIONS[kind].files(folder)
    const { file = (list ?? folder).displayPath, location = WHOLE_FILE } = named[MAX_ENTRIES] ?? {}
    const hint = 'Remove some, or split the workspace.'
    return [problemAt(file, location, { code: 'too-large', message: mistake, hint })]
  })
}

function mistakeIn(entries: readonly unknown[], name: string): string | undefined {
  const formatted = (count: number) => count.toLocaleString('en')
  if (entries.length > MAX_ENTRIES) {
    return `There are ${formatted(entries.length)} ${name}; the limit is ${formatted(MAX_ENTRIES)}.`
  }
  const bytes = entries.reduce((sum: number, entry) => sum + Buffer.byteLength(JSON.stringify(entry)), 0)
  const megabytes = Math.ceil(bytes / 1024 / 1024)
  return megabytes > MAX_MEGABYTES
    ? `The ${name} take ${megabytes} MB; the limit is ${MAX_MEGABYTES} MB.`
    : undefined
}
