// Loads the command line from its sources. The package has JavaScript, and build/package/program.mjs in place of this file.
import { fileURLToPath } from 'node:url'

/** Returns why that is not possible, if so. */
export function obstacle() {
  try {
    import.meta.resolve('@swc/wasm-typescript')
  } catch {
    const folder = fileURLToPath(new URL('..', import.meta.url))
    return `The packages that Galley needs are not installed. Run npm ci in ${folder} first.`
  }
}

/**
 * Loads the exports of bin/main.ts, and build threads.
 * @param builds whether the command will probably build
 */
export async function load(_command, builds) {
  await import('../build/typescript/register.mjs')
  const threads = builds ? (await import('./builder/thread.ts')).startAhead() : undefined
  return { ...(await import('./main.ts')), threads }
}
