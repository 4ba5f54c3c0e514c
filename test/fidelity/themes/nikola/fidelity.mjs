// Lists the posts of a site of Nikola from the pages that it was published as, which are in published/: the program itself is no
// package of npm.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const names = readdirSync('published/posts', { recursive: true }).filter((name) => /\.md$/.test(name))
const posts = names.flatMap((name) => {
  const page = join('published/posts', dirname(name), 'index.html')
  if (!existsSync(page)) return []
  const html = readFileSync(page, 'utf8')
  const [, title = ''] = /<h1\b[^>]*>(.*?)<\/h1>/s.exec(html) ?? []
  const [, date = ''] = /<time class="published[^>]* datetime="([^"]*)"/.exec(html) ?? []
  const [, text] = /<div class="e-content[^>]*>(.*?)<aside class="postpromonav">/s.exec(html) ?? []
  return text === undefined ? [] : { url: `/posts/${dirname(name)}/`, title, date, html: text }
})

/** The source of a post is called like its slug, or says it in the file beside it. */
const sources = readdirSync('posts', { recursive: true }).filter((name) => /\.md$/.test(name))
const slugOf = (name) => {
  const head = join('posts', name.replace(/\.md$/, '.meta'))
  const [, slug] = (existsSync(head) && /^\.\. slug:\s*(\S+)/m.exec(readFileSync(head, 'utf8'))) || []
  return join(dirname(name), slug ?? name.replace(/.*\/|\.md$/g, ''))
}
const bySlug = new Map(sources.map((name) => [`/posts/${slugOf(name)}/`, `posts/${name}`]))
const made = posts.flatMap(({ url, ...post }) =>
  bySlug.has(url) ? { path: bySlug.get(url), url, ...post } : [],
)
writeFileSync(process.env.FIDELITY, JSON.stringify(made))
