import type { Summary } from '../lib/galley'

export function Meta({ post, by }: { post: Summary; by: string }) {
  const date = new Date(post.publishedAt)
  return (
    <p className="meta">
      <span>{by}</span>
      <time dateTime={post.publishedAt}>
        {date.toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' })}
      </time>
      <span>{post.reading.minutes} min</span>
    </p>
  )
}
