// GET …/posts/{name} and …/post/{name}: one post by slug or id; an alias redirects.
import { furtherFields, furtherFieldsOf } from '../further-fields/fields.ts'
import { digestsOf } from '../further-fields/revision.ts'
import { HttpError } from '../http/error.ts'
import { headOf, type Reply, replyWith } from '../http/reply.ts'
import {
  contentsOf,
  fieldsAsked,
  includable,
  itemOf,
  lengthIn,
  outlineOf,
  selectableFields,
} from '../listing/assemble.ts'
import { withCollections } from '../listing/collections.ts'
import type { Edition } from '../listing/edition.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { collectionsNamed } from '../listing/fields.ts'
import { listOf } from '../listing/matches.ts'
import { metaOf } from '../listing/metadata.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import { maxTextBytes, postsBody } from './page.ts'

const parametersOf = (edition: Edition) => ({
  format: parameter.format,
  include: parameter.include(includable(edition, furtherFields)),
  select: parameter.select(selectableFields(edition)),
})

type OneQuery = ReturnType<typeof readQuery<ReturnType<typeof parametersOf>>>

export async function singlePost(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition } = exchange
  const query = readQuery(exchange, parametersOf(edition))
  return withCollections(exchange, collectionsNamed(edition, query.include ?? []), (others, own) =>
    answer(own, query, others),
  )
}

async function answer(
  exchange: WorkspaceExchange,
  query: OneQuery,
  others: readonly Edition[],
): Promise<Reply> {
  const { edition, turn, admit, name } = exchange
  const { format = 'html' } = query
  const { select, include, expanded } = fieldsAsked(query)
  const post = findVisible(edition, name)?.number
  if (post === undefined) throw postNotFound(edition)
  const further = include && (await furtherFieldsOf(edition, include, turn))
  const representation = { format, select, expanded, others, further }
  // The tag is not the edition's: it changes only with the reply, not whenever another post appears or changes.
  const digests = contentsOf(edition, representation) && (await digestsOf(edition, post, post + 1, turn))[0]
  const content = format === 'markdown' ? digests?.markdown : digests?.html
  const outlined = () => outlineOf(edition, post, representation, content ?? '', turn)
  const isCostly = expanded && lengthIn(edition, representation)(post) > maxTextBytes
  const outline = await (isCostly ? admit(outlined) : outlined())
  const key = [edition, ...others].map((one) => one.key).join(' ')
  const head = headOf({ id: 'post', key }, `${format} ${outline}`)
  const posts = listOf(Uint32Array.of(post))
  const envelope = { head: `{"${itemOf(edition).one}":`, tail: '}' }
  const listing = { posts, represent: () => representation, envelope }
  return replyWith(exchange, head, () => postsBody(exchange, head, listing))
}

/** The current slug of a visible post, if `name` is an earlier one. */
export function currentSlug(edition: Edition, name: string): string | undefined {
  const found = findVisible(edition, name)
  return found?.kind === 'alias' ? metaOf(edition, found.number)[0]!.slug : undefined
}

export function findVisible({ workspace, first }: Edition, name: string) {
  const found = workspace.find(name)
  return found && found.number >= first ? found : undefined
}

/** @param edition of a declared collection, if that is where it was looked for */
export function postNotFound(edition?: Edition): HttpError {
  const { collection } = edition?.workspace ?? {}
  if (collection) {
    const hint = collection.single ? '' : `; ask for one listed under entries/${collection.name}`
    return new HttpError(404, 'Entry not found', `No published entry has this path or id${hint}.`)
  }
  const message = 'No published post has this slug or id; ask for one listed under posts.'
  return new HttpError(404, 'Post not found', message)
}
