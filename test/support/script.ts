// Scripts of tests that run in a process of their own.
import { buildSync } from 'esbuild'

/** Node flags to run TypeScript, as `galley` does: a compiler would take longer to start than most scripts run. */
export const typescript = ['--import', new URL('../../build/typescript/register.mjs', import.meta.url).href]

/** A script with all it imports as one file, for those that are started often: that takes half the time to start. */
export function bundle(script: string, outfile: string): void {
  const options = { bundle: true, platform: 'node', format: 'esm', tsconfigRaw: {} } as const
  buildSync({ ...options, entryPoints: [script], outfile })
}
