// JSON Feed 1.1: https://www.jsonfeed.org/version/1.1/
import { allowedText } from './characters.ts'
import type { Feed, FeedFormat, FeedItem } from './feed.ts'

export const jsonFeed: FeedFormat = {
  content: { 'Content-Type': 'application/feed+json; charset=utf-8' },
  head,
  item,
  separator: ',',
  escape: inString,
  tail: ']}',
}

function head({ title, home, self, description, language, hub }: Feed): string {
  const members = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: self,
    description: description || undefined,
    language,
    hubs: hub && [{ type: 'WebSub', url: hub }],
  }
  return `${json(members).slice(0, -1)},"items":[`
}

function item({ id, url, title, summary, publishedAt, updatedAt, authors, ...more }: FeedItem) {
  const { categories, language, cover, enclosure } = more
  const members = {
    id,
    url,
    title,
    summary,
    image: cover || undefined,
    date_published: publishedAt,
    date_modified: updatedAt,
    authors: authors.map(({ name, url, image }) => ({ name, url, avatar: image || undefined })),
    tags: categories.map(({ name }) => name),
    language,
    attachments: enclosure && [
      { url: enclosure.url, mime_type: enclosure.type, size_in_bytes: enclosure.bytes },
    ],
  }
  return { before: `${json(members).slice(0, -1)},"content_html":"`, after: '"}' }
}

/** Half a surrogate pair would be an escape that some parsers refuse. */
function json(value: unknown): string {
  return JSON.stringify(value, (_, member) => (typeof member === 'string' ? allowedText(member) : member))
}

function inString(text: string): string {
  return JSON.stringify(allowedText(text)).slice(1, -1)
}
