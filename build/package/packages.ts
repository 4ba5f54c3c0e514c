// Packages that are within the package, each as one file of `lib/`, with what it needs; all others are installed beside it.
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import type { OutputFile, Plugin } from 'esbuild'
import { OPTIONS } from './bundle.ts'
import { BUNDLED } from './manifest.ts'

/**
 * @returns the files, with absolute paths below `out`, and the licenses of all that is in them
 * @throws {Error} if a package has no license
 */
export async function bundlePackages(
  root: string,
  out: string,
): Promise<Pick<OutputFile, 'path' | 'contents'>[]> {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    ...OPTIONS,
    absWorkingDir: root,
    outdir: out,
    entryPoints: Object.fromEntries(BUNDLED.map((name) => [`lib/${name}`, name])),
    packages: 'bundle',
    plugins: [requiredBuiltins],
    metafile: true,
  })
  const folders = Object.keys(metafile.inputs).flatMap(
    (path) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [],
  )
  const licenses = [...new Set(folders)].sort().map((folder) => licenseIn(join(root, folder)))
  const text = licenses.join(`\n${'-'.repeat(80)}\n\n`)
  return [...outputFiles, { path: join(out, 'licenses.txt'), contents: Buffer.from(text) }]
}

/** An ES module has no `require`. */
const requiredBuiltins: Plugin = {
  name: 'required builtins',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\w/ }, ({ path, kind }) =>
      kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'required' } : undefined,
    )
    onLoad({ filter: /^/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}')`,
    }))
  },
}

function licenseIn(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const license = readdirSync(folder).find((file) => /^licen[cs]e\b/i.test(file))
  if (license === undefined) throw new Error(`${name} has no license that could go into the package with it.`)
  return `${name} ${version}\n\n${readFileSync(join(folder, license), 'utf8').trim()}\n`
}
