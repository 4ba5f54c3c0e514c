import { defineConfig, s } from 'velite'

const posts = {
  name: 'Post',
  pattern: '*/posts/**/*.md',
  schema: s.object({
    title: s.string(),
    description: s.string(),
    publishedAt: s.isodate(),
    markdown: s.raw(),
    html: s.markdown({ copyLinkedFiles: false }),
  }),
}

export default defineConfig({
  root: process.env.CONTENT,
  output: { data: process.env.OUT, assets: `${process.env.OUT}-assets`, clean: true },
  collections: { posts },
})
