// The meanings of template tags and components, whatever program they are from: figures, embeds, notes, code, quotes, links.

import { attribute, destination, fenced } from '../markdown/written.ts'
import { alert, alertKind, quote } from './alerts.ts'
import { type CodeFile, codeFileIn } from './code-files.ts'
import type { TextFacts } from './dialects.ts'
import type { Mask } from './mask.ts'
import type { TagArguments } from './tags.ts'

export interface MeaningContext {
  /** Hides a piece from what is done to the text afterwards. */
  hide: (piece: string) => string
  /** The link to a post or a page of the source, by its path, its name or its address. */
  linkTo: (target: string) => string | undefined
  /** The fence with the code of a file, with what stands before its lines; `undefined` if it is not there. */
  codeOf?: (file: CodeFile, margin?: string) => string | undefined
  /** Takes note of each tag that has a meaning. */
  onMeant?: (name: string, hasCaption: boolean) => void
}

/** The context of all that is done to a text. */
export interface TextContext extends MeaningContext {
  facts: TextFacts
  mask: Mask
  /** Takes note of what of the source still stands in the text. */
  onLeft: (source: string) => void
  /** Takes note of what is gone, except its text. */
  onDropped: (source: string) => void
}

type Rendering = (
  args: TagArguments,
  inner: string | undefined,
  context: MeaningContext,
) => string | undefined

/** The meaning of a tag, with `inner` what is inside of a pair; `undefined` if it has no known one. No caption is lost. */
export function meaningOfTag(
  name: string,
  args: TagArguments,
  inner: string | undefined,
  context: MeaningContext,
): string | undefined {
  const meant = meaningOf(name, args, inner, context)
  if (meant === undefined) return undefined
  context.onMeant?.(name, captionIn(args) !== undefined)
  return meant + lostCaption(args, meant)
}

/** The first of these arguments that a tag has. */
function first(named: TagArguments['named'], keys: string): string | undefined {
  return keys
    .split(' ')
    .map((key) => named[key])
    .find((value) => value !== undefined)
}

const CAPTIONS = ['caption', 'figcaption', 'cap', 'legend']

function captionIn({ named }: TagArguments): string | undefined {
  return CAPTIONS.map((key) => named[key]?.trim()).find(Boolean)
}

/** A caption that is not in what became of a tag, as a paragraph; empty if it is. */
export function lostCaption(args: TagArguments, text: string): string {
  const caption = captionIn(args)
  const letters = (one: string) => one.replace(/<[^<>]*>|&\w+;|[^\p{L}\p{N}]+/gu, '')
  return caption === undefined || letters(text).includes(letters(caption)) ? '' : `\n\n${caption}\n\n`
}

function meaningOf(
  name: string,
  args: TagArguments,
  inner: string | undefined,
  context: MeaningContext,
): string | undefined {
  const key = name
    .toLowerCase()
    .replace(/[-_/.]/g, '')
    .replace(/html$|md$|liquid$|njk$/, '')
  const meant = MEANINGS.get(key)?.(args, inner, context)
  if (meant !== undefined) return meant
  const ownPicture = OWN_PICTURE.test(key) ? picture(args, inner, context) : undefined
  if (ownPicture !== undefined) return ownPicture
  const kind = alertKind(key) ?? (/callout|admonition|alert|notice/.test(key) ? 'NOTE' : undefined)
  return kind ? note(kind, args, inner) : undefined
}

/** The names that sites give their own tags for pictures: `imgc`, `imageLazy`. */
const OWN_PICTURE = /^(?:img|image|pic|picture|photo)[a-z]{0,12}$/

function note(kind: string, { list, named }: TagArguments, inner: string | undefined): string | undefined {
  const own = first(named, 'type kind variant level color class') ?? (kind === 'NOTE' ? list[0] : undefined)
  const type = (own && alertKind(own)) || kind
  const title =
    first(named, 'title heading label header') ??
    (own === list[0] && own && alertKind(own) ? list[1] : list[0])
  const text = inner ?? first(named, 'text content description')
  return text === undefined
    ? undefined
    : alert(type, title && alertKind(title) === type ? undefined : title, text)
}

const figure: Rendering = ({ list, named }, inner) => {
  const src =
    first(named, 'src url image imagepath image_path path file filename link') ??
    list.find((one) => /\.(png|jpe?g|gif|svg|webp|avif)([?#].*)?$/i.test(one))
  if (src === undefined || src === '') return undefined
  const alt = first(named, 'alt title caption') ?? ''
  const credit = named.attr && named.attrlink ? `[${named.attr}](${named.attrlink})` : named.attr
  const caption = [inner?.trim() || named.caption || '', credit].filter(Boolean).join(' ')
  const width = /^\d+$/.test(named.width ?? '') ? ` width="${named.width}"` : ''
  const image = `<img src="${attribute(src)}" alt="${attribute(plain(alt))}"${width}>`
  const linked = named.link && named.src ? `<a href="${attribute(named.link)}">${image}</a>` : image
  const title = named.title && named.title !== alt ? `<strong>${named.title}</strong> ` : ''
  if (!caption && !title) return `\n\n<figure>${linked}</figure>\n\n`
  return `\n\n<figure>${linked}<figcaption>\n\n${title}${caption}\n\n</figcaption></figure>\n\n`
}

const picture: Rendering = (args, inner) => {
  const { list, named } = args
  if (named.caption || inner?.trim()) return figure(args, inner, undefined as never)
  const src = first(named, 'src url path') ?? list.find((one) => /[./]/.test(one))
  if (!src || /[{}]/.test(src)) return undefined
  const words = list.slice(list.indexOf(src) + 1).filter((one) => !/^\d+%?$/.test(one))
  const alt = named.alt ?? named.title ?? words.join(' ')
  return `![${plain(alt).replace(/[[\]]/g, '\\$&')}](${destination(src)})`
}

/** A link to what a page would embed: readers still get there. */
function embed(label: string, urlOf: (id: string) => string): Rendering {
  return ({ list, named }) => {
    const id = first(named, 'id v src url video videoid tweetid tweetlink link') ?? list[0]
    if (id === undefined || id === '' || /[{}<>\s]/.test(id)) return undefined
    const url = /^(?:https?:)?\/\//.test(id) ? id.replace(/^\/\//, 'https://') : urlOf(id)
    return `\n\n[${plain(named.title ?? label).replace(/[[\]]/g, '\\$&')}](${url})\n\n`
  }
}

/** A player, if the id is one; else a link. */
function player(label: string, frame: (id: string) => string, urlOf: (id: string) => string): Rendering {
  const asLink = embed(label, urlOf)
  return (args, inner, context) => {
    const { list, named } = args
    const written = first(named, 'id v videoid src url video') ?? list[0] ?? ''
    const id = PLAYERS.exec(written)?.[1] ?? written
    if (!/^[\w-]{5,20}$/.test(id)) return asLink(args, inner, context)
    return `\n\n<iframe src="${frame(id)}" title="${attribute(plain(named.title ?? label))}" allowfullscreen></iframe>\n\n`
  }
}

/** The id in an address of YouTube or Vimeo. */
const PLAYERS =
  /(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/)|vimeo\.com\/(?:video\/)?)([\w-]+)/

const youtube = player(
  'Video on YouTube',
  (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  (id) => `https://www.youtube.com/watch?v=${id}`,
)

const code: Rendering = ({ list, named }, inner, { hide }) => {
  if (inner === undefined) return undefined
  const language =
    named.lang ??
    named.language ??
    list.find((one) => /^[\w+#.-]+$/.test(one) && !/^(linenos|hl_lines|line_number)/.test(one)) ??
    ''
  return `\n\n${hide(fenced(inner, language.replace(/^lang(uage)?[:-]/, '')))}\n\n`
}

/** @param key see codeFileIn */
function codeFile(key?: string): Rendering {
  return (args, _inner, { codeOf }) => {
    const file = codeFileIn(args, key)
    const fence = file && codeOf?.(file)
    return fence === undefined ? undefined : `\n\n${fence}\n\n`
  }
}

const details: Rendering = ({ list, named }, inner) => {
  if (inner === undefined) return undefined
  const summary = first(named, 'summary title label') ?? list.join(' ')
  return `\n\n<details><summary>${summary || 'Details'}</summary>\n\n${inner.trim()}\n\n</details>\n\n`
}

const quotation: Rendering = ({ list, named }, inner) => {
  if (inner === undefined) return undefined
  const source = first(named, 'author source cite') ?? list.join(' ')
  return quote(source ? `${inner.trim()}\n\n— ${source}` : inner)
}

const link: Rendering = ({ list, named }, inner, { linkTo }) => {
  const target = first(named, 'path href to url') ?? list[0]
  if (target === undefined) return undefined
  const url = linkTo(target) ?? (/^(https?:|\/)/.test(target) ? target : undefined)
  return url === undefined ? undefined : inner === undefined ? url : `[${inner.trim()}](${url})`
}

/** One file of a gist is named behind it: `user/id file.rb`, or `user id file.rb`. */
const gist: Rendering = ({ list, named }) => {
  const isUser = list[1] !== undefined && !list[1].includes('.') && !/\/|^[\da-f]{20,}$/i.test(list[0]!)
  const written = isUser ? [`${list[0]}/${list[1]}`, list[2]] : list
  const user = named.user ?? named.username
  const [id, file] = named.id
    ? [user && user !== named.id ? `${user}/${named.id}` : named.id, named.file]
    : written
  if (id === undefined) return undefined
  const url = (/^https?:/.test(id) ? id : `https://gist.github.com/${id}`).replace(/\.js$/, '')
  const part = file === undefined ? '' : `#file-${file.toLowerCase().replace(/[^\w]+/g, '-')}`
  return `\n\n[Gist${file === undefined ? '' : `: ${file.replace(/[[\]]/g, '\\$&')}`}](${url}${part})\n\n`
}

/** A file that is played; its source may also be named inside. */
function playable(element: 'video' | 'audio'): Rendering {
  return ({ list, named }, inner = '') => {
    const [, inside] = /\bsrc=["']([^"']+)["']/.exec(inner) ?? []
    const written = first(named, 'src url mp4 mp3 webm source') ?? inside
    const src = written ?? list.find((one) => /[./]/.test(one))
    if (src === undefined || /[{}\s]/.test(src)) return undefined
    const poster = named.poster && !/[{}]/.test(named.poster) ? ` poster="${attribute(named.poster)}"` : ''
    return `\n\n<${element} controls src="${attribute(src)}"${poster}></${element}>\n\n`
  }
}

const inside: Rendering = (_args, inner) => inner

/** Makes a rendering for what is never shown: `{% if false %}`. */
function never(condition: RegExp): Rendering {
  return ({ list }, inner) =>
    inner !== undefined && condition.test(list.join(' '))
      ? (inner.split(/\{%-?\s*else\s*-?%\}/, 2)[1] ?? '')
      : undefined
}

/** The meanings by names that mean the same, separated by spaces. */
const MEANT: Record<string, Rendering> = {
  'figure fig figurex imagewithcaption includefigure': figure,
  'image img assetimg assetimage picture nuxtimg nuxtpicture responsiveimage postimage includeimage': picture,
  'youtube youtubevideo youtubeembed liteyoutube liteyoutubeembed youtubesimple includeyoutube': youtube,
  video: playable('video'),
  audio: playable('audio'),
  'vimeo vimeosimple': player(
    'Video on Vimeo',
    (id) => `https://player.vimeo.com/video/${id}`,
    (id) => `https://vimeo.com/${id}`,
  ),
  gist,
  'tweet twitter x twittersimple xsimple': ({ list, named }) => {
    const user = named.user ?? (list.length > 1 ? list[0] : 'i')
    const id = first(named, 'id tweetid url link tweetlink') ?? list.at(-1)
    if (id === undefined) return undefined
    return `\n\n[Post on X](${/^https?:/.test(id) ? id : `https://x.com/${/\//.test(id) ? id : `${user}/status/${id}`}`})\n\n`
  },
  'instagram instagramsimple': embed('Instagram', (id) => `https://www.instagram.com/p/${id}/`),
  codepen: embed('CodePen', (id) => `https://codepen.io/${id}`),
  codesandbox: embed('CodeSandbox', (id) => `https://codesandbox.io/s/${id}`),
  stackblitz: embed('StackBlitz', (id) => `https://stackblitz.com/edit/${id}`),
  jsfiddle: embed('JSFiddle', (id) => `https://jsfiddle.net/${id}/`),
  speakerdeck: embed('Slides', (id) => `https://speakerdeck.com/player/${id}`),
  spotify: embed('Spotify', (id) => `https://open.spotify.com/${id}`),
  asciinema: embed('Asciinema', (id) => `https://asciinema.org/a/${id}`),
  iframe: embed('Embedded page', (id) => id),
  'highlight codeblock code sourcecode': code,
  includecode: codeFile(),
  readfile: (args, ...rest) => (args.named.code === 'true' ? codeFile('file')(args, ...rest) : undefined),
  'details spoiler expand collapse collapsible fold folding accordion accordionitem': details,
  'blockquote quote pullquote epigraph': quotation,
  'ref relref posturl postpath link nuxtlink routerlink': link,
  postlink: ({ list: [target = '', ...words] }, inner, { linkTo }) => {
    const url = linkTo(target)
    const label = words.filter((one) => !/^(true|false)$/.test(one)).join(' ') || inner || target
    return url === undefined ? undefined : `[${label}](${url})`
  },
  assetpath: ({ list: [path = ''] }) => destination(path),
  assetlink: ({ list: [path = '', ...words] }) =>
    `[${words.filter((one) => !/^(true|false)$/.test(one)).join(' ') || path}](${destination(path)})`,
  file: ({ named }) => {
    const [src, text] = [first(named, 'src href path'), named.caption ?? named.title]
    return src && !/[{}<>\s]/.test(src)
      ? `[${plain(text ?? src).replace(/[[\]]/g, '\\$&')}](${src})`
      : undefined
  },
  'math katex mathjax': (_args, inner, { hide }) =>
    inner === undefined ? undefined : `\n\n${hide(`$$\n${inner.trim()}\n$$`)}\n\n`,
  kbd: ({ list }, inner) => `<kbd>${inner ?? list.join(' ')}</kbd>`,
  br: () => '<br>',
  hr: () => '\n\n---\n\n',
  'rawhtml raw center centered': inside,
  mark: (_args, inner) => (inner === undefined ? undefined : `<mark>${inner}</mark>`),
  more: () => '\n',
  'toc tableofcontents': () => '',
  comment: (_args, inner) => (inner === undefined ? undefined : ''),
  if: never(/^(?:false|nil|null|none|False)$/),
  unless: never(/^(?:true|True)$/),
}

const MEANINGS = new Map(
  Object.entries(MEANT).flatMap(([names, meaning]) =>
    names.split(' ').map((name) => [name, meaning] as const),
  ),
)

/** Returns text without markup. */
function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
