// Writes synthetic posts as one JSON array of whole posts; run with the file and the number of posts.
import { closeSync, openSync, writeSync } from 'node:fs'
import { categories, tags } from './groups.ts'
import { syntheticPost } from './posts.ts'

const [file, posts] = process.argv.slice(2)
const descriptor = openSync(file!, 'w')
for (let number = 0; number < Number(posts); number++) {
  const { meta, html, category, tags: slugs } = syntheticPost(number)
  const post = {
    ...meta,
    content: html,
    category: categories.find(({ slug }) => slug === category),
    tags: tags.filter(({ slug }) => slugs.includes(slug)),
  }
  writeSync(descriptor, `${number === 0 ? '[' : ','}\n${JSON.stringify(post)}`)
}
writeSync(descriptor, '\n]\n')
closeSync(descriptor)
