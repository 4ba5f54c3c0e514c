// The tools that agents may call: each is a question to one of the API's own routes, shaped for its readers.
import { compareCodePoints } from '../../../../packages/search/basics/order.ts'
import { HttpError } from '../../http/error.ts'
import type { Tool, WorkspaceExchange } from '../../listing/exchange.ts'
import { aboutFields, filtersBy } from '../../listing/filters.ts'
import { quoted } from '../../listing/query.ts'
import type { Post, PostSummary, SearchNote } from '../../wire.ts'
import { askForPost, askForPosts, askForResults, inCollectionOf, inMarkdownOf, publicUrlOf } from './ask.ts'
import { pieceOf } from './pieces.ts'

const text = { type: 'string' } as const
export const object = (properties: object, optional: string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
})
const list = (items: object) => ({ type: 'array', items })

const summary = object({ id: text, title: text, description: text, url: text, publishedAt: text })
const note = { type: 'string', description: 'What to know of this answer.' }
/** An argument. */
export const postId = {
  type: 'string',
  description: 'The id of a post, its slug, or an earlier slug.',
} as const
const filters = {
  category: { type: 'string', description: 'Only posts of this category, by its slug.' },
  tags: { type: 'array', items: text, description: 'Only posts with any of these tags, by their slugs.' },
  author: { type: 'string', description: 'Only posts by this author, by slug.' },
  series: { type: 'string', description: 'Only posts of this series, by its slug.' },
} as const
/** A post or an entry that a search found. */
const result = { id: text, title: text, url: text, publishedAt: text, snippet: text }
const results = (optional: string[] = []) =>
  object({ results: list(object(result, optional)), note }, ['note'])

const summarised = { select: 'id,slug,title,description,publishedAt', include: 'url' }

const search: Tool = {
  name: 'search',
  title: 'Search posts',
  description:
    'Finds posts by the words in their titles and texts, the best first. Misspelt words are corrected. Words in double quotes must be adjacent.',
  input: {
    properties: {
      query: { type: 'string', description: 'What to look for: a few telling words.' },
      ...filters,
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 20,
        description: 'Most posts to find, from 1 to 20; 10 by default.',
      },
    },
    required: ['query'],
  },
  output: results(),
  ofEntries: (names) => ({
    title: 'Search posts and entries',
    description: `${search.description} Posts come with entries of all collections, unless collections or a filter of posts is given.`,
    input: {
      ...search.input,
      properties: {
        ...search.input.properties,
        collections: {
          type: 'array',
          items: text,
          description: `Only of these collections: ${names.join(', ')}.`,
        },
      },
    },
    output: results(['publishedAt']),
  }),
  async call(exchange, given) {
    const isOfPosts = Object.keys(filters).some((name) => name in given)
    if (exchange.edition.workspace.collections && !isOfPosts) return resultsOfAll(exchange, given)
    const asked = { ...given, sort: 'relevance', highlight: true, ...summarised }
    const { posts, search } = await askForPosts(exchange, asked)
    const results = posts.map((post) => ({
      ...{ id: post.id, title: post.title, url: publicUrlOf(exchange, post), publishedAt: post.publishedAt },
      snippet: plain(post.highlights?.content[0] ?? '') || post.description,
    }))
    return { results, ...noted(results, differences(search)) }
  },
}

async function resultsOfAll(exchange: WorkspaceExchange, given: Readonly<Record<string, unknown>>) {
  const found = await askForResults(exchange, given)
  const results = found.map(({ snippet, ...hit }) => {
    const { collection, path, title } = hit
    const id = collection === 'posts' ? path : `${collection}/${path}`
    const url = publicUrlOf(exchange, { ...hit, id, slug: path })
    return { id, title, url, snippet: plain(snippet) }
  })
  return { results, ...noted(results) }
}

/** Explains differences in a sentence each. */
function differences({ corrected = [], omitted = [], partial = false }: Partial<SearchNote> = {}): string[] {
  const quoted = (words: readonly string[]) => words.map((word) => `"${word}"`).join(', ')
  return [
    ...(corrected.length > 0
      ? [`No post has the words as they were written; ${quoted(corrected)} was searched for.`]
      : []),
    ...(omitted.length > 0 ? [`${quoted(omitted)} was left out: no post has it, or too many do.`] : []),
    ...(partial ? ['The search reached its limit of work: more posts may match.'] : []),
  ]
}

/** Returns the text of HTML that has no tag but `<mark>`. */
function plain(html: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return html.replace(/<\/?mark>/g, '').replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => characters[name]!)
}

function noted(results: readonly { url: string }[], sentences: readonly string[] = []) {
  const hasNone = results.some(({ url }) => url === '')
  const all = hasNone
    ? [...sentences, 'Posts have no address that may be shown: name them by title.']
    : sentences
  return all.length > 0 ? { note: all.join(' ') } : {}
}

const fetch: Tool = {
  name: 'fetch',
  title: 'Read a post',
  description: 'Gives a post as markdown. A long one comes in pieces, with its outline: go on with offset.',
  input: {
    properties: {
      id: postId,
      offset: {
        type: 'integer',
        description: 'Where to go on: metadata.nextOffset of the piece before, or an offset of the outline.',
      },
    },
    required: ['id'],
  },
  output: object({
    id: text,
    title: text,
    text: { type: 'string', description: 'Markdown.' },
    url: text,
    metadata: { type: 'object' },
  }),
  ofEntries: () => ({
    title: 'Read a post or an entry',
    description: `${fetch.description} An entry without a text has its fields as JSON instead.`,
    input: {
      ...fetch.input,
      properties: {
        ...fetch.input.properties,
        id: { ...postId, description: `${postId.description} Of an entry, collection/path.` },
      },
    },
  }),
  call: (exchange, { id, offset = 0 }) =>
    inCollectionOf(exchange, id, async (own, name) => {
      const isEntry = own.edition.workspace.collection !== undefined
      const dates = 'title,description,publishedAt,updatedAt,status'
      const asked = { select: `id,slug,${dates},authors,category,tags`, include: 'url' }
      const post = await askForPost(own, name, isEntry ? { select: `path,${dates},url` } : asked)
      const { title, description, publishedAt, updatedAt, status } = post
      const { text, next, length, outline } = await inMarkdownOf(own, name, async (markdown) => ({
        ...(await pieceOf(markdown, offset, own.turn)),
        length: markdown.length,
      }))
      const url = publicUrlOf(own, { ...post, slug: post.slug ?? post.path })
      return {
        ...{ id: isEntry ? id : post.id, title, text, url },
        metadata: {
          ...(isEntry ? { path: post.path } : { slug: post.slug }),
          ...{ description, publishedAt, updatedAt },
          ...(!isEntry && aboutGroups(post)),
          ...{ status },
          ...(outline && { length, offset, outline }),
          ...(next !== undefined && { nextOffset: next }),
        },
      }
    }),
}

function aboutGroups({ authors, category, tags }: Pick<Post, 'authors' | 'category' | 'tags'>) {
  const named = (groups: readonly { name: string }[]) => groups.map(({ name }) => name).join(', ')
  return { authors: named(authors), category: category.name, tags: named(tags) }
}

const conditions =
  'Only posts of which all of these are true: fields.level=easy, fields.minutes.lte=10 (lt, lte, gt, gte, not, exists), publishedAt.gte=2026-01-01, year=2026, month=2026-05.'

/** @throws {HttpError} 400 if one is no filter */
function filtersIn({ edition }: WorkspaceExchange, where: readonly string[]): [string, string][] {
  const parametersOf = filtersBy(edition.workspace.fields)
  return where.map((one) => {
    const [, name = '', value = ''] = /^\s*(\S+?)\s*=(.*\S.*)$/s.exec(one) ?? []
    if (parametersOf([name]).length > 0) return [name, value]
    throw new HttpError(400, 'Invalid arguments', `where (array) has ${quoted(one)}. ${conditions}`)
  })
}

const listing: Tool = {
  name: 'list_posts',
  title: 'List posts',
  description: 'Lists posts by date, the newest first, in pages.',
  about({ workspace: { fields = [] } }) {
    return fields.length > 0 ? ` Posts have these fields: ${aboutFields(fields)}.` : ''
  },
  input: {
    properties: {
      ...filters,
      tagsMatch: {
        type: 'string',
        enum: ['any', 'all'],
        description: 'Whether posts must have any of the tags, or all of them: any or all.',
      },
      excludeCategories: { type: 'array', items: text, description: 'No posts of these categories.' },
      excludeTags: { type: 'array', items: text, description: 'No posts with any of these tags.' },
      featured: { type: 'boolean', description: 'Only featured posts, or only the others.' },
      where: { type: 'array', items: text, description: conditions },
      sort: {
        type: 'string',
        description:
          'What to order by: publishedAt, updatedAt or a field, as fields.minutes; with - before it, descending.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 50,
        description: 'Most posts of a page, from 1 to 50; 20 by default.',
      },
      page: { type: 'integer', minimum: 1, description: 'Which page, from 1.' },
    },
  },
  output: object(
    { posts: list(summary), total: { type: 'integer' }, nextPage: { type: ['integer', 'null'] }, note },
    ['note'],
  ),
  async call(exchange, { where = [], ...given }) {
    const asked = { limit: 20, ...given, ...summarised }
    const { posts: found, pagination } = await askForPosts(exchange, asked, filtersIn(exchange, where))
    const posts = found.map((post) => summaryOf(exchange, post))
    return { posts, total: pagination.totalItems, nextPage: pagination.nextPage, ...noted(posts) }
  },
}

function summaryOf(exchange: WorkspaceExchange, post: PostSummary) {
  const { id, title, description, publishedAt } = post
  return { id, title, description, url: publicUrlOf(exchange, post), publishedAt }
}

const mostTopics = 100
const topic = object({ slug: text, name: text, posts: { type: 'integer' } })

const topics: Tool = {
  name: 'list_topics',
  title: 'List categories, tags, authors and series',
  description:
    'Says what posts are about and who wrote them, with how many posts each has; those with most posts first.',
  input: { properties: {} },
  output: object(
    { categories: list(topic), tags: list(topic), authors: list(topic), series: list(topic), note },
    [...['series', 'note']],
  ),
  async call({ edition, turn }) {
    const { categories, tags, authors, series } = edition
    const all = [categories, tags, authors, series]
    await turn.expect(200 * all.reduce((sum, { length }) => sum + length, 0))
    const most = all.map((groups) =>
      groups
        .map(({ slug, name, count }) => ({ slug, name, posts: count.posts }))
        .sort((a, b) => b.posts - a.posts || compareCodePoints(a.slug, b.slug))
        .slice(0, mostTopics),
    )
    const isAll = all.every(({ length }) => length <= mostTopics)
    const note = `Of ${categories.length} categories, ${tags.length} tags, ${authors.length} authors and ${series.length} series, at most ${mostTopics} each.`
    const own = series.length > 0 && { series: most[3] }
    return { categories: most[0], tags: most[1], authors: most[2], ...own, ...(!isAll && { note }) }
  },
}

const related: Tool = {
  name: 'related',
  title: 'Find related posts',
  description: 'Gives up to five posts that have most in common with one, the best first.',
  input: { properties: { id: postId }, required: ['id'] },
  output: object({ posts: list(summary), note }, ['note']),
  async call(exchange, { id }) {
    const post = await askForPost(exchange, id, { select: 'id', include: 'related' })
    const posts = post.related.map((one) => summaryOf(exchange, one))
    return { posts, ...noted(posts) }
  },
}

export const tools: readonly Tool[] = [search, fetch, listing, topics, related]
