// Clients that ask for one long list after the other and read it as fast as it comes, in a process of their own. Told how many
// there are, and asked how many bytes they have read since.
import { get } from 'node:http'
import { setPriority } from 'node:os'

export interface Greedy {
  url: string
  count: number
  /** Whether each has an address of its own. */
  isMany: boolean
}

const fields = 'descriptionIsExcerpt,url,aliases,cover,reading,headings,neighbors,revision'

let bytes = 0
let number = 0

process.on('message', (message: Greedy | 'read') => {
  if (message === 'read') {
    process.send!(bytes)
    bytes = 0
  } else for (let i = 0; i < message.count; i++) void run(message, i)
})
// The machine has few cores, and whoever measures must not wait for this.
setPriority(19)

async function run({ url, isMany }: Greedy, i: number): Promise<void> {
  const localAddress = isMany ? `127.1.${Math.floor(i / 250)}.${(i % 250) + 1}` : '127.0.0.1'
  for (;;) await read(`${url}?limit=all&include=${fields}&excludeTags=g${number++}`, localAddress)
}

/** Resolves when the reply has ended; a refusal is waited for, as it says. */
function read(url: string, localAddress: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { localAddress, agent: false }, (response) => {
      const pause = Number(response.headers['retry-after'] ?? 0)
      response.on('data', (chunk: Buffer) => {
        if (response.statusCode === 200) bytes += chunk.length
      })
      response.once('close', () => setTimeout(resolve, pause * 1_000))
    })
    request.once('error', reject)
  })
}
