// Runs in a network of its own with small buffers, as across the internet: a server over the folder of data in its
// arguments, and clients that send requests and never read. Prints by how many bytes the server's memory grew, for each
// kind; a kind above the bound in its arguments is tried again.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pause, startServer } from './process.ts'

const [data = '', files = '', bound = '100000000', count = '1000'] = process.argv.slice(2)
const gzip = 'Accept-Encoding: gzip\r\n'
const request = (target: string, headers = '', version = '1.1') => {
  return `GET ${target} HTTP/${version}\r\nHost: a\r\n${headers}\r\n`
}
const message = (method: string, params: string) => {
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`
  const headers = `Host: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  return `POST /v1/w/mcp HTTP/1.1\r\n${headers}\r\n\r\n${body}`
}
const page = (i: number) => `/v1/w/posts?limit=9&page=1&excludeTags=${i}`

/** What each client sends, by number. */
const ways: Record<string, (i: number) => string> = {
  'an image': () => request('/media/w/image.png'),
  'different pages': (i) => request(page(i)),
  'different pages, gzipped': (i) => request(page(i), gzip),
  everything: (i) => request(`/v1/w/posts?limit=all&excludeTags=${i}`),
  'everything, gzipped': (i) => request(`/v1/w/posts?limit=all&excludeTags=${i}`, gzip),
  'posts as agents read them': (i) => message('resources/read', `{"uri":"galley://posts/post_${i % 60}"}`),
  'pieces that agents read': (i) =>
    message('tools/call', `{"name":"fetch","arguments":{"id":"post_${i % 60}"}}`),
  'requests behind each other': (i) => request(page(i)).repeat(5),
  'a body that is not wanted': (i) => request(page(i), 'Content-Length: 1000000\r\n') + 'x'.repeat(60_000),
}

async function client(url: string, text: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** By how many bytes a server's memory grows at most while its clients have sent their requests and read nothing. */
async function growth(textOf: (i: number) => string): Promise<number> {
  const server = await startServer(data, { descriptors: 8_192, public: files })
  const warm = await fetch(`${server.url}/v1/w/posts?limit=1`)
  await warm.arrayBuffer()
  const before = server.memory()
  const sockets: Socket[] = []
  for (let i = 0; i < Number(count); i++) sockets.push(await client(server.url, textOf(i)))
  let most = 0
  for (let calm = 0; calm < 5; calm++) {
    await pause(300)
    const now = server.memory() - before
    if (now > most + 1_000_000) calm = 0
    most = Math.max(most, now)
  }
  for (const socket of sockets) socket.destroy()
  await server.stop()
  return most
}

const grown: Record<string, number> = {}
for (const [way, textOf] of Object.entries(ways)) {
  // Resident memory counts what the collector has not come to yet, 30 MB on a busy machine: what replies hold, the
  // least of five servers shows.
  const tries: number[] = []
  do tries.push(await growth(textOf))
  while (tries.length < 5 && Math.min(...tries) > Number(bound))
  grown[way] = Math.min(...tries)
  console.error(`${way}: ${tries.map((bytes) => Math.round(bytes / 1e6)).join(', ')} MB`)
}
console.log(JSON.stringify(grown))
process.exit()
