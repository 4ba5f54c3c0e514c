// The one Vercel function: every request that is not for a static file comes here, with its original path.
import { existsSync } from 'node:fs'
import type { VercelApiHandler } from '@vercel/node'

// `vercel build` ships what these URLs and `includeFiles` in vercel.json name: the same folders.
const data = new URL('../dist/data/', import.meta.url)
const bundle = new URL('../dist/function/start.js', import.meta.url)

// Only `vercel build` compiles this file, after the build has made the bundle. A command that runs it as it is, such as
// `vercel dev`, may find a bundle older than the sources.
const isCompiled = import.meta.url.endsWith('.js')
const { createFunction } =
  isCompiled && existsSync(bundle)
    ? ((await import(bundle.href)) as typeof import('./_app/function.ts'))
    : await import('./_app/function.ts')

/** Read by `vercel build`: a body over 4.5 MB has to be streamed. */
export const config = { supportsResponseStreaming: true }

// Called with Node's request and response. With one named export per method, Vercel would answer HEAD and OPTIONS with a bare 405.
export default createFunction({ data }) satisfies VercelApiHandler
