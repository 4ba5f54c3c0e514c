// The function as one file, for the package: `npm pack` bundles this module (docs/design/start.md).
import { traceSources } from './traces.ts'

// `vercel build` ships what such a URL names.
traceSources(import.meta.url, new URL('./index.js.map', import.meta.url))

export { createFunction } from './function.ts'
