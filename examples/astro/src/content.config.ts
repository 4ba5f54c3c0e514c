import { defineCollection } from 'astro:content'
import { galleyLoader } from 'galley-client/astro'
import { baseUrl, key } from './api'
import { has } from './site'

const include = ['cover', 'reading', 'descriptionIsExcerpt', 'jsonld'] as const
const posts = defineCollection({ loader: galleyLoader({ baseUrl, key, include }) })

/** Empty unless the workspace declares it. */
const declared = (collection: string) =>
  defineCollection({ loader: has(collection) ? galleyLoader({ baseUrl, key, collection }) : async () => [] })

export const collections = { posts, pages: declared('pages'), glossary: declared('glossary') }
