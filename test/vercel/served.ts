// Starts `galley serve`, the other way to the same app.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { capture, type Running, stop } from './function.ts'

/**
 * @param project the folder with bin/galley.mjs and its dependencies
 * @param dist where dist/data and dist/public are
 */
export function startServe(project: string, dist: string, env: NodeJS.ProcessEnv): Promise<Running> {
  return startServer(project, [join(project, 'bin/galley.mjs'), 'serve', '--dir', dist], env)
}

/**
 * `galley serve` or `galley dev`.
 * @param command the program and its arguments, without an address
 */
export async function startServer(cwd: string, command: string[], env: NodeJS.ProcessEnv): Promise<Running> {
  const args = [...command, '--port', '0', '--host', '127.0.0.1']
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = capture(child)
  const port = await new Promise<number>((resolve, reject) => {
    const look = () => {
      const address = /http:\/\/127\.0\.0\.1:(\d+)/.exec(log())
      if (address) resolve(Number(address[1]))
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.on('error', reject)
    child.on('exit', () => reject(new Error(`galley ${command[1]} ended before it was ready.\n${log()}`)))
  })
  return { port, direct: port, log, stop: () => stop(child) }
}
