#!/usr/bin/env node
// The entry point of the command line.
import { existsSync, readFileSync } from 'node:fs'
import { isatty } from 'node:tty'
import { load, obstacle } from './program.mjs'

// A reload may be asked for before the server listens, which has then nothing older to replace: see commands/stop.ts.
if (process.argv[2] === 'serve' && ![0, 1, 2].some((one) => isatty(one))) process.on('SIGHUP', () => {})
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  refuse(`Galley needs Node 20.19 or later, and this is ${process.version}.`)
}
// A limit of few open files makes simultaneous imports fail, or Node wait for ever. Only Linux says how many are allowed.
const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'latin1') : ''
const [, openFiles] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
if (openFiles < 64) {
  refuse(`Galley needs 64 open files, and this process may have ${openFiles}. Allow more: ulimit -n 1024.`)
}
try {
  process.cwd()
} catch {
  refuse('The current folder has been removed, or cannot be read. Go to one that is there: cd /')
}
const reason = obstacle()
if (reason !== undefined) refuse(reason)
// Ctrl-C ends every command at once: whatever it writes is complete or absent at any moment.
process.on('SIGINT', () => {
  // The terminal has just echoed ^C. The progress bar wipes its line first.
  if (process.stderr.isTTY) process.once('exit', () => process.stderr.write('\n'))
  process.exit(130)
})
// An exit waits for threads, which may stay in native code for ever: a second signal waits for nothing.
process.once('exit', () => process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM'))
// The writer gets the error, too, and goes on: see terminal/lossy-output.ts.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const { env, stdout, stderr } = process
const argv = process.argv.slice(2)
const builds = (argv[0] === 'build' || argv[0] === 'dev') && !argv.includes('--help')
const { printError, main, threads } = await load(argv[0], builds)
const console = { argv, program: process.argv[1], env, stdout, stderr, stdin: () => process.stdin, threads }
// Node itself would print an error without escaping the names and values in it.
process.on('uncaughtException', (error) => process.exit(printError(error, console)))
process.exitCode = await main(console)

function refuse(reason) {
  process.stderr.write(`galley: ${reason}\n`)
  process.exit(2)
}
