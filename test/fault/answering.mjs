// A thread of its own that takes commands and answers each with the same bytes. Tells how many it has taken, and
// answered, in shared memory, where a thread reads it that is held up.
import { createServer } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

const { bytes, end, counts } = workerData

const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    // The head of a request may come before its body.
    if (!String(chunk).endsWith(end)) return
    Atomics.add(counts, 0, 1)
    socket.write(bytes, () => {
      Atomics.add(counts, 1, 1)
      Atomics.notify(counts, 1)
    })
  })
})
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
