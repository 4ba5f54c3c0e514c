// The snapshot being served, if there is one, and how the log describes it.
import { many } from '../snapshot/printable.ts'
import type { Current } from '../snapshot/read/current.ts'
import type { Snapshots } from '../snapshot/read/snapshots.ts'

export function servedSnapshot(snapshots: Snapshots): Current | undefined {
  try {
    return snapshots.current()
  } catch {
    return undefined
  }
}

export function describeSnapshot({ hash, workspaces, builtAt, preview }: Current): string {
  const facts = [many(workspaces.size, 'workspace')]
  if (builtAt !== null) facts.push(`built ${builtAt}`)
  if (preview !== null) facts.push(`preview of ${preview}`)
  return `snapshot ${hash} (${facts.join(', ')})`
}
