// The end of a server: at once for connections on which nothing happens, after their reply for the others.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Keeps account of connections: to be made before the server listens.
 * @param patience how long running replies may go on, in ms
 * @returns what closes the server; resolves when the last connection is closed
 */
export function createShutdown(server: Server, patience: number): () => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const closeIdle = () => {
    server.closeIdleConnections()
    // Browsers open connections ahead of requests; to Node one that was never used is not idle.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    const idle = setInterval(closeIdle, 25)
    const rest = setTimeout(() => server.closeAllConnections(), patience)
    closeIdle()
    await closed
    clearInterval(idle)
    clearTimeout(rest)
  }
}
