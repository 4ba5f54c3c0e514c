// Replaces what stands between a beginning and its end, in one pass.

/**
 * An end that is missing once is not looked for again, so that a text full of beginnings takes linear time; a regular
 * expression over both would take quadratic time.
 * @param start global
 * @param endOf the source of the regular expression that ends what a match of `start` begins
 * @param replace `match` is that of `start`
 */
export function replaceBetween(
  text: string,
  start: RegExp,
  endOf: (match: RegExpExecArray) => string,
  replace: (inner: string, match: RegExpExecArray, whole: string) => string,
): string {
  const missing = new Set<string>()
  let [result, from] = ['', 0]
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const source = endOf(match)
    if (missing.has(source)) continue
    const inside = start.lastIndex
    const end = new RegExp(source, 'gim')
    end.lastIndex = inside
    const found = end.exec(text)
    if (!found) {
      missing.add(source)
      continue
    }
    const whole = text.slice(match.index, end.lastIndex)
    result += text.slice(from, match.index) + replace(text.slice(inside, found.index), match, whole)
    from = end.lastIndex
    start.lastIndex = from
  }
  return result + text.slice(from)
}
