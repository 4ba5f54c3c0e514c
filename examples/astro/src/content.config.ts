import { defineCollection } from 'astro:content'
import { galley } from './galley'

const posts = defineCollection({
  loader: galley(import.meta.env.GALLEY_URL ?? 'http://127.0.0.1:3000/v1/demo'),
})

export const collections = { posts }
