// The way in which bundles that start fast take builtin modules.
import type { Plugin } from 'esbuild'

/**
 * An import of a builtin module reads all of its exports, and some load a lot when they are read: that of `WebSocket` in node:http
 * loads fetch (docs/design/start.md).
 */
export function usedBuiltins(): Plugin {
  return {
    name: 'used builtins',
    setup({ onLoad, onResolve }) {
      // A dynamic import would become a file of its own, and what it shares with the first another one.
      onResolve({ filter: /^node:/ }, ({ path, kind }) =>
        kind === 'dynamic-import' ? undefined : { path, namespace: 'builtin' },
      )
      onLoad({ filter: /^/, namespace: 'builtin' }, async ({ path }) => ({
        contents: [
          `const all = process.getBuiltinModule('${path}'); export default all`,
          ...Object.keys(await import(path))
            .filter((name) => name !== 'default')
            .map((name) => `export const ${name} = /* @__PURE__ */ (() => all.${name})()`),
        ].join('\n'),
      }))
    },
  }
}
