// Globs of configurations: `*` and `?` stand for signs of one name, `**` for any, `{a,b}` for either.

/** The most stars of a glob: one with more, or with nested braces, is taken to match. Each star multiplies the time. */
const MAX_STARS = 4

const SIGNS: Record<string, string> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }

/** @returns the source of a regular expression */
export function globSource(glob: string): string {
  if ((glob.match(/\*+/g) ?? []).length > MAX_STARS || /\{[^{}]*\{/.test(glob)) return '.*'
  return glob.replace(/\{([^{}]*)\}|\*\*\/?|[*?{}.+^$()|[\]\\]/g, (sign, inside?: string) =>
    inside === undefined
      ? (SIGNS[sign] ?? `\\${sign}`)
      : `(?:${inside.split(',').map(globSource).join('|')})`,
  )
}
