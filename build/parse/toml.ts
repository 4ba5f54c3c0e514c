// Front matter in TOML, read as YAML to find further mistakes in it: nothing is built from it.

/** YAML of the same length with the same keys at the same offsets; what is in tables is left out. */
export function yamlOfToml(toml: string): string {
  let isInTable = false
  return toml.replace(/[^\r\n]+/g, (line) => {
    const table = /^(\s*)\[+([^[\]]+)\]+\s*$/.exec(line)
    if (table) {
      isInTable = true
      // The table gets the first part of its name, and all below it is left out.
      return `${table[2]!.split('.', 1)[0]!.replace(/["']/g, '')}:`.padEnd(line.length)
    }
    if (isInTable) return ' '.repeat(line.length)
    return line.replace(
      /^(\s*)([A-Za-z0-9_-]+)(\s*)=/,
      (_, indent: string, key: string, gap: string) => `${key}:${gap}${indent}`,
    )
  })
}
