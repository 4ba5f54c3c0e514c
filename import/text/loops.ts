// Loops of Liquid over words that the post itself lists. Any other takes the program to run.
import { MAX_ADDED, type TemplateTag } from './tags.ts'

/** `{% assign ports = "Emden|Leer" | split: "|" %}`, by name. */
export function listsIn(tags: readonly TemplateTag[]): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>()
  for (const { name, written } of tags) {
    const [, list, words, sign] =
      (name === 'assign' && /^\s*([\w-]+)\s*=\s*"([^"]*)"\s*\|\s*split:\s*"([^"]+)"\s*$/.exec(written)) || []
    if (list !== undefined) lists.set(list, lists.has(list) ? [] : words!.split(sign!))
  }
  return lists
}

/** Returns what is in a loop, once for each word; `undefined` if it asks for more than that. */
export function unrolled(
  written: string,
  inner: string,
  lists: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const [, variable, list] = /^\s*([\w-]+)\s+in\s+([\w-]+)\s*$/.exec(written) ?? []
  const words = list === undefined ? undefined : lists.get(list)
  if (words === undefined || words.length * inner.length > MAX_ADDED / 10 || /\{%/.test(inner))
    return undefined
  const value = new RegExp(`\\{\\{-?\\s*${variable!.replace(/-/g, '\\-')}\\s*-?\\}\\}`, 'g')
  return words.map((word) => inner.replace(value, () => word)).join('')
}
