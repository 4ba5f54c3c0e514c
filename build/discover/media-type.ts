// Which files are media: what may stand beside posts and be served as it is. None of them can run in a page but SVG,
// which vercel.json has served so that it cannot.

/** By ending; those that are shown as images have a width and a height. */
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

/** In lower case, without the dot. */
export function endingOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}
