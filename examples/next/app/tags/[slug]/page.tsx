import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PostList } from '../../../components/post-list'
import { postsWithTag, tagBySlug } from '../../../lib/galley'

interface Props {
  params: Promise<{ slug: string }>
}

/** Pages are rendered when somebody first asks for them, and kept. */
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const tag = await tagBySlug(decodeURIComponent((await params).slug))
  return { title: tag?.name }
}

export default async function Page({ params }: Props) {
  const tag = await tagBySlug(decodeURIComponent((await params).slug))
  if (!tag) notFound()
  const list = await postsWithTag(tag.slug)
  return (
    <>
      <header className="head">
        <h1>{tag.name}</h1>
      </header>
      <PostList posts={list?.posts ?? []} />
    </>
  )
}
