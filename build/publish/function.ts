// The code of the function as one file: importing a hundred modules would take most of a cold start.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Nearly every blog needs the forms of English words, so they are in the file; other packages are not. */
const ENGLISH = '@orama/stemmers/english'

const BANNER = '// Made by galley build from api/_app/bundle.ts.'

/** Writes `<out>/function`, and keeps nothing that was there. */
export async function writeFunction(out: string): Promise<void> {
  const { buildSync } = await import('esbuild')
  rmSync(join(out, 'function'), { recursive: true, force: true })
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, 'api/_app/bundle.ts')],
    outfile: join(out, 'function/index.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
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
