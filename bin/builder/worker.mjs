// The entry point of the build thread: in Node 20 a worker cannot start from a .ts file, whatever loader its parent has.
import '../../build/typescript/register.mjs'

await import('./worker.ts')
