#!/usr/bin/env node
// The entry point of the command line. Node before 22.18 runs TypeScript with the loader of build/typescript/.
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
// Ctrl-C ends every command at once: whatever it writes is complete or absent at any moment.
process.on('SIGINT', () => {
  // The terminal has just echoed ^C. The progress bar wipes its line first.
  if (process.stderr.isTTY) process.once('exit', () => process.stderr.write('\n'))
  process.exit(130)
})
// `galley build --json | head -1` closes the pipe early.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error
  })
}
await import('../build/typescript/register.mjs')
const { printError, main } = await import('./main.ts')
const { argv, env, stdout, stderr } = process
const console = { argv: argv.slice(2), env, stdout, stderr, stdin: () => process.stdin }
// Node itself would print an error without escaping the names and values in it.
process.on('uncaughtException', (error) => process.exit(printError(error, console)))
process.exitCode = await main(console)

function refuse(reason) {
  process.stderr.write(`galley: ${reason}\n`)
  process.exit(2)
}
