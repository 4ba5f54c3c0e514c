// The function as one file, which is imported in a third of the time: the build bundles this module.
import { traceSources } from './traces.ts'

// `vercel build` ships what such a URL names.
traceSources(import.meta.url, new URL('./index.js.map', import.meta.url))

export { createFunction } from './function.ts'
