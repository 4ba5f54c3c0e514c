// Frames of other sites: players of known hosts stay, which workspace.yml then lists; any other becomes a link.
import { parsedUrl } from '../../snapshot/format/address.ts'
import { attribute } from '../markdown/written.ts'
import { replaceBetween } from './between.ts'
import { attributesIn } from './components.ts'

/** Hosts of players and the like. */
const HOSTS = new Set(
  `www.youtube.com www.youtube-nocookie.com player.vimeo.com codepen.io codesandbox.io stackblitz.com jsfiddle.net open.spotify.com
  w.soundcloud.com www.google.com docs.google.com player.twitch.tv speakerdeck.com www.slideshare.net www.loom.com fast.wistia.net
  www.figma.com archive.org bandcamp.com giphy.com asciinema.org embed.podcasts.apple.com datawrapper.dwcdn.net observablehq.com
  www.dailymotion.com player.bilibili.com glitch.com replit.com platform.twitter.com www.instagram.com www.facebook.com`.split(
    /\s+/,
  ),
)

const FRAME = /<iframe\b((?:"[^"]*"|'[^']*'|[^'"<>])*)>([^<]*<\/iframe\s*>)?/gi

/** @param ownHost the host of the site, which a frame must not be of */
export function withFrames(
  text: string,
  { frames, options: { ownHost } }: { frames: Set<string>; options: { ownHost: string | undefined } },
): string {
  return text.replace(FRAME, (source, attributes: string) => {
    const named = attributesIn(attributes)
    const { title, src = named['data-src'] } = named
    if (!src) return source
    const url = frameUrl(src)
    if (!url) return link(src, title)
    const { host, protocol, port, href } = url
    if (protocol !== 'https:' || port !== '' || !HOSTS.has(host) || host === ownHost) return link(href, title)
    frames.add(host)
    const kept = ['title', 'width', 'height'].flatMap((name) => {
      const value = named[name]
      return value === undefined || (name !== 'title' && !/^\d+$/.test(value)) ? [] : [` ${name}="${value}"`]
    })
    return `<iframe src="${attribute(href)}"${kept.join('')} allowfullscreen></iframe>`
  })
}

const SOURCE = /<source\b((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi
const PLAYABLE = /<(video|audio)\b((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi

/** Safe HTML plays only files of the workspace: those of other sites become links, once references are resolved. */
export function withPlayers(text: string): string {
  const endOf = ([, element]: RegExpExecArray) => `</${element!.toLowerCase()}\\s*>`
  return replaceBetween(text, PLAYABLE, endOf, (inner, [, element = '', attributes = ''], source) => {
    const sources = Array.from(inner.matchAll(SOURCE), ([, own = '']) => attributesIn(own).src)
    const { title, ...own } = attributesIn(attributes)
    const src = [own.src, ...sources].find((one) => one !== undefined)
    if (src === undefined || !/^(?:https?:|\/)/.test(src)) return source
    return link(src, title ?? (element.toLowerCase() === 'video' ? 'Video' : 'Audio'))
  })
}

/** Returns the URL of a frame, with the encryption that these hosts have by now. */
function frameUrl(src: string): URL | undefined {
  const url = parsedUrl(src.trim().replaceAll('&amp;', '&').replace(/^\/\//, 'https://'))
  if (url?.protocol === 'http:' && HOSTS.has(url.host)) url.protocol = 'https:'
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

function link(href: string, title: string | undefined): string {
  return /[{}<>\s"]/.test(href) ? '' : `<a href="${attribute(href)}">${title || 'Embedded page'}</a>`
}
