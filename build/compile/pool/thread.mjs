// The entry point of a helper thread. What bin/galley.mjs registers with Node does not apply to threads.
import { keepCompiledCode } from '../../typescript/code-cache.mjs'
import '../../typescript/register.mjs'

keepCompiledCode()
await import('./thread-main.ts')
