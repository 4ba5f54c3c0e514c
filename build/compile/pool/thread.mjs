// The door of a thread. What bin/galley.mjs teaches Node does not hold in threads.
import '../../typescript/register.mjs'

await import('./thread-main.ts')
