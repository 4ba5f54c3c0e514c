// RSS 2.0, as the RSS Advisory Board's profile describes it: a title is text, and a description is HTML.
import { element, escapeAttribute, escapeXml } from './characters.ts'
import type { Feed, FeedFormat, FeedItem } from './feed.ts'

export const rss: FeedFormat = {
  content: { 'Content-Type': 'application/rss+xml; charset=utf-8' },
  head,
  item,
  separator: '',
  escape: escapeXml,
  tail: '</channel>\n</rss>\n',
}

function head({ title, home, description, language, updatedAt, self, hub }: Feed): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"',
    ' xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">\n',
    '<channel>\n',
    plain('title', title),
    plain('link', home),
    // It is required.
    plain('description', description || title),
    plain('language', language),
    plain('lastBuildDate', rfc822(updatedAt)),
    plain('generator', 'Galley'),
    self ? `<atom:link rel="self" type="application/rss+xml" href="${escapeAttribute(self)}"/>\n` : '',
    hub ? `<atom:link rel="hub" href="${escapeAttribute(hub)}"/>\n` : '',
  ].join('')
}

function item({ id, url, title, summary, publishedAt, updatedAt, authors, ...more }: FeedItem) {
  const { categories, enclosure } = more
  const before = [
    '<item>\n',
    plain('title', title),
    plain('link', url),
    plain('guid', id, ' isPermaLink="false"'),
    plain('pubDate', rfc822(publishedAt)),
    updatedAt === publishedAt ? '' : plain('atom:updated', updatedAt),
    // `author` would have to be an e-mail address.
    ...authors.map(({ name }) => plain('dc:creator', name)),
    ...categories.map(({ name }) => plain('category', name)),
    element('description', escapeHtml(summary)),
    enclosure
      ? `<enclosure url="${escapeAttribute(enclosure.url)}" length="${enclosure.bytes}" type="${enclosure.type}"/>\n`
      : '',
    '<content:encoded>',
  ]
  return { before: before.join(''), after: '</content:encoded>\n</item>\n' }
}

/** Some readers take any text for HTML. With these references, which the profile recommends, the fewest do. */
function plain(name: string, text: string, attributes = ''): string {
  return element(name, text, attributes)
    .replaceAll('&amp;', '&#x26;')
    .replaceAll('&lt;', '&#x3C;')
    .replaceAll('&gt;', '&#x3E;')
}

/** Formats an instant with four digits of the year, as RFC 1123 requires. */
function rfc822(instant: string): string {
  return new Date(instant).toUTCString()
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
