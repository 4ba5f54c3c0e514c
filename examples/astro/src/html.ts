// HTML of the API as the site shows it.

/** Addresses on this site stand without it, so that they lead nowhere else where it is tried. */
export const own = (address: string) => address.replaceAll(`${new URL(import.meta.env.SITE).origin}/`, '/')

export function shown(html: string): string {
  const local = html.replace(/(?<= (?:href|src|poster)=")[^"]+/g, own)
  // Whoever uses a keyboard scrolls what is too wide; browsers do not all see to that themselves.
  return local.replace(/<(?:pre|table)\b/g, '$& tabindex="0"')
}
