import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PostPage } from '../../../components/post-page'

interface Props {
  params: Promise<{ page: string }>
}

/** Pages are rendered when somebody first asks for them, and kept. */
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `All posts, page ${(await params).page}` }
}

export default async function Page({ params }: Props) {
  const { page } = await params
  if (!/^[1-9]\d{0,5}$/.test(page)) notFound()
  return <PostPage number={Number(page)} />
}
