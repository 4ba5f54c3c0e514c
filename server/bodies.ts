// Bodies as they are sent: gzipped for clients that ask for it, and kept for the next one. To all others a reply goes out
// exactly as the app made it, so that the app, which is handed this, needs to know nothing of encodings: `Vary` stands on
// the gzipped ones only. A shared cache may hand a plain body to anyone; a gzipped one it may hand on only where the
// request asks for the like.
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip as gzipCallback } from 'node:zlib'
import { type ByteStream, byteLength, isStream, joined, type Reply } from '../api/_app/http/reply.ts'
import type { AppRequest } from '../api/_app/http/request.ts'
import { Lru } from '../snapshot/lru.ts'

/** Below it the headers and a network packet cost more than gzip saves. */
const minBytes = 1_024
/** A stream of a known length up to this is read first, and gzipped as a whole: a published file. */
const maxWholeBytes = 1_000_000
/** What is being gzipped as a whole or waits for it, in bytes; beyond it replies go out as they are. */
const maxPendingBytes = 8 * 2 ** 20

const gzip = promisify(gzipCallback)
const weak = (etag: string) => `W/${etag}`

export type Encode = (reply: Reply, request: AppRequest) => Promise<Reply>

/** @param cache keeps each gzipped body under the key of its reply */
export function createEncode(cache: ReplyCache): Encode {
  const packer = new Gzip(maxPendingBytes)
  const running = new Map<string, Promise<Uint8Array | undefined>>()

  /** Requests for one body that come at the same time have it gzipped once. */
  async function gzipped(key: string, body: readonly Uint8Array[]): Promise<Uint8Array | undefined> {
    const known = cache.get(key) ?? running.get(key)
    if (known) return known
    const made = packer.pack(body.length === 1 ? body[0]! : Buffer.concat(body))
    running.set(key, made)
    try {
      const packed = await made
      if (packed) cache.set(key, packed)
      return packed
    } finally {
      running.delete(key)
    }
  }

  return async (reply, request) => {
    const { status, headers } = reply
    const etag = headers.ETag
    // What a stream has when it is gzipped cannot be told before.
    if (isStream(reply.body) && request.isHttp10) return reply
    if (etag === undefined || !acceptsGzip(request.header('accept-encoding'))) return reply
    if (status === 304) return isWeak(request, etag) ? { ...reply, headers: weakened(headers, etag) } : reply
    if (status !== 200 || !headers['Content-Type']?.startsWith('application/json')) return reply
    const { 'Content-Length': length, ...kept } = weakened(headers, etag)
    const encoded = joined(kept, { 'Content-Encoding': 'gzip' })
    const body =
      isStream(reply.body) && Number(length) <= maxWholeBytes ? await whole(reply.body) : reply.body
    if (isStream(body)) return { status, headers: encoded, body: gzipStream(body) }
    if (byteLength(body) < minBytes) return reply
    const packed = await gzipped(`gzip ${reply.head?.key ?? etag}`, body)
    if (packed === undefined) return { ...reply, body }
    return {
      status,
      headers: joined(encoded, { 'Content-Length': String(packed.byteLength) }),
      body: [packed],
    }
  }
}

async function whole(stream: ByteStream): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of stream.chunks()) pieces.push(piece)
    return pieces
  } finally {
    stream.close()
  }
}

/** A 304 carries the tag that the 200 it stands for had. */
function isWeak(request: AppRequest, etag: string): boolean {
  return request.header('if-none-match')?.includes(weak(etag)) ?? false
}

function weakened(headers: Record<string, string>, etag: string): Record<string, string> {
  return joined(headers, { ETag: weak(etag), Vary: 'Accept-Encoding' })
}

/** Never flushed in between: its source is as fast as the disk, so nothing waits in the compressor for long. */
function gzipStream(stream: ByteStream): ByteStream {
  async function* chunks() {
    const compressor = createGzip()
    pipeline(stream.chunks(), compressor, () => {})
    yield* compressor
  }
  return { ...stream, chunks, isCostly: true }
}

/** RFC 9110 12.5.3: gzip has a weight above zero, and the client does not like the plain bytes better. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false
  const weights = new Map(header.split(',').map(weightOf))
  const weight = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0
  return weight > 0 && weight >= (weights.get('identity') ?? 0)
}

function weightOf(item: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = item.toLowerCase().split(';')
  const weight = parameters.map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1])
  return [coding.trim(), Number(weight.find((found) => found !== undefined) ?? 1)]
}

/** Those that run at once: files are read by the same threads. */
const maxRunning = 2

/** Whole bodies gzipped on the thread pool: nothing waits for it but the client that asked. */
export class Gzip {
  readonly #maxBytes: number
  readonly #waiting: (() => void)[] = []
  #running = 0
  #bytes = 0

  /** @param maxBytes of all that is being gzipped or waits for it */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** `undefined` where too much waits already: the body is to go out as it is. */
  async pack(body: Uint8Array): Promise<Uint8Array | undefined> {
    const { byteLength } = body
    if (this.#bytes > 0 && this.#bytes + byteLength > this.#maxBytes) return undefined
    this.#bytes += byteLength
    if (this.#running < maxRunning) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await gzip(body)
    } finally {
      this.#bytes -= byteLength
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}

/** What an entry takes beside its bytes: key, map entry and buffer object, roughly. */
const entryOverhead = 300
/** A larger body is kept when it comes again: many that are asked for once would take the places of all others. */
const largeBytes = 256 * 1024
/** How many large bodies are remembered to have come. */
const maxRemembered = 1_000

/** Bodies kept as they were sent, by the keys of their replies. */
export class ReplyCache {
  readonly #maxBytes: number
  readonly #bodies: Lru<Uint8Array>
  readonly #large = new Lru<true>(maxRemembered)

  /** @param maxBytes of all bodies together, with some overhead for each */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#bodies = new Lru(maxBytes)
  }

  /** @param key a gzipped body has its own */
  get(key: string): Uint8Array | undefined {
    return this.#bodies.get(key)
  }

  /** Bodies too large to be worth the others' places are not kept. */
  set(key: string, body: Uint8Array): void {
    const size = body.byteLength + entryOverhead
    const isTooLarge = size > this.#maxBytes / 8 || (size > largeBytes && !this.#comesAgain(key))
    if (isTooLarge) this.#bodies.delete(key)
    else this.#bodies.set(key, body, size)
  }

  #comesAgain(key: string): boolean {
    if (this.#large.get(key)) return true
    this.#large.set(key, true)
    return false
  }
}
