// A loader for Node before 22.18: strips types in memory, with the code that later versions have built in. It reads only
// the source and writes nothing, so neither the temporary folder nor a tsconfig.json can change what runs.
//
// Node gives each thread a loader of its own. That code takes 20 MB: the first thread's loader loads it,
// and answers those of the threads below it.
// A shortcut is in it: one thread strips types for all (docs/design/shortcuts.md).
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { BroadcastChannel, threadId } from 'node:worker_threads'

/** Resolves with the JavaScript of a file. */
let javascriptOf

/** Called by `node:module` with what register.mjs says. */
export async function initialize({ channel: name, isFirst }) {
  const channel = new BroadcastChannel(name)
  javascriptOf = isFirst ? answer(channel) : ask(channel)
}

/** A hook of `node:module`. */
export async function load(url, context, nextLoad) {
  const isTypeScript = url.startsWith('file:') && new URL(url).pathname.endsWith('.ts')
  if (!isTypeScript) return nextLoad(url, context)
  return { format: 'module', source: await javascriptOf(fileURLToPath(url)), shortCircuit: true }
}

/** Strips types, for others, too. */
function answer(channel) {
  // V8 would take 20 MB and a fifth of a second to optimise code that has done its work by then, and check all of it
  // where a fraction is called.
  setFlagsFromString('--wasm-tiering-budget=2000000000')
  setFlagsFromString('--wasm-lazy-validation')
  // An import would also scan it for its exports: all 4 MB.
  const { transformSync } = createRequire(import.meta.url)('@swc/wasm-typescript')
  const strip = async (filename) => {
    // Types are replaced by blanks, so that lines and columns in stack traces are right.
    return transformSync(await readFile(filename, 'utf8'), { mode: 'strip-only', filename }).code
  }
  /** Threads import mostly the same files. */
  const stripped = new Map()
  const stripOnce = (filename) => {
    if (!stripped.has(filename)) stripped.set(filename, strip(filename))
    return stripped.get(filename)
  }
  channel.onmessage = async ({ data: { id, filename } }) => {
    // The answer is for another request.
    if (filename === undefined) return
    const failed = (error) => ({ id, error: String(error?.message ?? error) })
    channel.postMessage(await stripOnce(filename).then((code) => ({ id, code }), failed))
  }
  return stripOnce
}

function ask(channel) {
  const waiting = new Map()
  channel.onmessage = ({ data: { id, code, error } }) => {
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (error === undefined) resolve?.(code)
    else reject?.(new SyntaxError(error))
  }
  return (filename) =>
    new Promise((resolve, reject) => {
      const id = `${threadId}: ${filename}`
      waiting.set(id, { resolve, reject })
      channel.postMessage({ id, filename })
    })
}
