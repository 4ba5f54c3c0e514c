// The entry point of a helper thread. What bin/galley.mjs registers with Node does not apply to threads.
import '../../typescript/register.mjs'

await import('./thread-main.ts')
