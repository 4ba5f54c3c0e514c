// The code of the function as one file: importing a hundred modules would take most of a cold start.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { usedBuiltins } from './builtins.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Not in the package, which has the function as one file already. */
const SOURCE = join(ROOT, 'api/_app/bundle.ts')

/** Nearly every blog needs the forms of English words, so they are in the file; other packages are not. */
const ENGLISH = '@orama/stemmers/english'

const BANNER = '// Made by galley build from api/_app/bundle.ts.'

/** Writes `<out>/function` from sources, and keeps nothing that was there. */
export async function writeFunction(out: string): Promise<void> {
  if (!existsSync(SOURCE)) return removeFunction(out)
  rmSync(join(out, 'function'), { recursive: true, force: true })
  await bundleFunction(join(out, 'function/index.js'))
}

/** @param outfile named index.js, with its source map beside it */
export async function bundleFunction(outfile: string): Promise<void> {
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: ROOT,
    entryPoints: [SOURCE],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    plugins: [usedBuiltins()],
    alias: { [ENGLISH]: fileURLToPath(import.meta.resolve(ENGLISH)) },
    sourcemap: true,
    sourcesContent: false,
    banner: { js: BANNER },
    // Comments may have characters for which V8 would hold all of it in twice the memory.
    minifyWhitespace: true,
    // A tsconfig.json has no effect, wherever it is.
    tsconfigRaw: {},
    logLevel: 'silent',
  })
}

/** Removes what `writeFunction` wrote: it would be older than the data beside it. */
export function removeFunction(out: string): void {
  const folder = join(out, 'function')
  if (isOurs(join(folder, 'index.js'))) rmSync(folder, { recursive: true })
}

function isOurs(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').startsWith(BANNER)
  } catch {
    return false
  }
}
