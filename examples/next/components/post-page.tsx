import Link from 'next/link'
import { notFound } from 'next/navigation'
import { postsOnPage } from '../lib/galley'
import { PostList } from './post-list'

export async function PostPage({ number }: { number: number }) {
  const list = await postsOnPage(number)
  if (!list) notFound()
  const { previousPage, nextPage } = list.pagination
  return (
    <>
      <header className="head">
        <h1>All posts</h1>
      </header>
      <PostList posts={list.posts} />
      <nav className="pager" aria-label="Pages">
        {previousPage && (
          <Link href={previousPage === 1 ? '/' : `/page/${previousPage}`} rel="prev">
            Newer posts
          </Link>
        )}
        {nextPage && (
          <Link href={`/page/${nextPage}`} rel="next">
            Older posts
          </Link>
        )}
      </nav>
    </>
  )
}
