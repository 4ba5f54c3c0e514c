// Media are files beside posts that are served unchanged. Only SVG could run scripts in a page, and it is
// served with headers that prevent that.

/** Types by file extension; images have a width and a height. */
export const MEDIA = {
  image: ['avif', 'gif', 'ico', 'jpeg', 'jpg', 'png', 'svg', 'webp'],
  other: ['mp3', 'mp4', 'pdf', 'vtt', 'webm', 'zip'],
}

export function isMedia(path: string): boolean {
  return isImage(path) || MEDIA.other.includes(endingOf(path))
}

export function isImage(path: string): boolean {
  return MEDIA.image.includes(endingOf(path))
}

/** Returns the extension in lower case, without the dot. */
export function endingOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}
