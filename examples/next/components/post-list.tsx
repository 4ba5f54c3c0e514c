import Link from 'next/link'
import type { Summary } from '../lib/galley'
import { Cover } from './cover'
import { Meta } from './meta'

export function PostList({ posts }: { posts: Summary[] }) {
  return posts.map((post) => (
    <article key={post.slug} className="entry">
      <div>
        <h2>
          <Link href={`/posts/${encodeURIComponent(post.slug)}`} prefetch={false}>
            {post.title}
          </Link>
        </h2>
        <p>{post.description}</p>
        <Meta post={post} by={post.category.name} />
      </div>
      <Cover cover={post.cover} isDecoration />
    </article>
  ))
}
