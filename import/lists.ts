// Lists by key, made in linear time (a site may have a hundred thousand posts in one language), and the beginnings of lists.

/** Adds to the list of a key; the first value makes it. */
export function addToList<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** The first names, and how many others there are. */
export function some(names: readonly string[], most = 10): string {
  const further = names.length - most
  return names.slice(0, most).join(', ') + (further > 0 ? ` and ${further} more` : '')
}
