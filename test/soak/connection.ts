// One of the clients: a connection that asks for one thing after the other, and checks what it gets.
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type { Findings } from './findings.ts'
import { type Any, type Kind, kinds } from './requests.ts'

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  /** Unpacked. */
  text: string
}

/** Of the entity tags and images that it has seen, how many it remembers. */
const maxRemembered = 50

export class Connection {
  readonly #url: string
  readonly #findings: Findings
  readonly #any: Any
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  /** As a proxy would pass it on, so that costly work takes turns as it does among clients. */
  readonly #address: string
  readonly #tags = new Map<string, string>()
  #images: string[] = []

  constructor(url: string, number: number, findings: Findings) {
    this.#url = url
    this.#findings = findings
    this.#address = `192.0.2.${number}`
    this.#any = randomly(number + 1)
  }

  /** Asks until it is told to stop. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const dice = this.#any(kinds.length + 6)
      const kind = kinds[dice]
      const name =
        kind?.name ??
        (['paging', 'paging', 'paging', 'file', 'hang up', 'HTTP/1.0'] as const)[dice - kinds.length]!
      try {
        if (kind) await this.#askFor(kind)
        else if (name === 'paging') await this.#readPages()
        else if (name === 'file') await this.#readFile()
        else if (name === 'hang up') await this.#hangUp()
        else await this.#askByHttp10()
      } catch (error) {
        this.#findings.fail(name, String((error as Error).message ?? error))
      }
    }
    this.#agent.destroy()
  }

  async #askFor({ name, method = 'GET', target, headers = {}, statuses = [] }: Kind): Promise<void> {
    const path = target(this.#any)
    const asked: Record<string, string> = { ...headers }
    if (this.#any(2) === 0) asked['Accept-Encoding'] = 'gzip'
    const tag = this.#tags.get(path)
    if (tag !== undefined && this.#any(3) === 0) asked['If-None-Match'] = tag
    const answer = await this.#ask(name, method, path, asked)
    this.#findings.expectStatus(name, path, answer, [200, ...(tag === undefined ? [] : [304]), ...statuses])
    if (answer.headers.etag !== undefined) remember(this.#tags, path, answer.headers.etag)
    const image = /\/media\/[^"\\]+/.exec(answer.text)?.[0]
    if (image !== undefined && path.startsWith('/v1/')) this.#images = [image, ...this.#images].slice(0, 5)
  }

  /** A page after the other of one snapshot: what is published in between ends it with a 409. */
  async #readPages(): Promise<void> {
    const limit = 20 + this.#any(30)
    const slugs = new Set<string>()
    const generations = new Set<number | undefined>()
    for (let page: number | null = 1, snapshot = ''; page; ) {
      const path = `/v1/blog/posts?limit=${limit}&page=${page}&select=slug,title&snapshot=${snapshot}`
      const answer = await this.#ask('paging', 'GET', path, {})
      this.#findings.expectStatus('paging', path, answer, page === 1 ? [200] : [200, 409])
      if (answer.status !== 200) return this.#findings.count('paging was interrupted')
      snapshot ||= String(answer.headers['x-snapshot-id'])
      const { posts, pagination } = JSON.parse(answer.text)
      for (const { slug, title } of posts) {
        slugs.add(slug)
        generations.add(generationIn(title))
      }
      page = pagination.nextPage
      if (page === null && slugs.size !== pagination.totalItems) {
        throw new Error(`${slugs.size} different posts in the pages of ${pagination.totalItems}`)
      }
    }
    if (generations.size !== 1) throw new Error(`pages of generations ${[...generations].join(', ')}`)
    this.#findings.count('paging was complete')
  }

  /** Images of the generation before the last are gone: a 404. */
  async #readFile(): Promise<void> {
    const path = this.#images[this.#any(this.#images.length)]
    if (path === undefined) return
    const headers: Record<string, string> = this.#any(2) ? { Range: `bytes=${this.#any(50)}-` } : {}
    const answer = await this.#ask('file', 'GET', path, headers)
    this.#findings.expectStatus('file', path, answer, [200, 206, 404])
  }

  /** Closes a connection of its own in the middle of a large reply. */
  #hangUp(): Promise<void> {
    return new Promise((resolve, reject) => {
      const asked = request(`${this.#url}/v1/blog/posts?limit=all`, { agent: false }, (response) => {
        response.once('data', () => asked.destroy())
        response.once('error', () => {})
        response.once('close', resolve)
      })
      asked.once('error', (error) => (asked.destroyed ? resolve() : reject(error)))
      asked.end()
    })
  }

  #askByHttp10(): Promise<void> {
    const path = this.#any(2) ? '/v1/blog/posts?limit=all' : '/v1/blog/posts'
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(this.#url).port), '127.0.0.1')
      const chunks: Buffer[] = []
      socket.write(`GET ${path} HTTP/1.0\r\nX-Real-IP: ${this.#address}\r\n\r\n`)
      socket.on('data', (chunk) => chunks.push(chunk)).once('error', reject)
      socket.once('close', () => {
        const reply = Buffer.concat(chunks)
        const end = reply.indexOf('\r\n\r\n')
        const head = reply.toString('latin1', 0, end)
        const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1])
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
        const text = reply.toString('utf8', end + 4)
        this.#findings.expectStatus('HTTP/1.0', path, { status, headers: {}, text }, [200, 503])
        if (length !== reply.length - end - 4)
          reject(new Error(`${reply.length - end - 4} bytes of ${length}`))
        else resolve()
      })
    })
  }

  async #ask(name: string, method: string, path: string, headers: Record<string, string>): Promise<Answer> {
    const began = performance.now()
    const { status, headers: received, body } = await this.#send(method, path, headers)
    this.#findings.answered(name, status, performance.now() - began)
    const isPacked = received['content-encoding'] === 'gzip' && body.length > 0
    const text = (isPacked ? gunzipSync(body) : body).toString()
    if (status === 200 && method === 'GET') this.#findings.expectOneState(name, path, received, text)
    return { status, headers: received, text }
  }

  #send(method: string, path: string, headers: Record<string, string>) {
    type Received = Pick<Answer, 'status' | 'headers'> & { body: Buffer }
    return new Promise<Received>((resolve, reject) => {
      const all = { ...headers, 'X-Real-IP': this.#address }
      const sent = request(this.#url + path, { method, headers: all, agent: this.#agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk)).once('error', reject)
        response.once('close', () => {
          if (!response.complete) reject(new Error(`${path} was cut off`))
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) })
        })
      })
      sent.once('error', (error) => reject(new Error(`${path}: ${error.message}`)))
      sent.end()
    })
  }
}

function generationIn(title: string): number | undefined {
  const found = /Generation (\d+), post/.exec(title)?.[1]
  return found === undefined ? undefined : Number(found)
}

function remember(tags: Map<string, string>, path: string, tag: string): void {
  if (tags.size >= maxRemembered) tags.clear()
  tags.set(path, tag)
}

/** The same numbers for the same seed (mulberry32), so that a connection can be followed. */
function randomly(seed: number): Any {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
