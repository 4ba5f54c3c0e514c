import { PostPage } from '../components/post-page'

export default function Home() {
  return <PostPage number={1} />
}
