// The door of the thread that builds: a worker of Node 20 that is given a .ts file fails, whatever its parent has taught.
import '../../build/typescript/register.mjs'

await import('./worker.ts')
