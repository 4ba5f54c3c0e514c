// dev.to, and other sites of Forem: files with its front matter, and articles.json of "Export your content".
import { parsedUrl } from '../../snapshot/format/address.ts'
import { textsOf } from '../frontmatter/keyed.ts'
import { isData, plain } from '../frontmatter/languages.ts'
import { splitSource } from '../frontmatter/split.ts'
import type { Generator } from '../generators/generator.ts'
import type { SourceContent, SourceData, SourcePost } from '../source.ts'
import { exported, exportedPost, textOf } from './export.ts'

/** A line of front matter, also one that the editor leaves as a comment. */
const line = (keys: string) => new RegExp(`^---\\n(?:(?!---\\n).*\\n){0,100}?(?:# ?)?(?:${keys}):`)

export const devto: Generator = {
  name: 'devto',
  title: 'dev.to',
  markers: [],
  isLast: true,
  heads: { all: line('published'), any: line('canonical_url|cover_image|main_image|series') },
  config: [],
  content: () => [''],
  statics: [''],
  dialect: 'forem',
  dates: () => ['published_at', 'date'],
  sections: (_site, sections) => sections.map(({ name }) => name),
  // A file does not say whose it is, unless somebody has written the address down.
  addresses: ({ data }) => textsOf(data.at('url')).flatMap((url) => parsedUrl(url)?.pathname ?? []),
}

/** Tells whether this is a list of its articles. */
export function isDevto(value: unknown): value is SourceData[] {
  return Array.isArray(value) && isData(value[0]) && typeof value[0].body_markdown === 'string'
}

/** @param url the address of the site, if it was given */
export async function readDevto(articles: unknown[], url = 'https://dev.to'): Promise<SourceContent> {
  return exported({ url }, await Promise.all(articles.map(plain).filter(isData).map(postOf)))
}

async function postOf(article: SourceData): Promise<SourcePost> {
  const text = (key: string) => textOf(article[key])
  // The older of its two editors has front matter in the text.
  const { data: own, body } = await splitSource(text('body_markdown') ?? '')
  const [slug, isPublic] = [text('slug') ?? 'post', text('published') !== 'false']
  const data: SourceData = {
    ...own,
    title: text('title') ?? slug,
    published_at: isPublic ? text('published_at') : undefined,
    published: String(isPublic),
    updated: text('edited_at'),
    description: text('description') ?? own.description,
    cover_image: text('main_image') ?? own.cover_image,
    canonical_url: text('canonical_url') ?? own.canonical_url,
    tags: text('cached_tag_list') ?? own.tags,
    language: text('language'),
    authors: text('cached_user_name'),
  }
  const [path, addresses] = [`${slug}.md`, isPublic ? [text('path') ?? `/${slug}`] : []]
  return { ...exportedPost(slug, '', data, body), path, within: path, text: 'markdown', addresses }
}
