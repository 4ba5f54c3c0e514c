// Content encoding: whole bodies are gzipped for clients that accept it, and cached for the next one.
import { pipeline } from 'node:stream'
import { createGzip, gzip } from 'node:zlib'
import { Lru, ownMemory } from '../../../packages/search/basics/lru.ts'
import type { BodyCache, ByteStream, Reply } from '../http/reply.ts'
import { asGzip, byteLength, gzipKey, isSmall, isStream, mergeHeaders, weakened } from '../http/reply.ts'
import { type AppRequest, weightsOf } from '../http/request.ts'

/** A stream of known length up to this (a published file) is read first and gzipped as a whole. */
const maxWholeBytes = 1_000_000
/** Bytes being gzipped as a whole or waiting for it; beyond this, replies are sent uncompressed. */
const maxPendingBytes = 8 * 2 ** 20
/**
 * This level takes half the time of the default, and at most a twentieth more bytes (docs/design/replies.md); the next lower one takes
 * almost twice as many for posts that repeat each other.
 */
const level = 4

export type Encode = (reply: Reply, request: AppRequest) => Promise<Reply>

/** @param cache stores each gzipped body under its reply's key */
export function createEncode(cache?: BodyCache): Encode {
  const packer = new Gzip(maxPendingBytes)
  const running = new Map<string, Promise<Uint8Array | undefined>>()

  /** Concurrent requests for one body share one compression. */
  function compressed(key: string, body: readonly Uint8Array[]): Promise<Uint8Array | undefined> {
    const known = running.get(key)
    if (known) return known
    const whole = body.length === 1 ? body[0]! : Buffer.concat(body)
    const made = packer.pack(whole).finally(() => running.delete(key))
    running.set(key, made)
    return made
  }

  async function gzipped(key: string, body: readonly Uint8Array[]): Promise<Uint8Array | undefined> {
    const known = cache?.get(key)
    if (known) return known
    const packed = await compressed(key, body)
    if (packed) cache?.set(key, packed)
    return packed
  }

  return async (reply, request) => {
    const { status, headers } = reply
    const etag = headers.ETag
    // The length of a gzipped stream is not known in advance.
    if (isStream(reply.body) && request.isHttp10) return reply
    if (etag === undefined || headers['Content-Encoding'] || !acceptsGzip(request)) return reply
    if (status === 304) {
      // It carries the same tag as the 200 that the client has.
      const isWeak = request.header('if-none-match')?.includes(`W/${etag}`)
      return isWeak ? { ...reply, headers: weakened(headers) } : reply
    }
    if (status !== 200 || !isText(headers['Content-Type'])) return reply
    const { 'Content-Length': length, ...encoded } = asGzip(headers)
    const body =
      isStream(reply.body) && Number(length) <= maxWholeBytes ? await whole(reply.body) : reply.body
    if (isStream(body)) return { status, headers: encoded, body: gzipStream(body) }
    if (isSmall(byteLength(body))) return reply
    const packed = await gzipped(gzipKey(reply.head ?? { key: etag }), body)
    if (packed === undefined) return { ...reply, body }
    const packedLength = { 'Content-Length': String(packed.byteLength) }
    return { status, headers: mergeHeaders(encoded, packedLength), body: [packed] }
  }
}

/** JSON, XML and their like, and text that is not HTML. */
function isText(type = ''): boolean {
  return /^(?:application\/(?:[a-z]+\+)?(?:json|xml)|text\/(?:plain|markdown))\b/.test(type)
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

/** The bytes that a compressor takes: (1 << (windowBits + 2)) + (1 << (memLevel + 9)), by zlib's zconf.h, with its buffers. */
const compressorBytes = 288 * 1024

/** Gzips a stream, and never flushes it midway: the source is as fast as the disk, so nothing stays in the compressor for long. */
function gzipStream(stream: ByteStream): ByteStream {
  async function* chunks() {
    const compressor = createGzip({ level })
    pipeline(stream.chunks(), compressor, () => {})
    yield* compressor
  }
  return { ...stream, chunks, isCostly: true, holds: (stream.holds ?? 0) + compressorBytes }
}

/** RFC 9110 12.5.3: gzip has a weight above zero, and the client does not prefer plain bytes. */
export function acceptsGzip({ header: headerOf }: Pick<AppRequest, 'header'>): boolean {
  const header = headerOf('accept-encoding')
  if (header === undefined) return false
  const weights = weightsOf(header)
  const weight = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0
  return weight > 0 && weight >= (weights.get('identity') ?? 0)
}

/** The number of compressions at a time: the same thread pool reads files. */
const maxRunning = 2

/** Gzips whole bodies on the thread pool, so that only the requesting client waits. */
export class Gzip {
  readonly #maxBytes: number
  /** The waiting compressions, with their bytes: the shortest is next, so that no page waits for all lists. */
  readonly #waiting = new Map<() => void, number>()
  #running = 0
  #bytes = 0

  /** @param maxBytes the bytes that may be gzipped or wait for it, in all */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Gzips a body; `undefined` if too much is waiting already: the body is then sent uncompressed. */
  async pack(body: Uint8Array): Promise<Uint8Array | undefined> {
    const { byteLength } = body
    if (this.#bytes > 0 && this.#bytes + byteLength > this.#maxBytes) return undefined
    this.#bytes += byteLength
    if (this.#running < maxRunning) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.set(resolve, byteLength))
    try {
      return await gzipOnPool(body)
    } finally {
      this.#bytes -= byteLength
      const [next] = [...this.#waiting].sort(([, one], [, other]) => one - other)[0] ?? []
      if (next && this.#waiting.delete(next)) next()
      else this.#running--
    }
  }
}

/** Gzips without `promisify`, for which every instance would load `node:util`. */
function gzipOnPool(body: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    gzip(body, { level }, (error, packed) => (error ? reject(error) : resolve(packed)))
  })
}

/** The memory that an entry takes besides its bytes, in bytes: key, map entry and buffer, measured as resident. */
const entryOverhead = 1_000
/** A larger body is cached only the second time: many large ones requested once would evict everything else. */
const largeBytes = 256 * 1024
/** The number of keys of large bodies that are remembered. */
const maxRemembered = 1_000

/** The bytes of all cached replies: some 500 pages of ten posts, or 1,400 if they are gzipped. */
export const cacheBytes = 48 * 2 ** 20

/** Caches bodies as they were sent, by reply key. */
export class ReplyCache {
  readonly #maxBytes: number
  readonly #bodies: Lru<Uint8Array>
  readonly #large = new Lru<true>(maxRemembered)

  /** @param maxBytes of all bodies together, with some overhead for each */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#bodies = new Lru(maxBytes)
  }

  /** @param key a gzipped body has a key of its own */
  get(key: string): Uint8Array | undefined {
    return this.#bodies.get(key)
  }

  /** Does not cache bodies so large that too many others would have to go. */
  set(key: string, body: Uint8Array): void {
    const size = body.byteLength + entryOverhead
    const isTooLarge = size > this.#maxBytes / 8 || (size > largeBytes && !this.#wasSeen(key))
    if (isTooLarge) this.#bodies.delete(key)
    else this.#bodies.set(key, ownMemory(body), size)
  }

  #wasSeen(key: string): boolean {
    if (this.#large.get(key)) return true
    this.#large.set(key, true)
    return false
  }
}
