// Checks of posts against each other.
import { type Brief, load } from '../compile/brief.ts'
import type { LinkedWorkspace } from './resolve.ts'

/** A workspace, with what is checked of its posts. */
export type CheckedWorkspace = Omit<LinkedWorkspace, 'posts'> & { posts: readonly CheckedPost[] }
export type CheckedPost = ReturnType<typeof checkedPost>

/** Returns what checks need of a post: each post is loaded once, and little of it held. */
export function checkedPost(brief: Brief, hasSite: boolean) {
  const { file, relativePath, post } = brief
  const { names, references, urls, isRead } = load(brief)
  return {
    file,
    relativePath,
    names,
    references,
    isRead,
    post,
    urls: hasSite || !brief.isSelfContained ? urls : [],
  }
}
