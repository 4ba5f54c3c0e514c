// Scripts of tests that run in a process of their own.

/** What Node is told so that it takes TypeScript, as `galley` does: a compiler would take longer to start than most scripts run. */
export const typescript = ['--import', new URL('../../build/typescript/register.mjs', import.meta.url).href]
