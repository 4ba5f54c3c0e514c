// Posts as resources: `galley://posts/{id}`. Their addresses at the API would have the workspace's key.
import { normalise } from '../../../../packages/search/basics/normalise.ts'
import { decoded } from '../../../../snapshot/format/address.ts'
import { HttpError } from '../../http/error.ts'
import type { WorkspaceExchange } from '../../listing/exchange.ts'
import { findVisible } from '../post.ts'
import { askForPosts } from './ask.ts'
import { ProtocolError } from './message.ts'
import { textOf } from './reply.ts'

const prefix = 'galley://posts/'
const mimeType = 'text/markdown'
const ofPage = 50

export const templates = {
  resourceTemplates: [
    { uriTemplate: `${prefix}{id}`, name: 'post', title: 'A post by its id or slug, as markdown', mimeType },
  ],
}

/** @param cursor as an earlier page has it: the snapshot, and the number of the page in it */
export async function listResources(exchange: WorkspaceExchange, cursor: unknown) {
  const begun = cursor ?? `${exchange.edition.id} 1`
  const [, snapshot, page] = (typeof begun === 'string' && /^(.+) ([1-9]\d*)$/.exec(begun)) || []
  if (page === undefined) throw badCursor()
  const query = { snapshot, page, limit: ofPage, select: 'id,slug,title,description' }
  const { posts, pagination } = await askForPosts(exchange, query).catch((error) => {
    throw error instanceof HttpError && error.status < 500 ? badCursor() : error
  })
  const resources = posts.map(({ id, slug, title, description }) => ({
    ...{ uri: prefix + encodeURIComponent(id), name: slug, title, mimeType },
    ...(description !== '' && { description }),
  }))
  return {
    resources,
    ...(pagination.nextPage !== null && { nextCursor: `${snapshot} ${pagination.nextPage}` }),
  }
}

const badCursor = () =>
  new ProtocolError('bad parameters', 'This is no cursor of the list as it is now; begin without one.')

export function readResource({ edition }: WorkspaceExchange, uri: unknown) {
  if (typeof uri !== 'string' || !uri.startsWith(prefix)) throw notFound(uri)
  const post = findVisible(edition, normalise(decoded(uri.slice(prefix.length))))
  if (post === undefined) throw notFound(uri)
  return { contents: [{ uri, mimeType }], [textOf]: post.number }
}

function notFound(uri: unknown): ProtocolError {
  const message = `There is no such resource; they begin with ${prefix}.`
  const data = typeof uri === 'string' ? { uri: uri.slice(0, 500) } : undefined
  return new ProtocolError('bad parameters', message, 200, data)
}
