// Lets a process of a test run import TypeScript, and start bundles. Its threads are bundles.
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  await import('../../../build/typescript/register.mjs')
  register('./load.ts', import.meta.url)
}
