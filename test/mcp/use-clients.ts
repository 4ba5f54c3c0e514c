// Runs the official clients in a process of their own.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const hasClients = existsSync(new URL('node_modules/@modelcontextprotocol', import.meta.url))

/** @returns what they did @throws {Error} with what went wrong */
export async function useClients(url: string): Promise<string> {
  const script = fileURLToPath(new URL('clients.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, url])
  return stdout.trimEnd()
}
