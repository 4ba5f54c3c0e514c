// Makes the bundles that tests start, in the folder that is its argument.
import { readFileSync, symlinkSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { besideBundle, entryPoints, root } from './entry-points.ts'

const outdir = process.argv[2]!

/** The code finds files of ours by `import.meta.url`, which stays the URL of its source. */
const asSources: Plugin = {
  name: 'as sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.(?:ts|mjs)$/ }, ({ path }) => {
      const name = relative(root, path).replaceAll(sep, '/')
      if (name.startsWith('node_modules/')) return undefined
      if (name === 'build/typescript/register.mjs') return { contents: '' }
      const source = readFileSync(path, 'utf8')
      const code = name in entryPoints ? besideBundle(source, outdir) : source
      const url = `const moduleUrl = ${JSON.stringify(pathToFileURL(path).href)}; `
      return {
        contents: code.includes('import.meta.url') ? url + code : code,
        loader: path.endsWith('.ts') ? 'ts' : 'js',
      }
    })
  },
}

const options: BuildOptions = {
  absWorkingDir: root,
  entryNames: '[name]',
  outExtension: { '.js': '.mjs' },
  define: { 'import.meta.url': 'moduleUrl' },
  plugins: [asSources],
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Their hundreds of files would take longer to find and read than what most processes do.
  mainFields: ['module', 'main'],
  external: [
    // They find a program and a module of WebAssembly beside them.
    'esbuild',
    '@swc/wasm-typescript',
    // CommonJS that is imported with import(): split off, it would have a default export and no others.
    '@upstash/ratelimit',
    'ioredis',
  ],
  banner: {
    js: `import { createRequire as requiredFrom } from 'node:module'
const require = requiredFrom(${JSON.stringify(join(root, 'package.json'))})`,
  },
  // For stack traces: NODE_OPTIONS=--enable-source-maps
  sourcemap: true,
  sourcesContent: false,
  tsconfigRaw: {},
  logLevel: 'warning',
}

// The bundles lie in one folder, where one would replace another of its name.
const names = Object.values(entryPoints).map((path) => basename(path))
if (new Set(names).size < names.length) throw new Error(`Two entry points have one name: ${names}.`)

// For those that stay outside.
symlinkSync(join(root, 'node_modules'), join(outdir, 'node_modules'), 'junction')
await Promise.all([
  // Each command is imported only if it is run.
  build({ ...options, outdir, splitting: true, entryPoints: ['bin/galley.mjs'] }),
  ...Object.values(entryPoints).map((path) => build({ ...options, outdir, entryPoints: [path] })),
])
