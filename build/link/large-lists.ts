// Lists of a workspace that are too large: all of them are read before its first reply.
import { WHOLE_FILE } from '../problems/location.ts'
import { type Problem, problemAt } from '../problems/problem.ts'
import type { Reference } from '../workspace/references.ts'
import { type DeclaredLists, slugOf } from '../workspace/taxonomies.ts'
import type { LinkedWorkspace } from './resolve.ts'

/** With all three as large, a workspace takes 25 to 30 ms to open. */
const MAX_ENTRIES = 10_000
const MAX_MEGABYTES = 2

const KINDS = { author: 'authors', category: 'categories', tag: 'tags' } as const

/** @param references of all posts, and the workspace's own */
export function largeLists(workspace: LinkedWorkspace, references: readonly Reference[]): Problem[] {
  const { folder, lists } = workspace
  const files = { author: folder, category: folder.categories ?? folder, tag: folder.tags ?? folder }
  return (['author', 'category', 'tag'] as const).flatMap((kind): Problem[] => {
    const named = lists[kind] ? [] : firstsOf(kind, references, lists)
    const entries: readonly unknown[] = lists[kind] ?? named.map(({ target }) => target)
    const mistake = mistakeOf(entries, KINDS[kind])
    if (mistake === undefined) return []
    const { file = files[kind].displayPath, location = WHOLE_FILE } = named[MAX_ENTRIES] ?? {}
    const hint = 'Remove some, or split the workspace.'
    return [problemAt(file, location, { code: 'too-large', message: mistake, hint })]
  })
}

function mistakeOf(entries: readonly unknown[], name: string): string | undefined {
  const inWords = (count: number) => count.toLocaleString('en')
  if (entries.length > MAX_ENTRIES) {
    return `There are ${inWords(entries.length)} ${name}; ${inWords(MAX_ENTRIES)} is the most.`
  }
  const bytes = entries.reduce((sum: number, entry) => sum + Buffer.byteLength(JSON.stringify(entry)), 0)
  const megabytes = Math.ceil(bytes / 1024 / 1024)
  return megabytes > MAX_MEGABYTES
    ? `The ${name} take ${megabytes} MB; ${MAX_MEGABYTES} MB is the most.`
    : undefined
}

/** Of each that is named, where it is named first. */
function firstsOf(
  kind: Reference['kind'],
  references: readonly Reference[],
  lists: DeclaredLists,
): Reference[] {
  const firsts = new Map<string, Reference>()
  for (const reference of references) {
    const slug = reference.kind === kind ? slugOf(reference, lists) : undefined
    if (slug !== undefined && !firsts.has(slug)) firsts.set(slug, reference)
  }
  return [...firsts.values()]
}
