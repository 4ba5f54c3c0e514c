// A loader for Node before 22.18: strips types in memory, with the code that later versions have built in. It reads only
// the source and caches nothing, so neither the temporary folder nor a tsconfig.json can change what runs.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// V8 would take 20 MB and a fifth of a second to optimise code that has done its work by then.
setFlagsFromString('--wasm-tiering-budget=2000000000')
const { transformSync } = await import('@swc/wasm-typescript')

/** A hook of `node:module`. Types are replaced by blanks, so that lines and columns in stack traces are right. */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context)
  const filename = fileURLToPath(url)
  const { code } = transformSync(await readFile(filename, 'utf8'), { mode: 'strip-only', filename })
  return { format: 'module', source: code, shortCircuit: true }
}
