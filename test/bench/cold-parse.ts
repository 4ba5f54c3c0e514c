// The same in the straight way: one file of all posts, parsed, filtered, cut, written as JSON. Run with the file.
import { readFileSync } from 'node:fs'

interface Post {
  status: string
  publishedAt: string
}

const started = performance.now()
const now = new Date().toISOString()
const posts: Post[] = JSON.parse(readFileSync(process.argv[2]!, 'utf8'))
const visible = posts.filter(({ status, publishedAt }) => status === 'published' && publishedAt <= now)
const body = Buffer.from(JSON.stringify({ posts: visible.slice(0, 10), totalItems: visible.length }))
const answered = performance.now()
console.log(JSON.stringify({ answer: answered - started, bytes: body.byteLength }))
