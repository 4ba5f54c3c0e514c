// Lists by key, made in linear time: a site may have a hundred thousand posts in one language.

/** Adds to the list of a key; the first value makes it. */
export function addToList<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
