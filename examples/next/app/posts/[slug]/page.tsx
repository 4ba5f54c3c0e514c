import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound, permanentRedirect } from 'next/navigation'
import { postBySlug, postsOnPage } from '../../../lib/galley'

interface Props {
  params: Promise<{ slug: string }>
}

/** Only the newest posts are rendered when the site is built: the limit is 200 requests in 10 seconds. */
export async function generateStaticParams() {
  const list = await postsOnPage(1)
  return list?.posts.map(({ slug }) => ({ slug })) ?? []
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const post = await postBySlug(decodeURIComponent((await params).slug))
  return {
    title: post?.title,
    description: post?.description,
    alternates: { canonical: post && `/posts/${encodeURIComponent(post.slug)}` },
  }
}

export default async function Page({ params }: Props) {
  const slug = decodeURIComponent((await params).slug)
  const post = await postBySlug(slug)
  if (!post) notFound()
  if (post.slug !== slug) permanentRedirect(`/posts/${encodeURIComponent(post.slug)}`)
  return (
    <article>
      <h1>{post.title}</h1>
      <p>
        <time dateTime={post.publishedAt}>{post.publishedAt.slice(0, 10)}</time>,{' '}
        {post.authors.map(({ name }) => name).join(', ')}
      </p>
      {/* Sanitised by Galley, unless the workspace trusts its authors. */}
      <div dangerouslySetInnerHTML={{ __html: post.content }} />
      <ul>
        {post.tags.map((tag) => (
          <li key={tag.slug}>
            <Link href={`/tags/${encodeURIComponent(tag.slug)}`} prefetch={false}>
              {tag.name}
            </Link>
          </li>
        ))}
      </ul>
    </article>
  )
}
