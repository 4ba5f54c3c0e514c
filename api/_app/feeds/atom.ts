// Atom, RFC 4287.
import { element, escapeAttribute, escapeXml } from './characters.ts'
import type { Feed, FeedFormat, FeedItem } from './feed.ts'

export const atom: FeedFormat = {
  content: { 'Content-Type': 'application/atom+xml; charset=utf-8' },
  head,
  item,
  separator: '',
  escape: escapeXml,
  tail: '</feed>\n',
}

function head({ id, title, home, description, language, updatedAt, self, hub }: Feed): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">\n`,
    element('id', id),
    element('title', title),
    element('subtitle', description),
    element('updated', updatedAt),
    element('generator', 'Galley'),
    link('alternate', home, ' type="text/html"'),
    self ? link('self', self, ' type="application/atom+xml"') : '',
    hub ? link('hub', hub, '') : '',
  ].join('')
}

function item({ urn, url, title, summary, publishedAt, updatedAt, authors, ...more }: FeedItem) {
  const { categories, enclosure, language } = more
  const before = [
    language ? `<entry xml:lang="${language}">\n` : '<entry>\n',
    element('id', urn),
    element('title', title),
    link('alternate', url, ' type="text/html"'),
    element('published', publishedAt),
    element('updated', updatedAt),
    ...authors.map(
      ({ name, url = '' }) => `<author>\n${element('name', name)}${element('uri', url)}</author>\n`,
    ),
    ...categories.map(
      ({ slug, name }) => `<category term="${escapeAttribute(slug)}" label="${escapeAttribute(name)}"/>\n`,
    ),
    element('summary', summary),
    enclosure
      ? link('enclosure', enclosure.url, ` type="${enclosure.type}" length="${enclosure.bytes}"`)
      : '',
    '<content type="html">',
  ]
  return { before: before.join(''), after: '</content>\n</entry>\n' }
}

/** @param attributes without any special characters */
function link(relation: string, url: string, attributes: string): string {
  return `<link rel="${relation}" href="${escapeAttribute(url)}"${attributes}/>\n`
}
