// The door of a thread. What bin/galley.mjs teaches Node does not hold in threads.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  const { register } = await import('tsx/esm/api')
  register()
}
await import('./helper-thread.ts')
