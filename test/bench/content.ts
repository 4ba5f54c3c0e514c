// The synthetic posts as authors would have written them: markdown files below a content folder.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { WholePost } from '../support/bulk.ts'
import { authors, categories, tags } from './groups.ts'
import { syntheticPost } from './posts.ts'

/**
 * Writes `<content>/<folder>/` with `count` posts, in folders of a thousand.
 * @param first the number of its newest post
 * @returns `content`
 */
export function writeContent(content: string, folder: string, count: number, first = 0): string {
  const workspace = join(content, folder)
  for (const name of ['authors', 'posts']) mkdirSync(join(workspace, name), { recursive: true })
  writeFileSync(join(workspace, 'categories.yml'), bySlug(categories))
  writeFileSync(join(workspace, 'tags.yml'), bySlug(tags))
  for (const { slug, ...author } of authors) {
    writeFileSync(join(workspace, 'authors', `${slug}.yml`), stringify(author))
  }
  for (let number = 0; number < count; number++) {
    const place = join(workspace, 'posts', String(Math.floor(number / 1_000)))
    if (number % 1_000 === 0) mkdirSync(place)
    const post = syntheticPost(first + number)
    writeFileSync(join(place, `${post.meta.slug}.md`), markdownFile(post))
  }
  return content
}

function bySlug(groups: { id: string; slug: string; name: string; description: string | null }[]): string {
  const entries = groups.map(({ slug, id, name, description }) => [slug, { id, name, description }])
  return stringify(Object.fromEntries(entries))
}

function markdownFile({ meta, category, tags, authors, markdown }: WholePost): string {
  return `---
title: ${meta.title}
id: ${meta.id}
description: ${meta.description}
publishedAt: ${meta.publishedAt}
featured: ${meta.featured}
coverImage: ${meta.coverImage}
category: ${category}
tags: [${tags.join(', ')}]
authors: [${authors.join(', ')}]
---
${markdown}`
}
