// Shutting down: idle connections are closed at once, the others after their reply.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks connections, so it must be created before the server listens.
 * @param timeout how long replies in progress may take, in ms
 * @returns a function that closes the server and resolves when the last connection is closed
 */
export function createShutdown(server: Server, timeout: number): () => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const closeIdle = () => {
    server.closeIdleConnections()
    // Browsers open connections ahead of requests; Node does not count an unused one as idle.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    const idle = setInterval(closeIdle, 25)
    const rest = setTimeout(() => server.closeAllConnections(), timeout)
    closeIdle()
    await closed
    clearInterval(idle)
    clearTimeout(rest)
  }
}
