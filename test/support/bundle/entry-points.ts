// Where commands, threads and processes start while tests run: in bundles that are made once per run, when a suite first asks for one.
// From sources, each of them would strip and import the same files again, which takes more than most of them do afterwards.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The environment variable with the folder of the bundles. */
export const FOLDER = 'TEST_BUNDLES'

/** @param name of the entry point, without its folder */
export function bundled(name: string): string {
  const folder = process.env[FOLDER]!
  if (!existsSync(`${folder}/made`)) makeBundles(folder)
  return `${folder}/${name}`
}

/** One process of the run makes them, while others that ask wait. */
function makeBundles(folder: string): void {
  try {
    mkdirSync(`${folder}/making`)
  } catch {
    const turn = new Int32Array(new SharedArrayBuffer(4))
    while (!existsSync(`${folder}/made`)) Atomics.wait(turn, 0, 0, 20)
    return
  }
  try {
    const typescript = new URL('../../../build/typescript/register.mjs', import.meta.url).href
    const script = fileURLToPath(new URL('./bundle.ts', import.meta.url))
    execFileSync(process.execPath, ['--import', typescript, script, folder], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  } finally {
    // Whoever waits then fails for want of a bundle, and not of time.
    writeFileSync(`${folder}/made`, '')
  }
}

/** Entry points of threads and processes, by the file that starts them. */
export const entryPoints: Record<string, string> = {
  'bin/builder/thread.ts': 'bin/builder/build-thread.mjs',
  'build/compile/pool/thread.ts': 'build/compile/pool/thread.mjs',
  'build/compile/pool/last-try.ts': 'build/compile/pool/last-try.mjs',
  'build/parse/yaml-file.ts': 'build/parse/yaml-process.mjs',
  'import/text/within-limits.ts': 'import/text/try.mjs',
}

/**
 * @param source of such a file, with or without types
 * @param url an expression for the URL of the bundle that is asked for by its name
 */
function startingBundle(source: string, url: (name: string) => string): string {
  const started = source.replace(/new URL\('\.\/([\w-]+\.mjs)', import\.meta\.url\)/, (_, name) => url(name))
  if (started === source)
    throw new Error('test/support/bundle/entry-points.ts expects a start that is not there.')
  return started
}

/** The same for a source that a suite imports, which asks for the bundle when it starts it. */
export function askingForBundle(source: string): string {
  const asking = startingBundle(source, (name) => `toURL(bundled('${name}'))`)
  return `import { pathToFileURL as toURL } from 'node:url'; import { bundled } from '${import.meta.url}'; ${asking}`
}

/** The same for a source within a bundle. */
export function besideBundle(source: string, folder: string): string {
  return startingBundle(source, (name) => `new URL('${pathToFileURL(`${folder}/${name}`)}')`)
}
