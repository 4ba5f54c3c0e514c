import { relative } from 'node:path'
import { defineCollection, defineConfig } from '@content-collections/core'
import { compileMarkdown } from '@content-collections/markdown'
import { z } from 'zod'

const posts = defineCollection({
  name: 'posts',
  directory: relative(process.env.SETTINGS, process.env.CONTENT),
  include: '*/posts/**/*.md',
  schema: z.object({
    title: z.string(),
    description: z.string(),
    publishedAt: z.coerce.date(),
    content: z.string(),
  }),
  transform: async (post, context) => ({ ...post, html: await compileMarkdown(context, post) }),
})

export default defineConfig({ content: [posts] })
