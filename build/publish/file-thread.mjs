// The entry point of the thread that writes files. What bin/galley.mjs registers with Node does not apply to threads.
import '../typescript/register.mjs'

await import('./file-thread-main.ts')
