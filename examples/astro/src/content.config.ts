import { defineCollection } from 'astro:content'
import { galleyLoader } from 'galley-client/astro'

const url: string = import.meta.env.GALLEY_URL ?? 'http://127.0.0.1:3000/v1/demo'
const [baseUrl = '', key = ''] = url.split('/v1/')

const posts = defineCollection({ loader: galleyLoader({ baseUrl, key }) })

export const collections = { posts }
