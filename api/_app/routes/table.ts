// Every route below a workspace.

import type { Edition } from '../listing/edition.ts'
import { listGroups, singleGroup } from './groups.ts'
import type { Resource } from './locate.ts'
import { presentSlug, singlePost } from './post.ts'
import { listPosts } from './posts.ts'
import type { RouteHandler } from './route.ts'

export interface Routes {
  list: RouteHandler
  single: RouteHandler
  /** The name a single one has now, where the one asked for is an earlier one: a redirect. */
  moved?(edition: Edition, name: string): string | undefined
}

export const routes: Record<Resource, Routes> = {
  posts: { list: listPosts, single: singlePost, moved: presentSlug },
  categories: { list: listGroups('categories'), single: singleGroup('categories') },
  tags: { list: listGroups('tags'), single: singleGroup('tags') },
  authors: { list: listGroups('authors'), single: singleGroup('authors') },
}
