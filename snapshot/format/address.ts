// Paths of addresses on the site that shows the posts: how URLs contain them, and how they are compared.

/** As the path of a URL has it: escapes stay, with capitals, and whatever a path cannot contain becomes one. */
export function encodedPath(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (one) => one.toUpperCase())
    .replace(/[^\x21-\x7e]|["#<>?\\`{}]/gu, encodeURIComponent)
}

/**
 * The same for all spellings of one path: whatever is escaped, whether letters are composed (NFC) or not, and with or without a
 * slash at its end. A slash that is escaped is part of a name.
 */
export function pathKey(path: string): string {
  const names = path.replace(/\/$/, '').split('/')
  return names.map((name) => encodeURIComponent(decoded(name).normalize('NFC'))).join('/')
}

/** Percent-decoded; unchanged if an escape in it stands for no text. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
