// The entry point of the process that tries whether a text can be converted: see within-limits.ts.
import '../../build/typescript/register.mjs'

await import('./try-main.ts')
