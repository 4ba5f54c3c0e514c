// Globs of configurations: `*` and `?` stand for signs of one name, `**` for any, `{a,b}` for either.

/** Each is tried at every sign of a path, within the one before: what has more, or nested braces, is taken to match. */
const MAX_STARS = 4

export function globMatcher(glob: string): (path: string) => boolean {
  if ((glob.match(/\*+/g) ?? []).length > MAX_STARS || /\{[^{}]*\{/.test(glob)) return () => true
  const pattern = new RegExp(`^${sourceOf(glob)}$`, 'i')
  return (path) => pattern.test(path)
}

const SIGNS: Record<string, string> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }

function sourceOf(glob: string): string {
  return glob.replace(/\{([^{}]*)\}|\*\*\/?|[*?{}.+^$()|[\]\\]/g, (sign, inside?: string) =>
    inside === undefined ? (SIGNS[sign] ?? `\\${sign}`) : `(?:${inside.split(',').map(sourceOf).join('|')})`,
  )
}

/** Of what is left out: a file, or a folder that it is in; without a slash, wherever that is. */
export function leftOutMatcher(written: string): (path: string) => boolean {
  const glob = written.trim().replace(/^(?:\.?\/)+|\/(?:\*\*)?$/g, '')
  if (glob === '' || /^[!#]/.test(glob)) return () => false
  const [matches, isPath] = [globMatcher(glob), glob.includes('/')]
  return (path) =>
    path.split('/').some((name, at, all) => matches(isPath ? all.slice(0, at + 1).join('/') : name))
}
