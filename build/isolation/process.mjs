// The door of a process that is given to files which are too much for others: see process.ts.
import '../typescript/register.mjs'

await import('./process-main.ts')
