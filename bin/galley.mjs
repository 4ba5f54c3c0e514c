#!/usr/bin/env node
// The command line's door. Node 22.18 and later take TypeScript as it is; before, build/typescript/ teaches it to.
import { fileURLToPath } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  refuse(`Galley needs Node 20.19 or later, and this is ${process.version}.`)
}
try {
  import.meta.resolve('@swc/wasm-typescript')
} catch {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  refuse(`The packages that Galley needs are not installed. Run npm ci in ${folder} first.`)
}
// Ctrl-C ends every command at once: what it writes is whole or absent at any moment.
process.on('SIGINT', () => {
  // A terminal has just shown ^C. What has drawn on that line wipes it first.
  if (process.stderr.isTTY) process.once('exit', () => process.stderr.write('\n'))
  process.exit(130)
})
// `galley build --json | head -1` reads as much as it likes.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error
  })
}
await import('../build/typescript/register.mjs')
const { explain, main } = await import('./main.ts')
const { argv, env, stdout, stderr } = process
const console = { argv: argv.slice(2), env, stdout, stderr }
// Node itself would print an error as it is, with whatever names and values it repeats.
process.on('uncaughtException', (error) => process.exit(explain(error, console)))
process.exitCode = await main(console)

function refuse(reason) {
  process.stderr.write(`galley: ${reason}\n`)
  process.exit(2)
}
