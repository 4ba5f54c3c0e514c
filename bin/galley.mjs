#!/usr/bin/env node
// The command line's door. Node 22.18 and later take TypeScript as it is; before, tsx teaches it to.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  const { register } = await import('tsx/esm/api')
  register()
}
const { main } = await import('./main.ts')
process.exitCode = await main({
  argv: process.argv.slice(2),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
})
