// Where commands, threads and processes start while tests run: in bundles that are made once per run. From sources, each of them
// would strip and import the same files again, which takes more than most of them do afterwards.
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The environment variable with the folder of the bundles. */
const FOLDER = 'TEST_BUNDLES'

/** @param name of the entry point, without its folder */
export function bundled(name: string): string {
  return `${process.env[FOLDER]}/${name}`
}

export function setBundles(folder: string): void {
  process.env[FOLDER] = folder
}

/** Entry points of threads and processes, by the file that starts them. */
export const entryPoints: Record<string, string> = {
  'bin/builder/thread.ts': 'bin/builder/worker.mjs',
  'build/compile/pool/thread.ts': 'build/compile/pool/thread.mjs',
  'build/compile/pool/last-try.ts': 'build/compile/pool/last-try.mjs',
  'build/parse/yaml-file.ts': 'build/parse/yaml-process.mjs',
  'packages/import/text/within-limits.ts': 'packages/import/text/try.mjs',
}

/** @param source of such a file, with or without types */
export function startingBundle(source: string): string {
  const started = source.replace(
    /new URL\('\.\/([\w-]+\.mjs)', import\.meta\.url\)/,
    (_, name) => `new URL('${pathToFileURL(bundled(name))}')`,
  )
  if (started === source)
    throw new Error('test/support/bundle/entry-points.ts expects a start that is not there.')
  return started
}
