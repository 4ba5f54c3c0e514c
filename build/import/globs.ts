// Globs of configurations: `*` and `?` stand for signs of one name, `**` for any, `{a,b}` for either.

/** Each is tried at every sign of a path, within the one before: what has more, or nested braces, is taken to match. */
const MAX_STARS = 4

export function isOfGlob(glob: string, path: string): boolean {
  if ((glob.match(/\*+/g) ?? []).length > MAX_STARS || /\{[^{}]*\{/.test(glob)) return true
  return new RegExp(`^${sourceOf(glob)}$`, 'i').test(path)
}

const SIGNS: Record<string, string> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }

function sourceOf(glob: string): string {
  return glob.replace(/\{([^{}]*)\}|\*\*\/?|[*?{}.+^$()|[\]\\]/g, (sign, inside?: string) =>
    inside === undefined ? (SIGNS[sign] ?? `\\${sign}`) : `(?:${inside.split(',').map(sourceOf).join('|')})`,
  )
}

/** Whether a glob of what is left out names a file, or a folder that it is in; without a slash, wherever that is. */
export function isLeftOut(written: string, path: string): boolean {
  const glob = written.trim().replace(/^(?:\.?\/)+|\/(?:\*\*)?$/g, '')
  if (glob === '' || /^[!#]/.test(glob)) return false
  const names = path.split('/')
  return names.some((name, at) =>
    isOfGlob(glob, glob.includes('/') ? names.slice(0, at + 1).join('/') : name),
  )
}
