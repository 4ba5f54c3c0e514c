import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound, permanentRedirect } from 'next/navigation'
import { Cover } from '../../../components/cover'
import { Meta } from '../../../components/meta'
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
  // Not all browsers let a keyboard scroll what is too wide.
  const html = post.content.replace(/<(?:pre|table)\b/g, '$& tabindex="0"')
  const around = [post.neighbors.previous, post.neighbors.next].filter((one) => one !== null)
  return (
    <article>
      <header className="head">
        <h1>{post.title}</h1>
        <Meta post={post} by={post.authors.map(({ name }) => name).join(', ')} />
      </header>
      <Cover cover={post.cover} />
      {/* Sanitised by Galley, unless the workspace trusts its authors. */}
      <div className="reading">
        <div className="post" dangerouslySetInnerHTML={{ __html: html }} />
        <footer className="ending">
          <nav className="chips" aria-label="Tags">
            {post.tags.map((tag) => (
              <Link key={tag.slug} href={`/tags/${encodeURIComponent(tag.slug)}`} prefetch={false}>
                {tag.name}
              </Link>
            ))}
          </nav>
        </footer>
      </div>
      <nav className="around" aria-label="Next posts">
        {around.map(({ slug, title }) => (
          <Link key={slug} href={`/posts/${encodeURIComponent(slug)}`} prefetch={false}>
            {title}
          </Link>
        ))}
      </nav>
    </article>
  )
}
