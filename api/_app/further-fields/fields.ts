// The fields that posts have only if `include` names them.
import type { PostDetails, PostMeta, PostNumber, Redirect } from '../../../snapshot/types.ts'
import type { FurtherFields } from '../listing/assemble.ts'
import type { Edition } from '../listing/edition.ts'
import { metaOf, urlOf } from '../listing/metadata.ts'
import { seriesIndex } from '../listing/series.ts'
import type { Turn } from '../turns/turn.ts'
import type { FurtherField, PostSummary } from '../wire.ts'
import { blogPosting, webPage } from './jsonld.ts'
import { maxRelated, relatedTo } from './related.ts'
import { revisionsOf } from './revision.ts'
import { seriesOfPosts } from './series.ts'

/** The fields in the order of replies; `revision`, which `select` may name as well, is the last. */
export const furtherFields = [
  'descriptionIsExcerpt',
  'url',
  'aliases',
  'cover',
  'reading',
  'headings',
  'related',
  'series',
  'neighbors',
  'jsonld',
  'revision',
] as const satisfies FurtherField[]

/** Takes turns. */
export async function furtherFieldsOf(
  edition: Edition,
  names: readonly FurtherField[],
  turn: Turn,
): Promise<FurtherFields> {
  if (names.includes('aliases')) await edition.workspace.loadRedirects(turn)
  return {
    length: (post) => names.reduce((sum, name) => sum + fields[name].length(edition, post), 0),
    async read(from, to) {
      const columns: string[][] = []
      for (const name of names) {
        const values = await fields[name].read(edition, from, to, turn)
        columns.push(values.map((json) => `"${name}":${json}`))
        await turn()
      }
      return Array.from({ length: to - from }, (_, i) => columns.map((column) => column[i]!).join())
    },
  }
}

interface FieldReader {
  /** An estimate of the length of its JSON, in bytes. */
  length(edition: Edition, post: PostNumber): number
  /** The JSON of each post from `from` up to, not including, `to`. */
  read(edition: Edition, from: PostNumber, to: PostNumber, turn: Turn): Promise<string[]> | string[]
}

/** One that the build has made. */
function detail(name: keyof PostDetails): FieldReader {
  return {
    length: ({ workspace }, post) => workspace.details.length(post),
    read: ({ workspace }, from, to) =>
      workspace.details.read(from, to).map((record) => JSON.stringify(JSON.parse(record.toString())[name])),
  }
}

/** The bytes that a summary takes besides the description, and those of any short value. */
const usualLength = 400

const fields: Record<FurtherField, FieldReader> = {
  descriptionIsExcerpt: detail('descriptionIsExcerpt'),
  url: {
    length: () => usualLength,
    read: (edition, from, to) =>
      metaOf(edition, from, to).map((meta, i) => JSON.stringify(urlOf(edition, from + i, meta.slug))),
  },
  aliases: {
    length: ({ workspace }, post) => workspace.redirects().length(post),
    read: ({ workspace }, from, to) => {
      const redirects = workspace.redirects()
      const first = redirects.firstOf(from)
      const all: Redirect[] = redirects.records
        .read(first, redirects.firstOf(to))
        .map((record) => JSON.parse(record.toString()))
      return Array.from({ length: to - from }, (_, i) => {
        const own = all.slice(redirects.firstOf(from + i) - first, redirects.firstOf(from + i + 1) - first)
        return JSON.stringify(own.map((redirect) => redirect.from))
      })
    },
  },
  cover: detail('cover'),
  reading: detail('reading'),
  headings: detail('headings'),
  related: {
    // Descriptions without end are rare.
    length: () => maxRelated * 2 * usualLength,
    read: async (edition, from, to, turn) => {
      const all: string[] = []
      for (let post = from; post < to; post++) {
        const related = await relatedTo(edition, post, turn)
        const summaries = related.map((one) => summaryOf(edition, one, metaOf(edition, one)[0]!))
        all.push(JSON.stringify(summaries))
        await turn()
      }
      return all
    },
  },
  series: {
    length: (edition, post) => {
      const index = seriesIndex(edition.workspace, post)
      return index === undefined ? 4 : usualLength * (1 + edition.parts.posts[index]!.length)
    },
    read: async (edition, from, to, turn) =>
      (await seriesOfPosts(edition, from, to, turn)).map((series) => JSON.stringify(series)),
  },
  neighbors: {
    length: ({ workspace, first }, post) =>
      [post - 1, post + 1]
        .filter((one) => one >= first && one < workspace.posts)
        .reduce((sum, one) => sum + usualLength + workspace.meta.length(one), 0),
    read: (edition, from, to) => {
      const start = Math.max(from - 1, edition.first)
      const summaries = metaOf(edition, start, Math.min(to + 1, edition.workspace.posts)).map((meta, i) =>
        JSON.stringify(summaryOf(edition, start + i, meta)),
      )
      const at = (post: PostNumber) => summaries[post - start] ?? 'null'
      return Array.from(
        { length: to - from },
        (_, i) => `{"previous":${at(from + i + 1)},"next":${at(from + i - 1)}}`,
      )
    },
  },
  jsonld: {
    length: ({ workspace }, post) =>
      usualLength + workspace.meta.length(post) + workspace.details.length(post),
    read: (edition, from, to) => {
      const details = edition.workspace.details.read(from, to)
      const typed = edition.workspace.collection ? webPage : blogPosting
      return metaOf(edition, from, to).map((meta, i) => {
        const url = urlOf(edition, from + i, meta.slug)
        if (url === null) return 'null'
        return JSON.stringify(typed(edition, from + i, url, meta, JSON.parse(details[i]!.toString())))
      })
    },
  },
  revision: {
    length: () => 34,
    read: async (edition, from, to, turn) =>
      (await revisionsOf(edition, from, to, turn)).map((revision) => `"${revision}"`),
  },
}

function summaryOf(edition: Edition, post: PostNumber, meta: PostMeta): PostSummary {
  const { id, slug, title, description, coverImage, publishedAt } = meta
  return { id, slug, title, description, coverImage, publishedAt, url: urlOf(edition, post, slug) }
}
