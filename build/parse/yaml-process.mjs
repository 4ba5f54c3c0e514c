// The entry point of the process that tries whether a YAML file can be read: see yaml-file.ts.
import '../typescript/register.mjs'

await import('./yaml-process-main.ts')
