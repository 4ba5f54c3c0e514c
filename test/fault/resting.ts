// Runs in a network of its own with small buffers, as across the internet: a server over the folder of data in its argument, and a
// thousand readers of long lists that take 80 KB a second each. Prints for each kind of list how many readers were answered, how
// many of those were cut off, what searches meanwhile were answered with, and by how many bytes the server's memory grew.
import { connect, type Socket } from 'node:net'
import { pause, startServer } from './process.ts'

const [data = '', count = '1000'] = process.argv.slice(2)
const bound = 64 * 2 ** 20
const list = '/v1/w/posts?limit=all'
const request = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
const ways: Record<string, (i: number) => string> = {
  'whole lists': (i) => request(`${list}&excludeTags=${i}`),
  'whole lists, gzipped': (i) => request(`${list}&excludeTags=${i}`, 'Accept-Encoding: gzip\r\n'),
  'lists as text': (i) => request(`${list}&format=text&excludeTags=${i}`),
  'lists as text, gzipped': (i) =>
    request(`${list}&format=text&excludeTags=${i}`, 'Accept-Encoding: gzip\r\n'),
}
/** What is held, rather than what V8 keeps for young objects: up to 48 MB by default. */
const env = {
  GALLEY_RATE_LIMIT: 'off',
  GALLEY_FALLBACK_LIMIT: 'off',
  NODE_OPTIONS: '--max-semi-space-size=2',
}
/** Read every tenth of a second. */
const piece = 8_192

interface Resting {
  answered: number
  cut: number
  searches: number[]
  grown: number
}

class Reader {
  readonly socket: Socket
  status = ''
  isCut = false

  constructor(url: string, text: string) {
    this.socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
    this.socket.on('error', () => {})
    this.socket.once('close', () => {
      this.isCut = this.status === '200'
    })
    this.socket.write(text)
  }

  read(): void {
    const bytes: Buffer | null = this.socket.read(piece) ?? this.socket.read()
    if (bytes && this.status === '') this.status = bytes.toString('latin1', 9, 12)
  }
}

async function rest(textOf: (i: number) => string): Promise<Resting> {
  const server = await startServer(data, { descriptors: 8_192, env })
  const ask = async (i: number) => {
    const answer = await fetch(`${server.url}/v1/w/posts?limit=1&select=slug&query=one+two+three+four${i}`)
    await answer.arrayBuffer()
    return answer.status
  }
  await ask(0)
  const before = server.memory()
  const readers = Array.from({ length: Number(count) }, (_, i) => new Reader(server.url, textOf(i)))
  const searches: number[] = []
  let grown = 0
  for (let tenth = 1; tenth <= 60; tenth++) {
    for (const reader of readers) reader.read()
    if (tenth % 10 === 0) searches.push(await ask(tenth))
    grown = Math.max(grown, server.memory() - before)
    await pause(100)
  }
  const answered = readers.filter(({ status }) => status === '200')
  const cut = answered.filter(({ isCut }) => isCut).length
  for (const { socket } of readers) socket.destroy()
  await server.stop()
  return { answered: answered.length, cut, searches, grown }
}

const all: Record<string, Resting> = {}
for (const [way, textOf] of Object.entries(ways)) {
  // Resident memory counts what the collector has not come to yet: the least of three servers shows what is held.
  for (let tries = 0; tries < 3 && (all[way]?.grown ?? bound) >= bound; tries++) {
    const one = await rest(textOf)
    all[way] = {
      ...one,
      grown: Math.min(one.grown, all[way]?.grown ?? one.grown),
      cut: one.cut + (all[way]?.cut ?? 0),
    }
  }
  console.error(way, JSON.stringify(all[way]))
}
console.log(JSON.stringify(all))
process.exit()
