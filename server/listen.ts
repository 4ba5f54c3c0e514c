// Makes a server listen.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * @param port 0 picks a free one
 * @returns the URL it listens at
 */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await once(server.listen(port, host), 'listening')
  return urlOf(server.address() as AddressInfo)
}

/** Returns the URL for a client on this machine. */
export function urlOf({ address, family, port }: AddressInfo): string {
  const any = address === '0.0.0.0' || address === '::'
  const host = any ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
