// The entry point of the thread that writes files. What bin/galley.mjs registers with Node does not apply to threads.
import { keepCompiledCode } from '../typescript/code-cache.mjs'
import '../typescript/register.mjs'

keepCompiledCode()
await import('./file-thread-main.ts')
