// Posts as resources, `galley://posts/{id}`, and entries, `galley://entries/{collection}/{path}`. Their addresses at the API would have the workspace's key.
import { normalise } from '../../../../packages/search/basics/normalise.ts'
import { decoded, encodedNames } from '../../../../snapshot/format/address.ts'
import { HttpError } from '../../http/error.ts'
import { withCollections } from '../../listing/collections.ts'
import type { WorkspaceExchange } from '../../listing/exchange.ts'
import { collectionsIn } from '../../listing/query.ts'
import { findVisible } from '../post.ts'
import { askForPosts, fieldsAsText, inCollectionOf } from './ask.ts'
import { ProtocolError } from './message.ts'
import { type Result, textOf } from './reply.ts'

const prefix = 'galley://posts/'
const entryPrefix = 'galley://entries/'
const mimeType = 'text/markdown'
const ofPage = 50

const ofPosts = {
  ...{ uriTemplate: `${prefix}{id}`, name: 'post', title: 'A post by its id or slug, as markdown', mimeType },
}
const ofEntries = {
  uriTemplate: `${entryPrefix}{collection}/{+path}`,
  name: 'entry',
  title: 'An entry by its path, as markdown, or its fields as JSON if it has no text',
}

export function templatesOf({ edition }: WorkspaceExchange) {
  return { resourceTemplates: [ofPosts, ...(edition.workspace.collections ? [ofEntries] : [])] }
}

/** @param cursor as an earlier page has it: the snapshot, the number of the page in it, and the collection if those are not posts */
export function listResources(exchange: WorkspaceExchange, cursor: unknown) {
  const names = collectionsIn(exchange.edition.workspace)
  const begun = cursor ?? `${exchange.edition.id} 1`
  const parts = (typeof begun === 'string' && /^(\S+) ([1-9]\d*)(?: (\S+))?$/.exec(begun)) || []
  const [, snapshot, page, name = 'posts'] = parts
  if (page === undefined || !names.includes(name)) throw badCursor()
  return withCollections(exchange, [name], async ([edition], own) => {
    const isOfPosts = name === 'posts'
    const select = `id,${isOfPosts ? 'slug' : 'path'},title,description`
    // The first page of a collection has no snapshot to go on with.
    const pinned = snapshot === anySnapshot ? undefined : snapshot
    const query = { snapshot: pinned, page, limit: ofPage, select }
    const asked = askForPosts({ ...own, edition: edition! }, query)
    const { posts, pagination } = await asked.catch((error) => {
      throw error instanceof HttpError && error.status < 500 ? badCursor() : error
    })
    const resources = posts.map(({ id, slug, path, title, description }) => ({
      ...(isOfPosts
        ? { uri: prefix + encodeURIComponent(id), name: slug, title, mimeType }
        : { uri: `${entryPrefix}${name}/${encodedNames(path)}`, name: path, title }),
      ...(description !== '' && { description }),
    }))
    const following = names[names.indexOf(name) + 1]
    const nextCursor =
      pagination.nextPage === null
        ? following && `${anySnapshot} 1 ${following}`
        : `${edition!.id} ${pagination.nextPage}${isOfPosts ? '' : ` ${name}`}`
    return { resources, ...(nextCursor && { nextCursor }) }
  })
}

const anySnapshot = '-'
const pattern = /^galley:\/\/(posts|entries)\/(.*)/s

const badCursor = () =>
  new ProtocolError('bad parameters', 'This is no cursor of the list as it is now; begin without one.')

export function readResource(exchange: WorkspaceExchange, uri: unknown): Promise<Result> {
  const [, kind, name = ''] = (typeof uri === 'string' && pattern.exec(uri)) || []
  // Names of posts have no slash, and those of entries have one.
  if (!kind || decoded(name).includes('/') !== (kind === 'entries')) throw notFound(exchange, uri)
  return inCollectionOf(exchange, decoded(name), async (own, path) => {
    const { edition, lease } = own
    const post = findVisible(edition, normalise(path))
    if (post === undefined) throw notFound(exchange, uri)
    const text = await fieldsAsText(own, path)
    if (text !== undefined) return { contents: [{ uri, mimeType: 'application/json', text }] }
    const stored = { post: post.number, edition, lease: lease.clone() }
    return { contents: [{ uri, mimeType }], [textOf]: stored }
  })
}

function notFound({ edition }: WorkspaceExchange, uri: unknown): ProtocolError {
  const prefixes = edition.workspace.collections ? `${prefix} or ${entryPrefix}` : prefix
  const message = `There is no such resource; they begin with ${prefixes}.`
  const data = typeof uri === 'string' ? { uri: uri.slice(0, 500) } : undefined
  return new ProtocolError('bad parameters', message, 200, data)
}
