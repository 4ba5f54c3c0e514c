// The door of a process that is given to files which are too much for others: see last-try.ts.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  const { register } = await import('tsx/esm/api')
  register()
}
await import('./last-try-process.ts')
