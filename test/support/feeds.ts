// Whether a feed is one: Atom by the schema of its RFC, RSS by the rules of its specification and of the RSS Advisory Board's
// profile; JSON Feed has its schema in docs/openapi.yaml. And what programs of others read in feeds.
import { readFileSync } from 'node:fs'
import { extractFromJson, extractFromXml } from '@extractus/feed-extractor'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { RelaxNGValidator, XmlDocument, XmlElement } from 'libxml2-wasm'

const atomSchema = RelaxNGValidator.fromDoc(
  XmlDocument.fromString(readFileSync(new URL('atom.rng', import.meta.url), 'utf8')),
)

const namespaces = {
  atom: 'http://www.w3.org/2005/Atom',
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
  sitemap: 'http://www.sitemaps.org/schemas/sitemap/0.9',
}

/** A document whose parts XPath finds. @throws {Error} if it is not well-formed */
export function xmlOf(text: string) {
  const document = XmlDocument.fromString(text)
  const elements = (path: string) =>
    document.find(path, namespaces).filter((node) => node instanceof XmlElement)
  return {
    document,
    elements,
    texts: (path: string) => elements(path).map(({ content }) => content),
    attributes: (path: string, name: string) => elements(path).map((one) => one.attr(name)?.value),
  }
}

/** What the schema or the rules beside it refuse; `undefined` if nothing. */
export function atomComplaint(text: string): string | undefined {
  const { document, elements, texts } = xmlOf(text)
  try {
    atomSchema.validate(document)
  } catch (error) {
    return (error as Error).message
  }
  if (elements('/atom:feed/atom:entry[not(atom:author)]').length > 0) return 'an entry has no author'
  const ids = texts('//atom:id')
  if (new Set(ids).size < ids.length) return 'an id is repeated'
  if (
    !ids.every((id) => /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))
  ) {
    return 'an id is not a URI'
  }
  return undefined
}

const date =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/
const isUrl = (text = '') => /^https?:\/\/[!-~]+$/.test(text) && new URL(text).href.startsWith('http')

/** Rules that RSS breaks, one sentence each. */
export function rssComplaints(text: string): string[] {
  const { elements, texts, attributes } = xmlOf(text)
  const count = (path: string) => elements(path).length
  const items = count('/rss/channel/item')
  const channelOnly = 'title link description language lastBuildDate generator item'.split(' ')
  const itemOnly = 'title link guid pubDate category description enclosure'.split(' ')
  const named = (parent: string) =>
    elements(`${parent}/*`).map(({ name, namespacePrefix }) => (namespacePrefix ? '' : name))
  const one = (path: string) => count(`/rss/channel/${path}`) === 1
  const each = (path: string) => count(`/rss/channel/item/${path}`) === items
  const all = (path: string, isGood: (text: string) => boolean) => texts(`/rss/channel/${path}`).every(isGood)
  const guids = texts('//guid')
  const rules: Record<string, boolean> = {
    'the version is 2.0': attributes('/rss', 'version')[0] === '2.0',
    'there is one channel': count('/rss/channel') === 1 && count('/rss/*') === 1,
    'the channel has a title, a link and a description': ['title', 'link', 'description'].every(one),
    'they are not empty': all('title', Boolean) && all('description', Boolean),
    'the channel has one language': one('language'),
    'the channel says when it changed': one('lastBuildDate') && all('lastBuildDate', (it) => date.test(it)),
    'elements without a namespace are those of RSS':
      [
        ...named('/rss/channel').filter((name) => name && !channelOnly.includes(name)),
        ...named('/rss/channel/item').filter((name) => name && !itemOnly.includes(name)),
      ].length === 0,
    'nothing is written between elements':
      count('/rss/channel[text()[normalize-space()]] | //item[text()[normalize-space()]]') === 0,
    'links are absolute': all('link', isUrl) && all('item/link', isUrl),
    'the feed names itself and a hub once at most': ['self', 'hub'].every(
      (rel) => count(`/rss/channel/atom:link[@rel="${rel}"]`) <= 1,
    ),
    'by an absolute address': attributes('//atom:link', 'href').every(isUrl),
    'each item has one title, link, date and description': ['title', 'link', 'pubDate', 'description'].every(
      each,
    ),
    'dates are those of RFC 822 with four digits of the year': all('item/pubDate', (it) => date.test(it)),
    'each item has its HTML once': each('content:encoded'),
    'ids are no addresses, and unique':
      each('guid') &&
      attributes('//guid', 'isPermaLink').every((it) => it === 'false') &&
      new Set(guids).size === items,
    'authors are names, since `author` is an e-mail address': count('//author') === 0,
    'an item has one enclosure at most': count('/rss/channel/item[count(enclosure) > 1]') === 0,
    'with an address, a length and a type':
      attributes('//enclosure', 'url').every(isUrl) &&
      attributes('//enclosure', 'length').every((it = '') => /^[1-9]\d*$/.test(it)) &&
      attributes('//enclosure', 'type').every((it = '') => /^\w+\/[\w+-]+$/.test(it)),
  }
  return Object.keys(rules).filter((rule) => !rules[rule])
}

/** What a program reads of a feed. */
export interface ReadFeed {
  title: string | undefined
  items: {
    id: string | undefined
    url: string | undefined
    title: string | undefined
    html: string | undefined
  }[]
}

export type FeedKind = 'feed.xml' | 'feed.atom' | 'feed.json'

/** As two programs read it. */
export const readers: Record<string, (kind: FeedKind, text: string) => ReadFeed> = {
  feedsmith(kind, text) {
    if (kind === 'feed.xml') {
      const { title, items = [] } = parseRssFeed(text)
      return {
        title,
        items: items.map(({ guid, link, title, content }) => {
          return { id: guid?.value, url: link, title, html: content?.encoded }
        }),
      }
    }
    if (kind === 'feed.atom') {
      const { title, entries = [] } = parseAtomFeed(text)
      return {
        title: textIn(title),
        items: entries.map(({ id, links, title, content }) => {
          const url = links?.find(({ rel }) => rel === 'alternate')?.href
          return { id, url, title: textIn(title), html: textIn(content) }
        }),
      }
    }
    const { title, items = [] } = parseJsonFeed(text)
    return {
      title,
      items: items.map(({ id, url, title, content_html }) => ({ id, url, title, html: content_html })),
    }
  },
  'feed-extractor'(kind, text) {
    const options = {
      useISODateFormat: true,
      descriptionMaxLen: 0,
      getExtraEntryFields: (entry: object) => ({ html: htmlIn(entry as Record<string, unknown>) }),
    }
    const { title, entries = [] } =
      kind === 'feed.json' ? extractFromJson(JSON.parse(text), options) : extractFromXml(text, options)
    return {
      title,
      items: entries.map((entry) => {
        const { id, link, title, html } = entry as typeof entry & { html: string }
        return { id, url: link, title, html }
      }),
    }
  },
}

function textIn(construct: unknown): string | undefined {
  return typeof construct === 'string' ? construct : (construct as { value?: string } | undefined)?.value
}

function htmlIn(entry: Record<string, unknown>): unknown {
  const html = entry['content:encoded'] ?? entry.content_html ?? entry.content
  return typeof html === 'object' ? (html as { '#text'?: string })['#text'] : html
}
