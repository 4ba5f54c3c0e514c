// A line of YAML with an error in it, and how to write its text in quotes.

export interface YamlLine {
  yaml: string
  start: number
  message: string
  /** The rest of the line from `start` on. */
  rest: string
  /** The value of the line's key or list item, from `valueStart` on; empty if it has neither. */
  value: string
  valueStart: number
}

/** The line that `start` is in. */
export function lineAt(start: number, message: string, yaml: string): YamlLine {
  const lineStart = yaml.lastIndexOf('\n', start - 1) + 1
  const line = lineFrom(yaml, lineStart)
  const [, before = '', value = ''] = /^(\s*(?:- +)*(?:[\w-]+:|-)\s+)(.*)$/.exec(line) ?? []
  return { yaml, start, message, rest: lineFrom(yaml, start), value, valueStart: lineStart + before.length }
}

function lineFrom(yaml: string, start: number): string {
  return /^[^\r\n]*/.exec(yaml.slice(start, start + 2000))![0].trimEnd()
}

/** Suggests quotes around the value that `start` is in, or else around the rest of the line. */
export function inQuotes({ start, rest, value, valueStart }: YamlLine, message: string) {
  const isValue = value !== '' && valueStart <= start
  const text = isValue ? value : rest
  const from = isValue ? valueStart : start
  return { start: from, end: from + text.length, message, hint: `Put quotes around it: ${asQuoted(text)}` }
}

/** A quoted YAML scalar that reads as `text`. */
export function asQuoted(text: string): string {
  const [, quote = '', inner = ''] = /^(["'])(.*)\1$/.exec(text) ?? []
  // 'It's here' is one quoted text, "a" or "b" is two.
  const plain = quote && inner.split(quote).length !== 3 ? inner : text
  return /["\\]/.test(plain) ? `'${plain.replaceAll("'", "''")}'` : `"${plain}"`
}
