// The entry point of the last-try process: see last-try.ts.
import '../../typescript/register.mjs'

await import('./last-try-main.ts')
