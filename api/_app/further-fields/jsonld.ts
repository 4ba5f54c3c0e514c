// A post as search engines read it: https://schema.org/BlogPosting; an entry of a collection is a https://schema.org/WebPage.
import type { Author, PostDetails, PostMeta, PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from '../listing/edition.ts'
import { seriesIndex } from '../listing/series.ts'

/** @param url of the post on the site */
export function blogPosting(
  edition: Edition,
  post: PostNumber,
  url: string,
  { title, description, publishedAt, updatedAt, authors }: PostMeta,
  { cover, reading }: PostDetails,
): object {
  const { list, tags, feeds, languages, series } = edition.workspace
  const index = seriesIndex(edition.workspace, post)
  const own = list.tags.values.subarray(list.tags.starts[post], list.tags.starts[post + 1])
  // A value of `undefined` is left out of JSON.
  const [width, height] = [cover?.width ?? undefined, cover?.height ?? undefined]
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description,
    datePublished: publishedAt,
    dateModified: updatedAt,
    author: authors.map(person),
    image: cover ? { '@type': 'ImageObject', url: cover.url, width, height } : undefined,
    inLanguage: languages[feeds().language[post]!]!,
    wordCount: reading.words,
    mainEntityOfPage: url,
    keywords: Array.from(own, (tag) => tags[tag]!.name),
    isPartOf: index === undefined ? index : { '@type': 'CreativeWorkSeries', name: series![index]!.name },
    position: index === undefined ? index : edition.parts.numbers[post],
  }
}

/** @param url of the entry on the site */
export function webPage(
  { workspace: { languages, feeds } }: Edition,
  entry: PostNumber,
  url: string,
  { title, description, publishedAt, updatedAt }: PostMeta,
  { reading }: PostDetails,
): object {
  const dates = { datePublished: publishedAt ?? undefined, dateModified: updatedAt ?? undefined }
  return {
    ...{ '@context': 'https://schema.org', '@type': 'WebPage', name: title, description, ...dates },
    ...{ inLanguage: languages[feeds().language[entry]!]!, wordCount: reading.words, url },
  }
}

function person({ name, socials }: Author): object {
  // An address of `mailto:` is not meant for everyone.
  const profiles = socials.filter(({ url }) => /^https?:/i.test(url))
  const website = profiles.find(({ platform }) => platform === 'website')
  const others = profiles.filter((profile) => profile !== website)
  return { '@type': 'Person', name, url: website?.url, sameAs: others.map(({ url }) => url) }
}
