import Link from 'next/link'
import type { Summary } from '../lib/galley'

export function PostList({ posts }: { posts: Summary[] }) {
  return posts.map(({ slug, title, description, publishedAt }) => (
    <article key={slug}>
      <h2>
        <Link href={`/posts/${encodeURIComponent(slug)}`} prefetch={false}>
          {title}
        </Link>
      </h2>
      <time dateTime={publishedAt}>{publishedAt.slice(0, 10)}</time>
      <p>{description}</p>
    </article>
  ))
}
