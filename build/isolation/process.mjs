// The entry point of the last-try process: see process.ts.
import '../typescript/register.mjs'

await import('./process-main.ts')
