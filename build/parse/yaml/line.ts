// A line of YAML that something is wrong with, and how what it says would stand in quotes.

export interface YamlLine {
  yaml: string
  start: number
  message: string
  /** The rest of the line from `start` on. */
  rest: string
  /** What the line gives as its key's value, from `valueStart` on; empty where it has no key. */
  value: string
  valueStart: number
}

/** What stands at `start`. */
export function lineAt(start: number, message: string, yaml: string): YamlLine {
  const lineStart = yaml.lastIndexOf('\n', start - 1) + 1
  const line = lineFrom(yaml, lineStart)
  const [, before = '', value = ''] = /^(\s*(?:- +)*(?:[\w-]+:|-)\s+)(.*)$/.exec(line) ?? []
  return { yaml, start, message, rest: lineFrom(yaml, start), value, valueStart: lineStart + before.length }
}

function lineFrom(yaml: string, start: number): string {
  return /^[^\r\n]*/.exec(yaml.slice(start, start + 2000))![0].trimEnd()
}

/** All of the value that `start` lies in, or else the rest of the line. */
export function inQuotes({ start, rest, value, valueStart }: YamlLine, message: string) {
  const isValue = value !== '' && valueStart <= start
  const text = isValue ? value : rest
  const from = isValue ? valueStart : start
  return { start: from, end: from + text.length, message, hint: `Put quotes around it: ${asQuoted(text)}` }
}

/** A YAML scalar in quotes that reads as `text`. */
export function asQuoted(text: string): string {
  const [, quote = '', inner = ''] = /^(["'])(.*)\1$/.exec(text) ?? []
  // 'It's here' is one text in quotes, "a" or "b" two.
  const plain = quote && inner.split(quote).length !== 3 ? inner : text
  return /["\\]/.test(plain) ? `'${plain.replaceAll("'", "''")}'` : `"${plain}"`
}
