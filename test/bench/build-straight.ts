// The same posts through a straightforward pipeline: each tool as its documentation shows it, then one JSON file of posts, each as
// HTML, markdown and text, and one of a MiniSearch index. Run with the content folder and one for the result. Prints what it took from the
// end of the imports on, and the most memory that the process had.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import glob from 'fast-glob'
import matter from 'gray-matter'
import { Marked } from 'marked'
import markedAlert from 'marked-alert'
import markedFootnote from 'marked-footnote'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import MiniSearch from 'minisearch'
import sanitizeHtml from 'sanitize-html'
import { stopwatch } from './stopwatch.ts'

const [content, out] = process.argv.slice(2)
const marked = new Marked({ gfm: true }, markedFootnote(), markedAlert(), gfmHeadingId())

const { allowedTags, allowedAttributes } = sanitizeHtml.defaults
const safe = {
  allowedTags: [...allowedTags, 'img', 'del', 'input'],
  allowedAttributes: { ...allowedAttributes, '*': ['id', 'class'], input: ['type', 'checked', 'disabled'] },
}

const sinceStart = stopwatch()
const files = await glob('*/posts/**/*.md', { cwd: content! })
const posts = await Promise.all(files.map(postOf))
posts.sort((a, b) => b.publishedAt - a.publishedAt)
await mkdir(out!, { recursive: true })
await writeFile(join(out!, 'posts.json'), JSON.stringify(posts))
await writeFile(join(out!, 'search.json'), JSON.stringify(indexOf()))
console.log(JSON.stringify({ ...sinceStart(), megabytes: process.resourceUsage().maxRSS / 1_024 }))

async function postOf(file: string) {
  const { data, content: markdown } = matter(await readFile(join(content!, file), 'utf8'))
  const html = sanitizeHtml(marked.parse(markdown, { async: false }), safe)
  const text = html.replace(/<[^>]+>/g, ' ')
  return { ...data, id: file, title: data.title, publishedAt: Number(data.publishedAt), markdown, html, text }
}

function indexOf(): MiniSearch {
  const index = new MiniSearch({ fields: ['title', 'text'] })
  index.addAll(posts)
  return index
}
