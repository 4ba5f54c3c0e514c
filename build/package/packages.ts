// Packages within the package: all others are installed beside it.
import { isBuiltin } from 'node:module'
import { isAbsolute } from 'node:path'
import type { Plugin } from 'esbuild'

/** @param bundled those that sources import; what these need themselves is bundled with them */
export function withPackages(bundled: readonly string[]): Plugin {
  const isBundled = (path: string) => bundled.some((name) => path === name || path.startsWith(`${name}/`))
  return {
    name: 'packages',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^[^.]/ }, ({ path, kind, importer }) => {
        // An ES module has no `require`.
        if (kind === 'require-call' && isBuiltin(path)) return { path, namespace: 'required' }
        const isOurs = kind === 'entry-point' || isAbsolute(path) || importer.includes('node_modules')
        return isOurs || isBundled(path) ? undefined : { path, external: true }
      })
      onLoad({ filter: /^/, namespace: 'required' }, ({ path }) => ({
        contents: `module.exports = process.getBuiltinModule('${path}')`,
      }))
    },
  }
}
