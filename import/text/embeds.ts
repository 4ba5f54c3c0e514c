// Addresses that services show as a player or a card.
import { meaningOfTag } from './meanings.ts'

/** The hosts that have a player or a name of their own. */
const EMBEDS: [host: RegExp, tag: string][] = [
  [/^https?:\/\/(?:www\.|m\.)?youtu(?:\.be|be\.com)\//, 'youtube'],
  [/^https?:\/\/(?:www\.|player\.)?vimeo\.com\//, 'vimeo'],
  [/^https?:\/\/(?:www\.|mobile\.)?(?:twitter|x)\.com\//, 'tweet'],
  [/^https?:\/\/gist\.github\.com\//, 'gist'],
  [/^https?:\/\/(?:www\.)?instagram\.com\//, 'instagram'],
  [/^https?:\/\/codepen\.io\//, 'codepen'],
  [/^https?:\/\/codesandbox\.io\//, 'codesandbox'],
  [/^https?:\/\/stackblitz\.com\//, 'stackblitz'],
  [/^https?:\/\/open\.spotify\.com\//, 'spotify'],
  [/^https?:\/\/asciinema\.org\//, 'asciinema'],
]

/** `undefined` for any other address. */
export function embedded(url: string): string | undefined {
  const [, tag] = EMBEDS.find(([host]) => host.test(url)) ?? []
  const context = { hide: (piece: string) => piece, linkTo: () => undefined }
  return tag && meaningOfTag(tag, { list: [url], named: {} }, undefined, context)?.trim()
}
