// The sources as JavaScript. What runs on its own keeps its path; all other code is in `lib/`.
import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildOptions, OutputFile, Plugin } from 'esbuild'
import { usedBuiltins } from '../publish/builtins.ts'
import { commandAlone, START } from './alone.ts'
import { BUNDLED } from './manifest.ts'

const COMMAND_LINE = 'bin/galley.mjs'

/** Loaded by the command line for one command only: a file of its own, except for what other commands need as well. */
const IMPORT = { in: 'import/index.ts', out: 'lib/import' }

/** The build thread, those that help it, and the processes of attempts that may fail. Each has classes of its own anyway. */
const OTHERS = [
  'bin/builder/build-thread.mjs',
  'build/compile/pool/thread.mjs',
  'build/compile/pool/last-try.mjs',
  'build/parse/yaml-process.mjs',
  'import/text/try.mjs',
]

/** The bundles of their own by the first argument of the command line: see program.mjs. */
const ALONE = { serve: 'serve', flags: undefined }

/** The sources that program.mjs imports, and that are bundled with it. */
const SOURCES: Record<string, string> = {
  'galley:main': 'bin/main.ts',
  'galley:thread': 'bin/builder/thread.ts',
}

/** @returns the files, with absolute paths below `out` */
export async function bundle(root: string, out: string): Promise<OutputFile[]> {
  const { build } = await import('esbuild')
  const common = { ...OPTIONS, absWorkingDir: root, outdir: out } as const
  const plugins = [asPackaged(root)]
  const alone = Object.entries(ALONE).map(([name, command]) =>
    build({
      ...common,
      entryPoints: { [`lib/${name}`]: START },
      alias: Object.fromEntries(AT_ONCE.map((name) => [name, fileURLToPath(import.meta.resolve(name))])),
      plugins: [commandAlone(root, command), usedBuiltins(), asPackaged(root)],
    }),
  )
  const results = await Promise.all([
    build({ ...common, plugins, entryPoints: [COMMAND_LINE, IMPORT] }),
    build({ ...common, plugins, entryPoints: OTHERS }),
    ...alone,
  ])
  return results.flatMap(({ outputFiles }) => outputFiles)
}

const MODULE_URL = 'moduleUrl'

export const OPTIONS = {
  define: { 'import.meta.url': MODULE_URL },
  outbase: '.',
  chunkNames: 'lib/[name]-[hash]',
  splitting: true,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  sourcemap: true,
  // The package has no sources beside it.
  sourcesContent: true,
  // Comments may have characters for which V8 would hold all of a file in twice the memory.
  minifyWhitespace: true,
  tsconfigRaw: {},
  logLevel: 'silent',
  write: false,
} as const satisfies BuildOptions

/** Packages that every server needs. */
const AT_ONCE = ['@orama/stemmers/english', 'path-to-regexp']

/** A loader for TypeScript, which only sources need. */
const REGISTER = 'build/typescript/register.mjs'
const PROGRAM = 'bin/program.mjs'

/**
 * Sources find files and folders of ours by `import.meta.url`: each as if it still were where it is in the clone, although its
 * code is in `lib/`.
 */
function asPackaged(root: string): Plugin {
  return {
    name: 'as packaged',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^galley:/ }, ({ path }) =>
        path in SOURCES
          ? { path: join(root, SOURCES[path]!) }
          : { path: path.replace(/^galley:(.*)$/, '../lib/$1.mjs'), external: true },
      )
      // Modules that need one are in `lib/` as well, since several of those entry points need them.
      onResolve({ filter: /^\w/ }, ({ path }) =>
        BUNDLED.includes(path) ? { path: `../lib/${path}.mjs`, external: true } : undefined,
      )
      onLoad({ filter: /\.(?:ts|mjs)$/ }, ({ path }) => {
        const name = relative(root, path).replaceAll(sep, '/')
        if (name === REGISTER) return { contents: '' }
        const source = name === PROGRAM ? join(root, 'build/package/program.mjs') : path
        const contents = readFileSync(source, 'utf8')
        const isPlaced = contents.includes('import.meta.url')
        return {
          contents: isPlaced ? `${urlOf(name)}; ${contents}` : contents,
          loader: path.endsWith('.ts') ? 'ts' : 'js',
          resolveDir: dirname(source),
        }
      })
    },
  }
}

/** Declares what `import.meta.url` becomes in a module; written like that, it stays what it is. */
function urlOf(name: string): string {
  return `const ${MODULE_URL} = (({ url }) => new URL(${JSON.stringify(`../${name}`)}, url).href)(import.meta)`
}
