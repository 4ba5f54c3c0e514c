// Entries in folders: a list nested by its paths.

/** A place in a tree: an entry, the folder of others, or both. */
export interface Branch<T> {
  path: string
  /** Missing if a folder has no page of its own. */
  entry?: T
  children: Branch<T>[]
}

/** Nests entries by their paths. Siblings are in the order of the list. */
export function tree<T extends { path: string }>(entries: readonly T[]): Branch<T>[] {
  const roots: Branch<T>[] = []
  const branches = new Map<string, Branch<T>>()
  const branchAt = (path: string): Branch<T> => {
    const known = branches.get(path)
    if (known) return known
    const branch: Branch<T> = { path, children: [] }
    branches.set(path, branch)
    const slash = path.lastIndexOf('/')
    const siblings = slash < 0 ? roots : branchAt(path.slice(0, slash)).children
    siblings.push(branch)
    return branch
  }
  for (const entry of entries) branchAt(entry.path).entry = entry
  return roots
}
