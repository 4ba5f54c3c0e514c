// The code of the function as one file, and as V8 has compiled it: importing a hundred modules would take most of a cold start, and
// compiling that file half of it.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildOptions } from 'esbuild'
import { readWhole } from '../../snapshot/format/disk.ts'
import { readCurrent } from '../../snapshot/read/current.ts'
import { tried } from '../../snapshot/tried.ts'
import { usedBuiltins } from './builtins.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The source of the function; the package has the function as one file already. */
const SOURCE = join(ROOT, 'api/_app/bundle.ts')
const CODE = join(ROOT, 'api/_app/function.ts')
const START = join(ROOT, 'api/_app/start.ts')
const COMPILER = join(ROOT, 'build/publish/compiler.mjs')

/** Nearly every blog needs the forms of English words, so they are in the file; other packages are not. */
const ENGLISH = '@orama/stemmers/english'

const BANNER = '// Made by galley build from api/_app/bundle.ts.'

/** The time that the function may take to answer the requests for which it is compiled, in ms. */
const COMPILE_TIMEOUT = 30_000

/** Writes `<out>/function` from sources and `<out>/data`, and keeps nothing that was there. */
export async function writeFunction(out: string): Promise<void> {
  if (!existsSync(SOURCE)) return removeFunction(out)
  const folder = join(out, 'function')
  rmSync(folder, { recursive: true, force: true })
  await bundleScript(join(folder, 'index.js'))
  await bundle({ entryPoints: [START], outfile: join(folder, 'start.js'), format: 'esm', sourcemap: false })
  await compile(out)
}

/** Bundles a function of `module`, and of the one that imports packages, which has as many letters as `import`: the source map stays true. */
async function bundleScript(outfile: string): Promise<void> {
  await bundle({
    entryPoints: [CODE],
    outfile,
    format: 'cjs',
    banner: { js: `${BANNER}\n(function(module,_load_){` },
    footer: { js: '})' },
  })
  writeFileSync(outfile, readFileSync(outfile, 'utf8').replace(/\bimport(?=\(")/g, '_load_'))
}

/** Keeps what V8 has compiled once a first list has been answered; without it, a new instance compiles that itself. */
async function compile(out: string): Promise<void> {
  const [key] = readCurrent(join(out, 'data')).workspaces.keys()
  const list = key === undefined ? [] : [`/v1/${key}/posts`]
  const args = [COMPILER, join(out, 'function'), join(out, 'data'), ...list]
  // NODE_OPTIONS is left out: V8 ignores code that was compiled with other options than its own.
  const options = { cwd: ROOT, env: {}, stdio: 'ignore', timeout: COMPILE_TIMEOUT } as const
  const child = spawn(process.execPath, args, options)
  await new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
}

/**
 * Bundles the function as a module, for the package.
 * @param outfile named index.js, with its source map beside it
 */
export async function bundleFunction(outfile: string): Promise<void> {
  await bundle({ entryPoints: [SOURCE], outfile, format: 'esm', banner: { js: BANNER } })
}

export async function bundle(options: BuildOptions): Promise<void> {
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    plugins: [usedBuiltins()],
    alias: { [ENGLISH]: fileURLToPath(import.meta.resolve(ENGLISH)) },
    sourcemap: true,
    sourcesContent: false,
    // Comments may have characters for which V8 would hold all of it in twice the memory.
    minifyWhitespace: true,
    // A tsconfig.json has no effect, wherever it is.
    tsconfigRaw: {},
    logLevel: 'silent',
    ...options,
  })
}

/** Removes what `writeFunction` wrote: it would be older than the data beside it. */
export function removeFunction(out: string): void {
  const folder = join(out, 'function')
  const code = tried(() => readWhole(join(folder, 'index.js')).toString())
  if (code?.startsWith(BANNER)) rmSync(folder, { recursive: true })
}
