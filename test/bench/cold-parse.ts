// The same in the straightforward way: one file of all posts, parsed, filtered, sliced, written as JSON. Run with
// the file.
import { readFileSync } from 'node:fs'
import { stopwatch } from './stopwatch.ts'

interface Post {
  status: string
  publishedAt: string
}

const sinceStart = stopwatch()
const now = new Date().toISOString()
const posts: Post[] = JSON.parse(readFileSync(process.argv[2]!, 'utf8'))
const visible = posts.filter(({ status, publishedAt }) => status === 'published' && publishedAt <= now)
Buffer.from(JSON.stringify({ posts: visible.slice(0, 10), totalItems: visible.length }))
console.log(JSON.stringify(sinceStart()))
