// The snapshot that answers, if there is one, and how the log names it.
import type { Current } from '../snapshot/read/current.ts'
import type { Snapshots } from '../snapshot/read/snapshots.ts'

export function answering(snapshots: Snapshots): Current | undefined {
  try {
    return snapshots.current()
  } catch {
    return undefined
  }
}

export function inWords({ hash, workspaces, builtAt, preview }: Current): string {
  const facts = [`${workspaces.size} ${workspaces.size === 1 ? 'workspace' : 'workspaces'}`]
  if (builtAt !== null) facts.push(`built ${builtAt}`)
  if (preview !== null) facts.push(`preview of ${preview}`)
  return `snapshot ${hash} (${facts.join(', ')})`
}
