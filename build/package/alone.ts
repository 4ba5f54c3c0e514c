// Bundles that start fast: the code of one command, in a few files.
// It is a shortcut: `galley serve` has a bundle of its own (docs/design/shortcuts.md).
import { join } from 'node:path'
import type { Plugin } from 'esbuild'

/** The entry point of such a bundle: bin/main.ts. */
export const START = 'galley:start'

/**
 * Leaves out all commands but one. esbuild makes a file of what the same entry points need, and each dynamic import is one:
 * so here all of them need everything that is imported at the start, which becomes a single file.
 */
export function commandAlone(root: string, command: string | undefined): Plugin {
  const start = ['bin/main.ts', ...(command === undefined ? [] : [`bin/commands/${command}.ts`])]
  return {
    name: 'alone',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^\.\/commands\// }, ({ path }) =>
        path === `./commands/${command}.ts` ? undefined : { path, external: true },
      )
      onResolve({ filter: /^galley:start$/ }, () => ({ path: 'main.ts', namespace: 'start' }))
      onLoad({ filter: /^/, namespace: 'start' }, () => ({
        contents: start.map((name) => `export * from './${name}'`).join('\n'),
        resolveDir: root,
      }))
      onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) =>
        kind === 'dynamic-import' ? { path: join(resolveDir, path), namespace: 'later' } : undefined,
      )
      onLoad({ filter: /^/, namespace: 'later' }, ({ path }) => ({
        contents: `import '${START}'; export * from ${JSON.stringify(path)}`,
        resolveDir: root,
      }))
    },
  }
}
