import { defineCollection } from 'astro:content'
import { galleyLoader } from 'galley-client/astro'
import { baseUrl, key } from './api'

const include = ['cover', 'reading', 'descriptionIsExcerpt', 'jsonld'] as const
const posts = defineCollection({ loader: galleyLoader({ baseUrl, key, include }) })

export const collections = { posts }
