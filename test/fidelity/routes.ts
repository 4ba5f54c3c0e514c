// A route of an Astro site: its getStaticPaths, which makes the addresses of posts, and a page with nothing but the post.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const PAGE = `
const post = Object.values(Astro.props).find((value) => value?.filePath)
const { Content } = post ? await renderPost(post) : {}
const { title, date, pubDate, pubDatetime, publishDate, publishedAt, published } = post?.data ?? {}
const when = [date, pubDate, pubDatetime, publishDate, publishedAt, published].find(Boolean)
const page = { path: post?.filePath, url: Astro.url.pathname, title: title ?? '', date: when ?? '' }
const about = encodeURIComponent(JSON.stringify(page))
---
{Content && <fidelity-post about={about}><Content /></fidelity-post>}
`

/** @param folder of the site */
export function layRoutes(folder: string): void {
  const pages = join(folder, 'src/pages')
  for (const entry of readdirSync(pages, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const route = path.endsWith('.astro') ? routeOf(readFileSync(path, 'utf8')) : undefined
    if (route === undefined || !/\[[^\]]*\]\.astro$/.test(relative(pages, path))) rmSync(path)
    else writeFileSync(path, route)
  }
}

function routeOf(source: string): string | undefined {
  const [, script = ''] = /^---\n(.*?)\n---$/ms.exec(source) ?? []
  const [, before, paths] =
    /^(.*?)(^export (?:async function|const) getStaticPaths\b.*?^\}.*?$)/ms.exec(script) ?? []
  if (before === undefined || paths === undefined) return undefined
  const imports = [...before.matchAll(/^import (?!type\b)([^'"]*?) from [^\n]*$/gm)]
  const used = imports.filter(([, names = '']) =>
    [...names.matchAll(/[\w$]+/g)].some(([name]) => name !== 'as' && new RegExp(`\\b${name}\\b`).test(paths)),
  )
  const own = used.map(([statement]) => statement).join('\n')
  return `---\n${own}\nimport { render as renderPost } from 'astro:content'\n${paths}\n${PAGE}`
}
