// Scripts of tests that run in a process of their own.

/** Node flags to run TypeScript, as `galley` does: a compiler would take longer to start than most scripts run. */
export const typescript = ['--import', new URL('../../build/typescript/register.mjs', import.meta.url).href]
