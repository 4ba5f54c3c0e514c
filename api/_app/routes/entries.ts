// GET …/entries/{collection}: its entries, as …/posts lists posts, or the entry of a collection that has one.
import type { RouteHandler } from '../listing/exchange.ts'
import { singlePost } from './post.ts'
import { listPosts } from './posts.ts'

export const listEntries: RouteHandler = (exchange) => {
  const { single, name } = exchange.edition.workspace.collection!
  return single ? singlePost({ ...exchange, name }) : listPosts(exchange)
}
