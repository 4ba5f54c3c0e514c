// The door of the thread that builds: a worker of Node 20 that is given a .ts file fails, whatever its parent has taught.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  const { register } = await import('tsx/esm/api')
  register()
}
await import('./build-messages.ts')
