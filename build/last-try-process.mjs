// The door of a process that is given to files which are too much for others: see last-try.ts.
import './typescript/register.mjs'

await import('./last-try-process.ts')
