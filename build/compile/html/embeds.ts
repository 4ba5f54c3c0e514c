// Players and frames in safe HTML: videos and sounds that are files of the workspace, and frames of the hosts that
// workspace.yml lists. Whatever an author writes, a frame gets the attributes that are set here and no others.
import type { Attributes } from 'sanitize-html'
import { parsedUrl } from '../../../snapshot/format/address.ts'
import { urlTarget } from '../../extract/url-reference.ts'

/** The attributes of players that stay. */
export const PLAYER_ATTRIBUTES = {
  video: 'src poster width height controls loop muted autoplay preload playsinline crossorigin'.split(' '),
  audio: 'src controls loop muted autoplay preload crossorigin'.split(' '),
  source: ['src'],
  track: 'src kind srclang label default'.split(' '),
}

/** The attributes of frames, each of them as `frame` writes it. */
export const FRAME_ATTRIBUTES = 'src title width height allowfullscreen sandbox loading'.split(' ')

/** The attributes that `frame` decides instead of the author. */
export const DECIDED_FOR_FRAMES = new Set(
  `allow allowtransparency frameborder loading marginheight marginwidth mozallowfullscreen referrerpolicy sandbox scrolling
  webkitallowfullscreen`.split(/\s+/),
)

/**
 * Scripts of the host may run and use the host's own storage, as players need. They may not lead the page around the frame
 * elsewhere, open windows or dialogs, submit forms or start downloads. On the page's own host they could lift all of that.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-presentation'

/** Leaves out a player's URLs that are not files of the workspace. Browsers start only silent players by themselves. */
export function player(tag: string, attribs: Attributes): Attributes {
  const kept = { ...attribs }
  for (const name of ['src', 'poster']) {
    if (kept[name] !== undefined && !isFile(kept[name])) delete kept[name]
  }
  if ('crossorigin' in kept) kept.crossorigin = 'anonymous'
  if ('autoplay' in kept && (tag === 'video' || tag === 'audio')) kept.muted = ''
  return kept
}

/** Attributes of a frame that may be shown; none at all if it may not. */
export function frame({ src = '', title, width, height, ...rest }: Attributes, hosts: readonly string[]) {
  const url = frameUrl(src)
  if (!url || !hosts.includes(url.hostname)) return {}
  return {
    src: url.href,
    ...(title ? { title } : {}),
    ...(isSize(width) ? { width } : {}),
    ...(isSize(height) ? { height } : {}),
    ...('allowfullscreen' in rest ? { allowfullscreen: '' } : {}),
    sandbox: SANDBOX,
    loading: 'lazy',
  }
}

/** Returns the URL that a browser would load, if it is on the default port of a host by HTTPS, and names no user. */
export function frameUrl(src: string): URL | undefined {
  const written = src.trim()
  const url = parsedUrl(/^\/\/[^/\\]/.test(written) ? `https:${written}` : written)
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.port === ''
  return isPlain ? url : undefined
}

/** Tells whether a URL is a path that leads to a file of the workspace, or to none. */
export function isFile(url: string): boolean {
  // Browsers ignore control characters, also within a scheme.
  if (/[\x00-\x1f\x7f]/.test(url.trim())) return false
  const { to } = urlTarget(url, 'posts/post.md')
  return to === 'file' || to === 'outside'
}

function isSize(value: string | undefined): value is string {
  return value !== undefined && /^\d{1,5}%?$/.test(value)
}
