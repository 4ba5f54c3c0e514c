// The workspace's own files are shown from where the desk is, whatever address they were built for; files elsewhere are not
// loaded at all.

/** The name of a file that a build made, with a part of the hash of its contents. */
const name = String.raw`[^/"'<>\s?#]+\.[0-9a-f]{16}\.[A-Za-z0-9]+`
const own = new RegExp(String.raw`https?://[^/"'<>\s]+/(?:[^"'<>\s?#]*/)?media/(${name})`, 'g')

/**
 * The address of a cover; `undefined` if it is elsewhere.
 * @param {string} url
 * @param {string} media
 */
export function ownMedium(url, media) {
  const [, file] = new RegExp(`^${own.source}$`).exec(url) ?? []
  return file === undefined ? undefined : media + file
}

/**
 * HTML with the workspace's files at `media`, as they are: images that something else makes smaller are elsewhere.
 * @param {string} html
 * @param {string} media absolute
 */
export function withOwnMedia(html, media) {
  const isOwn = (/** @type {string} */ list) => list.split(/,\s+/).every((one) => one.startsWith(media))
  return html
    .replace(own, (_, file) => media + file)
    .replace(/<(?:img|source)\s(?:"[^"]*"|[^">])*>/g, (tag) =>
      tag.replace(/\ssrcset="([^"]*)"/, (srcset, list) => (isOwn(list) ? srcset : '')),
    )
}
