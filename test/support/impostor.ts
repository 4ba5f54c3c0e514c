// An impostor in place of a Redis: accepts connections and commands, and answers each with bytes of the test's choosing.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface Impostor {
  url: string
  stop(): Promise<void>
}

/**
 * @param answer the bytes for one command
 * @param port any free one by default
 */
export async function startImpostor(
  answer: (socket: Socket) => string,
  delay = 0,
  port = 0,
): Promise<Impostor> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    // Each command is an array, and no test sends two at once.
    socket.on('data', () => setTimeout(() => socket.writable && socket.write(answer(socket)), delay))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
